import CSQLite
import Foundation
package import SQLTables
import Synchronization
package import TableModel

/// A query that is run once, row by row, over many calls.
package protocol SpoolCursor: Sendable {
  var columns: [Column] { get }

  /// Takes rows that belong together: nobody else uses the connection meanwhile.
  func reading<Result>(_ body: () throws -> Result) throws(DataError) -> Result

  /// Moves on to the next row; false after the last one.
  func step() throws -> Bool

  /// Copies the current row into the parameters of a statement of the temporary database.
  ///
  /// - Returns: how many bytes its texts and blobs have.
  func copyRow(into target: Statement) -> Int

  /// Lets go of what a begun query holds.
  func reset()
}

/// The rows of a query, which have no key: they are taken from its cursor as they are needed and
/// kept in a temporary database, where each is found by its position.
///
/// The temporary database lies in memory while it is small and goes to a file without a name when
/// it grows; both are gone with the program.
package final class SpooledRows: RowSequence, StepwiseCounting {
  private let cursor: any SpoolCursor
  private let spool: Database
  private let columns: [Column]
  /// The statement that keeps a row.
  private let insertion: String
  private let limits: Limits
  private let state: Guarded<State>
  private let published = Guarded(Extent.atLeast(0))

  /// How much of a result is kept: a query may go on forever.
  struct Limits: Sendable {
    var rows = 10_000_000
    /// Of 4096 bytes.
    var pages = 1 << 18

    /// Rows are kept in transactions of about this many bytes. Where the room ends within one,
    /// its rows are given up: a small part of all.
    var transaction: Int { min(1 << 20, pages * 4096 / 64) }
  }

  private struct State {
    var count = 0
    var isComplete = false
    /// Why the query ended before its time; running it on would start it over.
    var failure: DataError?
  }

  private static let rowsAtOnce = 1000
  /// The most bytes, about, that a row takes in a transaction beside its texts and blobs.
  private static let bytesOfRow = 32

  /// - Parameter cursor: the query, not yet begun.
  package convenience init(_ cursor: any SpoolCursor) throws(DataError) {
    try self.init(cursor, limits: Limits())
  }

  init(_ cursor: any SpoolCursor, limits: Limits) throws(DataError) {
    self.cursor = cursor
    self.limits = limits
    columns = cursor.columns
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO spool VALUES (\(marks))"
    state = Guarded(State())
    do {
      spool = try Database(path: "", for: .writing)
      try spool.inTurn { [columns] database in
        let columns = columns.indices.map { "c\($0)" }.joined(separator: ", ")
        try database.execute(
          """
          PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
          PRAGMA max_page_count = \(limits.pages); CREATE TABLE spool (\(columns))
          """)
      }
    } catch {
      throw DataError(spooling: error)
    }
  }

  package var extent: Extent { published.withLock { $0 } }

  package func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> {
    try grow(to: range.upperBound)
    return range.clamped(to: 0..<state.withLock { $0.count })
  }

  package func append(_ range: Range<Int>, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    try read(range, plan.columns) { statement, arguments in
      try statement.append(arguments, plan, to: &batch)
    }
  }

  package func records(_ range: Range<Int>, keys: RecordKeys) throws(DataError) -> [Value] {
    try read(range, Array(columns.indices)) { statement, arguments in
      try statement.records(arguments, columns, keys)
    } ?? []
  }

  package func fill(
    _ range: Range<Int>, _ columns: [Int], _ plan: ColumnFilling,
    into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    try read(range, columns) { statement, arguments in
      try statement.fill(arguments, plan, into: &builders)
    }
  }

  package func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError) {
    while !extent.isExact {
      guard try advance() else { return }
      try checkpoint()
    }
  }

  /// The texts of rows whose cursor gives texts, for whoever reads these in a way of their own.
  package func texts(_ range: Range<Int>, _ columns: [Int]) throws(DataError) -> [[[UInt8]?]] {
    try read(range, columns) { statement, arguments in
      var rows: [[[UInt8]?]] = []
      try statement.visitRows(arguments) { row in
        rows.append(columns.indices.map { row.isNull($0) ? nil : Array(row.textBytes(Int32($0))) })
        return true
      }
      return rows
    } ?? []
  }

  /// Reads rows that are kept; nil for none.
  private func read<Result>(
    _ range: Range<Int>, _ columns: [Int], _ body: (Statement, [KeyValue]) throws -> Result
  ) throws(DataError) -> Result? {
    guard !range.isEmpty else { return nil }
    try grow(to: range.upperBound)
    let list = columns.isEmpty ? "NULL" : columns.map { "c\($0)" }.joined(separator: ", ")
    let sql = "SELECT \(list) FROM spool WHERE rowid > ? ORDER BY rowid LIMIT ?"
    do {
      return try spool.inTurn { database in
        try body(
          database.statement(sql),
          [.integer(Int64(range.lowerBound)), .integer(Int64(range.count))])
      }
    } catch {
      throw DataError(spooling: error)
    }
  }
}

extension SpooledRows {
  /// Takes as many rows as are asked for, or all there are, and publishes what came of it.
  package func countQuickly(to limit: Int) throws(DataError) {
    try grow(to: limit)
    let count = state.withLock { $0.count }
    published.withLock { if !$0.isExact { $0 = .atLeast(count) } }
  }

  package func advance() throws(DataError) -> Bool {
    try state.withLock { state throws(DataError) in
      if let failure = state.failure { throw failure }
      guard !state.isComplete else { return false }
      do throws(DataError) {
        try takeRows(&state)
      } catch {
        state.failure = error == .cancelled ? Self.stopped(after: state.count) : error
        throw error
      }
      return !state.isComplete
    }
  }

  /// A query that was interrupted can't go on where it was.
  private static func stopped(after count: Int) -> DataError {
    .shape(
      message: "the query was stopped after \(count) rows", hint: "'reload' runs it again")
  }

  private func grow(to count: Int) throws(DataError) {
    while state.withLock({ !$0.isComplete && $0.count < count }) {
      guard try advance() else { return }
    }
  }

  private func takeRows(_ state: inout State) throws(DataError) {
    let wanted = min(Self.rowsAtOnce, limits.rows - state.count)
    let (taken, ending) = try copy(wanted)
    state.count += taken
    guard let ending else { return }
    state.isComplete = true
    cursor.reset()
    let count = state.count
    published.withLock { $0 = ending == .end ? .exact(count) : .atLeast(count) }
  }

  private enum Ending {
    case end
    case limit
  }

  /// What became of rows that were to be kept.
  private enum Copying {
    case kept(Int, Ending?)
    /// The temporary database has failed, and not the one that is read.
    case refused(any Error)
  }

  /// Keeps the next rows in one transaction: those that it could not keep do not count.
  ///
  /// The library takes back a transaction that meets the end of the room, which needs a journal;
  /// it costs little, because nearly all pages of a transaction are new ones.
  private func copy(_ wanted: Int) throws(DataError) -> (Int, Ending?) {
    guard wanted > 0 else { return (0, .limit) }
    var result: (Int, Ending?) = (0, nil)
    do {
      try spool.inTurn { target in
        try target.transaction {
          let copying = try cursor.reading { try copy(wanted, to: target) }
          switch copying {
          case .kept(let count, let ending): result = (count, ending)
          case .refused(let error): throw error
          }
        }
      }
    } catch let error as DatabaseError where error.code == SQLITE_FULL {
      return (0, .limit)
    } catch {
      throw DataError(spooling: error)
    }
    return result
  }

  /// - Throws: errors of the database that is read.
  private func copy(_ wanted: Int, to target: Database) throws -> Copying {
    var bytes = 0
    for taken in 0..<wanted {
      if bytes >= limits.transaction { return .kept(taken, nil) }
      guard try cursor.step() else { return .kept(taken, .end) }
      do {
        bytes += try keepRow(target) + Self.bytesOfRow
      } catch {
        return .refused(error)
      }
    }
    return .kept(wanted, nil)
  }

  private func keepRow(_ target: Database) throws -> Int {
    let insert = try target.statement(insertion)
    defer { sqlite3_reset(insert.handle) }
    let bytes = cursor.copyRow(into: insert)
    _ = try insert.step()
    return bytes
  }
}

/// A query that is run once, row by row, over many calls.
///
/// Not checked for concurrency by the compiler because a statement is a pointer of a C library: it
/// is touched only inside reads of the connection that made it, which come one after the other.
final class QueryCursor: SpoolCursor, @unchecked Sendable {
  private let connection: DatabaseConnection
  private let statement: Statement
  let columns: [Column]

  /// Prepares a query.
  ///
  /// - Parameter connection: one for this cursor alone.
  /// - Throws: `DataError.shape` for what is not a single query that only reads.
  init(_ sql: String, _ connection: DatabaseConnection) throws(DataError) {
    self.connection = connection
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

  func reading<Result>(_ body: () throws -> Result) throws(DataError) -> Result {
    try connection.readUnchecked { _ in try body() }
  }

  /// Moves on to the next row; false after the last one.
  func step() throws -> Bool { try statement.step() }

  /// Copies the current row into the parameters of another database's statement.
  ///
  /// - Returns: how many bytes its texts and blobs have.
  func copyRow(into target: Statement) -> Int {
    var bytes = 0
    for column in 0..<Int32(columns.count) {
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
    let names = Column.distinct(
      indices.map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" })
    return zip(indices, names).map { index, name in
      let type = sqlite3_column_decltype(handle, index).map { String(cString: $0) }
      return Column(name: name, declaredType: type)
    }
  }
}
