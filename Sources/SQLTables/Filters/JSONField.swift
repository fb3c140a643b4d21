import TableModel

/// A field within a column of JSON, as jsonpath asks for it.
///
/// The path is strict: a lax one goes through lists on its own, and finds rows in which the keys
/// lead to a list. Errors are silent, and what is unknown is made false.
struct JSONField {
  private static let json: UInt32 = 3802
  private static let path: UInt32 = 4072

  private let column: String
  private let way: String

  /// - Returns: nil for keys of which a record may have another spelling.
  init?(_ column: String, _ keys: [String]) {
    guard keys.allSatisfy({ FieldText.hasOneSpelling($0) && !$0.utf8.contains(0) }) else {
      return nil
    }
    self.column = column
    way = "strict $" + keys.map { "." + Self.quoted($0) }.joined()
  }

  func piece(_ filter: FieldFilter) -> SQLPiece? {
    switch filter {
    case .compare(_, let relation, let operand): comparison(relation, operand)
    case .between(_, let lower, let upper):
      .both(comparison(.greaterOrEqual, lower), comparison(.lessOrEqual, upper))
    case .oneOf(_, let members): .any(members) { comparison(.equal, $0) }
    case .search(_, .prefix, let text): prefix(text)
    case .search(_, .suffix, _), .search(_, .like, _): isText
    default: nil
    }
  }

  private func comparison(
    _ relation: FieldFilter.Relation, _ operand: FieldFilter.Operand
  ) -> SQLPiece? {
    switch operand {
    case .text(let text):
      guard relation == .equal, text.isFoundByBytes, !text.folded.utf8.contains(0) else {
        return isText
      }
      return piece("@ == $v", Self.quoted(text.folded))
    case .value(let value):
      if value.isContainer { return nil }
      return operand.number.map { number(relation, $0) } ?? .nothing
    }
  }

  /// Numbers, and the truth values, which count as 0 and 1 here and are never compared with numbers
  /// there.
  private func number(_ relation: FieldFilter.Relation, _ number: NumberText) -> SQLPiece {
    guard number.isReadable || number.isExactInDouble else {
      return piece("@.type() == \"number\" || @.type() == \"boolean\"", isExact: false)
    }
    var tests = ["@ \(relation == .equal ? "==" : relation.rawValue) $v"]
    for (value, name) in [(0, "false"), (1, "true")]
    where relation.holds(NumberText(value), number) {
      tests.append("@ == \(name)")
    }
    return piece(tests.joined(separator: " || "), number.text)
  }

  private func prefix(_ text: FieldText) -> SQLPiece {
    if text.text.isEmpty { return .nothing }
    guard text.isFoundByBytes, !text.folded.utf8.contains(0) else { return isText }
    return piece(
      "@ starts with $v", Self.quoted(text.folded), isExact: text.comparison == .bytes)
  }

  /// All that is said of text whose characters may have other spellings.
  private var isText: SQLPiece { piece("@.type() == \"string\"", isExact: false) }

  /// - Parameter value: what `$v` stands for, as JSON.
  private func piece(_ test: String, _ value: String = "null", isExact: Bool = true) -> SQLPiece {
    let mark = SQLDialect.numberedMark
    return SQLPiece(
      text: "coalesce(jsonb_path_exists(\(column), \(mark), \(mark), true), false)",
      arguments: [
        .typed(Self.path, Array("\(way) ? (\(test))".utf8)),
        .typed(Self.json, Array("{\"v\": \(value)}".utf8)),
      ], isExact: isExact)
  }

  private static func quoted(_ text: String) -> String {
    var output: [UInt8] = []
    JSONString.append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
