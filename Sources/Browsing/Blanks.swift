import CommandLanguage
import Commands
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// What the blanks of a binding's command stand for now.
struct Blanks {
  let level: Level?
  let field: FieldPath
  var count: Int?
  var letter: Character?

  /// Why a blank has nothing to stand for.
  struct Missing: Error {
    let words: String
  }

  /// A command with its blanks filled in.
  ///
  /// A count that was not typed is left out at the end, and 1 elsewhere.
  func fill(_ template: String) throws(Missing) -> String {
    var (text, rest) = ("", template[...])
    // From left to right: what is filled in may look like a blank itself.
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      rest = rest[brace...]
      let blank = KeyBinding.Blank.allCases.first { rest.hasPrefix($0.rawValue) }
      text += try blank.map { blank throws(Missing) in try value(of: blank, in: template) } ?? "{"
      rest = rest.dropFirst(blank?.rawValue.count ?? 1)
    }
    text += rest
    // A line that goes on keeps the blank behind its first word.
    if template.hasSuffix(KeyBinding.Blank.count.rawValue), text.last == " " { text.removeLast() }
    return text
  }

  private func value(
    of blank: KeyBinding.Blank, in text: String
  ) throws(Missing) -> String {
    switch blank {
    case .count:
      return count.map(String.init) ?? (text.hasSuffix(blank.rawValue) ? "" : "1")
    case .letter: return letter.map(String.init) ?? ""
    case .place:
      guard let focus = level?.table.focus else { throw Missing(words: "nothing has the focus") }
      return focus.description
    case .places:
      let places = level?.table.selection.sorted() ?? []
      return places.isEmpty
        ? try value(of: .place, in: text) : places.map(\.description).joined(separator: " ")
    case .key: return field.description
    case .value: return try focusedValue().predicateText(field)
    case .json: return JSONWriter.text(of: try focusedValue())
    }
  }

  private func focusedValue() throws(Missing) -> Value {
    guard let level, level.table.focus != nil else {
      throw Missing(words: "nothing has the focus")
    }
    return level.focusedValue(field) ?? .null
  }
}

extension Value {
  /// The value as predicates spell it.
  fileprivate func predicateText(_ field: FieldPath) throws(Blanks.Missing) -> String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "TRUE" : "FALSE"
    case .number(let number): number.text
    case .string(let text): QuotedText.spelled(text)
    case .date(let instant): "CAST(\"\(instant.iso8601)\", \"NSDate\")"
    case .data, .array, .record:
      throw Blanks.Missing(words: "\(field) is \(kind.words) here, which nothing is compared with")
    }
  }
}

extension ValueKind {
  fileprivate var words: String {
    switch self {
    case .array: "a list"
    case .record: "a record"
    default: rawValue
    }
  }
}
