import CommandLanguage
import Documents
import PredicateLanguage
import TableModel

/// A change as it is typed: `KEY=VALUE`, or `KEY+=NUMBER`.
struct ChangeWord {
  let path: FieldPath
  let isSum: Bool
  /// The value without its quotes.
  let text: String
  /// The value as it was typed.
  let raw: Substring

  /// - Returns: nil for what is not a change, such as a comparison with two signs of equality.
  init?(_ word: Word) {
    guard let sign = word.signOfEquality else { return nil }
    var key = word.raw[..<sign]
    raw = word.raw[word.raw.index(after: sign)...]
    isSum = key.last == "+"
    if isSum { key.removeLast() }
    if let literal = Self.path(key) {
      path = literal
      // Quotes are all that the text has lost.
      let length = key.count(where: { $0 != "\"" && $0 != "'" }) + (isSum ? 2 : 1)
      text = String(word.text.dropFirst(length))
    } else {
      let halves = word.text.pieces(between: "=", most: 2)
      guard halves.count == 2, let path = FieldPath(parsing: halves[0].withoutPlus(isSum)) else {
        return nil
      }
      (self.path, text) = (path, String(halves[1]))
    }
    guard word.hasQuotedValue || !text.hasPrefix("=") else { return nil }
  }

  /// The path that a key means of which parts stand in quotes: each of these is one key, whatever
  /// stands in it. Nil where no quotes stand around whole keys.
  private static func path(_ key: Substring) -> FieldPath? {
    guard key.contains(where: { $0 == "\"" || $0 == "'" }), !key.contains("`"),
      !key.contains("\\")
    else { return nil }
    var (text, rest) = ("", key)
    while let first = rest.popFirst() {
      guard first == "\"" || first == "'" else {
        text.append(first)
        continue
      }
      guard text.last.map({ $0 == "." }) ?? true, let end = rest.firstIndex(of: first) else {
        return nil
      }
      text += "`\(rest[..<end])`"
      rest = rest[rest.index(after: end)...]
      guard rest.first.map({ $0 == "." || $0 == "[" }) ?? true else { return nil }
    }
    return FieldPath(parsing: text)
  }
}

extension Word {
  /// The first sign of equality that doesn't stand in quotes around a key; the first one of all
  /// where all of the word stands in quotes.
  fileprivate var signOfEquality: String.Index? {
    var quote: Character?
    for index in raw.indices {
      let character = raw[index]
      if quote != nil {
        if character == quote { quote = nil }
      } else if "\"'`".contains(character) {
        quote = character
      } else if character == "=" {
        return index
      }
    }
    return raw.firstIndex(of: "=")
  }

  /// Whether quotes make a text of the value; those around a key are about the key.
  var hasQuotedValue: Bool {
    guard isQuoted, let sign = signOfEquality else { return isQuoted }
    let value = raw[raw.index(after: sign)...]
    let isOneText =
      raw.first == "\"" && raw.last == "\""
      && raw.dropFirst().firstIndex(of: "\"") == raw.indices.last
    return value.contains { $0 == "\"" || $0 == "'" } || isOneText
  }
}

extension Substring {
  fileprivate func withoutPlus(_ isSum: Bool) -> String {
    String(isSum && last == "+" ? dropLast() : self)
  }
}

// MARK: - Sums

extension Value {
  /// The sum of a number and one that was typed, whole as long as both are and it fits; nil for
  /// anything else.
  ///
  /// - Throws: an error that says so where the sum of two numbers can't be kept exactly.
  func adding(_ text: String, _ word: Word) throws(CommandError) -> Value? {
    guard case .number(let number) = self, case .number(let other)? = Value(json: text) else {
      return nil
    }
    if case .int(let a) = number.numeric, case .int(let b) = other.numeric {
      let (sum, overflow) = a.addingReportingOverflow(b)
      if !overflow { return .number(NumberText(text: String(sum))) }
    }
    // The digits of a whole number that fits into no integer would be lost.
    if number.isLargeInteger || other.isLargeInteger || number.isWhole && other.isWhole {
      throw Self.tooLarge(
        "whole numbers are added from \(Int.min) to \(Int.max), so that no digit is lost", word)
    }
    let sum = number.double + other.double
    guard sum.isFinite else {
      throw Self.tooLarge("the sum is beyond the largest number, about 1.8e308", word)
    }
    guard number.isItsDouble, other.isItsDouble, abs(sum) < NumberText.endOfWholeDoubles else {
      throw CommandError(
        .impossible(
          "'\(word.text)' can't be added: sums have 15 digits, and some would be lost",
          hint: "KEY=VALUE sets a number of any size"),
        at: word.range)
    }
    return .double(sum)
  }

  private static func tooLarge(_ reason: String, _ word: Word) -> CommandError {
    CommandError(
      .impossible(
        "'\(word.text)' is too large to be added: \(reason)",
        hint: "KEY=VALUE sets a number of any size"),
      at: word.range)
  }
}

extension NumberText {
  /// From here on doubles leave out whole numbers.
  fileprivate static var endOfWholeDoubles: Double { 0x1p53 }

  /// Whether a double keeps all of the digits: up to 15 do.
  fileprivate var isItsDouble: Bool {
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
      .drop { $0 == "0" }
    var significant = digits.count
    for digit in digits.reversed() {
      guard digit == "0" else { break }
      significant -= 1
    }
    return significant <= 15 || NumberText(double).text == text
  }

  fileprivate var isWhole: Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
  }

  /// True for a whole number with more digits than an integer of the machine has.
  fileprivate var isLargeInteger: Bool {
    if case .int = numeric { return false }
    return isWhole
  }
}

/// Reads values that are typed: JSON, in which a `CAST("2024-05-01", "NSDate")` may stand where a
/// value may, because JSON has no dates.
enum ValueReader {
  /// - Returns: nil for what is neither.
  static func value(of text: String) -> Value? {
    if let value = Value(json: text) { return value }
    guard let start = nextCast(in: text[...]) else { return nil }
    if start == text.startIndex, let value = CastText.value(of: text) { return value }
    return valueHoldingCasts(text)
  }

  /// Replaces casts by texts that nobody typed, reads the JSON, and puts the values of the casts in
  /// their places.
  private static func valueHoldingCasts(_ text: String) -> Value? {
    var mark = "\u{FFFF}"
    while text.contains(mark) { mark += "\u{FFFF}" }
    var values: [String: Value] = [:]
    var (json, rest) = ("", text[...])
    while let start = nextCast(in: rest) {
      guard let end = end(ofCast: rest[start...]),
        let value = CastText.value(of: String(rest[start..<end]))
      else { return nil }
      let name = "\(mark)\(values.count)"
      values[name] = value
      json += rest[..<start] + "\"\(name)\""
      rest = rest[end...]
    }
    return Value(json: json + rest)?.replacing(texts: values)
  }

  /// Where the first `CAST(` begins that does not stand in a string.
  private static func nextCast(in text: Substring) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "\"" {
        guard let end = end(ofString: text[index...]) else { return nil }
        index = end
      } else if CastText.begins(text[index...]) {
        return index
      } else {
        text.formIndex(after: &index)
      }
    }
    return nil
  }

  /// The end of the bracket that opens first, outside strings.
  private static func end(ofCast text: Substring) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case "\"", "'":
        guard let end = end(ofString: text[index...]) else { return nil }
        index = end
      case ")": return text.index(after: index)
      default: text.formIndex(after: &index)
      }
    }
    return nil
  }

  private static func end(ofString text: Substring) -> Substring.Index? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if !isEscaped, text[index] == text.first { return text.index(after: index) }
      isEscaped = !isEscaped && text[index] == "\\"
    }
    return nil
  }
}

extension Value {
  /// Reads JSON; nil for anything else.
  init?(json text: String) {
    let bytes = Array(text.utf8)
    guard
      let document = try? DocumentOpener.open(bytes: bytes, name: "value", format: .json),
      let value = (document as? ValueDocument)?.value
    else { return nil }
    self = value
  }

  /// The value with others in place of certain texts.
  fileprivate func replacing(texts: [String: Value]) -> Value {
    switch self {
    case .string(let text): texts[text] ?? self
    case .array(let elements): .array(elements.map { $0.replacing(texts: texts) })
    case .record(let record):
      .record(Record(record.fields.map { ($0.key, $0.value.replacing(texts: texts)) }))
    default: self
    }
  }

  /// The value, with a date wherever the other value has a date and this one has a text that reads
  /// as one: data keeps its kinds, though only text can be typed.
  func keepingDates(of old: Value) -> Value {
    switch (self, old) {
    case (.string(let text), .date): return CastText.date(of: text) ?? self
    case (.record(var record), .record(let before)):
      for field in record.fields {
        if let was = before[field.key] { record[field.key] = field.value.keepingDates(of: was) }
      }
      return .record(record)
    case (.array(let elements), .array(let before)):
      let kept = zip(elements, before).map { $0.keepingDates(of: $1) }
      return .array(kept + elements.dropFirst(before.count))
    default: return self
    }
  }

  /// The first key whose date became something else, null excepted.
  func lostDate(of old: Value) -> String? {
    guard case .record(let record) = self, case .record(let before) = old else { return nil }
    return record.fields.first { field in
      if case .date? = before[field.key] {
        ![.date, .null].contains(field.value.kind)
      } else {
        false
      }
    }?.key
  }
}
