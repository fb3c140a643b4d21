import Arranging
import TableModel

/// Aggregates that a server works out, in one statement: those that come to the same there.
extension TableQuestion {
  /// - Complexity: what the database needs for one statement.
  func aggregates(_ wanted: [Aggregate], by keys: [FieldPath], limit: Int) throws(DataError)
    -> AggregateAnswer?
  {
    guard backend.dialect == .postgres else { return nil }
    let columns = keys.compactMap(column)
    guard columns.count == keys.count, columns.allSatisfy({ $0.type?.groupsByEquality == true })
    else { return nil }
    var statement = AggregateStatement(columns)
    for aggregate in wanted {
      guard let field = aggregate.field else {
        statement.cells.append(.records)
        continue
      }
      guard let column = column(field), statement.add(aggregate.kind, of: column) else {
        return nil
      }
    }
    let rows = try backend.rows(statement.query(relation.sqlName, filter, limit: limit + 1))
    guard rows.count <= limit else { return nil }
    let lines = rows.compactMap { row in
      statement.line(row) { value, column in backend.value(value, of: column) }
    }
    // A text among numbers or dates, or two groups that are one here, are not for a server.
    guard lines.count == rows.count, Set(lines.map(\.keys)).count == lines.count else { return nil }
    return AggregateAnswer(
      lines: lines.filter { $0.records > 0 },
      fields: statement.fields.enumerated().map { index, field in
        AggregateAnswer.Field(
          path: [field.name], kind: field.type?.kind.valueKind ?? .text,
          present: rows.reduce(0) { $0 + statement.present(of: index, in: $1) })
      })
  }

  private func column(_ path: FieldPath) -> Column? { path.keys.flatMap { column($0) } }
}

/// A statement with the keys and the number of records of each group, then four terms for each field: how
/// many values it has, their sum, the least and the greatest.
private struct AggregateStatement {
  enum Cell {
    case records
    case present(field: Int)
    case sum(field: Int)
    case mean(field: Int)
    case minimum(field: Int)
    case maximum(field: Int)
    case distinct(term: Int)
  }

  let keys: [Column]
  private(set) var fields: [Column] = []
  private var distinct: [Column] = []
  var cells: [Cell] = []

  init(_ keys: [Column]) { self.keys = keys }

  /// - Returns: false for what a server makes something else of.
  mutating func add(_ kind: Aggregate.Kind, of column: Column) -> Bool {
    guard let type = column.type?.kind, type.valueKind != nil else { return false }
    let field = fields.firstIndex { $0.name == column.name } ?? fields.count
    if field == fields.count { fields.append(column) }
    switch kind {
    case .count: cells.append(.present(field: field))
    case .sum where type.isExact: cells.append(.sum(field: field))
    case .mean where type.isExact: cells.append(.mean(field: field))
    case .min where type.isOrderedExactly(column): cells.append(.minimum(field: field))
    case .max where type.isOrderedExactly(column): cells.append(.maximum(field: field))
    case .distinct where type.isOrderedExactly(column) || type == .bool:
      cells.append(.distinct(term: distinct.count))
      distinct.append(column)
    case .sum, .mean, .min, .max, .distinct, .quantile, .deviation: return false
    }
    return true
  }

  func query(_ table: String, _ filter: SQLPiece?, limit: Int) -> SQLQuery {
    var terms = keys.map(\.name.sqlName) + ["count(*)"]
    for field in fields {
      let (name, kind) = (field.name.sqlName, field.type?.kind)
      terms.append("count(\(name))")
      terms.append(kind?.isExact == true ? "sum(\(name)::numeric)" : "NULL")
      terms += (kind?.hasExtremes == true) ? ["min(\(name))", "max(\(name))"] : ["NULL", "NULL"]
    }
    terms += distinct.map { "count(DISTINCT \($0.name.sqlName))" }
    let condition = filter.map { " WHERE \($0.text)" } ?? ""
    let groups =
      keys.isEmpty ? "" : " GROUP BY \((1...keys.count).map(String.init).joined(separator: ", "))"
    return SQLQuery(
      "SELECT \(terms.joined(separator: ", ")) FROM \(table)\(condition)\(groups) LIMIT \(limit)",
      filter?.arguments ?? [])
  }

  // MARK: What comes back

  private func term(_ field: Int, _ part: Int) -> Int { keys.count + 1 + 4 * field + part }

  func present(of field: Int, in row: [KeyValue]) -> Int { row[term(field, 0)].integer ?? 0 }

  /// - Returns: nil where a field has values of other kinds than its numbers and dates: `NaN` and the
  ///   infinities are the least or the greatest there.
  func line(_ row: [KeyValue], value: (KeyValue, Column) -> Value) -> AggregateAnswer.Line? {
    let extremes = fields.indices.map { field in
      (value(row[term(field, 2)], fields[field]), value(row[term(field, 3)], fields[field]))
    }
    guard extremes.allSatisfy({ $0.0.string == nil && $0.1.string == nil }) else { return nil }
    let cells = cells.map { cell -> Value in
      switch cell {
      case .records: .integer(row[keys.count].integer ?? 0)
      case .present(let field): .integer(present(of: field, in: row))
      case .sum(let field): sum(of: field, in: row).map(Value.number) ?? .null
      case .mean(let field):
        sum(of: field, in: row).map { .double($0.double / Double(present(of: field, in: row))) }
          ?? .null
      case .minimum(let field): extremes[field].0
      case .maximum(let field): extremes[field].1
      case .distinct(let place):
        .integer(row[keys.count + 1 + 4 * fields.count + place].integer ?? 0)
      }
    }
    return AggregateAnswer.Line(
      keys: keys.indices.map { value(row[$0], keys[$0]) }, records: row[keys.count].integer ?? 0,
      cells: cells)
  }

  /// Written as sums are here.
  private func sum(of field: Int, in row: [KeyValue]) -> NumberText? {
    guard let text = row[term(field, 1)].text else { return nil }
    var statistics = NumberStatistics()
    statistics.add(NumberText(text: text))
    return statistics.sum
  }
}

// MARK: - Where values lie

extension TableQuestion {
  /// From here on, a number with a fraction may round to a whole double.
  private static let mostExact = Double(1 << 52)

  /// - Complexity: what the database needs for one statement, and for another one that ends at the first
  ///   fraction. What has no order here makes it ask a third one.
  func span(of path: [String]) throws(DataError) -> ValueSpan? {
    guard backend.dialect == .postgres, let column = column(path), let kind = column.type?.kind,
      let valueKind = kind.valueKind, kind.hasExtremes, kind != .float
    else { return nil }
    let all = try ends(of: column, filter)
    var regular = all
    var narrowed = filter
    let isRegular = { (ends: ColumnEnds) in ends.values.allSatisfy { $0.kind == valueKind } }
    if all.count > 0, !isRegular(all), let irregular = kind.irregular(column.name.sqlName) {
      // NaN, the infinities and odd dates sort to the ends on the server, and are texts here.
      let other = SQLPiece(text: "NOT \(irregular)")
      narrowed = .all([filter, other].compactMap(\.self))
      regular = try ends(of: column, narrowed)
    }
    guard regular.count == 0 || isRegular(regular), regular.values.allSatisfy(Self.isExact) else {
      return nil
    }
    var areWhole = true
    if kind.mayHaveFractions {
      let fraction = SQLPiece(text: kind.fraction(column))
      areWhole = try !hasRow(.all([narrowed, fraction].compactMap(\.self)))
    }
    return ValueSpan(
      kind: valueKind,
      ends: regular.count == 0 ? nil : (regular.values[0], regular.values[1]), areWhole: areWhole,
      count: regular.count, texts: all.count - regular.count, records: all.records)
  }

  private struct ColumnEnds {
    var records = 0
    /// Rows that have a value.
    var count = 0
    /// The least and the greatest; none without a value.
    var values: [Value] = []
  }

  private func ends(of column: Column, _ filter: SQLPiece?) throws(DataError) -> ColumnEnds {
    let name = column.name.sqlName
    let query = select("count(*), count(\(name)), min(\(name)), max(\(name))", where: filter)
    guard let row = try backend.rows(query).first, row.count == 4, let records = row[0].integer,
      let count = row[1].integer
    else { return ColumnEnds() }
    let values = row[2...].map { backend.value($0, of: column) }
    return ColumnEnds(records: records, count: count, values: count == 0 ? [] : values)
  }

  /// - Complexity: what the database needs for one statement, which ends at the first such row.
  func hasRow(_ condition: SQLPiece) throws(DataError) -> Bool {
    try !backend.rows(select("1", where: condition, "LIMIT 1")).isEmpty
  }

  /// Whether doubles up to this value keep fractions, and the microseconds of dates, apart.
  private static func isExact(_ value: Value) -> Bool {
    switch value {
    case .number(let number): abs(number.double) < mostExact
    // Up to the year 2106.
    case .date(let date): abs(date.secondsSince1970) < Double(1 << 32)
    default: false
    }
  }

  /// - Complexity: what the database needs for one statement, with a comparison of each row for each border.
  func counts(of path: [String], below borders: [Value]) throws(DataError) -> [Int]? {
    guard backend.dialect == .postgres, let column = column(path), let type = column.type else {
      return nil
    }
    let field = ServerField(column.name.sqlName, type, isUTF8: true)
    let pieces = borders.compactMap(field.isBelow)
    guard pieces.count == borders.count else { return nil }
    if pieces.isEmpty { return [] }
    let terms = pieces.map { "count(CASE WHEN \($0.text) THEN 1 END)" }
    // -Infinity and dates before the year 1 are texts here, but sort below every border there.
    let regular = type.kind.start.map { SQLPiece(text: "\(column.name.sqlName) \($0)") }
    var query = select(
      terms.joined(separator: ", "), where: .all([regular, filter].compactMap(\.self)))
    query.arguments = pieces.flatMap(\.arguments) + query.arguments
    let counts = try backend.rows(query).first?.compactMap(\.integer)
    return counts?.count == borders.count ? counts : nil
  }
}

// MARK: - What has no order here

extension TableQuestion {
  /// Beyond this many rows, only what an index finds is counted.
  private static let mostScanned = 1_000_000

  /// How many rows of a column of numbers or dates hold what is a text here.
  ///
  /// - Returns: `.atLeast(0)` where counting them would scan a large table; nil for columns of other types.
  /// - Complexity: what the database needs for one statement.
  func strayTexts(at path: [String], among rows: Int) throws(DataError) -> Extent? {
    guard let name = path.first, let column = column([name]), let kind = column.type?.kind else {
      return nil
    }
    // In a document a field may be anything.
    if path.count > 1 { return kind == .binaryJSON ? .atLeast(0) : nil }
    guard let irregular = kind.irregular(column.name.sqlName) else { return nil }
    let condition = SQLPiece.all([filter, SQLPiece(text: irregular)].compactMap(\.self))
    let query = select("count(*)", where: condition)
    if rows > Self.mostScanned,
      try backend.plan(of: query).contains(where: {
        $0.contains("Seq Scan") || $0.contains("Foreign")
      })
    {
      return .atLeast(0)
    }
    return .exact(try backend.integer(query))
  }
}

extension ColumnType.Kind {
  /// The kind of all values of a column; nil where they may be of several.
  fileprivate var valueKind: ValueKind? {
    switch self {
    case .bool: .bool
    case .integer, .decimal, .double, .float: .number
    case .text, .paddedText, .foldedText, .named: .text
    case .date, .moment: .date
    case .data, .json, .binaryJSON, .other: nil
    }
  }

  /// Whether sums are exact.
  fileprivate var isExact: Bool { self == .integer || self == .decimal }

  /// Whether what has no order among its numbers or dates would be found at their ends.
  fileprivate var hasExtremes: Bool {
    switch self {
    case .integer, .decimal, .double, .float, .date, .moment: true
    default: false
    }
  }

  /// Whether values that are equal are written alike, and ordered as they are here.
  fileprivate func isOrderedExactly(_ column: Column) -> Bool {
    switch self {
    case .integer, .date, .moment: true
    case .decimal: column.type?.name.contains(",") == true
    default: false
    }
  }

  /// Whether there are numbers that are not whole.
  fileprivate var mayHaveFractions: Bool { self == .decimal || self == .double }

  /// A condition that is true of numbers with a fraction.
  fileprivate func fraction(_ column: Column) -> String {
    "\(column.name.sqlName) <> trunc(\(column.name.sqlName))"
  }

  /// The comparison that leaves out -Infinity and dates before the year 1; nil for types without them.
  fileprivate var start: String? {
    switch self {
    case .decimal, .double, .float: "> '-Infinity'"
    case .date, .moment: ">= '0001-01-01'"
    default: nil
    }
  }

  /// What is true of values that are texts here: `NaN`, the infinities, years that ISO 8601 can't write
  /// in four digits.
  fileprivate func irregular(_ column: String) -> String? {
    switch self {
    case .decimal, .double, .float: "\(column) IN ('NaN', 'Infinity', '-Infinity')"
    case .date, .moment: "(\(column) < '0001-01-01' OR \(column) >= '10000-01-01')"
    default: nil
    }
  }
}
