package import Asking
import CommandLanguage
import Commands
import Foundation
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

  /// What is asked of a record, or done to it, takes as long as the record is large.
  private static let aboutRecords: Set<CommandGroup> = [.look, .choose, .change]

  /// True for commands that open data, look at all records or are about whole ones, and for those that
  /// run other commands.
  private func takesLong(_ statement: Statement, _ abbreviations: Bool) -> Bool {
    guard let name = statement.name else { return false }
    if session.aliases[name.text] != nil { return true }
    let command = try? session.commands.command(for: name, abbreviations: abbreviations)
    return command.map { command in
      command.effect == .open || command.needs == .everything
        || Self.aboutRecords.contains(command.group)
        || command.parameters.contains { $0.kind == .line }
    } ?? false
  }
}

/// Work on a thread of its own, while the one that began it does other things.
///
/// Signals are for the thread that waits: it is the one that answers them.
package final class BesideWork: @unchecked Sendable {
  private let lock = NSCondition()
  private var isOver = false

  /// As much as a program's first thread has: records may be nested deeply.
  private static let stackSize = 8 << 20

  /// Begins.
  ///
  /// - Parameter body: what is done; it has to use nothing that anybody else uses meanwhile.
  package init(_ body: @escaping () -> Void) {
    let work = UncheckedWork(body: body)
    let thread = Thread { [self] in
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      work.body()
      lock.withLock {
        isOver = true
        lock.broadcast()
      }
      SignalState.wake()
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  package var isDone: Bool { lock.withLock { isOver } }

  /// Waits until all is done.
  ///
  /// - Parameter milliseconds: how long at most; nil for as long as it takes.
  /// - Returns: false where it is not done by then.
  @discardableResult
  package func wait(milliseconds: Int? = nil) -> Bool {
    let end = milliseconds.map { Date(timeIntervalSinceNow: Double($0) / 1000) } ?? .distantFuture
    return lock.withLock {
      while !isOver, lock.wait(until: end) {}
      return isOver
    }
  }
}

/// Only one thread has it at a time.
private struct UncheckedWork: @unchecked Sendable {
  let body: () -> Void
}
