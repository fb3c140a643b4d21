import Files
import Synchronization
import TableModel

/// The index of a file that is still being scanned: grows in the background, read at any time.
final class RecordIndex: Sendable {
  /// The text, asked in its notation.
  let content: any TextNotation
  let file: MappedFile
  let plan: LevelPlan
  private let current: Mutex<IndexSnapshot>
  private let failed = Mutex<DataError?>(nil)
  private let cancelled = Atomic<Bool>(false)
  private let ended = Atomic<Bool>(false)
  private let wanted = Atomic<Bool>(false)
  private let readers = Atomic<Int>(0)

  init(_ content: any TextNotation, plan: LevelPlan) {
    self.content = content
    file = content.file
    self.plan = plan
    current = Mutex(IndexSnapshot(plan: plan))
  }

  /// What is known now. That of a file which is followed is complete as long as nothing is added to
  /// the file.
  var snapshot: IndexSnapshot {
    var snapshot = current.withLock { $0 }
    if file.arriving?.hasCaughtUp(at: snapshot.scanned) ?? false { snapshot.complete() }
    return snapshot
  }

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

  /// - Parameter isLastOpen: whether the last record may not be complete yet.
  func publish(_ tables: ChunkTables, scanned: Int, isLastOpen: Bool = false) {
    current.withLock { $0.append(tables, scanned: scanned, isLastOpen: isLastOpen) }
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
      if let arriving = file.arriving, arriving.isInterrupted() { throw .cancelled }
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

/// A scan of a text from place to place, which fills the tables of its tracker.
protocol ShapeScanner: Sendable {
  /// Where the scan stands: everything before it has been seen.
  var offset: Int { get }
  var tracker: ShapeTracker { get }

  /// Scans up to an offset in the text, or a little beyond.
  mutating func scan(to end: Int, of file: MappedFile)

  /// Notes what is wrong with a text that ends where the scan stands.
  mutating func finish(_ file: MappedFile)
}

extension RecordIndex {
  /// Scans everything as one piece: for documents in which a later part changes an earlier one.
  ///
  /// - Parameters:
  ///   - beginning: a scan that has seen nothing yet.
  ///   - step: after how many bytes it is asked whether to go on.
  func scanWhole(_ beginning: some ShapeScanner, by step: Int) {
    var scanner = beginning
    while scanner.offset < file.count, scanner.tracker.trouble == nil {
      guard !isCancelled else { return finish(.cancelled) }
      let begin = scanner.offset
      scanner.scan(to: min(file.count, begin + step), of: file)
      file.release(begin..<scanner.offset)
    }
    scanner.finish(file)
    replace(by: scanner.tracker.tables, scanned: scanner.offset)
    end(scanner.tracker)
  }

  /// Nothing more will be found: the scan has come to the end of the text, or to a mistake.
  func end(_ tracker: ShapeTracker) {
    do throws(DataError) {
      try file.check()
      if let trouble = tracker.trouble { throw error(for: trouble) }
      finish()
    } catch {
      finish(error)
    }
  }

  private func error(for trouble: ShapeTracker.Trouble) -> DataError {
    switch trouble {
    case .malformed(let offset):
      content.structureError(at: offset, isSequence: plan.isSequence)
    case .tooLarge, .repeatedKey:
      .shape(
        message: "'\(file.path)' has a group of more than 4 GiB before its rows",
        hint: "state another shape with --rows")
    }
  }
}
