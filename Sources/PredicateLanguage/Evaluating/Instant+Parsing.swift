import TableModel

extension Instant {
  /// Reads a date of ISO 8601: `2024-02-29`, `2024-02-29T12:30`, `2024-02-29 12:30:15.5+01:00`.
  ///
  /// Without a zone the time is universal time. Nil for anything else, days that do not exist
  /// included.
  init?(iso8601 text: String) {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2),
      let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    var seconds = Double(days) * 86_400
    if reader.take("T") || reader.take("t") || reader.take(" ") {
      guard let time = reader.time(), let zone = reader.zone() else { return nil }
      seconds += time - zone
    }
    guard reader.isAtEnd else { return nil }
    self.init(secondsSince1970: seconds)
  }

  /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    // One whole cycle of 400 years later, so that no division rounds a negative number.
    let before = year + 399
    let years = before * 365 + before / 4 - before / 100 + before / 400
    return years + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162 - 146_097
  }
}

/// Takes fixed numbers of digits off the front of a text.
private struct DigitReader {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ character: Character) -> Bool {
    guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<(position + digits)] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += digits
    return value
  }

  /// `12:30`, `12:30:15`, `12:30:15.25`, in seconds.
  mutating func time() -> Double? {
    guard let hour = number(2), hour < 25, take(":"), let minute = number(2), minute < 60 else {
      return nil
    }
    var seconds = Double(hour * 3600 + minute * 60)
    guard take(":") else { return seconds }
    guard let second = number(2), second < 61 else { return nil }
    seconds += Double(second)
    guard take(".") || take(",") else { return seconds }
    var scale = 0.1
    guard let first = number(1) else { return nil }
    seconds += Double(first) * scale
    while let digit = number(1) {
      scale /= 10
      seconds += Double(digit) * scale
    }
    return seconds
  }

  /// `Z`, `+01:00`, `+0100`, `+01` or nothing, in seconds east.
  mutating func zone() -> Double? {
    if isAtEnd || take("Z") || take("z") { return 0 }
    let sign: Double
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = number(2), hours < 24 else { return nil }
    var minutes = 0
    if take(":") {
      guard let value = number(2) else { return nil }
      minutes = value
    } else if !isAtEnd {
      guard let value = number(2) else { return nil }
      minutes = value
    }
    return minutes < 60 ? sign * Double(hours * 3600 + minutes * 60) : nil
  }
}
