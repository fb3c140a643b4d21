import Foundation
import Synchronization
import TableModel

/// Keeps the work behind a table going, and stops it when no table needs it any more.
///
/// After the index is complete the text is checked; both can be watched.
final class IndexHandle: Sendable {
  private let index: RecordIndex
  private let progress: VerificationProgress
  private let isChecked: Bool

  /// - Parameter isChecked: true when the index is complete and the text was checked before.
  init(index: RecordIndex, isChecked: Bool = false) {
    self.index = index
    self.isChecked = isChecked
    progress = VerificationProgress()
  }

  deinit { index.cancel() }

  /// Begins to scan what lies behind the head, and then to check the text.
  func start(_ indexer: some BackgroundIndexer, verifies: Bool = true) {
    // The threads know the index but not this object, whose end is their end.
    let (index, progress) = (index, progress)
    indexer.start {
      guard verifies, index.failure == nil else { return }
      let verification = index.content.verification(isSequence: index.plan.isSequence)
      progress.run(verification, of: index.file) {
        // Who reads columns has somebody waiting for them; the check has not.
        while index.isBeingRead, !index.isCancelled { Pause.millisecond() }
        return index.isCancelled
      }
    }
  }

  /// What goes on; nil where nothing has to.
  var activity: SourceActivity? {
    guard !isChecked else { return nil }
    let size = Double(max(1, index.file.count))
    let snapshot = index.snapshot
    let (checked, error, isVerified) = progress.state
    return SourceActivity(
      indexing: snapshot.isComplete ? nil : Double(snapshot.scanned) / size,
      verifying: isVerified || error != nil ? nil : Double(checked) / size,
      isVerified: isVerified, error: index.failure.flatMap { $0 == .cancelled ? nil : $0 } ?? error)
  }

  /// Waits until the whole text was checked.
  func verified(checkpoint: () throws(DataError) -> Void) throws(DataError) {
    while true {
      let (_, error, isVerified) = progress.state
      if let error = error ?? index.failure { throw error }
      if isVerified { return }
      try checkpoint()
      Pause.millisecond()
    }
  }
}
