package import CommandLanguage
import Documents
import Files
import TableModel

/// A command of the shell, in one type and one file: what it declares of itself, reading a line that
/// calls it, and doing what the line asks for. A value of the type is what one line asks for.
///
/// ```swift
/// /// `flatten`: all records as plain rows of one section.
/// enum FlattenCommand: ShelfCommand {
///   case on, off
///
///   static let declaration = Command(
///     "flatten", .narrow, "show all records as plain rows of one section",
///     parameters: [Parameter("off", .choice(of: Word.self), optional: true)], ...)
///
///   enum Word: String, Keyword { case off }
///
///   init(_ call: Invocation) throws(CommandError) {
///     self = try call.onlyKeyword(Word.self) == .off ? .off : .on
///   }
///
///   func run(in workspace: inout Workspace) throws(CommandError) -> Output { ... }
/// }
/// ```
///
/// A command that remembers something from one line to the next keeps it in a ``CommandState``.
package protocol ShelfCommand: Sendable {
  static var declaration: Command { get }

  /// Reads what was typed. A table is not needed for it, so that a script is checked without one.
  init(_ call: Invocation) throws(CommandError)

  /// How much of the table must be known before the command begins, where what was typed makes a
  /// difference; nil for what is declared.
  var ownNeeds: Command.Needs? { get }

  /// Finds what is wrong with the command without carrying it out, as far as that can be known
  /// without a table.
  ///
  /// - Returns: what the shell would do next; a file of commands is checked as well.
  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next

  /// Carries the command out. When it throws, the workspace is put back as it was.
  func run(in workspace: inout Workspace) throws(CommandError) -> Output
}

extension ShelfCommand {
  package var ownNeeds: Command.Needs? { nil }

  package func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next { .carryOn }
}

/// What a command remembers from one line to the next: as long as a table is open, and never undone.
package protocol CommandState: Sendable {
  /// The state before the command has run for the first time.
  init()

  /// True for what stays when another table is opened.
  static var outlastsTable: Bool { get }
}

extension CommandState {
  package static var outlastsTable: Bool { false }
}

/// What commands remember, by the types of their states.
package struct CommandMemory: Sendable {
  private var states: [ObjectIdentifier: any CommandState] = [:]

  package subscript<State: CommandState>(type: State.Type) -> State {
    get { states[ObjectIdentifier(type)] as? State ?? State() }
    set { states[ObjectIdentifier(type)] = newValue }
  }

  /// Forgets what was remembered about a table that another one has replaced.
  package mutating func forgetTable() {
    states = states.filter { type(of: $0.value).outlastsTable }
  }
}

/// All commands: the one table that parsing, help, completion and the reference page read.
package struct CommandTable: Sendable {
  private let types: [any ShelfCommand.Type]
  /// The declarations, in the order of `help`.
  package let commands: [Command]
  private let byName: [String: Int]

  package init(_ types: [any ShelfCommand.Type]) {
    self.types = types
    commands = types.map { $0.declaration }
    var byName: [String: Int] = [:]
    for (index, command) in commands.enumerated() {
      for name in command.names { byName[name] = index }
    }
    self.byName = byName
  }

  /// Every word that starts a command: names and aliases.
  package var names: [String] { commands.flatMap(\.names) }

  package func commands(in group: CommandGroup) -> [Command] {
    commands.filter { $0.group == group }
  }

  /// The command of that exact name or alias.
  package subscript(name: String) -> Command? { byName[name].map { commands[$0] } }

  /// Reads a line that calls a command of this table.
  ///
  /// - Throws: what is wrong with its arguments.
  package func read(_ call: Invocation) throws(CommandError) -> any ShelfCommand {
    guard let index = byName[call.command.name] else {
      throw CommandError(.unknownCommand(call.command.name, nearest: []), at: call.range)
    }
    return try types[index].init(call)
  }

  /// Reads a line; nil where it has no word.
  ///
  /// - Parameter abbreviations: whether an unambiguous prefix of a command is enough.
  /// - Throws: what is wrong with its name or its arguments.
  package func read(
    _ statement: Statement, abbreviations: Bool = false
  ) throws(CommandError) -> (any ShelfCommand)? {
    guard let name = statement.name else { return nil }
    let command = try command(for: name, abbreviations: abbreviations)
    return try read(Invocation(command, statement))
  }

  /// The command that a typed word means.
  ///
  /// - Parameter abbreviations: whether an unambiguous prefix is enough (at the prompt); in
  ///   scripts it is an error that names the full word.
  package func command(for word: Word, abbreviations: Bool) throws(CommandError) -> Command {
    let typed = word.text
    if let command = self[typed] { return command }
    let candidates = commands.filter { command in command.names.contains { $0.hasPrefix(typed) } }
    guard !typed.isEmpty, let first = candidates.first else {
      throw CommandError(
        .unknownCommand(typed, nearest: Spelling.matches(for: typed, among: names)),
        at: word.range)
    }
    if candidates.count > 1 {
      throw CommandError(
        .ambiguousCommand(typed, candidates: candidates.map(\.name)), at: word.range)
    }
    if !abbreviations {
      throw CommandError(.abbreviatedCommand(typed, full: first.name), at: word.range)
    }
    return first
  }
}

/// The files that the lines checked so far would write, for `shelf --check`: a later line may read them,
/// though they are not there now.
package struct PlannedFiles: CommandState {
  package static let outlastsTable = true

  package init() {}

  private var names: Set<String> = []

  /// Notes the files that a line would write, and finds the missing ones among those that it reads.
  ///
  /// - Throws: what the line would fail with when it ran.
  package static func check(_ call: Invocation, in workspace: inout Workspace) throws(CommandError)
  {
    for (file, use) in call.files where !file.isStandardStream {
      switch use {
      case .new: workspace.memory[Self.self].names.insert(normal(file.text))
      case .script: break
      case .commands:
        guard !canRead(file.text, in: workspace) else { continue }
        let reason = DataError.notFound(file: file.text).description
        throw CommandError(.file(path: file.text, reason: reason), at: file.range)
      case .data: try checkData(file, in: workspace)
      }
    }
  }

  private static func checkData(
    _ file: Word, in workspace: Workspace
  ) throws(CommandError) {
    let environment = workspace.environment
    let path = environment.path(named: file.text)
    // Which files a pattern matches shows when the line runs.
    guard !path.hasPrefix(GeneratedSpecification.prefix), !PostgresAddress.recognizes(path),
      !path.contains(where: { "*?[".contains($0) }),
      !canRead(path, in: workspace)
    else { return }
    var error = CommandError(.data(.notFound(file: path)), at: file.range)
    error.proposal = environment.nearestFile(to: path)
    throw error
  }

  /// True for a file that is there, or will be when a line that is checked now has its turn.
  package static func canRead(_ path: String, in workspace: Workspace) -> Bool {
    workspace.memory[Self.self].names.contains(normal(path)) || workspace.environment.exists(path)
  }

  /// A path without steps that lead nowhere: `./a//b` is `a/b`.
  private static func normal(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "")
      + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

// MARK: - Commands of the system's shell

extension ShellPipe {
  /// Refuses what can't be carried out: no command, or one that the user has not allowed.
  package func check(in workspace: Workspace) throws(CommandError) {
    guard workspace.preferences.usesShell else {
      throw CommandError(
        .impossible(
          "'| COMMAND' hands results to the system's shell, which is off",
          hint: "type 'set shell on' at the prompt, put it into your start-up file, or start with"
            + " --shell; a '|' that is text goes into quotes"),
        at: range)
    }
    guard !command.isEmpty else {
      throw CommandError(.missingArgument("COMMAND", usage: "... | COMMAND"), at: range)
    }
    guard !FileReplacement.isLimited else {
      let reason = "no other program is started where \(FileReplacement.writableVariable) is set"
      throw CommandError(.impossible(reason, hint: "pages that are tested run so"), at: range)
    }
  }
}
