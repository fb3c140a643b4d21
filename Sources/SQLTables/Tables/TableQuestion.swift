import Arranging
package import TableModel

/// The rows of a table as a database can be asked about them: narrowed, in an order, in groups.
package struct TableQuestion: Sendable {
  package let backend: any SQLBackend
  package let relation: Relation
  package let key: RowKey
  /// What the rows were divided by when the table was opened.
  package var groupKey: String?
  /// The rows that are meant; nil for all.
  var filter: SQLPiece?
  /// Whether the rows stand in another order than that of the key.
  var isOrdered = false

  package init(
    backend: any SQLBackend, relation: Relation, key: RowKey, groupKey: String? = nil
  ) {
    (self.backend, self.relation, self.key) = (backend, relation, key)
    self.groupKey = groupKey
  }

  func column(_ path: [String]) -> Column? {
    path.count == 1 ? relation.columns.first { $0.name == path[0] } : nil
  }

  func selection(_ filter: SQLPiece?, _ key: RowKey? = nil) -> KeyedSelection {
    KeyedSelection(
      table: relation.sqlName, key: key ?? self.key, filter: filter, dialect: backend.dialect)
  }

  /// A statement over the rows of the table that pass a filter.
  func select(_ terms: String, where filter: SQLPiece?, _ rest: String = "") -> SQLQuery {
    let condition = filter.map { " WHERE \($0.text)" } ?? ""
    return SQLQuery(
      "SELECT \(terms) FROM \(relation.sqlName)\(condition) \(rest)", filter?.arguments ?? [])
  }

  /// The key of a row that stands somewhere in a selection of the table.
  func key(of position: Int, in rows: KeyedRows) throws(DataError) -> [KeyValue]? {
    guard let place = try rows.anchors.place(of: position) else { return nil }
    let query = rows.selection.query(
      key.expressions, from: place.key, limit: 1, offset: place.skip)
    return try backend.rows(query).first
  }
}

// MARK: - From one order to another

extension TableQuestion {
  /// Where the row with a key stands among others; nil where it is not.
  ///
  /// - Complexity: what the database needs to count the rows before it.
  func position(of key: [KeyValue], in rows: any RowSequence) throws(DataError) -> Int? {
    let parts = (rows as? JoinedRows)?.parts ?? (rows as? KeyedRows).map { [$0] } ?? []
    var before = 0
    for part in parts {
      if let position = try position(of: key, in: part) { return before + position }
      before += part.extent.known
    }
    return nil
  }

  private func position(of key: [KeyValue], in rows: KeyedRows) throws(DataError) -> Int? {
    var own = rows.selection
    own.key = self.key
    // The row by what orders it there, which begins with the columns of the order.
    let query = own.query(rows.selection.key.expressions, from: key, limit: 1)
    guard let found = try backend.rows(query).first, Array(found.suffix(key.count)) == key else {
      return nil
    }
    let position = try backend.integer(rows.selection.countQuery(before: found))
    rows.anchors.note(found, at: position)
    return position
  }
}

// MARK: - Requests

extension TableQuestion {
  /// More groups are made here, from a column.
  private static let mostGroups = 100_000

  /// Does of a request what the database does with exactly the same meaning, or nearly so.
  ///
  /// - Parameter whole: the table with all rows, which are counted.
  /// - Returns: nil where nothing of it can be done there.
  package func answer(_ request: SourceRequest, from whole: DatabaseTable) throws(DataError)
    -> SourceAnswer?
  {
    guard backend.dialect == .postgres else { return nil }
    let added = request.filter.flatMap {
      FilterRenderer(relation.columns, dialect: backend.dialect).piece($0)
    }
    let isExact = request.filter == nil || added?.isExact == true
    let both = [self.filter, added].compactMap(\.self)
    let filter = both.isEmpty ? nil : SQLPiece.all(both)
    let order = try order(request.order, filter)
    guard added != nil || order != nil || (request.groupKey != nil && isExact) else { return nil }
    let own = self.groupKey.map { [$0] }
    let groups =
      try isExact || request.groupKey == nil
      ? (request.groupKey ?? own).flatMap { path throws(DataError) in
        try grouped(by: path, filter, order)
      } : nil
    let sections: [DatabaseTable.Section]
    if let groups {
      sections = groups
    } else if own != nil {
      // The sections that the table was opened in can't be left out.
      return nil
    } else {
      let rows = try rows(filter, order, count: nil)
      // A section that a filter leaves nothing of disappears.
      let isEmpty = filter != nil && rows.extent == .exact(0)
      sections = isEmpty ? [] : [DatabaseTable.Section(rows: rows)]
    }
    var question = self
    (question.groupKey, question.filter, question.isOrdered) = (
      nil, filter, order.map { $0.parts.first != key.parts.first } ?? false
    )
    let table = DatabaseTable(
      columns: relation.columns, sections: sections, questions: question, whole: whole)
    return SourceAnswer(
      source: table, filtered: added == nil ? nil : whole.counts().rows.known, isExact: isExact,
      isOrdered: order != nil, isGrouped: groups != nil)
  }

  /// Rows that a filter leaves, in an order, counted.
  private func rows(_ filter: SQLPiece?, _ order: Order?, count: Int?) throws(DataError)
    -> any RowSequence
  {
    let parts = order?.selections(self, filter) ?? [selection(filter)]
    let rows = try parts.map { part throws(DataError) in
      KeyedRows(
        backend, part, columns: relation.columns,
        count: try parts.count == 1 && count != nil
          ? count : backend.integer(part.countQuery()))
    }
    return rows.count == 1 ? rows[0] : JoinedRows(parts: rows)
  }

  // MARK: Groups

  private func grouped(by path: [String], _ filter: SQLPiece?, _ order: Order?) throws(DataError)
    -> [DatabaseTable.Section]?
  {
    guard let column = column(path), column.type?.groupsByEquality == true else { return nil }
    return try sections(by: column.name.sqlName, column, filter, order)
  }

  /// The table with a section for each value of a column; nil where they are not those of here.
  package func table(groupedBy column: Column) throws(DataError) -> DatabaseTable? {
    guard column.type?.groupsByEquality == true else { return nil }
    return try grouped(by: column.name.sqlName, column)
  }

  /// A section for each value of an expression.
  ///
  /// - Complexity: what the database needs for one statement.
  package func grouped(by expression: String, _ column: Column) throws(DataError)
    -> DatabaseTable?
  {
    guard let sections = try sections(by: expression, column, nil, nil) else { return nil }
    var question = self
    question.groupKey = column.name
    return DatabaseTable(columns: relation.columns, sections: sections, questions: question)
  }

  /// - Returns: nil where there are too many groups, or two that are the same here.
  private func sections(
    by expression: String, _ column: Column, _ filter: SQLPiece?, _ order: Order?
  ) throws(DataError) -> [DatabaseTable.Section]? {
    let query = select(
      "\(expression), count(*)", where: filter, "GROUP BY 1 LIMIT \(Self.mostGroups + 1)")
    var groups: [(key: KeyValue, value: Value, count: Int, order: SortValue)] = []
    for row in try backend.rows(query) {
      guard row.count == 2, let count = row[1].integer else { continue }
      let value = backend.value(row[0], of: column)
      groups.append((row[0], value, count, SortValue(value)))
    }
    guard groups.count <= Self.mostGroups, Set(groups.map(\.value)).count == groups.count else {
      return nil
    }
    groups.sort { $0.order.compare($1.order) < 0 }
    let labels = ValueLabels(telling: groups.map(\.value))
    return try groups.map { group throws(DataError) in
      let own = backend.dialect.equality(expression, group.key)
      let rows = try rows(
        filter.map { .all([$0, own]) } ?? own, order, count: group.count)
      return DatabaseTable.Section(title: labels.title(ofGroup: group.value), rows: rows)
    }
  }
}

extension ColumnType {
  /// Whether the database takes the same values for equal as are equal here, and shows all of them
  /// alike. Numbers without a fixed scale are equal when they are written differently.
  var groupsByEquality: Bool {
    switch kind {
    case .bool, .integer, .date, .moment, .named, .double, .float: true
    case .text, .paddedText: isDeterministic
    case .decimal: name.contains(",")
    case .foldedText, .data, .json, .binaryJSON, .other: false
    }
  }
}

// MARK: - Values

extension TableQuestion {
  /// A server's estimate may be wrong, but hardly by more than this factor.
  private static let mostMisjudged = 4

  /// The values of a column and how many rows have each, in the order in which the values first come up.
  func valueCounts(of path: [String], limit: Int) throws(DataError)
    -> [(value: Value, count: Int)]?
  {
    guard backend.dialect == .postgres, !isOrdered, let column = column(path),
      column.type?.groupsByEquality == true, let first = key.parts.first, key.parts.count == 1,
      key.isPlace
        || relation.columns.first(where: { $0.name.sqlName == first.expression })?.type?.kind
          .hasMinimum == true
    else { return nil }
    let appearance = "\(first.isDescending ? "max" : "min")(\(first.expression))"
    let terms = "\(column.name.sqlName), count(*), \(appearance)"
    // Counting far too many groups, only to give up, takes as long as reading the column.
    let plan = try backend.plan(of: select(terms, where: filter, "GROUP BY 1"))
    if let likely = Self.expectedRows(plan), likely / Self.mostMisjudged > limit { return nil }
    let order = "ORDER BY 3\(first.isDescending ? " DESC" : "") LIMIT \(limit + 1)"
    let rows = try backend.rows(select(terms, where: filter, "GROUP BY 1 \(order)"))
    let counts = rows.map { (value: backend.value($0[0], of: column), count: $0[1].integer ?? 0) }
    guard counts.count <= limit, Set(counts.map(\.value)).count == counts.count else { return nil }
    return counts
  }

  /// How many rows the last step of a plan is expected to give.
  private static func expectedRows(_ plan: [String]) -> Int? {
    plan.first?.split(separator: " rows=").dropFirst().first.flatMap { rest in
      Int(rest.prefix(while: \.isNumber))
    }
  }
}

extension ColumnType.Kind {
  /// Whether the server has a minimum of such values.
  fileprivate var hasMinimum: Bool {
    switch self {
    case .integer, .decimal, .double, .float, .text, .date, .moment: true
    default: false
    }
  }
}

// MARK: - Orders

extension TableQuestion {
  /// An order of rows by columns, which the database finds by an index.
  struct Order: Sendable {
    var parts: [RowKey.Part]
    /// The first column, where some rows have no value in it: they come last, in the order of the key.
    var nullable: String?

    /// The rows in their order, those without a value apart: no index has these last in both
    /// directions.
    func selections(_ question: TableQuestion, _ filter: SQLPiece?) -> [KeyedSelection] {
      let key = RowKey(parts + question.key.parts)
      guard let nullable else { return [question.selection(filter, key)] }
      let (some, none) = (
        SQLPiece(text: "\(nullable) IS NOT NULL"), SQLPiece(text: "\(nullable) IS NULL")
      )
      return [
        question.selection(filter.map { .all([$0, some]) } ?? some, key),
        question.selection(filter.map { .all([$0, none]) } ?? none),
      ]
    }
  }

  /// - Returns: nil where there is no order, where the database has another one, or where it would sort
  ///   all rows for each window.
  private func order(_ wanted: [FieldOrder], _ filter: SQLPiece?) throws(DataError) -> Order? {
    guard !wanted.isEmpty else { return nil }
    var order = Order(parts: [])
    for (index, field) in wanted.enumerated() {
      guard let column = column(field.path), let type = column.type, type.kind.isOrderedAlike,
        !type.isNullable || index == 0, try hasOnlyRegularValues(column, filter)
      else { return nil }
      let name = column.name.sqlName
      order.parts.append(RowKey.Part(name, isDescending: !field.isAscending))
      if type.isNullable { order.nullable = name }
    }
    guard let first = order.selections(self, filter).first else { return nil }
    let plan = try backend.plan(of: first.query(key.expressions, limit: 50))
    return plan.contains(where: Self.sorts) ? nil : order
  }

  /// A step that sorts all rows; an incremental sort only arranges neighbours that are equal. What
  /// another server is asked to order it may have to sort as well, for each window anew.
  private static func sorts(_ step: String) -> Bool {
    let words = step.drop { $0 == " " || $0 == "-" || $0 == ">" }
    return words.hasPrefix("Sort") || words.contains("Foreign Scan")
  }

  /// Whether no value of a column is a text here (`NaN`, an infinity, a date before Christ): they
  /// would stand first or last there, and among the texts here.
  private func hasOnlyRegularValues(_ column: Column, _ filter: SQLPiece?) throws(DataError) -> Bool
  {
    guard let kind = column.type?.kind, kind != .bool, kind != .integer else { return true }
    let name = column.name.sqlName
    let query = select("min(\(name)), max(\(name))", where: filter)
    let ends = try backend.rows(query).first ?? []
    return ends.allSatisfy { end in
      if case .string = backend.value(end, of: column) { false } else { true }
    }
  }
}

// MARK: - What is there

extension TableQuestion {
  /// Whether any row has something within a column of documents.
  ///
  /// - Returns: nil where the database can't say it.
  /// - Complexity: what the database needs for one statement, which ends at the first such row.
  func hasValues(at path: [String]) throws(DataError) -> Bool? {
    guard let name = path.first, path.count > 1, let column = column([name]),
      column.type?.kind == .binaryJSON,
      let field = JSONField(column.name.sqlName, Array(path.dropFirst()))
    else { return nil }
    return try hasRow(.all([filter, field.isThere].compactMap(\.self)))
  }
}

extension ColumnType.Kind {
  /// Whether a database orders such values as they are ordered here. Text never is: its order folds
  /// case and accents here, and no collation of a server does the same.
  fileprivate var isOrderedAlike: Bool {
    switch self {
    case .bool, .integer, .decimal, .double, .float, .date, .moment: true
    default: false
    }
  }
}
