import Files
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

  /// A decimal number, or one of the words for what is not a number.
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
  static func date(_ text: ArraySlice<UInt8>) -> Instant? { Instant(propertyList: text) }

  /// Bytes in base64, with blanks and line breaks anywhere.
  static func data(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let dense = text.filter { !ASCII.isBlank($0) }
    return Data(base64Encoded: Data(dense)).map { Array($0) }
  }
}
