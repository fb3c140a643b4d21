package import CommandLanguage

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
