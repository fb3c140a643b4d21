import CommandLanguage
import Workspaces

/// `repeat`: runs a command several times, as one change.
struct RepeatCommand: ShelfCommand {
  static let declaration = Command(
    "repeat", .shell, "run a command several times",
    parameters: [Parameter("N", .count), Parameter("COMMAND", .line)],
    examples: [
      .init("repeat 3 down", "three rows, one at a time"),
      .init("repeat 2 right 2", "four items in two frames"),
    ], errors: [.impossible: "it would repeat itself"])

  private let times: Int
  private let repeated: Statement
  private let line: Statement

  init(_ call: Invocation) throws(CommandError) {
    times = try call.count(at: 0) ?? 1
    guard (0...1_000_000).contains(times) else {
      throw CommandError(
        .badValue("\(times)", argument: "number", expected: "0 to 1,000,000"),
        at: call[0]?.range)
    }
    guard let statement = call.commands(from: 1).first else {
      throw CommandError(.missingArgument("COMMAND", usage: call.command.usage), at: call.range)
    }
    if statement.name?.text == Self.declaration.name {
      throw CommandError(.impossible("repeat cannot repeat itself", hint: nil), at: call.range)
    }
    (repeated, line) = (statement, call.statement)
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    try workspace.check(repeated)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try workspace.asAWhole(line) { workspace throws(CommandError) in
      var last = Output()
      for _ in 0..<times {
        if workspace.environment.isInterrupted() { throw CommandError(.cancelled) }
        last = try workspace.run(repeated).output
      }
      return last
    }
  }
}
