import Foundation
import TableModel

/// The texts of numbers, dates and data as XML property lists write them, in UTF-8.
enum PropertyListScalars {
  /// A text without the blanks around it; nearly none has any.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let plain: ClosedRange<UInt8> = 0x21...0x7E
    guard let first = text.first, let last = text.last else { return text }
    if plain ~= first, plain ~= last { return text }
    let trimmed = string(text).trimmingCharacters(in: .whitespacesAndNewlines)
    return Array(trimmed.utf8)[...]
  }

  private static func string(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text, as: UTF8.self)
  }

  /// A whole number: decimal digits with an optional sign, or hexadecimal ones after `0x`.
  ///
  /// The text is kept as it is wherever it is a number in JSON's notation too.
  static func integer(_ bytes: ArraySlice<UInt8>) -> NumberText? {
    let text = string(bytes)
    if JSONNumber.isWhole(bytes) { return NumberText(text: text) }
    let negative = text.hasPrefix("-")
    let digits = negative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let first = digits.utf8.first, ASCII.isDigit(first),
      let magnitude = isHex ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    else { return nil }
    return NumberText(text: (negative && magnitude > 0 ? "-" : "") + String(magnitude))
  }

  /// A decimal number, or one of the words for what is no number.
  static func real(_ bytes: ArraySlice<UInt8>) -> NumberText? {
    let text = string(bytes)
    if JSONNumber.isValid(bytes) { return NumberText(text: text) }
    switch text.lowercased() {
    case "nan": return NumberText(text: "nan")
    case "inf", "+inf", "infinity", "+infinity": return NumberText(text: "inf")
    case "-inf", "-infinity": return NumberText(text: "-inf")
    default:
      let characters = bytes.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
      guard characters, let value = Double(text) else { return nil }
      return NumberText(value)
    }
  }

  /// A moment as `2024-02-29T12:00:00Z`, with an optional fraction of the second.
  static func date(_ text: ArraySlice<UInt8>) -> Instant? {
    var digits = DigitReader(text)
    guard let day = dayNumber(&digits), digits.take(UInt8(ascii: "T")),
      let second = secondOfDay(&digits), digits.take(UInt8(ascii: "Z")), digits.isAtEnd
    else { return nil }
    return Instant(secondsSince1970: Double(day) * 86_400 + second)
  }

  /// Bytes in base64, with blanks and line breaks anywhere.
  static func data(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let dense = text.filter { !ASCII.isBlank($0) }
    return Data(base64Encoded: Data(dense)).map { Array($0) }
  }
}

// MARK: - Dates

extension PropertyListScalars {
  private static func dayNumber(_ digits: inout DigitReader) -> Int? {
    let negative = digits.take(UInt8(ascii: "-"))
    guard let magnitude = digits.number(4...6), digits.take(UInt8(ascii: "-")),
      let month = digits.number(1...2), digits.take(UInt8(ascii: "-")),
      let day = digits.number(1...2), (1...12).contains(month)
    else { return nil }
    let year = negative ? -magnitude : magnitude
    guard (1...length(ofMonth: month, in: year)).contains(day) else { return nil }
    // Years that begin in March put the leap day at their end.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func secondOfDay(_ digits: inout DigitReader) -> Double? {
    guard let hour = digits.number(1...2), hour < 24, digits.take(UInt8(ascii: ":")),
      let minute = digits.number(1...2), minute < 60, digits.take(UInt8(ascii: ":")),
      let whole = digits.number(1...2), whole < 60
    else { return nil }
    let second = Double(hour * 3600 + minute * 60 + whole)
    guard digits.take(UInt8(ascii: ".")) else { return second }
    guard let fraction = digits.run(1...9), let part = Double("0." + string(fraction)) else {
      return nil
    }
    return second + part
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

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.endIndex, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// All digits that stand here; nil unless there are as many as there may be.
  mutating func run(_ length: ClosedRange<Int>) -> ArraySlice<UInt8>? {
    let start = position
    while position < text.endIndex, ASCII.isDigit(text[position]) { position += 1 }
    return length.contains(position - start) ? text[start..<position] : nil
  }

  /// The number that all digits here make; there must be few enough for it to fit.
  mutating func number(_ length: ClosedRange<Int>) -> Int? {
    run(length).map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
  }
}
