import Foundation

/// Work on a thread of its own, while the one that began it does other things.
///
/// Signals are for the thread that waits: it is the one that answers them.
package final class BesideWork: @unchecked Sendable {
  private let lock = NSCondition()
  private var isOver = false

  /// As much as a program's first thread has: records may be nested deeply.
  private static let stackSize = 8 << 20

  /// Begins.
  ///
  /// - Parameter body: what is done; it has to use nothing that anybody else uses meanwhile.
  package init(_ body: @escaping () -> Void) {
    let work = UncheckedWork(body: body)
    let thread = Thread { [self] in
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      work.body()
      lock.withLock {
        isOver = true
        lock.broadcast()
      }
      SignalState.wake()
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  package var isDone: Bool { lock.withLock { isOver } }

  /// Waits until all is done.
  ///
  /// - Parameter milliseconds: how long at most; nil for as long as it takes.
  /// - Returns: false where it is not done by then.
  @discardableResult
  package func wait(milliseconds: Int? = nil) -> Bool {
    let end = milliseconds.map { Date(timeIntervalSinceNow: Double($0) / 1000) } ?? .distantFuture
    return lock.withLock {
      while !isOver, lock.wait(until: end) {}
      return isOver
    }
  }
}

/// Only one thread has it at a time.
private struct UncheckedWork: @unchecked Sendable {
  let body: () -> Void
}
