import TableModel

/// Counts records and calls a checkpoint every few thousand of them.
struct Ticker {
  private let checkpoint: Checkpoint
  private(set) var done = 0
  private static let interval = 4096

  init(_ checkpoint: @escaping Checkpoint) {
    self.checkpoint = checkpoint
  }

  mutating func tick() throws(DataError) {
    done &+= 1
    if done % Self.interval == 0 { try checkpoint(done) }
  }

  /// Lets long work that visits no further records, such as a sort, be stopped too.
  func pause() throws(DataError) {
    try checkpoint(done)
  }
}
