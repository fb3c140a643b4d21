import Foundation
import Synchronization
import TableModel

/// Keeps the work behind a table going, and stops it when no table needs it any more.
///
/// After the index is complete the text is checked; both can be watched.
final class IndexHandle: Sendable {
  private let index: RecordIndex
  private let progress: VerificationProgress

  /// - Parameter isComplete: true when the head was all there is and has been checked.
  init(index: RecordIndex) {
    self.index = index
    progress = VerificationProgress()
  }

  deinit { index.cancel() }

  /// Begins to scan what lies behind the head, and then to check the text.
  func start(_ indexer: some BackgroundIndexer, verifies: Bool = true) {
    // The threads know the index but not this object, whose end is their end.
    let (index, progress) = (index, progress)
    indexer.start { if verifies { progress.run(index) } }
  }

  var activity: SourceActivity {
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

/// How far a text has been checked.
final class VerificationProgress: Sendable {
  private let checked = Mutex<(offset: Int, error: DataError?, isDone: Bool)>((0, nil, false))
  private static let step = 1 << 22

  var state: (offset: Int, error: DataError?, isDone: Bool) { checked.withLock { $0 } }

  /// Checks all of a file, unless its index is cancelled.
  func run(_ index: RecordIndex) {
    guard index.failure == nil else { return }
    var verification = index.content.verification(isSequence: index.plan.isSequence)
    do throws(DataError) {
      while try step(&verification, index) {
        while index.isBeingRead, !index.isCancelled { Pause.millisecond() }
        if index.isCancelled { return }
      }
      checked.withLock { $0.isDone = true }
    } catch {
      checked.withLock { $0.error = error }
    }
  }

  private func step(_ verification: inout any TextVerification, _ index: RecordIndex)
    throws(DataError) -> Bool
  {
    let begin = verification.offset
    let goesOn: Bool
    do throws(DataError) {
      goesOn = try verification.advance(by: Self.step)
      try index.file.check()
    } catch {
      throw index.file.isDamaged ? DataError.changedUnderneath(file: index.file.path) : error
    }
    index.file.release(begin..<verification.offset)
    checked.withLock { $0.offset = verification.offset }
    return goesOn
  }
}
