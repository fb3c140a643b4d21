import Asking
import Rendering
import ShellCore

/// How far something has come that goes on beside the browser.
struct WorkProgress {
  private var words: ProgressWords
  private let meter: WorkMeter
  private let start = ContinuousClock.now

  /// What is over sooner is not spoken of.
  private static let patience = Duration.milliseconds(300)

  init(_ command: String, _ meter: WorkMeter) {
    (words, self.meter) = (ProgressWords(command), meter)
  }

  /// True for what takes so long that people see how far it is.
  var isSeen: Bool { ContinuousClock.now - start >= Self.patience }

  /// The line now.
  mutating func line(columns: Int) -> StyledLine {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return StyledLine(
      words.line(meter.reading, after: seconds, width: columns), TextStyle(.secondary))
  }
}
