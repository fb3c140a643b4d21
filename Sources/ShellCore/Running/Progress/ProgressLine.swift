package import Asking
import Commands
import Foundation
import Rendering

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

/// What a line of progress says: how far a command has come, how fast, and how long it will take.
///
/// The rate is that of the part of the work which is under way: a command may first read columns
/// and then compare them. Plain ASCII, without anything that moves the cursor.
package struct ProgressWords: Sendable {
  private let command: String
  /// When the part that is under way was first seen, and how far it was then.
  private var begun: (seconds: Double, reading: WorkMeter.Reading)?
  private var last: WorkMeter.Reading?

  /// - Parameter command: the name of the command.
  package init(_ command: String) { self.command = command }

  /// The line now.
  ///
  /// - Parameters:
  ///   - reading: what the command has noted; nil where it counts nothing.
  ///   - seconds: how long the command has run.
  ///   - width: the room for the line, in columns.
  package mutating func line(_ reading: WorkMeter.Reading?, after seconds: Double, width: Int)
    -> String
  {
    var parts = ["\(command): \(Self.duration(seconds))"]
    if let reading {
      follow(reading, after: seconds)
      parts = ["\(command): \(Self.amount(reading))"]
      parts += reading.matching.map { ["\(Numerals.text($0)) match"] } ?? []
      parts += pace(reading, after: seconds)
    }
    // What matters least stands last.
    while parts.count > 1, parts.joined(separator: ", ").count > width { parts.removeLast() }
    return String(parts.joined(separator: ", ").prefix(max(0, width)))
  }

  private mutating func follow(_ reading: WorkMeter.Reading, after seconds: Double) {
    let goesOn = last.map {
      $0.unit == reading.unit && $0.whole == reading.whole && $0.done <= reading.done
    }
    if goesOn != true { begun = (begun == nil ? 0 : seconds, reading) }
    if begun?.seconds == 0 { begun?.reading.done = 0 }
    last = reading
  }

  /// The rate and the time left, as far as they are known.
  private func pace(_ reading: WorkMeter.Reading, after seconds: Double) -> [String] {
    guard let begun, seconds > begun.seconds, reading.done > begun.reading.done else { return [] }
    let rate = Double(reading.done - begun.reading.done) / (seconds - begun.seconds)
    var parts: [String] = []
    if let whole = reading.whole, whole >= reading.done {
      parts.append("\(Self.duration((Double(whole - reading.done) / rate).rounded(.up))) left")
    }
    if reading.unit != .thousandths { parts.append(Self.rate(rate, reading.unit)) }
    return parts
  }

  private static func amount(_ reading: WorkMeter.Reading) -> String {
    let share = reading.whole.flatMap { whole in
      whole > 0 ? "\(min(100, reading.done * 100 / whole)) %" : nil
    }
    switch reading.unit {
    case .thousandths: return share ?? "0 %"
    case .records:
      let whole = reading.whole.map { " of \(Numerals.text($0))" } ?? ""
      let count = "\(Numerals.text(reading.done))\(whole) records"
      return share.map { "\($0), \(count)" } ?? count
    case .bytes:
      let count = size(Double(reading.done))
      return share.map { "\($0), \(count)" } ?? count
    }
  }

  private static func rate(_ rate: Double, _ unit: WorkMeter.Unit) -> String {
    unit == .bytes ? size(rate) + "/s" : "\(Numerals.text(Int(min(rate, 1e15)))) records/s"
  }

  private static func size(_ bytes: Double) -> String {
    bytes < 1_000_000 ? "\(Int(bytes / 1000)) kB" : "\(Int(min(bytes, 1e18) / 1_000_000)) MB"
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e9))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
