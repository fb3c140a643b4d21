import TableModel

/// A column of text, or of something that is shown as text and compared in a way of its own.
///
/// A server compares text by its bytes or by the rules of a language, and here it is compared by its
/// characters. They agree on ASCII, on text whose characters have one spelling, and where bytes are
/// asked for. Of other text, what may be the same is found and left to be asked again.
struct ServerText {
  private enum Question {
    case whole, part, order
  }

  private static let text: UInt32 = 25
  private static let texts: UInt32 = 1009
  private static let padded: UInt32 = 1042
  private static let uuid: UInt32 = 2950

  private let column: String
  private let type: ColumnType
  /// The text as it is shown.
  private let shown: String
  private let mark = SQLDialect.numberedMark

  /// - Returns: nil on a server that holds text in an encoding of its own.
  init?(_ field: ServerField) {
    guard field.isUTF8 else { return nil }
    (column, type) = (field.column, field.type)
    // `concat` writes what clients are shown. A cast takes the blanks away from the end of a
    // char(n), and gives an inet a mask.
    shown = type.kind == .text ? column : "concat(\(column))"
  }

  /// The text by its bytes. Text that a collation takes for equal can't be searched at all, and
  /// `citext` forgets about case.
  private var bytes: String { "\(shown) COLLATE \"C\"" }

  /// The text for `=` alone, which compares bytes unless the collation says otherwise. With another
  /// collation no index serves.
  private var equated: String { isIndexed ? shown : bytes }

  private var isIndexed: Bool { type.kind == .text && type.isDeterministic }

  private var isKnown: String { "\(column) IS NOT NULL" }

  // MARK: Questions

  func comparison(_ relation: FieldFilter.Relation, _ text: FieldText) -> SQLPiece {
    if relation != .equal {
      return piece(text, .order) { "\($0 ?? bytes) \(relation.rawValue) \(mark)" }
    }
    if type.number == Self.uuid, text.isFoundByBytes { return identifier(text.folded) }
    let whole = piece(text, .whole) { "\($0 ?? equated) = \(mark)" }
    guard type.kind == .paddedText, text.isFoundByBytes, !whole.arguments.isEmpty else {
      return whole
    }
    // Blanks at the end don't count for a char(n): more than the text is found, by an index.
    let padded = SQLPiece(
      text: "\(column) = \(mark)", arguments: [.typed(Self.padded, Array(text.folded.utf8))])
    return .all([padded, whole])
  }

  /// A text is equal to at least one of several.
  func membership(_ members: [FieldText]) -> SQLPiece {
    let (plain, others) = members.reduce(into: ([String](), [FieldText]())) { parts, text in
      if text.isFoundByBytes, !text.folded.utf8.contains(0) {
        parts.0.append(text.folded)
      } else {
        parts.1.append(text)
      }
    }
    let rest = SQLPiece.any(others.map { comparison(.equal, $0) })
    if plain.isEmpty { return rest }
    let list = "{" + plain.map(Self.element).joined(separator: ",") + "}"
    return .either(
      SQLPiece(
        text: "(\(equated) = ANY(\(mark)) AND \(isKnown))",
        arguments: [.typed(Self.texts, Array(list.utf8))]), rest)
  }

  func search(_ place: FieldFilter.Place, _ text: FieldText) -> SQLPiece? {
    let count = text.folded.unicodeScalars.count
    switch place {
    // Regular expressions are another language on a server: it has no `\p{L}`.
    case .matches: return nil
    case .like where text.folded.isEmpty: return .atLeast(isKnown)
    case .like:
      var start = piece(text, .part) { "starts_with(\($0 ?? bytes), \(mark))" }
      start.isExact = false
      return start
    case _ where text.text.isEmpty: return .nothing
    case .prefix: return piece(text, .part) { "starts_with(\($0 ?? bytes), \(mark))" }
    case .suffix: return piece(text, .part) { "right(\($0 ?? bytes), \(count)) = \(mark)" }
    case .anywhere: return piece(text, .part) { "strpos(\($0 ?? bytes), \(mark)) > 0" }
    }
  }

  // MARK: Spellings

  /// - Parameter test: asks a text by its bytes; nil for the column's own.
  private func piece(
    _ text: FieldText, _ question: Question, _ test: (_ subject: String?) -> String
  ) -> SQLPiece {
    let argument = KeyValue.typed(Self.text, Array(text.folded.utf8))
    // No text of a server has the character zero.
    if text.folded.utf8.contains(0) { return .atLeast(isKnown) }
    switch text.comparison {
    case .bytes: return SQLPiece(text: "(\(test(nil)) AND \(isKnown))", arguments: [argument])
    case .characters where question != .order && text.isFoundByBytes:
      // A mark behind a part makes another character of its end.
      return SQLPiece(
        text: "(\(test(nil)) AND \(isKnown))", arguments: [argument],
        isExact: question == .whole)
    case .characters:
      let isOther = "\(shown) IS NOT NFC NORMALIZED"
      return .atLeast("((\(isOther) OR \(test(nil))) AND \(isKnown))", [argument])
    case .folded(let ignoringCase, _):
      // Nothing is left of the text, and other text may fold to nothing as well.
      if text.folded.isEmpty { return .atLeast(isKnown) }
      let isOther = "octet_length(\(shown)) <> char_length(\(shown))"
      if question != .order, text.folded.utf8.contains(where: { $0 >= 0x80 }) {
        return .atLeast("(\(isOther) AND \(isKnown))")
      }
      // Of the letters beyond ASCII this makes none small, and those texts are found anyway.
      let subject = ignoringCase ? "lower(\(bytes))" : bytes
      return .atLeast("((\(isOther) OR \(test(subject))) AND \(isKnown))", [argument])
    }
  }

  /// A UUID is shown in one way only, and found by an index where the text is written in this way.
  private func identifier(_ text: String) -> SQLPiece {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      text.utf8.allSatisfy({ "-0123456789abcdef".utf8.contains($0) })
    else { return .nothing }
    return SQLPiece(
      text: "(\(column) = \(mark) AND \(isKnown))",
      arguments: [.typed(Self.uuid, Array(text.utf8))])
  }

  /// A text as an element of a list.
  private static func element(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
