import Synchronization
import TableModel

/// The index of a file that is still being scanned: grows in the background, read at any time.
final class RecordIndex: Sendable {
  let file: MappedFile
  let plan: LevelPlan
  let notation: Notation
  private let current: Mutex<IndexSnapshot>
  private let failed = Mutex<DataError?>(nil)
  private let cancelled = Atomic<Bool>(false)
  private let ended = Atomic<Bool>(false)
  private let wanted = Atomic<Bool>(false)
  private let readers = Atomic<Int>(0)

  init(file: MappedFile, plan: LevelPlan, notation: Notation = .json) {
    self.file = file
    self.notation = notation
    self.plan = plan
    current = Mutex(IndexSnapshot(plan: plan))
  }

  /// What is known now.
  var snapshot: IndexSnapshot { current.withLock { $0 } }

  /// Why the scan stopped before the end; nil while it goes on and when it has finished.
  var failure: DataError? { failed.withLock { $0 } }

  /// True when nothing more will be found: the scan is complete, has failed or was stopped.
  var isAtRest: Bool { ended.load(ordering: .acquiring) }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// True once somebody has asked for more than the head.
  var isWanted: Bool { wanted.load(ordering: .relaxed) }

  /// Says that what lies behind the head is waited for.
  func want() { wanted.store(true, ordering: .relaxed) }

  /// True while somebody waits for work on all records, which checks them as it goes.
  var isBeingRead: Bool { readers.load(ordering: .relaxed) > 0 }

  /// Runs work on all records; meanwhile, work that can wait does wait.
  func whileReading<T>(_ body: () throws(DataError) -> T) throws(DataError) -> T {
    readers.add(1, ordering: .relaxed)
    defer { readers.subtract(1, ordering: .relaxed) }
    return try body()
  }

  /// Asks all work in the background to stop at the next occasion.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  func publish(_ tables: ChunkTables, scanned: Int) {
    current.withLock { $0.append(tables, scanned: scanned) }
  }

  /// Replaces all that was found by what one scan over everything has found.
  func replace(by tables: ChunkTables, scanned: Int) {
    current.withLock {
      $0 = $0.emptied()
      $0.append(tables, scanned: scanned)
    }
  }

  func finish(_ error: DataError? = nil) {
    if let error {
      failed.withLock { $0 = $0 ?? error }
    } else {
      current.withLock { $0.complete() }
    }
    ended.store(true, ordering: .releasing)
  }
}

extension RecordIndex {
  /// Waits until something is known or nothing more will be.
  ///
  /// - Parameter checkpoint: called every millisecond or so; throws to stop waiting.
  func wait(
    checkpoint: () throws(DataError) -> Void = { () throws(DataError) in },
    until isKnown: (IndexSnapshot) -> Bool
  ) throws(DataError) -> IndexSnapshot {
    want()
    return try Pause.until { () throws(DataError) in
      let isLast = isAtRest
      let snapshot = snapshot
      if isKnown(snapshot) || snapshot.isComplete { return snapshot }
      if let failure { throw failure }
      if isLast { throw isCancelled ? .cancelled : .changedUnderneath(file: file.path) }
      try checkpoint()
      try file.check()
      return nil
    }
  }

  /// Waits a moment: many page faults would hold up the rest of the process, and the first screen.
  func letTheScreenGoFirst() {
    Pause.upTo(Self.patience) { !isWanted && !isCancelled }
  }

  /// In milliseconds.
  private static var patience: Int { 20 }
}
