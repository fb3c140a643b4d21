import CommandLanguage
import Workspaces

/// `time`: runs commands with a clock beside them.
struct TimeCommand: ShelfCommand {
  static let declaration = Command(
    "time", .shell, "say how long commands take", parameters: [Parameter("COMMAND", .line)],
    discussion: """
      Runs what follows and prints the time that passed and the processor time, with --json as an \
      object in seconds. `set timer on` prints them for every command.
      """,
    examples: [
      .init("time filter Views > 20000", "a filter"), .init("time repeat 10 down", "ten scrolls"),
    ],
    related: ["repeat", "stats"])

  private let commands: String
  private let statements: [Statement]

  init(_ call: Invocation) throws(CommandError) {
    guard let typed = call.text() else {
      throw CommandError(.missingArgument("COMMAND", usage: call.command.usage), at: call.range)
    }
    commands = typed.text
    statements = call.commands()
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    var next = Output.Next.carryOn
    for statement in statements { next = try workspace.check(statement) }
    return next
  }

  func run(in workspace: inout Workspace) -> Output { .next(.timed(commands: commands)) }
}

/// `source`: runs the commands of a file.
struct SourceCommand: ShelfCommand {
  static let declaration = Command(
    "source", .shell, "run the commands of a file", parameters: [Parameter("FILE", .file(.script))],
    discussion: """
      The file's name is relative to the file that names it. The first command that fails stops \
      it.
      """,
    examples: [
      .init("source Datasets/tour.shelf", "run the tour"),
      .init("source Datasets/tour.shelf; view", "and look at where it ended"),
    ],
    errors: [.file: "it cannot be read, or the files name each other in a circle"], needs: .nothing)

  private let file: String

  init(_ call: Invocation) throws(CommandError) { file = call[0]?.text ?? "" }

  func check(in workspace: inout Workspace) -> Output.Next { .source(file: file) }

  func run(in workspace: inout Workspace) -> Output { .next(.source(file: file)) }
}

/// `clear`: clears the screen.
struct ClearCommand: ShelfCommand {
  static let declaration = Command(
    "clear", .shell, "clear the screen",
    discussion:
      "At a prompt; Ctrl-L does the same while a line is edited. Elsewhere nothing happens.",
    examples: [.init("clear", "an empty screen"), .init("clear; view", "only the viewport")],
    related: ["view"])

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) -> Output { .next(.clearScreen) }
}

/// `echo`: prints a text.
struct EchoCommand: ShelfCommand {
  static let declaration = Command(
    "echo", .shell, "print text", parameters: [Parameter("TEXT", .text, optional: true)],
    examples: [.init("echo ready", "a word"), .init("echo", "an empty line")], needs: .nothing)

  private let text: String

  init(_ call: Invocation) {
    text = call.arguments.count == 1 ? call.arguments[0].text : call.rest().text
  }

  func run(in workspace: inout Workspace) -> Output { Output(verbatim: text) }
}

/// `quit`: leaves the shell.
struct QuitCommand: ShelfCommand {
  private static let force = CommandOption(
    "force", nil, "leave unsaved changes behind without being asked")

  static let declaration = Command(
    "quit", aliases: ["exit", "q"], .shell, "leave the shell",
    parameters: [Parameter("STATUS", .count, optional: true)], options: [force],
    discussion: """
      Where changes to a file of yours are not saved, the prompt asks first: `save FILE` keeps \
      them, `quit` again or Ctrl-D again leaves without them. Scripts and pipes are not asked; a \
      note at their end says what was not saved.
      """,
    examples: [
      .init("quit", "leave"), .init("quit 2", "leave with an exit status"),
      .init("update 0.0.0 Title=draft; quit --force", "leave, whatever was changed"),
    ],
    related: ["save", "undo"], needs: .nothing)

  private let status: Int32
  private let isForced: Bool

  init(_ call: Invocation) throws(CommandError) {
    let number = try call.count(at: 0) ?? 0
    guard let status = UInt8(exactly: number) else {
      throw CommandError(
        .badValue(call[0]?.text ?? "", argument: "exit status", expected: "0 to 255"),
        at: call[0]?.range)
    }
    (self.status, isForced) = (Int32(status), call.has(Self.force))
  }

  func run(in workspace: inout Workspace) -> Output { .next(.quit(status, isForced: isForced)) }
}
