package import TableModel

/// The tables and views of a database, in the order of their names.
package struct Catalog: Sendable {
  package let relations: [Relation]

  package init(_ relations: [Relation]) { self.relations = relations }
}

extension Catalog {
  /// The table or view of a name: exactly, or else whatever the case of its letters.
  ///
  /// - Throws: `DataError.shape` that proposes the nearest name.
  package func relation(named name: String) throws(DataError) -> Relation {
    let found =
      relations.first { $0.label == name || $0.qualifiedName == name }
      ?? relations.first { $0.label.lowercased() == name.lowercased() }
    if let found { return found }
    throw .shape(message: "the database has no table '\(name)'", hint: nearest(to: name))
  }

  /// `did you mean 'products'?`, or the names there are.
  func nearest(to name: String) -> String? {
    let names = relations.map(\.label)
    if let near = Spelling.nearest(to: name, in: names) { return "did you mean '\(near)'?" }
    return names.isEmpty ? "it has no tables at all" : "its tables: " + Self.list(names)
  }

  private static let shortest = 8

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(shortest).joined(separator: ", ")
    return names.count > shortest ? shown + " and \(names.count - shortest) more" : shown
  }

  /// The same error of a query, with the nearest name of a table or column.
  package func explaining(_ error: DataError) -> DataError {
    guard case .shape(let message, nil) = error else { return error }
    if let name = Self.name(after: "no such table: ", in: message) {
      return .shape(message: message, hint: nearest(to: name))
    }
    if let name = Self.name(after: "no such column: ", in: message) {
      let columns = relations.flatMap { $0.columns.map(\.name) }
      let near = Spelling.nearest(to: name, in: columns).map { "did you mean '\($0)'?" }
      return .shape(message: message, hint: near)
    }
    return error
  }

  /// The last part of a name that may be qualified: `p.nme` is `nme`.
  private static func name(after words: String, in message: String) -> String? {
    guard message.hasPrefix(words) else { return nil }
    return message.dropFirst(words.count).split(separator: ".").last.map(String.init)
  }
}

/// A table or view of a database: its name and the columns that a `SELECT *` of it shows.
package struct Relation: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case table
    case view
    /// A table whose rows a module of the library makes up.
    case virtual
    /// A table whose rows lie in parts, by their values.
    case partitioned
    /// A table that a server reads from another one.
    case foreign
    /// A view whose rows are kept.
    case materialized
  }

  /// What it belongs to, where a database has more than one: `public`.
  package var schema: String?
  package var name: String
  /// How lists and messages call it: with the schema where that has to be said.
  package var label: String
  package var kind: Kind
  package var columns: [Column]
  /// What gives its rows their places; nil where nothing does.
  package var key: RowKey?
  /// The tables that its rows refer to.
  package var references: [ForeignKey] = []
  /// About how many rows it has, where that is known without counting them.
  package var estimate: Int?
  /// In bytes, with its indexes; nil where that is not known.
  package var size: Int?
  /// True where the database has to look into each row to know whether it is still there, because nobody
  /// has cleared the table for long: counting takes ten times as long.
  package var isUncleared = false

  package init(
    schema: String? = nil, name: String, label: String? = nil, kind: Kind, columns: [Column],
    key: RowKey? = nil,
    estimate: Int? = nil
  ) {
    (self.schema, self.name, self.label, self.kind) = (schema, name, label ?? name, kind)
    (self.columns, self.key, self.estimate) = (columns, key, estimate)
  }

  /// The name as SQL writes it.
  package var sqlName: String { (schema.map { $0.sqlName + "." } ?? "") + name.sqlName }

  /// `public.items`; the name alone where there are no schemas.
  package var qualifiedName: String { (schema.map { $0 + "." } ?? "") + name }

  /// The word that lists use for the kind.
  package var kindName: String {
    switch kind {
    case .view, .materialized: "view"
    case .table, .virtual, .partitioned: "table"
    case .foreign: "foreign table"
    }
  }
}

/// A column of a table or of a query.
package struct Column: Sendable, Hashable {
  package var name: String
  /// The `2` of `DECIMAL(10,2)`, where a database keeps no trailing zeros: such a column holds 12.5
  /// and means 12.50.
  package var scale: Int?
  /// The type of all values; nil where each value has its own.
  package var type: ColumnType?

  package init(name: String, scale: Int? = nil, type: ColumnType? = nil) {
    (self.name, self.scale, self.type) = (name, scale, type)
  }
}

/// The type of a column in a database whose columns have types.
package struct ColumnType: Sendable, Hashable {
  /// The number by which the database knows the type.
  package var number: UInt32
  /// The type as SQL writes it: `numeric(10,2)`.
  package var name: String
  package var kind: Kind
  /// False for text that a collation takes for equal although its bytes differ.
  package var isDeterministic: Bool
  /// False for a column that has a value in every row.
  package var isNullable: Bool

  package init(
    number: UInt32, name: String, kind: Kind, isDeterministic: Bool = true,
    isNullable: Bool = true
  ) {
    (self.number, self.name, self.kind) = (number, name, kind)
    (self.isDeterministic, self.isNullable) = (isDeterministic, isNullable)
  }

  /// What comparisons have to know of a type.
  package enum Kind: Sendable, Hashable {
    case bool
    /// Whole numbers.
    case integer
    /// Exact numbers of any size, and `NaN` and the infinities, which are text here.
    case decimal
    /// 64 bits, and `NaN` and the infinities.
    case double
    /// 32 bits, and `NaN` and the infinities.
    case float
    case text
    /// Text that is filled up with blanks, which don't count when it is compared.
    case paddedText
    /// Text whose case does not count when it is compared (`citext`).
    case foldedText
    /// Shown as text, but compared in a way of its own: `uuid`, `inet`, an enumeration.
    case named
    case data
    case date
    /// A date and a time of day, with a time zone or without.
    case moment
    /// Text of JSON, as it was written.
    case json
    /// JSON that is kept by its meaning.
    case binaryJSON
    /// Lists, composites, and whatever else.
    case other

    /// Whether values may hold others.
    var mayHoldValues: Bool { self == .json || self == .binaryJSON || self == .other }

    package var isText: Bool { self == .text || self == .paddedText || self == .foldedText }
  }
}

// MARK: - Decimals

extension Column {
  private static let decimalTypes = ["DECIMAL", "NUMERIC", "DEC"]
  private static let mostDecimals = 30
  private static let plain = Array("-.0123456789".utf8)

  /// A column whose values have kinds of their own.
  package init(name: String, declaredType: String?) {
    self.init(name: name, scale: declaredType.flatMap(Self.scale))
  }

  private static func scale(of type: String) -> Int? {
    let parts = type.split { "(,) ".contains($0) }
    guard parts.count == 3, decimalTypes.contains(parts[0].uppercased()), let scale = Int(parts[2]),
      (1...mostDecimals).contains(scale)
    else { return nil }
    return scale
  }

  /// A number with at least the decimals of the column; none is ever taken away.
  package func scaled(_ number: NumberText) -> NumberText {
    guard let scale else { return number }
    let text = number.text
    guard text.utf8.allSatisfy({ Self.plain.contains($0) }) else { return number }
    guard let point = text.firstIndex(of: ".") else {
      return NumberText(text: text + "." + String(repeating: "0", count: scale))
    }
    let decimals = text.distance(from: point, to: text.endIndex) - 1
    guard decimals < scale else { return number }
    return NumberText(text: text + String(repeating: "0", count: scale - decimals))
  }
}

extension Column {
  /// Names that a query gives twice are numbered, as SQLite does in tables made of queries.
  package static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.map { name in
      var unique = name
      var number = 0
      while !seen.insert(unique).inserted {
        number += 1
        unique = "\(name):\(number)"
      }
      return unique
    }
  }
}

/// What gives each row of a table its place: expressions that an index or the table itself is
/// ordered by, and that no two rows have in common.
package struct RowKey: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// An SQL expression that is never NULL.
    package var expression: String
    package var isDescending: Bool

    package init(_ expression: String, isDescending: Bool = false) {
      (self.expression, self.isDescending) = (expression, isDescending)
    }
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  package init(expressions: [String]) { parts = expressions.map { Part($0) } }

  package var expressions: [String] { parts.map(\.expression) }

  private static let rowIDNames = ["rowid", "_rowid_", "oid"]

  /// The names by which SQLite knows the number that it gives each row.
  package static var namesOfRowID: [String] { rowIDNames }

  /// True for the number that SQLite itself gives each row.
  package var isRowID: Bool { parts.count == 1 && Self.rowIDNames.contains(parts[0].expression) }

  /// Where a row lies in the file of its table, for a table of PostgreSQL without a key of its own. It
  /// is the same for as long as the database is seen as it was at one moment.
  package static let place = RowKey(expressions: ["ctid"])

  /// True for where rows lie, by which they are found but come in no order by themselves.
  var isPlace: Bool { self == .place }

  /// `a, b DESC`, in the order of the index.
  package var order: String { order(reversed: false) }

  /// - Parameter reversed: from the last row to the first.
  func order(reversed: Bool) -> String {
    parts.map { $0.expression + ($0.isDescending != reversed ? " DESC" : "") }
      .joined(separator: ", ")
  }

  /// The rows from one on, `(a, b) >= (?, ?)`, or those before it.
  ///
  /// Rows can be compared as a whole where all parts go the same way. Otherwise what the first part
  /// says stands by itself as well, since that is what an index can search by:
  /// `a <= ? AND (a < ? OR b >= ?)`.
  func side(_ side: Side, of row: [KeyValue], in dialect: SQLDialect) -> SQLPiece {
    let mark = dialect.mark
    guard parts.count == 1 || Set(parts.map(\.isDescending)).count > 1 else {
      let sign = side.sign(isDescending: parts.first?.isDescending == true)
      let marks = parts.map { _ in mark }.joined(separator: ", ")
      let names = expressions.joined(separator: ", ")
      return SQLPiece(text: "(\(names)) \(sign) (\(marks))", arguments: row)
    }
    return Self.side(side, zip(parts, row).map { ($0, $1) }[...], mark)
  }

  /// What lies on one side of a row.
  enum Side {
    /// The row itself and those behind it.
    case from
    case before

    fileprivate func sign(isDescending: Bool) -> String {
      switch self {
      case .from: isDescending ? "<=" : ">="
      case .before: isDescending ? ">" : "<"
      }
    }
  }

  private static func side(
    _ side: Side, _ rest: ArraySlice<(part: Part, value: KeyValue)>, _ mark: String
  ) -> SQLPiece {
    guard let (part, value) = rest.first else { return .everything }
    func own(_ sign: String) -> SQLPiece {
      SQLPiece(text: "\(part.expression) \(sign) \(mark)", arguments: [value])
    }
    let last = side.sign(isDescending: part.isDescending)
    if rest.count == 1 { return own(last) }
    let (first, strict) = (String(last.prefix(1)), last.count == 1)
    return .all([
      own(strict ? first + "=" : last),
      .any([own(first), Self.side(side, rest.dropFirst(), mark)]),
    ])
  }
}

/// Columns of a table that name a row of another one.
package struct ForeignKey: Sendable, Hashable {
  /// The columns, in the order of those that they refer to.
  package var columns: [String]
  /// The table that is referred to, as messages call it.
  package var target: String
  /// Its columns, of which no two rows have the same.
  package var targetColumns: [String]
  /// Whether an index finds the rows that refer to one.
  package var isIndexed: Bool

  package init(columns: [String], target: String, targetColumns: [String], isIndexed: Bool) {
    (self.columns, self.target) = (columns, target)
    (self.targetColumns, self.isIndexed) = (targetColumns, isIndexed)
  }
}
