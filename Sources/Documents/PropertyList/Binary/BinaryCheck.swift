import Foundation
import Synchronization
import TableModel

/// Checks a binary property list behind the prompt, for as long as a table of it is there.
final class BinaryCheck: Sendable {
  private let file: MappedFile
  private let verification: BinaryVerification
  private let progress = VerificationProgress()
  private let work = Work()

  /// What the thread refers to. It must not refer to the check itself, whose end ends the thread.
  private final class Work: Sendable {
    let isBegun = Atomic<Bool>(false)
    let isCancelled = Atomic<Bool>(false)
  }

  /// In milliseconds: the first screen comes before.
  private static let patience = 20

  init(_ objects: BinaryObjects) {
    file = objects.file
    verification = objects.verification
  }

  deinit { work.isCancelled.store(true, ordering: .relaxed) }

  /// Begins the check, once.
  func start() {
    guard !work.isBegun.exchange(true, ordering: .relaxed) else { return }
    let (file, verification, progress, work) = (file, verification, progress, work)
    Thread.begin {
      Pause.upTo(Self.patience) { !work.isCancelled.load(ordering: .relaxed) }
      progress.run(verification, of: file) { work.isCancelled.load(ordering: .relaxed) }
    }
  }

  var activity: SourceActivity {
    let state = progress.state
    let share = Double(state.offset) / Double(max(1, file.count))
    return SourceActivity(
      verifying: state.isDone || state.error != nil ? nil : share, isVerified: state.isDone,
      error: state.error)
  }
}
