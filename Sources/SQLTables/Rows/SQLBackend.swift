package import TableModel

/// A database that answers statements: what the rows of its tables are read with.
///
/// Whole windows go across, never single rows or values, so that the loop over what a statement returns
/// stays in the module of the database, where the compiler sees through it.
package protocol SQLBackend: AnyObject, Sendable {
  /// The database as errors name it.
  var name: String { get }
  var dialect: SQLDialect { get }
  /// How rows are counted behind the prompt.
  var pace: CountingPace { get }

  /// Whether all that was read so far was read at the same moment.
  var seesOneMoment: Bool { get }

  /// All rows that a statement returns, as the database holds them: for keys and counts, not for tables.
  func rows(_ query: SQLQuery) throws(DataError) -> [[KeyValue]]

  /// The anchors after one.
  func anchors(of selection: KeyedSelection, after last: [KeyValue]?, stride: Int, count: Int)
    throws(DataError) -> AnchorPiece

  /// Adds the rows that a statement returns to a window.
  ///
  /// - Parameter plan: what comes of the statement's columns, which are those of the plan.
  func append(_ query: SQLQuery, _ plan: FieldPlan, to batch: inout RecordBatch) throws(DataError)

  /// The rows that a statement returns as records.
  func records(_ query: SQLQuery, _ columns: [Column], keys: RecordKeys) throws(DataError)
    -> [Value]

  /// Adds what a statement returns to columns.
  ///
  /// - Parameter plan: which column of the statement goes where.
  func fill(_ query: SQLQuery, _ plan: ColumnFilling, into builders: inout [FieldColumn.Builder])
    throws(DataError)

  /// The numbers of the rows whose column lies within a bound, in any order; see
  /// `RowSequence.positions`.
  func rowNumbers(
    of table: String, _ number: String, where column: String, within: FieldBound, limit: Int
  )
    throws(DataError) -> [Int64]?

  /// How the database would answer a statement, a step each.
  func plan(of query: SQLQuery) throws(DataError) -> [String]

  /// A key as records show it.
  func value(_ key: KeyValue, of column: Column) -> Value

  /// What has been found about the database since it was opened; nil for nothing.
  var activity: SourceActivity? { get }
}

extension SQLBackend {
  package func rowNumbers(
    of table: String, _ number: String, where column: String, within: FieldBound, limit: Int
  ) throws(DataError) -> [Int64]? { nil }

  package func value(_ key: KeyValue, of column: Column) -> Value { key.value }

  package var activity: SourceActivity? { nil }
  package var seesOneMoment: Bool { true }

  /// The whole number that a statement returns.
  package func integer(_ query: SQLQuery) throws(DataError) -> Int {
    try rows(query).first?.first?.integer ?? 0
  }
}

/// How rows are counted: each step costs a statement, and each row that it passes a moment.
package struct CountingPace: Sendable {
  /// Rows between two anchors.
  package var stride: Int
  /// Anchors that are found in one go.
  package var anchorsAtOnce: Int
  /// How many rows are counted before a table is shown; the others are counted behind it.
  package var rowsAtFirst: Int
  /// Whether a statement that only counts is quicker than anchors.
  package var countsByItself: Bool

  package init(
    stride: Int = AnchorIndex.standardStride, anchorsAtOnce: Int = 16, rowsAtFirst: Int = 1 << 16,
    countsByItself: Bool = false
  ) {
    (self.stride, self.anchorsAtOnce) = (stride, anchorsAtOnce)
    (self.rowsAtFirst, self.countsByItself) = (rowsAtFirst, countsByItself)
  }
}

/// Which column of a statement goes into which column of a table.
package struct ColumnFilling: Sendable {
  /// The columns of the statement, in order.
  package var columns: [Column]
  /// For each column of the table its place in the statement; nil for one that no row has.
  package var places: [Int?]

  package init(columns: [Column], places: [Int?]) {
    (self.columns, self.places) = (columns, places)
  }
}

/// How the fields that a window asks for come from columns.
package struct FieldPlan: Sendable {
  package enum Origin: Sendable {
    /// A position in the list of columns that are read.
    case column(Int, Column)
    /// What stands inside of a column's value.
    case part(Int, Column, FieldPath)
    /// Positions of all columns.
    case wholeRecord([Int])
    case missing
  }

  /// The columns to read, each once.
  package private(set) var columns: [Int] = []
  package private(set) var origins: [Origin] = []
  package let all: [Column]

  package init(_ fields: [FieldPath], columns all: [Column]) {
    self.all = all
    for field in fields {
      if field == .itself {
        origins.append(.wholeRecord(all.indices.map { place(of: $0) }))
      } else if case .key(let name)? = field.steps.first,
        let column = all.firstIndex(where: { $0.name == name })
      {
        let rest = FieldPath(Array(field.steps.dropFirst()))
        origins.append(
          rest.steps.isEmpty
            ? .column(place(of: column), all[column])
            : .part(place(of: column), all[column], rest))
      } else {
        origins.append(.missing)
      }
    }
  }

  private mutating func place(of column: Int) -> Int {
    if let place = columns.firstIndex(of: column) { return place }
    columns.append(column)
    return columns.count - 1
  }

  /// The text of a whole record.
  ///
  /// - Parameter value: the value of a column at its place.
  package func text(_ places: [Int], value: (Int, Column) -> Value) -> String {
    let fields = zip(all, places).map { column, place in (column.name, value(place, column)) }
    return Value.record(Record(fields)).plainText
  }
}
