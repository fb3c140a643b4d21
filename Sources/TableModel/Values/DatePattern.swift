/// How a date is written, by the letters of Unicode's date format patterns: `yyyy-MM-dd HH:mm`.
///
/// Names of months and weekdays are English ones, as in the POSIX locale, and a time without a zone
/// is universal time. Nothing is guessed: a field has as many digits as there are letters (single
/// letters take one digit or more), and what stands between the fields stands there as written.
package struct DatePattern: Sendable, Hashable {
  package let text: String
  let parts: [DatePatternPart]

  /// - Throws: what keeps the text from being a pattern.
  package init(_ text: String) throws(DatePatternFault) {
    self.text = text
    parts = try DatePatternPart.parts(of: text)
  }

  /// Why no date can be read by the pattern, where text can be written by it; nil when one can.
  package var readingFault: DatePatternFault? {
    let letters = Set(parts.compactMap(\.letter))
    let time: Set<Character> = ["H", "h", "m", "s", "S"]
    let needs: [(letter: Character, needed: Character)] = [
      ("M", "y"), ("d", "y"), ("d", "M"), ("h", "a"), ("a", "h"), ("m", "H"), ("s", "m"),
      ("S", "s"),
    ]
    if letters.contains("Q") || letters.contains("D") {
      return .writingOnly(letters.contains("Q") ? "Q" : "D")
    }
    if letters.contains("H"), letters.contains("h") { return .both("H", "h") }
    for (letter, needed) in needs where letters.contains(letter) && !letters.contains(needed) {
      if needed == "H", letters.contains("h") { continue }
      return .lacks(needed, for: letter)
    }
    if !letters.contains("y") { return .lacks("y", for: nil) }
    if !letters.isDisjoint(with: time), !letters.contains("d") { return .lacks("d", for: nil) }
    return nil
  }
}

/// What keeps a text from being a pattern of dates.
package enum DatePatternFault: Error, Sendable, Hashable {
  case empty
  case unknownLetter(Character)
  /// The year of weeks, which is not the year of dates.
  case weekYear
  case tooLong(Character, count: Int)
  case openQuote
  /// A letter that only writes.
  case writingOnly(Character)
  case both(Character, Character)
  /// A letter without which a date would have to be guessed.
  case lacks(Character, for: Character?)
}

extension DatePatternFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the pattern is empty"
    case .unknownLetter(let letter): "`\(letter)` is no letter of a date pattern"
    case .weekYear: "`Y` is the year of weeks"
    case .tooLong(let letter, let count):
      "`\(letter)` cannot stand \(count) times in a date pattern"
    case .openQuote: "a quote in the pattern is not closed"
    case .writingOnly(let letter): "no date can be read by `\(letter)`"
    case .both(let a, let b): "the pattern has both `\(a)` and `\(b)`"
    case .lacks(let needed, for: let letter?): "the pattern has `\(letter)`, but no `\(needed)`"
    case .lacks(let needed, for: nil): "the pattern has no `\(needed)`, so no day is named"
    }
  }

  /// What to write instead.
  package var hint: String {
    switch self {
    case .weekYear: "the year of a date is `yyyy`"
    case .openQuote: "text is written `'T'`, and a quote `''`"
    case .unknownLetter:
      "text is written in quotes: `yyyy-MM-dd'T'HH:mm`; the letters are "
        + DatePatternPart.letters.map(String.init).joined(separator: " ")
    case .both, .lacks("a", for: _):
      "hours from 0 to 23 are `HH`, from 1 to 12 with AM or PM `hh a`"
    case .empty, .tooLong, .writingOnly, .lacks: "patterns are like `yyyy-MM-dd HH:mm:ss`"
    }
  }
}

/// A part of a pattern: text that stands for itself, or a letter and how often it stands there.
enum DatePatternPart: Sendable, Hashable {
  case literal(String)
  case field(Character, count: Int)

  static let letters: [Character] = [
    "y", "M", "d", "E", "H", "h", "a", "m", "s", "S", "X", "x", "Z", "Q", "D",
  ]

  var letter: Character? {
    if case .field(let letter, _) = self { letter } else { nil }
  }

  static func parts(of text: String) throws(DatePatternFault) -> [DatePatternPart] {
    var parts: [DatePatternPart] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "'" {
        parts.append(.literal(try quoted(&rest)))
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        parts.append(try checked(first, count: run.count))
      } else {
        rest.removeFirst()
        parts.append(.literal(String(first)))
      }
    }
    if parts.isEmpty { throw .empty }
    return parts
  }

  /// Takes `'T'`, in which two quotes are one, or the `''` that is a quote alone.
  private static func quoted(_ rest: inout Substring) throws(DatePatternFault) -> String {
    rest.removeFirst()
    if rest.first == "'" {
      rest.removeFirst()
      return "'"
    }
    var text = ""
    while let next = rest.popFirst() {
      if next != "'" {
        text.append(next)
      } else if rest.first == "'" {
        rest.removeFirst()
        text.append("'")
      } else {
        return text
      }
    }
    throw .openQuote
  }

  private static func checked(_ name: Character, count: Int) throws(DatePatternFault)
    -> DatePatternPart
  {
    if name == "Y" { throw .weekYear }
    let letter: Character = name == "u" ? "y" : name == "L" ? "M" : name
    guard letters.contains(letter) else { throw .unknownLetter(name) }
    let most =
      switch letter {
      case "y", "M", "E": 4
      case "S": 9
      case "X", "x", "D": 3
      case "Z": 5
      case "a", "Q": 1
      default: 2
      }
    if count > most { throw .tooLong(name, count: count) }
    return .field(letter, count: count)
  }
}

// MARK: - Reading

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
    return Instant(seconds: seconds, fraction: fraction)
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

// MARK: - Writing

extension DatePattern {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// From the day of 1970-01-01 on.
  static let weekdays = [
    "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
  ]

  /// An instant in universal time, by the pattern; nil for one that is in no calendar.
  package func text(of instant: Instant) -> String? {
    let whole = instant.secondsSince1970.rounded(.down)
    guard instant.secondsSince1970.isFinite, abs(whole) < 1e15 else { return nil }
    let seconds = Int(whole)
    let number = CivilDate.quotient(seconds, CivilDate.secondsPerDay)
    let moment = Moment(
      date: CivilDate(dayNumber: number), dayNumber: number,
      second: seconds - number * CivilDate.secondsPerDay,
      microseconds: instant.microsecond)
    return parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .field(let letter, let count): text += moment.text(of: letter, count)
      }
    }
  }
}

/// A moment as a calendar and a clock have it.
private struct Moment {
  let date: CivilDate
  let dayNumber: Int
  /// Of the day.
  let second: Int
  /// Rounded: doubles of our time tell no shorter spans apart.
  let microseconds: Int

  func text(of letter: Character, _ count: Int) -> String {
    switch letter {
    case "y": count == 2 ? pad(abs(date.year) % 100, 2) : pad(date.year, count)
    case "M": name(DatePattern.months[date.month - 1], count) ?? pad(date.month, count)
    case "d": pad(date.day, count)
    case "D": pad(dayNumber - (firstDay?.dayNumber ?? dayNumber) + 1, count)
    case "Q": String((date.month + 2) / 3)
    case "E": name(weekday, max(count, 3)) ?? weekday
    case "H": pad(second / 3600, count)
    case "h": pad((second / 3600 + 11) % 12 + 1, count)
    case "a": second < 43_200 ? "AM" : "PM"
    case "m": pad(second / 60 % 60, count)
    case "s": pad(second % 60, count)
    case "S": String((pad(microseconds, 6) + "000").prefix(count))
    default: zone(letter, count)
    }
  }

  private var firstDay: CivilDate? { CivilDate(year: date.year, month: 1, day: 1) }

  private var weekday: String {
    DatePattern.weekdays[dayNumber - CivilDate.quotient(dayNumber, 7) * 7]
  }

  /// Universal time, as the letters for zones write it.
  private func zone(_ letter: Character, _ count: Int) -> String {
    switch (letter, count) {
    case ("X", _), ("Z", 5): "Z"
    case ("Z", 4): "GMT"
    case ("x", 1): "+00"
    case ("x", 3): "+00:00"
    default: "+0000"
    }
  }

  private func name(_ name: String, _ count: Int) -> String? {
    count == 4 ? name : count == 3 ? String(name.prefix(3)) : nil
  }

  private func pad(_ value: Int, _ width: Int) -> String {
    let text = String(abs(value))
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
