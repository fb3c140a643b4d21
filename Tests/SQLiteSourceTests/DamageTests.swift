import Documents
import Foundation
import TableModel
import TestSeeds
import Testing

@testable import SQLTables
@testable import SQLiteSource

@Suite struct DamageTests {
  private static let filled = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
    INSERT INTO t SELECT i, 'a text of some length, number ' || i FROM n;
    """

  private func reason(_ body: () throws(DataError) -> Void) -> String? { error(body)?.description }

  @Test func aMissingFileIsNamed() throws {
    let fixture = try Fixture()
    let path = fixture.path + "x"
    #expect(
      error { () throws(DataError) in try DatabaseDocument(sqlite: path) } == .notFound(file: path))
    let folder = fixture.folder.path
    #expect(
      error { () throws(DataError) in try DatabaseDocument(sqlite: folder) }
        == .unreadable(file: folder, reason: "it is a directory"))
  }

  @Test func noiseIsNoDatabase() throws {
    let fixture = try Fixture()
    try fixture.write((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
    let failure = error { () throws(DataError) in try DatabaseDocument(sqlite: fixture.path) }
    #expect(
      failure
        == .unreadable(
          file: fixture.path, reason: "it is not a SQLite database, or it is encrypted"))
  }

  /// Whatever is cut off, reading ends with an error or with rows, and never in another way.
  @Test func aTruncatedFileIsAnError() throws {
    let fixture = try Fixture(Self.filled)
    let whole = fixture.bytes
    var failures = 0
    for length in stride(from: 1, to: whole.count, by: 4099) {
      try fixture.write(Array(whole[..<length]))
      let failure = error { () throws(DataError) in try fixture.open().everything().count }
      if failure != nil { failures += 1 }
    }
    #expect(failures > whole.count / 4099 / 2)
  }

  @Test func aDamagedPageIsAnError() throws {
    let fixture = try Fixture(Self.filled)
    var bytes = fixture.bytes
    for offset in (bytes.count / 2)..<(bytes.count / 2 + 8192) { bytes[offset] = 0xFF }
    try fixture.write(bytes)
    let failure = error { () throws(DataError) in try fixture.open().everything().count }
    #expect(failure?.description.contains("the database is damaged") == true)
  }

  /// Flips bytes all over a small database: every outcome but a crash is fine.
  @Test func hostileBytesDoNoHarm() throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (a TEXT PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1), ('y', 2);
      CREATE TABLE u (c, d DECIMAL(5,2)); CREATE INDEX i ON u (c); INSERT INTO u VALUES (1, 2.5);
      CREATE VIEW v AS SELECT * FROM t, u;
      """)
    let whole = fixture.bytes
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    var opened = 0
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      try fixture.write(bytes)
      for request in [
        DatabaseRequest(), DatabaseRequest(table: "t"), DatabaseRequest(table: "v"),
        DatabaseRequest(table: "u", groupBy: "c"),
      ] {
        let failure = error { () throws(DataError) in
          try DatabaseDocument(sqlite: fixture.path, request: request).table(shape: nil)
            .source.everything()
        }
        if failure == nil { opened += 1 }
      }
    }
    #expect(opened > 0, "seed \(seed)")
  }

  @Test func aLockedFileSaysSo() throws {
    let fixture = try Fixture(Self.filled)
    let other = try fixture.writer()
    try other.execute("BEGIN EXCLUSIVE")
    let failure = error { () throws(DataError) in try DatabaseDocument(sqlite: fixture.path) }
    #expect(failure?.description.contains("another program has locked the database") == true)
    try other.execute("ROLLBACK")
    #expect(try fixture.open().counts().rows == .exact(3000))
  }

  @Test func aViewOverNothingIsListedAndExplained() throws {
    let fixture = try Fixture(
      "CREATE TABLE real (x); CREATE VIEW broken AS SELECT * FROM gone")
    #expect(try fixture.open().texts(0..<9, "name") == ["broken", "real"])
    let failure = error { () throws(DataError) in try fixture.open(table: "broken") }
    #expect(failure?.description == "no such table: main.gone")
  }
}
