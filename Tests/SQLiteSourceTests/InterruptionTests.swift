import Foundation
import GRDB
import TableModel
import Testing

@testable import SQLiteSource

/// Long queries stop when the user asks for it, and only then.
@Suite struct InterruptionTests {
  /// Runs for minutes before its first row comes.
  private static let slow = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000000000)
    SELECT sum(i) AS total FROM n
    """

  /// Answers yes some time after it was made.
  private final class Key: Sendable {
    private let begin = Date()

    var isPressed: Bool { Date().timeIntervalSince(begin) > 0.1 }
  }

  @Test func aSlowQueryStopsWithinASecond() throws {
    let fixture = try Fixture("CREATE TABLE t (a)")
    let begin = Date()
    let key = Key()
    let failure = error { () throws(DataError) in
      let request = DatabaseRequest(query: Self.slow)
      _ = try SQLiteDocument(
        path: fixture.path, request: request, isInterrupted: { key.isPressed }
      ).table(shape: nil)
    }
    #expect(failure == .cancelled)
    #expect(Date().timeIntervalSince(begin) < 1.1)
  }

  /// A query that was stopped half way says so, and another one runs on the same file.
  @Test func whatWasStoppedSaysSo() throws {
    let fixture = try Fixture("CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    let query = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000000000)
      SELECT i FROM n WHERE i < 5 OR i > 3000000000
      """
    let key = Key()
    let connection = try DatabaseConnection(file: fixture.path, isInterrupted: { key.isPressed })
    let rows = try SpooledRows(connection, QueryCursor(query, connection))
    let first = error { () throws(DataError) in _ = try rows.existing(0..<10) }
    #expect(first == .cancelled)
    let second = error { () throws(DataError) in _ = try rows.existing(0..<10) }
    #expect(second?.description.contains("was stopped") == true)
    #expect(try fixture.open(table: "t").texts(0..<1, "a") == ["7"])
  }

  /// What counts behind the prompt goes on while something else is interrupted.
  @Test func workBehindThePromptIsNotStopped() throws {
    let fixture = try Fixture("CREATE TABLE t (a)")
    let connection = try DatabaseConnection(file: fixture.path, isInterrupted: { true })
    let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000)"
    let sql = "\(count) SELECT count(*) FROM n"
    func run() throws(DataError) -> Bool {
      try connection.read { database in
        let statement = try database.makeStatement(sql: sql)
        var rows = 0
        try statement.visitRows([], in: database) {
          rows += 1
          return true
        }
        return rows == 1
      }
    }
    #expect(throws: DataError.cancelled) { try run() }
    let isDone = try Interruption.$isInBackground.withValue(true) { try run() }
    #expect(isDone)
  }
}
