import CSQLite
import Foundation
import TableModel

/// Rows in a fixed order, found by their position.
protocol RowSequence: Sendable {
  /// How many rows there are, as far as that is known without reading on.
  var extent: Extent { get }

  /// Goes on with counting.
  ///
  /// - Returns: false when all is counted, or as much as ever will be.
  func advance() throws(DataError) -> Bool

  /// The part of a range that holds rows; it may lie beyond what `extent` knows.
  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int>

  /// Visits rows in order, until the visitor returns false.
  ///
  /// - Parameters:
  ///   - columns: the columns to read; the statement has them in this order.
  ///   - visit: reads the current row of the statement.
  func visit(_ range: Range<Int>, columns: [Int], _ visit: (Statement) throws -> Bool)
    throws(DataError)

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
  func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
  { nil }
}

/// The rows of a table, read by ranges of its key.
struct KeyedRows: RowSequence {
  let connection: DatabaseConnection
  let selection: KeyedSelection
  let columns: [Column]
  let anchors: AnchorIndex

  /// - Parameters:
  ///   - columns: all columns of the table.
  ///   - count: how many rows there are, when it is known.
  init(
    _ connection: DatabaseConnection, _ selection: KeyedSelection, columns: [Column],
    count: Int? = nil
  ) {
    self.connection = connection
    self.selection = selection
    self.columns = columns
    anchors = AnchorIndex(connection, selection, count: count)
  }

  var extent: Extent { anchors.extent }

  func advance() throws(DataError) -> Bool { try anchors.advance() }

  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> {
    let end = try anchors.existing(before: range.upperBound)
    return range.clamped(to: 0..<max(0, end))
  }

  func visit(_ range: Range<Int>, columns: [Int], _ visit: (Statement) throws -> Bool)
    throws(DataError)
  {
    guard !range.isEmpty, let place = try anchors.place(of: range.lowerBound) else { return }
    let sql = selection.sql(columns.map { self.columns[$0].name.sqlName }, bounded: true)
    let arguments = selection.arguments(
      from: place.key, limit: range.count, offset: place.skip)
    try connection.read { database in
      let statement = try database.statement(sql)
      try statement.visitRows(arguments, visit)
    }
  }
}

extension KeyedRows {
  /// - Complexity: O(positions log rows), and a read of up to `stride` keys for each anchor whose
  ///   stretch of rows holds some of the positions, unless the rows are numbered without gaps.
  func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
  {
    guard selection.group == nil, selection.key.isRowID else { return nil }
    let search = IndexSearch(
      table: selection.table.sqlName, key: selection.key.order,
      column: columns[column].name.sqlName,
      bound: bound)
    let keys = try connection.read { database in try search.keys(limit: limit, database) }
    guard let keys else { return nil }
    return try anchors.positions(of: keys.sorted(), among: count)
  }
}

/// A query that is run once, row by row, over many calls.
///
/// Not checked for concurrency by the compiler because a statement is a pointer of a C library: it
/// is touched only inside reads of the connection that made it, which come one after the other.
final class QueryCursor: @unchecked Sendable {
  private let statement: Statement
  let columns: [Column]

  var columnCount: Int { columns.count }

  /// Prepares a query.
  ///
  /// - Throws: `DataError.shape` for what is not a single query that only reads.
  init(_ sql: String, _ connection: DatabaseConnection) throws(DataError) {
    statement = try connection.readUnchecked { database in
      try Statement(sql, database)
    }
    let handle = statement.handle
    columns = Self.columns(of: handle)
    guard sqlite3_stmt_readonly(handle) != 0 else {
      throw .shape(message: "a query must not change the database", hint: "it begins with SELECT")
    }
    guard !columns.isEmpty else {
      throw .shape(message: "the query returns no columns", hint: "it begins with SELECT")
    }
    guard sqlite3_bind_parameter_count(handle) == 0 else {
      throw .shape(
        message: "the query has parameters that are given no values",
        hint: "write the values into the query")
    }
  }

  /// Moves on to the next row; false after the last one.
  func step() throws -> Bool { try statement.step() }

  /// Copies the current row into the parameters of another database's statement.
  ///
  /// - Returns: how many bytes its texts and blobs have.
  func copyRow(into target: Statement) -> Int {
    var bytes = 0
    for column in 0..<Int32(columnCount) {
      let value = sqlite3_column_value(statement.handle, column)
      sqlite3_bind_value(target.handle, column + 1, value)
      // The length of a number would be that of its text, which would have to be made.
      switch sqlite3_value_type(value) {
      case SQLITE_TEXT, SQLITE_BLOB: bytes += Int(sqlite3_value_bytes(value))
      default: break
      }
    }
    return bytes
  }

  /// Lets go of the lock that a begun query holds.
  func reset() { sqlite3_reset(statement.handle) }

  private static func columns(of handle: OpaquePointer) -> [Column] {
    let indices = 0..<sqlite3_column_count(handle)
    let names = distinct(
      indices.map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" })
    return zip(indices, names).map { index, name in
      let type = sqlite3_column_decltype(handle, index).map { String(cString: $0) }
      return Column(name: name, declaredType: type)
    }
  }

  /// Names that a query gives twice are numbered, as the library does in tables made of queries.
  private static func distinct(_ names: [String]) -> [String] {
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

/// Rows that are counted piece by piece, as far as somebody needs it or for the sake of the count.
protocol StepwiseCounting: AnyObject, Sendable {
  /// Goes on with the next piece, a millisecond or so.
  ///
  /// - Returns: false when all is counted, or as much as ever will be.
  func advance() throws(DataError) -> Bool
}

extension StepwiseCounting {
  /// Counts to the end beside everything else, for as long as somebody holds the rows.
  ///
  /// An error ends it: the next read of the rows meets it too, and can report it.
  func countInBackground() {
    DispatchQueue.global(qos: .utility).async { [weak self] in
      while Interruption.$isInBackground.withValue(true, operation: { try? self?.advance() })
        == true
      {
        // A reader that waits for the lock would hardly get it without a break.
        usleep(Self.pause)
      }
    }
  }

  /// In microseconds.
  private static var pause: UInt32 { 50 }
}
