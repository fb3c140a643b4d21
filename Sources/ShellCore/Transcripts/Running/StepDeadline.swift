import Synchronization

/// When the command that runs now has to be done; commands ask it while they work.
final class StepDeadline: Sendable {
  private let start = ContinuousClock.now
  private let end = Atomic<Int64>(.max)
  private let passed = Atomic<Bool>(false)

  private var now: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Starts the time of a command anew.
  func set(seconds: Double) {
    passed.store(false, ordering: .relaxed)
    end.store(now + Int64(seconds * 1e9), ordering: .relaxed)
  }

  func clear() { end.store(.max, ordering: .relaxed) }

  /// True when the time is over.
  var isOver: Bool {
    if now < end.load(ordering: .relaxed) { return false }
    passed.store(true, ordering: .relaxed)
    return true
  }

  /// True when a command was told to give up since `set`.
  var wasUsed: Bool { passed.load(ordering: .relaxed) }

  /// True when the time was over long ago: nobody asks.
  var isIgnored: Bool {
    let end = end.load(ordering: .relaxed)
    return end != .max && now > end + 5_000_000_000
  }
}
