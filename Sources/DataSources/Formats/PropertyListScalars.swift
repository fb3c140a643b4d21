import Foundation
import TableModel

/// The texts of numbers, dates and data as XML property lists write them.
enum PropertyListScalars {
  /// A text without the blanks around it; nearly none has any.
  static func trimmed(_ text: String) -> String {
    let plain: ClosedRange<UInt8> = 0x21...0x7E
    if let first = text.utf8.first, let last = text.utf8.last, plain ~= first, plain ~= last {
      return text
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A whole number: decimal digits with an optional sign, or hexadecimal ones after `0x`.
  ///
  /// The text is kept as it is wherever it is a number in JSON's notation too.
  static func integer(_ text: String) -> NumberText? {
    if JSONNumber.isValid(text.utf8), text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == 0x2D }) {
      return NumberText(text: text)
    }
    let negative = text.hasPrefix("-")
    let digits = negative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let first = digits.utf8.first, ASCII.isDigit(first),
      let magnitude = isHex ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    else { return nil }
    return NumberText(text: (negative && magnitude > 0 ? "-" : "") + String(magnitude))
  }

  /// A decimal number, or one of the words for what is no number.
  static func real(_ text: String) -> NumberText? {
    if JSONNumber.isValid(text.utf8) { return NumberText(text: text) }
    switch text.lowercased() {
    case "nan": return NumberText(text: "nan")
    case "inf", "+inf", "infinity", "+infinity": return NumberText(text: "inf")
    case "-inf", "-infinity": return NumberText(text: "-inf")
    default:
      let characters = text.utf8.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
      guard characters, let value = Double(text) else { return nil }
      return NumberText(value)
    }
  }

  /// A moment as `2024-02-29T12:00:00Z`, with an optional fraction of the second.
  static func date(_ text: String) -> Instant? {
    guard text.hasSuffix("Z") else { return nil }
    let halves = text.dropLast().split(separator: "T", omittingEmptySubsequences: false)
    guard halves.count == 2, let day = dayNumber(halves[0]), let second = secondOfDay(halves[1])
    else { return nil }
    return Instant(secondsSince1970: Double(day) * 86_400 + second)
  }

  private static func dayNumber(_ text: Substring) -> Int? {
    let negative = text.hasPrefix("-")
    let parts = (negative ? text.dropFirst() : text)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let magnitude = digits(parts[0], 4...6),
      let month = digits(parts[1], 1...2), let day = digits(parts[2], 1...2),
      (1...12).contains(month)
    else { return nil }
    let year = negative ? -magnitude : magnitude
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    // Years that begin in March put the leap day at their end.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func secondOfDay(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = digits(parts[0], 1...2), hour < 24,
      let minute = digits(parts[1], 1...2), minute < 60
    else { return nil }
    let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = digits(seconds[0], 1...2), whole < 60, seconds.count <= 2 else { return nil }
    var second = Double(hour * 3600 + minute * 60 + whole)
    if seconds.count == 2 {
      guard digits(seconds[1], 1...9) != nil, let part = Double("0." + seconds[1]) else {
        return nil
      }
      second += part
    }
    return second
  }

  private static func digits(_ text: Substring, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Int(text)
  }

  /// Bytes in base64, with blanks and line breaks anywhere.
  static func data(_ text: String) -> [UInt8]? {
    let dense = text.utf8.filter { !ASCII.isBlank($0) }
    return Data(base64Encoded: Data(dense)).map { Array($0) }
  }
}
