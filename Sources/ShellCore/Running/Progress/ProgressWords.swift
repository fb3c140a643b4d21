package import Commands
import Rendering

/// What a line of progress says: how far a command has come, how fast, and how long it will take.
///
/// The rate is that of the part of the work which is under way: a command may first read columns and
/// then compare them. Plain ASCII, without anything that moves the cursor.
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
      parts = ["\(command): \(Self.amount(reading))"] + pace(reading, after: seconds)
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
