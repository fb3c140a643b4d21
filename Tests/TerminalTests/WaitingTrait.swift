import Foundation
import Testing

/// Runs tests that wait for other programs on threads of their own.
///
/// The tests' common pool has a thread for each processor. A test that sleeps until a program
/// answers would keep one of them from the tests that compute.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  /// Suites hand the trait to each of their tests.
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The suite's tests spend their time waiting for programs.
  static var waits: Self { Self() }
}

/// A few threads beside the pool: more would slow down the programs that are waited for.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 5
    return queue
  }()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.addOperation { job.runSynchronously(on: executor) }
  }
}
