extension DatePattern {
  /// The date that a text is by the pattern; nil for a text that is anything else, days that do not
  /// exist included. Without a day it is the first one of the month, without a month of the year.
  ///
  /// - Precondition: `readingFault` is nil, or the day may be one that the text does not name.
  package func instant(of text: String) -> Instant? {
    var reader = DateFieldReader(rest: Array(text.utf8)[...])
    for part in parts {
      switch part {
      case .literal(let literal): guard reader.take(literal) else { return nil }
      case .field(let letter, let count): guard reader.read(letter, count) else { return nil }
      }
    }
    return reader.rest.isEmpty ? reader.instant : nil
  }
}

/// Takes the fields of a date from the front of a text.
private struct DateFieldReader {
  var rest: ArraySlice<UInt8>
  private var year = 1970
  private var month = 1
  private var day = 1
  private var hour = 0
  private var isAfternoon: Bool?
  private var minute = 0
  private var second = 0
  private var fraction = 0.0
  private var weekday: Int?
  /// In seconds east.
  private var zone = 0

  init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  var instant: Instant? {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    let number = date.dayNumber
    if let weekday, number - CivilDate.quotient(number, 7) * 7 != weekday { return nil }
    let hours = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
    let seconds = number * CivilDate.secondsPerDay + hours * 3600 + minute * 60 + second - zone
    return Instant(secondsSince1970: Double(seconds) + fraction)
  }

  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// - Returns: false where the field is not there.
  mutating func read(_ letter: Character, _ count: Int) -> Bool {
    switch letter {
    case "y": readYear(count)
    case "M":
      count > 2
        ? name(DatePattern.months, isShort: count == 3).map { month = $0 + 1 } != nil
        : number(count, in: 1...12).map { month = $0 } != nil
    case "d": number(count, in: 1...31).map { day = $0 } != nil
    case "E": name(DatePattern.weekdays, isShort: count < 4).map { weekday = $0 } != nil
    case "H": number(count, in: 0...23).map { hour = $0 } != nil
    case "h": number(count, in: 1...12).map { hour = $0 } != nil
    case "a": name(["AM", "PM"], isShort: false).map { isAfternoon = $0 == 1 } != nil
    case "m": number(count, in: 0...59).map { minute = $0 } != nil
    case "s": number(count, in: 0...59).map { second = $0 } != nil
    case "S": readFraction(count)
    default: readZone(allowsZ: letter == "X" || count == 5)
    }
  }

  /// Two digits are a year from 1969 to 2068, as in POSIX.
  private mutating func readYear(_ count: Int) -> Bool {
    let isNegative = count != 2 && take("-")
    guard let value = digits(count == 1 ? 1...6 : count...count) else { return false }
    year = isNegative ? -value : count == 2 ? value + (value < 69 ? 2000 : 1900) : value
    return true
  }

  private mutating func readFraction(_ count: Int) -> Bool {
    guard let value = digits(count...count) else { return false }
    fraction = Double(value) / (0..<count).reduce(1.0) { power, _ in power * 10 }
    return true
  }

  /// `+01`, `+0100`, `+01:00`, and `Z` where the letter means that too.
  private mutating func readZone(allowsZ: Bool) -> Bool {
    if allowsZ, take("Z") { return true }
    _ = take("GMT")
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return false }
    guard let hours = digits(2...2), hours < 24 else { return false }
    let minutes = take(":") ? digits(2...2) : digits(2...2) ?? 0
    guard let minutes, minutes < 60 else { return false }
    zone = sign * (hours * 3600 + minutes * 60)
    return true
  }

  private mutating func number(_ count: Int, in range: ClosedRange<Int>) -> Int? {
    guard let value = digits(count == 1 ? 1...2 : count...count), range.contains(value) else {
      return nil
    }
    return value
  }

  /// As many digits as there are, up to the most; nil, with nothing taken, for fewer than the least.
  private mutating func digits(_ length: ClosedRange<Int>) -> Int? {
    let found = rest.prefix(length.upperBound).prefix { (0x30...0x39).contains($0) }
    guard found.count >= length.lowerBound else { return nil }
    rest = rest.dropFirst(found.count)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The place of the name that stands here, in any case.
  private mutating func name(_ names: [String], isShort: Bool) -> Int? {
    for (index, name) in names.enumerated() {
      let wanted = Array((isShort ? String(name.prefix(3)) : name).utf8)
      let found = rest.prefix(wanted.count)
      let isFound = found.elementsEqual(wanted) { $0 | 0x20 == $1 | 0x20 }
      guard isFound else { continue }
      rest = rest.dropFirst(wanted.count)
      return index
    }
    return nil
  }
}
