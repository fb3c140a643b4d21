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
    let snapshot = index.snapshot
    let state = progress.state
    return SourceActivity(
      indexing: snapshot.isComplete ? nil : Double(snapshot.scanned) / size,
      verifying: state.isDone || state.error != nil ? nil : Double(state.offset) / size,
      isVerified: state.isDone,
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
