import TableModel

/// A column of a database whose columns have types, PostgreSQL above all.
///
/// A comparison with NULL is NULL there, and negating it loses the row. So each piece also asks for
/// `IS NOT NULL`, which makes it false; unlike `coalesce` around it, that leaves the comparison to
/// an index.
struct ServerField {
  /// The column as SQL names it.
  let column: String
  let type: ColumnType
  let isUTF8: Bool

  init(_ column: String, _ type: ColumnType, isUTF8: Bool) {
    (self.column, self.type, self.isUTF8) = (column, type, isUTF8)
  }

  func piece(_ filter: FieldFilter) -> SQLPiece? {
    switch filter {
    case .isNil: isNil
    case .compare(_, let relation, let operand): comparison(relation, operand)
    case .between(_, let lower, let upper):
      .both(comparison(.greaterOrEqual, lower), comparison(.lessOrEqual, upper))
    case .oneOf(_, let members): membership(members)
    case .search(_, let place, let text): search(place, text)
    case .contains: holdsLists ? nil : .nothing
    default: nil
    }
  }

  /// True for columns whose values may be lists or records.
  private var holdsLists: Bool {
    type.kind == .json || type.kind == .binaryJSON || type.kind == .other
  }

  private var isNil: SQLPiece? {
    switch type.kind {
    // A JSON null is a value for the server, and nil here.
    case .json, .binaryJSON: nil
    // A composite `IS NULL` as soon as all of its fields are.
    case .other: SQLPiece(text: "\(column) IS NOT DISTINCT FROM NULL")
    default: SQLPiece(text: "\(column) IS NULL")
    }
  }

  private func comparison(
    _ relation: FieldFilter.Relation, _ operand: FieldFilter.Operand
  ) -> SQLPiece? {
    switch (type.kind, operand) {
    case (.json, _), (.binaryJSON, _), (.other, _): return nil
    case (_, .text(let text)): return holdsText(of: text) { $0.comparison(relation, text) }
    case (.bool, .value): return operand.number.map { bool(relation, $0) } ?? .nothing
    case (.date, .value(.date(let instant))), (.moment, .value(.date(let instant))):
      return ServerMoment(column, type).comparison(relation, instant)
    case (.data, .value(.data)): return relation == .equal ? nil : .nothing
    case (_, .value):
      guard let numbers = ServerNumber(column, type), let number = operand.number else {
        return .nothing
      }
      return numbers.comparison(relation, number)
    }
  }

  /// A condition for exactly the values below a border. Callers leave out values of other kinds.
  ///
  /// - Parameter border: a number or a date.
  func isBelow(_ border: Value) -> SQLPiece? {
    switch border {
    case .date(let instant): ServerMoment(column, type).isBelow(instant)
    case .number(let number): ServerNumber(column, type)?.isBelow(number)
    default: nil
    }
  }

  private func membership(_ members: [FieldFilter.Operand]) -> SQLPiece? {
    if holdsLists { return nil }
    let texts = members.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let values = members.filter { if case .value = $0 { true } else { false } }
    guard let textual = membership(ofTexts: texts), let others = membership(of: values) else {
      return nil
    }
    return .either(textual, others)
  }

  private func membership(ofTexts texts: [FieldText]) -> SQLPiece? {
    if type.kind == .text, !texts.isEmpty { return ServerText(self)?.membership(texts) }
    return .any(texts) { comparison(.equal, .text($0)) }
  }

  private func membership(of values: [FieldFilter.Operand]) -> SQLPiece? {
    guard let numbers = ServerNumber(column, type) else {
      return .any(values) { comparison(.equal, $0) }
    }
    return numbers.membership(values.compactMap(\.number))
  }

  private func search(_ place: FieldFilter.Place, _ text: FieldText) -> SQLPiece? {
    if holdsLists { return nil }
    return holdsText(of: text) { $0.search(place, text) }
  }

  /// What is said of a text: nothing is true of it in a column that holds none.
  private func holdsText(of text: FieldText, _ piece: (ServerText) -> SQLPiece?) -> SQLPiece? {
    switch type.kind {
    case .text, .paddedText, .foldedText, .named: ServerText(self).flatMap(piece)
    // NaN, the infinities, and dates before the year 1 are text here.
    case .decimal, .double, .float, .date, .moment: nil
    default: .nothing
    }
  }

  /// A truth value counts as 0 or 1, so what is asked is true of both, of one of them, or of none.
  private func bool(_ relation: FieldFilter.Relation, _ number: NumberText) -> SQLPiece {
    let holds = [0, 1].map { relation.holds(NumberText($0), number) }
    switch (holds[0], holds[1]) {
    case (true, true): return SQLPiece(text: "\(column) IS NOT NULL")
    case (true, false): return SQLPiece(text: "\(column) IS FALSE")
    case (false, true): return SQLPiece(text: "\(column) IS TRUE")
    case (false, false): return .nothing
    }
  }
}

extension SQLPiece {
  static func either(_ a: SQLPiece, _ b: SQLPiece) -> SQLPiece {
    if a == .nothing { return b }
    return b == .nothing ? a : any([a, b])
  }
}

extension FieldFilter.Relation {
  func holds(_ a: NumberText, _ b: NumberText) -> Bool {
    guard let order = a.compare(b) else { return false }
    return switch self {
    case .equal: order == 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// The relation that holds for what was rounded where this one holds for the value itself.
  var rounded: FieldFilter.Relation {
    switch self {
    case .less: .lessOrEqual
    case .greater: .greaterOrEqual
    default: self
    }
  }

  /// What excludes the special values at the end that the relation leaves open: NaN is the largest
  /// number of a server, and none here.
  func bounded(_ column: String) -> String {
    switch self {
    case .equal: "\(column) IS NOT NULL"
    case .less, .lessOrEqual: "\(column) > '-Infinity' AND \(column) IS NOT NULL"
    case .greater, .greaterOrEqual: "\(column) < 'Infinity' AND \(column) IS NOT NULL"
    }
  }
}

/// A field within a column of JSON, as jsonpath asks for it.
///
/// The path is strict: a lax one goes through lists on its own, and finds rows in which the keys
/// lead to a list. Errors are silent, and what is unknown is made false.
struct JSONField {
  private static let json: UInt32 = 3802
  private static let path: UInt32 = 4072

  private let column: String
  private let keys: [String]
  private var way: String { "strict $" + keys.map { "." + Self.quoted($0) }.joined() }

  /// - Returns: nil for keys of which a record may have another spelling.
  init?(_ column: String, _ keys: [String]) {
    guard keys.allSatisfy({ FieldText.hasOneSpelling($0) && !$0.utf8.contains(0) }) else {
      return nil
    }
    (self.column, self.keys) = (column, keys)
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

  /// True where there is something, null included. The way may lead through lists, which lie in each other
  /// four times at most: a lax path enters one list at each key, and one more at each `[*]`.
  var isThere: SQLPiece {
    let way = "lax $" + keys.map { "[*][*][*]." + Self.quoted($0) }.joined()
    let mark = SQLDialect.numberedMark
    return SQLPiece(
      text: "coalesce(jsonb_path_exists(\(column), \(mark), '{}', true), false)",
      arguments: [.typed(Self.path, Array(way.utf8))])
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
