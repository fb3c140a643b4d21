import Dispatch
import Foundation
package import TableModel

/// Rows in a fixed order, found by their position.
package protocol RowSequence: Sendable {
  /// How many rows there are, as far as that is known without reading on.
  var extent: Extent { get }

  /// Counts to the end, or as far as is ever counted.
  func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError)

  /// The part of a range that holds rows; it may lie beyond what `extent` knows.
  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int>

  /// Adds rows to a window.
  func append(_ range: Range<Int>, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)

  /// Whole rows as records.
  func records(_ range: Range<Int>, keys: RecordKeys) throws(DataError) -> [Value]

  /// Adds the values of rows to columns.
  ///
  /// - Parameter columns: the columns to read, by their numbers.
  func fill(
    _ range: Range<Int>, _ columns: [Int], _ plan: ColumnFilling,
    into builders: inout [FieldColumn.Builder]
  ) throws(DataError)

  /// Makes sure, once all rows were read, that there are no more than were counted.
  ///
  /// - Throws: `DataError.changedUnderneath` where there are.
  func checkCount() throws(DataError)

  /// The positions of the rows whose column lies within a bound, ascending; other values of the
  /// column are of the same kind or NULL.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - limit: how many positions are worth the search.
  /// - Returns: nil when no index finds them, when there are more, or other kinds of values.
  func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
}

extension RowSequence {
  package func checkCount() throws(DataError) {}

  package func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
  { nil }
}

/// The rows of a table, read by ranges of its key.
package struct KeyedRows: RowSequence {
  package let backend: any SQLBackend
  package let selection: KeyedSelection
  package let columns: [Column]
  package let anchors: AnchorIndex

  /// - Parameters:
  ///   - columns: all columns of the table.
  ///   - count: how many rows there are, when it is known.
  package init(
    _ backend: any SQLBackend, _ selection: KeyedSelection, columns: [Column],
    count: Int? = nil
  ) {
    self.backend = backend
    self.selection = selection
    self.columns = columns
    anchors = AnchorIndex(backend, selection, count: count)
  }

  /// Counts what is counted before a table is shown.
  package func countQuickly() throws(DataError) {
    try anchors.countQuickly(to: backend.pace.rowsAtFirst)
  }

  package var extent: Extent { anchors.extent }

  package func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError) {
    try anchors.countAll(checkpoint: checkpoint)
  }

  package func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> {
    let end = try anchors.existing(before: range.upperBound)
    return range.clamped(to: 0..<max(0, end))
  }

  package func append(_ range: Range<Int>, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    guard let query = try query(range, plan.columns) else { return }
    let before = batch.count
    try backend.append(query, plan, to: &batch)
    try check(batch.count - before, range)
  }

  package func records(_ range: Range<Int>, keys: RecordKeys) throws(DataError) -> [Value] {
    guard let query = try query(range, Array(columns.indices)) else { return [] }
    let records = try backend.records(query, columns, keys: keys)
    try check(records.count, range)
    return records
  }

  package func fill(
    _ range: Range<Int>, _ columns: [Int], _ plan: ColumnFilling,
    into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    guard let query = try query(range, columns) else { return }
    let before = builders.first?.count ?? 0
    try backend.fill(query, plan, into: &builders)
    try check((builders.first?.count ?? range.count) - before, range)
  }

  /// What expressions are of rows, as the database holds it.
  func values(of expressions: [String], _ range: Range<Int>) throws(DataError) -> [[KeyValue]] {
    guard let query = try query(range, expressions) else { return [] }
    return try backend.rows(query)
  }

  private func query(_ range: Range<Int>, _ columns: [Int]) throws(DataError) -> SQLQuery? {
    try query(range, columns.map { self.columns[$0].name.sqlName })
  }

  private func query(_ range: Range<Int>, _ expressions: [String]) throws(DataError) -> SQLQuery? {
    if range.isEmpty { return nil }
    // Where rows were counted, there is a first one, unless somebody has changed the table.
    guard let place = try anchors.place(of: range.lowerBound) else {
      throw .changedUnderneath(file: backend.name)
    }
    return selection.query(expressions, from: place.key, limit: range.count, offset: place.skip)
  }

  /// - Complexity: one statement where what was counted may be of another moment than what was read,
  ///   O(1) otherwise.
  package func checkCount() throws(DataError) {
    guard !backend.seesOneMoment, extent.isExact else { return }
    let last = extent.known - 1
    let rest =
      last < 0
      ? selection.query([], limit: 1)
      : try query(last..<last + 2, [String]())
    guard let rest, try backend.rows(rest).count == min(1, extent.known) else {
      throw .changedUnderneath(file: backend.name)
    }
  }

  /// Fewer rows than were counted: somebody has changed the table.
  private func check(_ count: Int, _ range: Range<Int>) throws(DataError) {
    if count < range.count { throw .changedUnderneath(file: backend.name) }
  }

  /// - Complexity: O(positions log rows), and a read of up to `stride` keys for each anchor whose
  ///   stretch of rows holds some of the positions, unless the rows are numbered without gaps.
  package func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
  {
    guard selection.filter == nil, selection.key.isRowID else { return nil }
    let numbers = try backend.rowNumbers(
      of: selection.table, selection.key.order, where: columns[column].name.sqlName, within: bound,
      limit: limit)
    guard let numbers else { return nil }
    return try anchors.positions(of: numbers.sorted(), among: count)
  }
}

/// Rows that are counted piece by piece, as far as somebody needs it or for the sake of the count.
package protocol StepwiseCounting: AnyObject, Sendable {
  /// Goes on with the next piece, a millisecond or so.
  ///
  /// - Returns: false when all is counted, or as much as ever will be.
  func advance() throws(DataError) -> Bool
}

/// Work that nobody waits for.
package enum Background {
  @TaskLocal package static var isCurrent = false
}

extension StepwiseCounting {
  /// Counts to the end beside everything else, for as long as somebody holds the rows.
  ///
  /// An error ends it: the next read of the rows meets it too, and can report it.
  package func countInBackground() {
    DispatchQueue.global(qos: .utility).async { [weak self] in
      while Background.$isCurrent.withValue(true, operation: { try? self?.advance() }) == true {
        // A reader that waits for the lock would hardly get it without a break.
        usleep(Self.pause)
      }
    }
  }

  /// In microseconds.
  private static var pause: UInt32 { 50 }
}

/// Rows of several selections of a table, one after the other: those without a value behind the
/// others, say. All parts are counted.
struct JoinedRows: RowSequence {
  let parts: [KeyedRows]

  var extent: Extent { parts.reduce(.exact(0)) { $0 + $1.extent } }

  func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError) {}

  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> {
    range.clamped(to: 0..<extent.known)
  }

  func append(_ range: Range<Int>, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    for (rows, range) in pieces(range) { try rows.append(range, plan, to: &batch) }
  }

  func records(_ range: Range<Int>, keys: RecordKeys) throws(DataError) -> [Value] {
    var records: [Value] = []
    for (rows, range) in pieces(range) { records += try rows.records(range, keys: keys) }
    return records
  }

  func fill(
    _ range: Range<Int>, _ columns: [Int], _ plan: ColumnFilling,
    into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    for (rows, range) in pieces(range) { try rows.fill(range, columns, plan, into: &builders) }
  }

  func checkCount() throws(DataError) {
    for part in parts { try part.checkCount() }
  }

  /// The part that a row stands in, and its position there.
  func part(at row: Int) -> (KeyedRows, Int)? {
    pieces(row..<row + 1).first.map { ($0, $1.lowerBound) }
  }

  /// The rows of a range, part by part.
  private func pieces(_ range: Range<Int>) -> [(KeyedRows, Range<Int>)] {
    var start = 0
    var pieces: [(KeyedRows, Range<Int>)] = []
    for part in parts {
      let own = range.clamped(to: start..<start + part.extent.known)
      if !own.isEmpty { pieces.append((part, own.lowerBound - start..<own.upperBound - start)) }
      start += part.extent.known
    }
    return pieces
  }
}

/// The rows of a table, or those that a condition leaves, in the order of a key.
package struct KeyedSelection: Sendable {
  /// The table as SQL names it.
  package var table: String
  package var key: RowKey
  package var filter: SQLPiece?
  package var dialect: SQLDialect

  package init(
    table: String, key: RowKey, filter: SQLPiece? = nil, dialect: SQLDialect = .sqlite
  ) {
    (self.table, self.key, self.filter, self.dialect) = (table, key, filter, dialect)
  }

  /// Reads expressions of some rows, in order.
  ///
  /// - Parameter first: the key of the row to begin with; nil for the first one.
  package func query(
    _ expressions: [String], from first: [KeyValue]? = nil, limit: Int, offset: Int = 0
  ) -> SQLQuery {
    query(expressions, first.map { key.side(.from, of: $0, in: dialect) }, limit, offset)
  }

  /// Reads expressions of the rows before one, the nearest first.
  ///
  /// - Parameter end: the key of the row behind them; nil for the end of all rows.
  package func query(
    _ expressions: [String], before end: [KeyValue]?, limit: Int, offset: Int
  ) -> SQLQuery {
    query(
      expressions, end.map { key.side(.before, of: $0, in: dialect) }, limit, offset,
      reversed: true)
  }

  private func query(
    _ expressions: [String], _ bound: SQLPiece?, _ limit: Int, _ offset: Int,
    reversed: Bool = false
  ) -> SQLQuery {
    var conditions = [filter, bound].compactMap(\.self)
    if key.isPlace, !reversed { conditions = upToTheNext(limit + offset, conditions) }
    let list = expressions.isEmpty ? "NULL" : expressions.joined(separator: ", ")
    let mark = dialect.mark
    let text =
      "SELECT \(list) FROM \(table)\(Self.filter(conditions))"
      + " ORDER BY \(key.order(reversed: reversed)) LIMIT \(mark) OFFSET \(mark)"
    return SQLQuery(
      text, conditions.flatMap(\.arguments) + [.integer(Int64(limit)), .integer(Int64(offset))])
  }

  /// Conditions for the next rows by their places, with an end: no index has that order, and without an
  /// end all the rows that follow would be sorted. However the database finds that many rows, those that
  /// lie first are not behind the last of them.
  private func upToTheNext(_ count: Int, _ conditions: [SQLPiece]) -> [SQLPiece] {
    let start = [SQLPiece(text: "ctid >= '(0,0)'")] + conditions
    let found = "SELECT ctid AS place FROM \(table)\(Self.filter(start)) LIMIT \(dialect.mark)"
    let end = SQLPiece(
      text: "ctid <= (SELECT max(place) FROM (\(found)) AS found)",
      arguments: start.flatMap(\.arguments) + [.integer(Int64(count))])
    return start + [end]
  }

  /// How many rows there are from a key on, up to a limit; without either all of them.
  package func countQuery(from first: [KeyValue]? = nil, limit: Int? = nil) -> SQLQuery {
    guard let limit else {
      return SQLQuery(
        "SELECT count(*) FROM \(table)\(Self.filter(filter.map { [$0] } ?? []))",
        filter?.arguments ?? [])
    }
    let rows = query([], from: first, limit: limit)
    return SQLQuery("SELECT count(*) FROM (\(rows.text)) AS rows", rows.arguments)
  }

  /// How many rows stand before the one with a key.
  package func countQuery(before row: [KeyValue]) -> SQLQuery {
    let conditions = [filter, key.side(.before, of: row, in: dialect)].compactMap(\.self)
    return SQLQuery(
      "SELECT count(*) FROM \(table)\(Self.filter(conditions))", conditions.flatMap(\.arguments))
  }

  private static func filter(_ conditions: [SQLPiece]) -> String {
    conditions.isEmpty ? "" : " WHERE " + conditions.map(\.text).joined(separator: " AND ")
  }
}
