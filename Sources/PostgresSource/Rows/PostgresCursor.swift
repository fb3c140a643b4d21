import Foundation
import SQLTables
import SQLiteSource
import Synchronization
import TableModel

/// A query of a server that is run once, a thousand rows at a time, over a connection of its own.
///
/// Not checked for concurrency by the compiler because it has a place that moves: it is touched inside
/// ``reading(_:)`` only, by the rows that keep what comes of it, which come one after the other.
final class PostgresCursor: SpoolCursor, @unchecked Sendable {
  let columns: [Column]
  let types: [PostgresType]
  private let connection: PostgresConnection
  private let name: String
  private var batch: PostgresResult
  private var row = -1
  private var isAtEnd: Bool

  private static let rowsAtOnce = 1000

  /// Begins a query.
  ///
  /// - Throws: `DataError.shape` for what is not a single query that only reads.
  init(_ query: String, _ database: PostgresDatabase) throws(DataError) {
    name = database.name
    do throws(PostgresError) {
      connection = try PostgresDatabase.connect(
        database.address, database.library, database.isInterrupted)
      _ = try connection.run(SQLQuery("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
      // A cursor takes queries alone, and a transaction that only reads stops what they may call.
      _ = try connection.run(SQLQuery("DECLARE shelf NO SCROLL CURSOR FOR \n" + query))
      batch = try connection.run(Self.fetch)
    } catch {
      throw Self.explained(DataError(error, reading: name), query)
    }
    isAtEnd = batch.count < Self.rowsAtOnce
    let batch = batch
    guard batch.columnCount > 0 else {
      throw .shape(message: "the query returns no columns", hint: "it begins with SELECT")
    }
    let names = Column.distinct((0..<batch.columnCount).map(batch.name))
    columns = names.indices.map { index in
      let number = batch.type(index)
      let kind = PostgresType.kind(ofBuiltIn: number)
      return Column(name: names[index], type: ColumnType(number: number, name: "", kind: kind))
    }
    types = try names.indices.map { index throws(DataError) in
      try database.types.type(batch.type(index), database)
    }
  }

  private static func explained(_ error: DataError, _ query: String) -> DataError {
    guard case .shape(let message, nil) = error else { return error }
    let word = query.drop { !$0.isLetter }.prefix { $0.isLetter }.lowercased()
    let hint =
      ["select", "with", "values", "table"].contains(word) ? nil : "a query begins with SELECT"
    return .shape(message: message, hint: hint)
  }

  private static let fetch = SQLQuery("FETCH FORWARD \(rowsAtOnce) FROM shelf")

  func reading<Result>(_ body: () throws -> Result) throws(DataError) -> Result {
    do {
      return try body()
    } catch let error as DataError {
      throw error
    } catch let error as PostgresError {
      throw DataError(error, reading: name)
    } catch {
      throw .shape(message: "\(error)", hint: nil)
    }
  }

  func step() throws -> Bool {
    row += 1
    if row < batch.count { return true }
    guard !isAtEnd else { return false }
    batch = try connection.run(Self.fetch, isAwaited: !Background.isCurrent)
    isAtEnd = batch.count < Self.rowsAtOnce
    row = 0
    return batch.count > 0
  }

  func copyRow(into target: Statement) -> Int {
    var bytes = 0
    for column in columns.indices {
      let value = batch.bytes(row, column)
      bytes += value?.count ?? 0
      target.bind(value.map { .text(Array($0)) } ?? .null, at: column)
    }
    return bytes
  }

  func reset() {
    _ = try? connection.run(SQLQuery("ROLLBACK"), isAwaited: false)
  }
}

/// The rows of a query, kept as texts in a temporary database.
struct CursorRows: RowSequence {
  let kept: SpooledRows
  let columns: [Column]
  let types: [PostgresType]

  init(_ cursor: PostgresCursor) throws(DataError) {
    (columns, types) = (cursor.columns, cursor.types)
    kept = try SpooledRows(cursor)
  }

  var extent: Extent { kept.extent }

  func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError) {
    try kept.countAll(checkpoint: checkpoint)
  }

  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> { try kept.existing(range) }

  func append(_ range: Range<Int>, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    try values(range, plan.columns).append(plan, to: &batch)
  }

  func records(_ range: Range<Int>, keys: RecordKeys) throws(DataError) -> [Value] {
    try values(range, Array(columns.indices)).records(keys)
  }

  func fill(
    _ range: Range<Int>, _ columns: [Int], _ plan: ColumnFilling,
    into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    try values(range, columns).fill(plan, into: &builders)
  }

  private func values(_ range: Range<Int>, _ columns: [Int]) throws(DataError) -> RowValues {
    RowValues(.kept(try kept.texts(range, columns)), types: columns.map { types[$0] })
  }
}
