/// A moment in time, in seconds since 1970-01-01T00:00:00Z.
package struct Instant: Sendable, Hashable, Comparable {
  package var secondsSince1970: Double

  package init(secondsSince1970: Double) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Whole seconds and a part of one, which stays a part where doubles lie wider apart than
  /// microseconds: the last microsecond of the year 9999 is not in the year 10000.
  init(seconds: Int, fraction: Double) {
    secondsSince1970 = min(Double(seconds) + fraction, Double(seconds + 1).nextDown)
  }

  package static func < (a: Instant, b: Instant) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}

/// A day of the Gregorian calendar, whose rules are applied to all years, also to those before
/// there was one. This is the program's only calendar.
struct CivilDate: Sendable, Hashable {
  let year: Int
  let month: Int
  let day: Int

  static let secondsPerDay = 86_400
  /// The days of 400 years, after which leap years come in the same order again.
  private static let daysPerEra = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let daysBefore1970 = 719_468

  /// - Returns: nil for a day that does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(ofMonth: month, in: year)).contains(day) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// - Parameter number: days since 1970-01-01; negative before.
  init(dayNumber number: Int) {
    let shifted = number + Self.daysBefore1970
    let era = Self.quotient(shifted, Self.daysPerEra)
    let dayOfEra = shifted - era * Self.daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; negative before.
  ///
  /// Years are counted from March here: then the leap day is the last one of its year, and the
  /// lengths of the months before a month are 153 days for every five of them.
  var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = Self.quotient(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysBefore1970
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Rounded down, where `/` rounds towards zero: -1 / 400 is -1 here.
  static func quotient(_ number: Int, _ divisor: Int) -> Int {
    (number >= 0 ? number : number - (divisor - 1)) / divisor
  }
}

// MARK: - Writing

extension Instant {
  /// `2024-02-29T12:00:00Z`, with a fraction only when there is one: of three digits, or of six where
  /// three would say less.
  package var iso8601: String {
    guard secondsSince1970.isFinite, abs(secondsSince1970) < 1e15 else { return "invalid date" }
    let whole = secondsSince1970.rounded(.down)
    let seconds = Int(whole)
    let number = CivilDate.quotient(seconds, CivilDate.secondsPerDay)
    let second = seconds - number * CivilDate.secondsPerDay
    let date = CivilDate(dayNumber: number)
    let time = [second / 3600, second / 60 % 60, second % 60].map { Self.pad($0, 2) }
    let microseconds = microsecond
    let digits =
      microseconds % 1000 == 0 ? Self.pad(microseconds / 1000, 3) : Self.pad(microseconds, 6)
    let tail = secondsSince1970 == whole ? "" : "." + digits
    return "\(Self.pad(date.year, 4))-\(Self.pad(date.month, 2))-\(Self.pad(date.day, 2))"
      + "T\(time.joined(separator: ":"))\(tail)Z"
  }

  /// What of its second has passed, in whole microseconds.
  ///
  /// A thousandth is preferred where it means the same double: far from 1970 these lie so wide apart
  /// that the digits behind it say nothing.
  var microsecond: Int {
    let whole = secondsSince1970.rounded(.down)
    let fraction = secondsSince1970 - whole
    let thousandths = (fraction * 1000).rounded()
    if thousandths < 1000, whole + thousandths / 1000 == secondsSince1970 {
      return Int(thousandths) * 1000
    }
    return min(Int((fraction * 1e6).rounded()), 999_999)
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let text = String(abs(value))
    let zeros = String(repeating: "0", count: max(0, width - text.count))
    return (value < 0 ? "-" : "") + zeros + text
  }
}

// MARK: - Reading

extension Instant {
  private init(_ date: CivilDate, second: Double) {
    let whole = second.rounded(.down)
    self.init(
      seconds: date.dayNumber * CivilDate.secondsPerDay + Int(whole), fraction: second - whole)
  }

  /// Reads a date as people type it, by ISO 8601: `2024-02-29`, `2024-02-29T12:30`,
  /// `2024-02-29 12:30:15.5+01:00`.
  ///
  /// Without a zone the time is universal time. Nil for anything else, days that do not exist
  /// included.
  package init?(iso8601 text: String) {
    var reader = DigitReader(Array(text.utf8)[...])
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var second = 0.0
    if reader.take("T") || reader.take("t") || reader.take(" ") {
      guard let time = reader.time(), let zone = reader.zone() else { return nil }
      second = time - zone
    }
    guard reader.isAtEnd else { return nil }
    self.init(date, second: second)
  }

  /// Reads a date as XML property lists write it: `2024-02-29T12:00:00Z`, with an optional fraction
  /// of the second, and with years of up to six digits before and after the year 0.
  ///
  /// It lies here, not with the property lists, because a module's functions are not inlined into
  /// another module's loops.
  package init?(propertyList text: ArraySlice<UInt8>) {
    var reader = DigitReader(text)
    let isNegative = reader.take("-")
    guard let year = reader.number(run: 4...6), reader.take("-"),
      let month = reader.number(run: 1...2), reader.take("-"),
      let day = reader.number(run: 1...2),
      let date = CivilDate(year: isNegative ? -year : year, month: month, day: day),
      reader.take("T"), let second = reader.strictTime(), reader.take("Z"), reader.isAtEnd
    else { return nil }
    self.init(date, second: second)
  }
}

/// Takes digits, and what stands between them, from the front of a text.
private struct DigitReader {
  private let text: ArraySlice<UInt8>
  private var position: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  var isAtEnd: Bool { position == text.endIndex }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < text.endIndex, text[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The number that exactly this many digits make; more may follow.
  mutating func number(digits: Int) -> Int? {
    guard position + digits <= text.endIndex else { return nil }
    let found = text[position..<position + digits]
    guard found.allSatisfy(Self.isDigit) else { return nil }
    position += digits
    return Self.value(found)
  }

  /// The number that all digits here make; nil if there are too few or too many.
  mutating func number(run length: ClosedRange<Int>) -> Int? { run(length).map(Self.value) }

  /// All digits here; nil if there are too few or too many.
  mutating func run(_ length: ClosedRange<Int>) -> ArraySlice<UInt8>? {
    let start = position
    while position < text.endIndex, Self.isDigit(text[position]) { position += 1 }
    return length.contains(position - start) ? text[start..<position] : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func value(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

// MARK: - Times of day

extension DigitReader {
  /// `12:30`, `12:30:15`, `12:30:15.25`, in seconds.
  mutating func time() -> Double? {
    guard let hour = number(digits: 2), hour < 25, take(":"),
      let minute = number(digits: 2), minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    guard take(":") else { return seconds }
    guard let second = number(digits: 2), second < 61 else { return nil }
    seconds += Double(second)
    guard take(".") || take(",") else { return seconds }
    var scale = 0.1
    guard let first = number(digits: 1) else { return nil }
    seconds += Double(first) * scale
    while let digit = number(digits: 1) {
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
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    var minutes = 0
    if take(":") || !isAtEnd {
      guard let value = number(digits: 2) else { return nil }
      minutes = value
    }
    return minutes < 60 ? sign * Double(hours * 3600 + minutes * 60) : nil
  }

  /// `12:30:15` with all of its parts, and a fraction of up to nine digits, in seconds.
  mutating func strictTime() -> Double? {
    guard let hour = number(run: 1...2), hour < 24, take(":"),
      let minute = number(run: 1...2), minute < 60, take(":"),
      let whole = number(run: 1...2), whole < 60
    else { return nil }
    let second = Double(hour * 3600 + minute * 60 + whole)
    guard take(".") else { return second }
    guard let digits = run(1...9), let part = Double("0." + String(decoding: digits, as: UTF8.self))
    else { return nil }
    return second + part
  }
}
