import Commands
import Foundation
import TableModel

/// What is found out about the text of a large file while it is already shown.
extension Interpreter {
  /// Waits until the files that are open have been checked completely.
  ///
  /// - Returns: a failure when a mistake was found, which is reported, or when a signal came first.
  package func verify() -> Verdict {
    let isDone = progress?.during("verify", waitForVerification) ?? waitForVerification()
    if !isDone { return .failed(ExitStatus.interrupted) }
    return reportDamage().map { .failed($0) } ?? .carryOn
  }

  /// - Returns: false when a signal came first.
  private func waitForVerification() -> Bool {
    while isVerifying {
      if shouldStop() { return false }
      if let part = activities.lazy.compactMap(\.verifying).first {
        session.environment.meter.tell(part: part)
      }
      usleep(Self.pause)
    }
    return true
  }

  /// In microseconds.
  private static var pause: UInt32 { 1000 }

  /// Reports a mistake that the check of an open file has found so far.
  ///
  /// - Returns: the exit status that says so; nil when no mistake was found.
  package func reportDamage() -> Int32? {
    guard let error = activities.compactMap(\.error).first else { return nil }
    report(Diagnostic(CommandError(.data(error)), in: SourceLine(text: ""), isTyped: true))
    return ExitStatus.dataNotOpened
  }

  private var isVerifying: Bool {
    activities.contains { !$0.isVerified && $0.error == nil }
  }

  /// What the sources of the open tables still do.
  var activities: [SourceActivity] {
    session.levels.compactMap(\.shaped.source.activity)
  }
}
