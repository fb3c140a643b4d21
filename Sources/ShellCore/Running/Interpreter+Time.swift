import Commands
import Foundation
import Rendering
import TableModel

/// Commands with a clock beside them.
extension Interpreter {
  /// How long something took, in seconds.
  private struct Spent {
    var wall: Double
    /// The time of all processors.
    var cpu: Double
  }

  /// Carries `time` out: runs commands and says how long they took. Machines are told only about
  /// commands that succeeded, since a command has one answer.
  func time(_ commands: String, of line: SourceLine) -> Verdict {
    let inner = SourceLine(text: commands, source: commands, file: line.file, line: line.line)
    let (verdict, spent) = measure { runStatements(of: inner) }
    guard mode.json else {
      say(spent)
      return verdict
    }
    if case .failed = verdict { return verdict }
    var record = Record()
    record["schema"] = .string("shelf.time.1")
    record["command"] = .string(commands)
    record["wall"] = .double(Self.microseconds(spent.wall))
    record["cpu"] = .double(Self.microseconds(spent.cpu))
    writeValue(.record(record))
    return verdict
  }

  /// Runs something and says beside the results how long it took.
  func timed(_ body: () -> Verdict) -> Verdict {
    let (verdict, spent) = measure(body)
    say(spent)
    return verdict
  }

  private func measure(_ body: () -> Verdict) -> (Verdict, Spent) {
    let start = ContinuousClock.now
    let processor = clock()
    let verdict = body()
    let cpu = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    return (verdict, Spent(wall: (ContinuousClock.now - start) / .seconds(1), cpu: cpu))
  }

  private func say(_ spent: Spent) {
    let words = "wall \(Self.words(spent.wall))\(Mark.dot)cpu \(Self.words(spent.cpu))"
    console.message([StyledLine(words)])
  }

  private static func words(_ seconds: Double) -> String {
    seconds < 1
      ? String(format: "%.2f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }

  /// The same seconds without digits that mean nothing.
  private static func microseconds(_ seconds: Double) -> Double {
    (seconds * 1_000_000).rounded() / 1_000_000
  }
}
