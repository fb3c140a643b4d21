import TableModel

/// A field of a database whose values have kinds of their own.
///
/// Comparisons ask for the storage class first, so that no value is ever converted and NULL is
/// never compared. What SQLite compares in another way is left out: text beyond ASCII, which has
/// more than one spelling, and numbers with more digits than doubles distinguish.
struct SQLiteField {
  /// The column; the word NULL for a field that no row has.
  private let column: String

  init(_ column: String) { self.column = column }

  func piece(_ filter: FieldFilter) -> SQLPiece? {
    switch filter {
    case .isNil: SQLPiece(text: "\(column) IS NULL")
    case .compare(_, .equal, let operand): equality(operand)
    case .compare(_, let relation, let operand): order(relation, operand)
    case .between(_, let lower, let upper): between(lower, upper)
    case .oneOf(_, let members): .any(members, equality)
    case .search(_, let place, let text): search(place, text)
    case .contains: .nothing
    default: nil
    }
  }

  // MARK: Kinds

  private var isText: String { "typeof(\(column)) = 'text'" }
  private var isNumber: String { "typeof(\(column)) IN ('integer', 'real')" }
  /// True for text whose bytes are its characters: no letter that has another spelling.
  private var isASCII: String { "length(\(column)) = length(CAST(\(column) AS BLOB))" }

  /// - Returns: nil for other kinds, and for numbers that SQLite compares in another way.
  private func argument(_ operand: FieldFilter.Operand) -> KeyValue? {
    guard let number = operand.number, number.isExactInDouble else { return nil }
    switch number.numeric {
    case .int(let value): return .integer(value)
    case .double(let value): return .real(value)
    }
  }

  // MARK: Numbers

  private func number(_ test: String, _ arguments: [KeyValue]) -> SQLPiece {
    SQLPiece(text: "(\(isNumber) AND \(column) \(test))", arguments: arguments)
  }

  private func order(_ relation: FieldFilter.Relation, _ operand: FieldFilter.Operand) -> SQLPiece {
    if case .text = operand { return .atLeast(isText) }
    if operand.number == nil { return .nothing }
    guard let argument = argument(operand) else { return .atLeast(isNumber) }
    return number(relation.rawValue + " ?", [argument])
  }

  private func between(_ lower: FieldFilter.Operand, _ upper: FieldFilter.Operand) -> SQLPiece {
    guard let first = argument(lower), let last = argument(upper) else {
      return .all([order(.greaterOrEqual, lower), order(.lessOrEqual, upper)])
    }
    return number("BETWEEN ? AND ?", [first, last])
  }

  private func equality(_ operand: FieldFilter.Operand) -> SQLPiece? {
    switch operand {
    case .text(let text): return find(whole: text)
    case .value(.data): return nil
    case .value: return order(.equal, operand)
    }
  }

  // MARK: Text

  private func search(_ place: FieldFilter.Place, _ text: FieldText) -> SQLPiece {
    let count = text.folded.utf8.count
    if place == .like || place == .matches { return .atLeast(isText) }
    if text.text.isEmpty { return .nothing }
    return find(text) { bytes, needle in
      switch place {
      case .prefix: "substr(\(bytes), 1, \(count)) = \(needle)"
      case .suffix:
        "length(\(bytes)) >= \(count) AND substr(\(bytes), -\(count)) = \(needle)"
      default: "instr(\(bytes), \(needle)) > 0"
      }
    }
  }

  private func find(whole text: FieldText) -> SQLPiece {
    let test = { (bytes: String, needle: String) in "\(bytes) = \(needle)" }
    return text.isFoundByBytes ? find(text, in: column, if: isText, test) : find(text, test)
  }

  /// Text is searched byte by byte. That is exact where bytes are compared, and for ASCII text;
  /// whether other text matches is left open.
  ///
  /// - Parameter test: what is asked of the bytes of the column and of those of the text.
  private func find(
    _ text: FieldText, _ test: (_ bytes: String, _ needle: String) -> String
  ) -> SQLPiece {
    if text.comparison == .bytes { return find(text, in: column, if: isText, test) }
    // Nothing is left of the text, and other text may fold to nothing as well.
    if text.folded.isEmpty { return .atLeast(isText) }
    let isOther = "(\(isText) AND NOT \(isASCII))"
    guard text.folded.utf8.allSatisfy({ $0 < 0x80 }) else { return .atLeast(isOther) }
    let subject = text.ignoresCase ? "lower(\(column))" : column
    let plain = find(text, in: subject, if: "\(isText) AND \(isASCII)", test)
    return .atLeast("(\(isOther) OR \(plain.text))", plain.arguments)
  }

  private func find(
    _ text: FieldText, in subject: String, if condition: String,
    _ test: (_ bytes: String, _ needle: String) -> String
  ) -> SQLPiece {
    let test = test("CAST(\(subject) AS BLOB)", "CAST(? AS BLOB)")
    return SQLPiece(text: "(\(condition) AND \(test))", arguments: [.text(text.folded)])
  }
}

extension FieldText {
  var ignoresCase: Bool {
    if case .folded(let ignoringCase, _) = comparison { ignoringCase } else { false }
  }
}
