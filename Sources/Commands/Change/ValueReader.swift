import Documents
import PredicateLanguage
import TableModel

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
