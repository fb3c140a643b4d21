import Foundation
import TableModel

@testable import Documents

/// A table of a property list that stays in its file, its index complete.
func markupTable(
  _ path: String, shape: Shape? = nil, settings: IndexedDocument.Settings = .tiny()
) throws(DataError) -> ShapedTable {
  let document = try IndexedDocument(
    path: path, name: "test", as: .xml, settings: settings)
  var shaped = try document.table(shape: shape)
  if let settled = try shaped.source.settled(checkpoint: {}) { shaped.source = settled }
  return shaped
}

/// Writes values as property lists in as many ways as the notation allows. What has no null gets
/// a moment instead, and some texts become data.
struct RandomMarkup {
  private var random: RandomJSON

  init(seed: UInt64) { random = RandomJSON(seed: seed) }

  mutating func document(_ value: Value) -> String {
    let head = random.pick([
      "", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "<!-- <dict> -->\n",
      "<!DOCTYPE plist PUBLIC \"-//Example//DTD PLIST 1.0//EN\" \"http://example.org/a.dtd\">\n",
    ])
    let isWrapped = random.below(4) > 0
    let body = gap() + element(value) + gap()
    return head + (isWrapped ? "<plist version='1.0'>\(body)</plist>\n" : body)
  }

  private mutating func element(_ value: Value) -> String {
    switch value {
    case .null: return "<date>2024-02-\(10 + random.below(19))T12:30:05Z</date>"
    case .bool(let flag): return random.below(5) > 0 ? "<\(flag)/>" : "<\(flag)></\(flag)>"
    case .number(let number):
      let isWhole = number.text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
      return isWhole ? "<integer>\(number.text)</integer>" : "<real>\(number.text)</real>"
    case .string(let text):
      return text.isEmpty && random.below(2) == 0
        ? "<string/>" : "<string>\(content(text))</string>"
    case .date, .data: return "<data>AP8=\n</data>"
    case .array(let elements):
      if elements.isEmpty, random.below(2) == 0 { return random.pick(["<array/>", "<array />"]) }
      let children = elements.map { gap() + element($0) }.joined()
      return "<array\(random.below(9) == 0 ? " a=\">\"" : "")>\(children)\(gap())</array>"
    case .record(let record):
      if record.count == 0, random.below(2) == 0 { return "<dict/>" }
      let fields = record.fields.map { field in
        "\(gap())<key>\(content(field.key))</key>\(gap())\(element(field.value))"
      }
      return "<dict>\(fields.joined())\(gap())</dict\(random.below(9) == 0 ? " " : "")>"
    }
  }

  /// The text itself, with references and parts that look like structure.
  private mutating func content(_ text: String) -> String {
    if random.below(4) == 0, !text.contains("]]>"), !text.isEmpty { return "<![CDATA[\(text)]]>" }
    let escaped = text.map { character -> String in
      switch character {
      case "<": return "&lt;"
      case "&": return "&amp;"
      case "a" where random.below(3) == 0: return "&#97;"
      default: return String(character)
      }
    }
    return escaped.joined() + (random.below(6) == 0 ? "<!-- </dict></array><key> -->" : "")
  }

  private mutating func gap() -> String {
    random.pick(["", "", "", "\n  ", "\t", " ", "<!-- <dict> -->", "<?p <array>?>", "\r\n"])
  }
}
