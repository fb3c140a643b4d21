import Files
import Foundation
import Synchronization
import TableModel

/// The index of a file that is still being scanned: grows in the background, read at any time.
final class RecordIndex: Sendable {
  /// The text, asked in its notation.
  let content: any TextNotation
  let file: MappedFile
  let plan: LevelPlan
  private let current: Guarded<IndexSnapshot>
  private let failed = Guarded<DataError?>(nil)
  private let cancelled = Atomic<Bool>(false)
  private let ended = Atomic<Bool>(false)
  private let wanted = Atomic<Bool>(false)
  private let readers = Atomic<Int>(0)

  init(_ content: any TextNotation, plan: LevelPlan) {
    self.content = content
    file = content.file
    self.plan = plan
    current = Guarded(IndexSnapshot(plan: plan))
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

/// Keeps the work behind a table going, and stops it when no table needs it any more.
///
/// After the index is complete the text is checked; both can be watched.
final class IndexHandle: Sendable {
  private let index: RecordIndex
  private let progress: VerificationProgress
  private let checkedKeys: KeySpelling?
  private let namesFieldsBehind: Bool

  /// - Parameters:
  ///   - checkedKeys: how the keys are written when the index is complete and the text was checked
  ///     before.
  ///   - namesFieldsBehind: whether fields that the table leaves out are named, where nobody could
  ///     know of them when its shape was inferred.
  init(
    index: RecordIndex, checkedKeys: KeySpelling? = nil, namesFieldsBehind: Bool = false
  ) {
    self.index = index
    self.checkedKeys = checkedKeys
    self.namesFieldsBehind = namesFieldsBehind
    progress = VerificationProgress()
  }

  deinit { index.cancel() }

  /// Begins to scan what lies behind the head, and then to check the text.
  func start(_ indexer: some BackgroundIndexer, verifies: Bool = true) {
    // The threads refer to the index but not to this object, whose end ends them.
    let (index, progress) = (index, progress)
    indexer.start {
      guard verifies, index.failure == nil else { return }
      let known = index.snapshot
      let verification = index.content.verification(isSequence: index.plan.isSequence) {
        known.hasContainer(at: $0)
      }
      progress.run(verification, of: index.file) {
        // Somebody waits for columns that are being read; nobody waits for the check.
        Pause.upTo(.max) { index.isBeingRead && !index.isCancelled }
        return index.isCancelled
      }
    }
  }

  /// What goes on; nil where nothing has to.
  var activity: SourceActivity? {
    guard checkedKeys == nil else { return nil }
    let size = Double(max(1, index.file.count))
    let followed = index.file.arriving?.followed
    let snapshot = index.snapshot
    let state = progress.state
    let arriving = index.file.arriving.flatMap { $0.isOver ? nil : $0 }
    let share = arriving.map { $0.share ?? 0 } ?? Double(snapshot.scanned) / size
    return SourceActivity(
      indexing: snapshot.isComplete ? nil : share,
      received: snapshot.isComplete ? nil : arriving.flatMap { $0.size == nil ? $0.count : nil },
      verifying: state.isDone || state.error != nil || followed != nil
        ? nil : Double(state.offset) / size,
      isVerified: state.isDone, isFollowing: followed != nil,
      remarks: state.remarks
        + [followed?.remark, remark(on: snapshot)].compactMap(\.self),
      leftOut: [followed?.leftOut].compactMap(\.self),
      error: index.failure.flatMap { $0 == .cancelled ? nil : $0 } ?? state.error)
  }

  private func remark(on snapshot: IndexSnapshot) -> String? {
    let fields = snapshot.behind
    guard namesFieldsBehind, snapshot.isComplete, fields.count > 0 else { return nil }
    let names = fields.starts.compactMap { index.content.key(at: $0)?.clipped() }.map { "'\($0)'" }
    let more = fields.count > names.count ? " and \(fields.count - names.count) more" : ""
    return "behind the list that is shown the document has \(names.joined(separator: ", "))\(more);"
      + " 'shape --rows SELF' shows what is beside it, too"
  }

  /// How the keys of the text are written; nil until all of it was checked.
  var keySpelling: KeySpelling? { checkedKeys ?? progress.state.keySpelling }

  /// Waits until the whole text was checked.
  func verified(checkpoint: () throws(DataError) -> Void) throws(DataError) {
    try Pause.until { () throws(DataError) in
      let state = progress.state
      if let error = state.error ?? index.failure { throw error }
      if state.isDone { return () }
      try checkpoint()
      return nil
    }
  }
}

/// How far a file has been checked, while that goes on behind the prompt.
final class VerificationProgress: Sendable {
  struct State: Sendable {
    var offset = 0
    var error: DataError?
    /// How the keys of the file are written, once all of it was found to be right.
    var keySpelling: KeySpelling?
    /// What else was found then.
    var remarks: [String] = []
    var isDone: Bool { keySpelling != nil }
  }

  private let checked = Guarded(State())
  /// Little enough that nobody waits for it who has asked to stop.
  private static let step = 1 << 20

  var state: State { checked.withLock { $0 } }

  /// Checks all of a file; what was checked stops to count as memory in use.
  ///
  /// - Parameter isCancelled: asked between steps; true ends the check without a result.
  func run(
    _ verification: any TextVerification, of file: MappedFile, unless isCancelled: () -> Bool
  ) {
    var verification = verification
    do throws(DataError) {
      while try step(&verification, file) {
        if isCancelled() { return }
      }
      let (spelling, remarks) = (verification.keySpelling, verification.remarks)
      checked.withLock { ($0.keySpelling, $0.remarks) = (spelling, remarks) }
    } catch {
      checked.withLock { $0.error = error }
    }
  }

  private func step(_ verification: inout any TextVerification, _ file: MappedFile)
    throws(DataError) -> Bool
  {
    let begin = verification.offset
    let goesOn: Bool
    do throws(DataError) {
      goesOn = try verification.advance(by: Self.step)
      try file.check()
    } catch {
      throw file.isDamaged ? DataError.changedUnderneath(file: file.path) : error
    }
    file.release(begin..<verification.offset)
    checked.withLock { $0.offset = verification.offset }
    return goesOn
  }
}

/// How the keys of a text of JSON are written, as a check of all of it has found.
enum KeySpelling: Sendable, Comparable {
  /// In ASCII and without escapes.
  case plain
  /// Without escapes.
  case beyondASCII
  /// Some with escapes.
  case escaped

  /// True when a key of such a text is the same as a name exactly when its bytes are.
  ///
  /// Texts are the same when they are canonically equivalent: beyond ASCII a few signs are
  /// equivalent to one within it.
  func isToldByBytes(_ name: String) -> Bool {
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    switch self {
    case .plain: return isASCII
    case .beyondASCII: return isASCII && !name.utf8.contains { "K;`".utf8.contains($0) }
    case .escaped: return false
    }
  }
}
