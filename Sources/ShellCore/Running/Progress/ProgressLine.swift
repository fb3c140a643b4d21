package import Commands
import Foundation

/// A line on the terminal that says how far a long command has come, drawn by a thread of its own
/// and gone before anything else is printed.
///
/// A command that is done within 300 ms is never seen. The line is drawn with blanks and carriage
/// returns only, so that any terminal can show it. Cost of a command: two changes of threads.
package final class ProgressLine: @unchecked Sendable {
  private static let patience = 0.3
  private static let interval = 0.2

  private let meter: WorkMeter
  private let width: @Sendable () -> Int
  private let write: @Sendable (String) -> Void
  /// Guards all that follows.
  private let lock = NSCondition()
  private var words: ProgressWords?
  private var start = ContinuousClock.now
  private var drawn = 0
  private var hasThread = false
  /// Counts the commands, so that the thread notices when another one has begun.
  private var number = 0

  /// - Parameters:
  ///   - width: the columns of the terminal now.
  ///   - write: writes to the terminal at once.
  package init(
    _ meter: WorkMeter, width: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.meter, self.width, self.write) = (meter, width, write)
  }

  /// Shows how far the work comes while it is done; the line is erased when this returns.
  ///
  /// - Parameter command: what the line calls the work.
  package func during<Result, Failure: Error>(
    _ command: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(command)
    defer { end() }
    return try work()
  }

  private func begin(_ command: String) {
    lock.lock()
    defer { lock.unlock() }
    meter.reset()
    words = ProgressWords(command)
    start = .now
    number += 1
    if hasThread {
      lock.signal()
    } else {
      hasThread = true
      let thread = Thread { [self] in keepDrawing() }
      thread.start()
    }
  }

  private func end() {
    lock.lock()
    defer { lock.unlock() }
    words = nil
    erase()
    lock.signal()
  }

  /// Signals are for the thread that works: its system calls are what they interrupt.
  private func keepDrawing() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    lock.lock()
    while true {
      while words == nil { lock.wait() }
      let current = number
      var patience = Self.patience
      while words != nil, number == current {
        if !lock.wait(until: Date(timeIntervalSinceNow: patience)), words != nil, number == current
        {
          draw()
          patience = Self.interval
        }
      }
    }
  }

  private func draw() {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // The last column stays free: some terminals break the line there.
    let room = max(0, width() - 1)
    guard let line = words?.line(meter.reading, after: seconds, width: room) else { return }
    let rest = String(repeating: " ", count: max(0, min(drawn, room) - line.count))
    write("\r" + line + rest)
    drawn = max(line.count, min(drawn, room))
  }

  /// Takes the line away, and the mark that Ctrl-C has left behind it.
  private func erase() {
    guard drawn > 0 else { return }
    let columns = min(drawn + 2, max(0, width() - 1))
    write("\r" + String(repeating: " ", count: columns) + "\r")
    drawn = 0
  }
}
