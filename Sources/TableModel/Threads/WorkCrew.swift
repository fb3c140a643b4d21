import CStructuralScan
package import Foundation
import Synchronization

/// Threads that take numbered pieces of work in turn.
package final class WorkCrew: Sendable {
  private let count: Int
  private let next = Atomic<Int>(0)
  private let left: Atomic<Int>
  private let stopped = Atomic<Bool>(false)

  /// True when the rest is no longer wanted.
  package var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// As many threads as there are processors that the program may run on, up to four.
  package static let size: Int = {
    // The user may have left it less than the machine has.
    let allowed = Int(structural_processor_count())
    return max(1, min(4, allowed > 0 ? allowed : ProcessInfo.processInfo.activeProcessorCount))
  }()

  private init(count: Int, workers: Int) {
    self.count = count
    left = Atomic(workers)
  }

  /// Does some work, piece by piece, and waits until all of it is done.
  ///
  /// - Parameters:
  ///   - count: how many pieces there are.
  ///   - ask: called before and about every millisecond meanwhile; throws to stop the work.
  ///   - work: does the piece of a number; asks the crew now and then whether it goes on.
  package static func run(
    _ count: Int, ask: () throws(DataError) -> Void,
    _ work: @escaping @Sendable (Int, WorkCrew) -> Void
  ) throws(DataError) {
    let workers = min(size, count)
    guard workers > 0 else { return }
    try ask()
    let crew = WorkCrew(count: count, workers: workers)
    for _ in 0..<workers {
      Thread.begin {
        while let number = crew.take() { work(number, crew) }
        crew.left.subtract(1, ordering: .releasing)
      }
    }
    var failure: DataError?
    Pause.until {
      guard failure == nil else { return crew.isDone }
      do throws(DataError) {
        try ask()
      } catch {
        failure = error
        crew.stopped.store(true, ordering: .relaxed)
      }
      return crew.isDone
    }
    if let failure { throw failure }
  }

  /// Nil as long as a thread is at work.
  private var isDone: Void? { left.load(ordering: .acquiring) > 0 ? nil : () }

  /// The next piece that no thread has taken; nil when none is left.
  private func take() -> Int? {
    let number = next.add(1, ordering: .relaxed).oldValue
    return number < count && !isStopped ? number : nil
  }
}

extension Thread {
  /// Begins work on a thread of its own. Its messages have the marks of the work that begins it: a
  /// thread does not see the local values of the task that made it.
  package static func begin(_ work: @escaping @Sendable () -> Void) {
    let isPlain = Mark.isPlain
    Thread { Mark.plain(isPlain, work) }.start()
  }
}

/// How threads wait for what others do: they look every millisecond, and more often at first.
package enum Pause {
  /// Lets other threads work for about a millisecond.
  package static func millisecond() { usleep(1000) }

  /// Asks about every millisecond until there is an answer.
  ///
  /// - Parameter ask: gives nil as long as there is none; throws to stop waiting.
  package static func until<Answer, Failure: Error>(
    _ ask: () throws(Failure) -> Answer?
  ) throws(Failure) -> Answer {
    var microseconds: UInt32 = 20
    while true {
      if let answer = try ask() { return answer }
      usleep(microseconds)
      microseconds = min(1000, microseconds * 2)
    }
  }

  /// Waits while a condition holds, but not much longer than a number of milliseconds.
  package static func upTo(_ milliseconds: Int, while isWaiting: () -> Bool) {
    var passed = 0
    while passed < milliseconds, isWaiting() {
      millisecond()
      passed += 1
    }
  }
}
