import TableModel

/// Translates clauses to SQL, in SQLite's dialect.
///
/// Comparisons ask for the storage class first, so that no value is ever converted and NULL is
/// never compared. What SQLite compares in another way than the language is left out: text beyond
/// ASCII, which has more than one spelling, and numbers with more digits than doubles distinguish.
///
///     price > 20          (typeof(price) IN ('integer', 'real') AND price > ?)
///     details == nil      details IS NULL
struct SQLTranslator {
  let column: (String) -> String?

  /// - Returns: nil when nothing can be said.
  func piece(_ clause: ClauseNode) -> SQLPiece? {
    switch clause.syntax {
    case .constant(let value): return value ? .everything : .nothing
    case .not(let inner): return piece(inner)?.negated
    case .and(let parts):
      let pieces = parts.map(piece)
      var whole = SQLPiece.all(pieces.compactMap { $0 })
      if pieces.contains(where: { $0 == nil }) { whole.isExact = false }
      return pieces.contains { $0 != nil } ? whole : nil
    case .or(let parts):
      var pieces: [SQLPiece] = []
      for part in parts {
        guard let piece = piece(part) else { return nil }
        pieces.append(piece)
      }
      return .any(pieces)
    case .comparison(let comparison): return piece(comparison)
    }
  }

  private func piece(_ comparison: Comparison) -> SQLPiece? {
    let compiler = Compiler()
    let (relation, options) = (comparison.relation.syntax, comparison.options.syntax)
    guard comparison.quantifier == nil else { return nil }
    if let operand = operand(comparison.left), let value = compiler.constant(comparison.right) {
      return piece(operand, relation, value, options.effective)
    }
    if let flipped = relation.flipped, let operand = operand(comparison.right),
      let value = compiler.constant(comparison.left)
    {
      return piece(operand, flipped, value, options.effective)
    }
    return nil
  }

  /// The column that a key stands for; a column that is not there is NULL.
  private func operand(_ term: TermNode) -> String? {
    guard let keys = term.syntax.plainKeys, keys.count == 1, let key = keys.first, key != "self"
    else { return nil }
    return column(key) ?? "NULL"
  }

  private func piece(
    _ column: String, _ relation: Relation, _ value: Value, _ options: TextOptions
  ) -> SQLPiece? {
    switch relation {
    case .equal: return equality(column, value, options)
    case .notEqual: return equality(column, value, options)?.negated
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return order(column, relation, value)
    case .between: return between(column, value)
    case .in: return membership(column, value, options)
    case .beginsWith, .endsWith, .contains: return search(column, relation, value, options)
    case _ where relation.isTextual:
      return text(value) == nil ? .nothing : .atLeast(Self.isText(column))
    default: return nil
    }
  }

  private func text(_ value: Value) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  // MARK: Kinds

  private static func isText(_ column: String) -> String { "typeof(\(column)) = 'text'" }

  private static func isNumber(_ column: String) -> String {
    "typeof(\(column)) IN ('integer', 'real')"
  }

  /// True for text whose bytes are its characters: no letter that has another spelling.
  private static func isASCII(_ column: String) -> String {
    "length(\(column)) = length(CAST(\(column) AS BLOB))"
  }

  /// - Returns: nil for other kinds, and for numbers that SQLite compares in another way.
  private func argument(_ value: Value) -> SQLArgument? {
    guard let number = value.numberText, number.isExactInDouble else { return nil }
    switch number.numeric {
    case .int(let value): return .integer(value)
    case .double(let value): return .real(value)
    }
  }

  // MARK: Numbers and nil

  private func number(_ column: String, _ test: String, _ arguments: [SQLArgument]) -> SQLPiece {
    SQLPiece(text: "(\(Self.isNumber(column)) AND \(column) \(test))", arguments: arguments)
  }

  private func order(_ column: String, _ relation: Relation, _ value: Value) -> SQLPiece? {
    if value.isNil {
      let includesEqual = relation == .lessOrEqual || relation == .greaterOrEqual
      return includesEqual ? SQLPiece(text: "\(column) IS NULL") : .nothing
    }
    if value.numberText != nil {
      guard let argument = argument(value) else { return .atLeast(Self.isNumber(column)) }
      return number(column, relation.rawValue + " ?", [argument])
    }
    return text(value) == nil ? .nothing : .atLeast(Self.isText(column))
  }

  private func between(_ column: String, _ value: Value) -> SQLPiece? {
    guard case .array(let bounds) = value, bounds.count == 2 else { return .nothing }
    if bounds.contains(where: \.isNil) { return .nothing }
    guard let lower = argument(bounds[0]), let upper = argument(bounds[1]) else { return nil }
    return number(column, "BETWEEN ? AND ?", [lower, upper])
  }

  private func equality(
    _ column: String, _ value: Value, _ options: TextOptions
  ) -> SQLPiece? {
    switch value {
    case .null: return SQLPiece(text: "\(column) IS NULL")
    case .bool, .number:
      guard let argument = argument(value) else { return .atLeast(Self.isNumber(column)) }
      return number(column, "= ?", [argument])
    case .string(let text): return search(column, .equal, text, options)
    case .data: return nil
    case .date, .array, .record: return .nothing
    }
  }

  /// Nil is a member of no list, and nil in a list equals no value.
  private func membership(
    _ column: String, _ value: Value, _ options: TextOptions
  ) -> SQLPiece? {
    if value.isNil { return .nothing }
    guard case .array(let members) = value else { return nil }
    var pieces: [SQLPiece] = []
    for member in members where !member.isNil {
      guard let piece = equality(column, member, options) else { return nil }
      pieces.append(piece)
    }
    return .any(pieces)
  }

  // MARK: Text

  private func search(
    _ column: String, _ relation: Relation, _ value: Value, _ options: TextOptions
  ) -> SQLPiece? {
    guard let text = text(value) else { return .nothing }
    return search(column, relation, text, options)
  }

  /// Text is searched byte by byte. That is exact where the options ask for it, and for ASCII text;
  /// whether other text matches is left to the residue.
  private func search(
    _ column: String, _ relation: Relation, _ text: String, _ options: TextOptions
  ) -> SQLPiece? {
    if text.isEmpty, relation != .equal { return .nothing }
    if options == .literal {
      return find(text, relation, in: "CAST(\(column) AS BLOB)", if: Self.isText(column))
    }
    let folded = TextFolding.fold(text, options)
    if relation == .equal, options.isEmpty, Self.hasOneSpelling(folded) {
      return find(folded, relation, in: "CAST(\(column) AS BLOB)", if: Self.isText(column))
    }
    if folded.isEmpty {
      // Nothing is left of the text, and other text may fold to nothing as well.
      return .atLeast(Self.isText(column))
    }
    let isOther = "(\(Self.isText(column)) AND NOT \(Self.isASCII(column)))"
    guard TextFolding.isASCII(folded) else { return .atLeast(isOther) }
    let subject = options.contains(.ignoringCase) ? "lower(\(column))" : column
    let isPlain = "\(Self.isText(column)) AND \(Self.isASCII(column))"
    let plain = find(folded, relation, in: "CAST(\(subject) AS BLOB)", if: isPlain)
    return .atLeast("(\(isOther) OR \(plain.text))", plain.arguments)
  }

  /// True when no other bytes are the same text: three letters of ASCII have twins beyond it.
  static func hasOneSpelling(_ text: String) -> Bool {
    TextFolding.isASCII(text) && !text.utf8.contains { "K;`".utf8.contains($0) }
  }

  private func find(
    _ text: String, _ relation: Relation, in bytes: String, if condition: String
  ) -> SQLPiece {
    let needle = "CAST(? AS BLOB)"
    let count = text.utf8.count
    let test: String
    switch relation {
    case .beginsWith: test = "substr(\(bytes), 1, \(count)) = \(needle)"
    case .endsWith:
      test = "length(\(bytes)) >= \(count) AND substr(\(bytes), -\(count)) = \(needle)"
    case .contains: test = "instr(\(bytes), \(needle)) > 0"
    default: test = "\(bytes) = \(needle)"
    }
    return SQLPiece(text: "(\(condition) AND \(test))", arguments: [.text(text)])
  }
}
