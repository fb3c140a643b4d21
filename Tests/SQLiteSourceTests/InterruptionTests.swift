import Documents
import Foundation
import Synchronization
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

/// Long queries stop when the user asks for it, and only then.
@Suite struct InterruptionTests {
  /// Runs for minutes before its first row comes.
  private static let slow = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000000000)
    SELECT sum(i) AS total FROM n
    """

  /// Answers yes after it was asked some times.
  private final class Key: Sendable {
    private static let patience = 20
    private let asked = Atomic(0)

    var isPressed: Bool {
      asked.wrappingAdd(1, ordering: .relaxed).newValue > Self.patience
    }

    /// How often it was asked after the first yes.
    var asksTooMany: Int { asked.load(ordering: .relaxed) - Self.patience - 1 }
  }

  @Test func aSlowQueryStopsWhenItHears() throws {
    let fixture = try Fixture("CREATE TABLE t (a)")
    let key = Key()
    let failure = error { () throws(DataError) in
      let request = DatabaseRequest(query: Self.slow)
      _ = try DatabaseDocument(
        sqlite: fixture.path, request: request, isInterrupted: { key.isPressed }
      ).table(shape: nil)
    }
    #expect(failure == .cancelled)
    #expect((0...3).contains(key.asksTooMany))
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
    let rows = try SpooledRows(QueryCursor(query, connection))
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
        var rows = 0
        try Statement(sql, database).visitRows([]) { _ in
          rows += 1
          return true
        }
        return rows == 1
      }
    }
    #expect(throws: DataError.cancelled) { try run() }
    let isDone = try Background.$isCurrent.withValue(true) { try run() }
    #expect(isDone)
  }
}
