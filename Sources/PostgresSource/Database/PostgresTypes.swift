import SQLTables
import Synchronization
import TableModel

/// The types of a server by their numbers, asked for when one comes up.
final class PostgresTypes: Sendable {
  private let known = Mutex<[UInt32: PostgresType]>([:])

  /// - Complexity: a statement for a type that was never seen before.
  func type(_ number: UInt32, _ database: PostgresDatabase) throws(DataError) -> PostgresType {
    if let type = PostgresType(builtIn: number) { return type }
    if let type = known.withLock({ $0[number] }) { return type }
    // Types may contain themselves by way of others: until more is known it is text.
    known.withLock { $0[number] = .text }
    let type = try read(number, database)
    known.withLock { $0[number] = type }
    return type
  }

  private func read(_ number: UInt32, _ database: PostgresDatabase) throws(DataError)
    -> PostgresType
  {
    let result = try database.run(
      SQLQuery(
        """
        SELECT t.typtype, t.typelem, t.typdelim, t.typbasetype, t.typname, t.typrelid, t.typcategory
        FROM pg_catalog.pg_type t WHERE t.oid = \(SQLDialect.numberedMark)
        """, [.typed(26, Array(String(number).utf8))]))
    guard result.count == 1, let kind = result.text(0, 0) else { return .text }
    func column(_ column: Int) -> UInt32 { result.text(0, column).flatMap { UInt32($0) } ?? 0 }
    switch kind {
    case "d": return try type(column(3), database)
    case "c": return .composite(try fields(of: column(5), database))
    case "b" where result.text(0, 6) == "A" && column(1) != 0:
      let delimiter = result.text(0, 2)?.utf8.first ?? UInt8(ascii: ",")
      return .array(of: try type(column(1), database), delimiter: delimiter)
    case "b" where result.text(0, 4) == "hstore": return .pairs
    default: return .text
    }
  }

  private func fields(of relation: UInt32, _ database: PostgresDatabase) throws(DataError)
    -> [PostgresType.Field]
  {
    let result = try database.run(
      SQLQuery(
        """
        SELECT a.attname, a.atttypid FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = \(SQLDialect.numberedMark) AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY a.attnum
        """, [.typed(26, Array(String(relation).utf8))]))
    return try (0..<result.count).map { row throws(DataError) in
      let number = result.text(row, 1).flatMap { UInt32($0) } ?? 0
      return PostgresType.Field(
        name: result.text(row, 0) ?? "", type: try type(number, database))
    }
  }
}
