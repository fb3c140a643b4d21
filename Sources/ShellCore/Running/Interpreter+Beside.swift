package import Asking
import CommandLanguage
import Commands
import Rendering
import Workspaces

/// Commands that may take long are carried out by another thread where a screen is shown, which goes on
/// meanwhile.
///
/// ```
/// session  ──▶ copies of its table views, which are looked at and scrolled as long as it takes
///     └──────▶ the command, on another thread ──▶ session
/// ```
extension Interpreter {
  /// Does work on another thread, and returns when that is done.
  package typealias Companion = (
    _ command: String, _ meter: WorkMeter, _ work: @escaping () -> Void
  ) -> Void

  /// What comes of a command. Whatever is done with the session before it is there is forgotten.
  func result(of statement: Statement) throws(CommandError) -> Workspace.Result {
    let name = DisplaySafe.line(statement.name?.text ?? "")
    let abbreviations = mode.isInteractive && sources.isEmpty
    guard let companion, takesLong(statement, abbreviations) else {
      return try watched(name) { () throws(CommandError) in
        try session.run(statement, abbreviations: abbreviations)
      }
    }
    let work = Work(in: session)
    session = session.onCopies
    work.session.environment.meter.reset()
    companion(name, work.session.environment.meter) { work.run(statement, abbreviations) }
    session = work.session
    return try work.outcome.get()
  }

  /// What another thread has until it is done.
  private final class Work {
    private(set) var session: Workspace
    private(set) var outcome = Result<Workspace.Result, CommandError>.failure(.init(.cancelled))

    init(in session: Workspace) { self.session = session }

    func run(_ statement: Statement, _ abbreviations: Bool) {
      outcome = Result { () throws(CommandError) in
        try session.run(statement, abbreviations: abbreviations)
      }
    }
  }

  /// True for commands that look at all records, and for those that run other commands.
  private func takesLong(_ statement: Statement, _ abbreviations: Bool) -> Bool {
    guard !session.levels.isEmpty, let name = statement.name else { return false }
    if session.aliases[name.text] != nil { return true }
    let command = try? session.commands.command(for: name, abbreviations: abbreviations)
    return command.map { command in
      command.needs == .everything || command.parameters.contains { $0.kind == .line }
    } ?? false
  }
}
