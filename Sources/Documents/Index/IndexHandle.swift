import Files
import Foundation
import Synchronization
import TableModel

/// Keeps the work behind a table going, and stops it when no table needs it any more.
///
/// After the index is complete the text is checked; both can be watched.
final class IndexHandle: Sendable {
  private let index: RecordIndex
  private let progress: VerificationProgress
  private let checkedKeys: KeySpelling?

  /// - Parameter checkedKeys: how the keys are written when the index is complete and the text was
  ///   checked before.
  init(index: RecordIndex, checkedKeys: KeySpelling? = nil) {
    self.index = index
    self.checkedKeys = checkedKeys
    progress = VerificationProgress()
  }

  deinit { index.cancel() }

  /// Begins to scan what lies behind the head, and then to check the text.
  func start(_ indexer: some BackgroundIndexer, verifies: Bool = true) {
    // The threads refer to the index but not to this object, whose end ends them.
    let (index, progress) = (index, progress)
    indexer.start {
      guard verifies, index.failure == nil else { return }
      let verification = index.content.verification(isSequence: index.plan.isSequence)
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
      remarks: state.remarks + [followed?.remark].compactMap(\.self),
      leftOut: [followed?.leftOut].compactMap(\.self),
      error: index.failure.flatMap { $0 == .cancelled ? nil : $0 } ?? state.error)
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

  private let checked = Mutex(State())
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
