import Arranging
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
  let fields: FieldFocus
  /// Reads the focused record, where a blank is about it.
  let record: () throws(Missing) -> Value?
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
    case .key:
      let field = try field()
      // Of a scalar the field is the value itself.
      guard let keys = field.keys, !keys.isEmpty else { return field.description }
      // Predicates have words of their own, such as `yes`, which are keys behind a mark.
      return Condition.spelling(of: keys)
    case .value: return try focusedValue().predicateText(field())
    case .json: return JSONWriter.text(of: try focusedValue())
    }
  }

  private func field() throws(Missing) -> FieldPath {
    guard let level else { return .itself }
    return try fields.path(in: level, of: record)
  }

  private func focusedValue() throws(Missing) -> Value {
    guard level?.table.focus != nil else { throw Missing(words: "nothing has the focus") }
    return try record()?[path: field()] ?? .null
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

/// Which field of the focused record keys are about.
struct FieldFocus {
  /// The field that was chosen; nil for the one that cells show as their text.
  private var chosen: FieldPath?

  /// The fields to choose from: the columns of a grid, or else the keys of the focused record.
  private static func fields<E: Error>(
    of level: Level, _ record: () throws(E) -> Value?
  ) throws(E) -> [FieldPath] {
    if let columns = level.look.columns?.columns, !columns.isEmpty { return columns.map(\.path) }
    guard let record = try record()?.record else { return [.itself] }
    return record.keys.map { FieldPath(key: $0) }
  }

  /// True where somebody has chosen a field that the record has.
  func isChosen<E: Error>(in level: Level, of record: () throws(E) -> Value?) throws(E) -> Bool {
    guard let chosen else { return false }
    return try Self.fields(of: level, record).contains(chosen)
  }

  /// The field now.
  func path<E: Error>(in level: Level, of record: () throws(E) -> Value?) throws(E) -> FieldPath {
    path(among: try Self.fields(of: level, record), in: level)
  }

  private func path(among fields: [FieldPath], in level: Level) -> FieldPath {
    if let chosen, fields.contains(chosen) { return chosen }
    let text: FieldPath? =
      switch level.look.fields[.text] {
      case .path(let path): path
      case .some(.none), nil: level.presenter.roles.text
      }
    if let text, fields.contains(text) { return text }
    return fields.first ?? .itself
  }

  /// Goes on to another field, from the last one to the first.
  mutating func step(_ distance: Int, in level: Level, of record: Value?) -> FieldPath {
    let fields = Self.fields(of: level) { record }
    guard !fields.isEmpty else { return .itself }
    let place = (fields.firstIndex(of: path(among: fields, in: level)) ?? 0) + distance
    let path = fields[(place % fields.count + fields.count) % fields.count]
    chosen = path
    return path
  }
}
