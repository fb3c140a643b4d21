import Foundation
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

/// Reading leaves no trace beside a database, and what others write is noticed.
@Suite struct TraceTests {
  private static let two = "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)"

  @Test(arguments: ["delete", "wal", "truncate", "persist"])
  func nothingIsWritten(_ journal: String) throws {
    let fixture = try Fixture(Self.two, journal: journal)
    let (bytes, files) = (fixture.bytes, fixture.files)
    let source = try fixture.open()
    #expect(try source.everything().count == 2)
    #expect(try fixture.open(query: "SELECT x + 1 FROM t").everything().count == 2)
    #expect(fixture.files == files)
    #expect(fixture.bytes == bytes)
  }

  @Test func aFolderThatCannotBeWrittenWillDo() throws {
    let fixture = try Fixture(Self.two, journal: "wal")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: fixture.folder.path)
    #expect(try fixture.open().texts(0..<2, "x") == ["1", "2"])
    try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: fixture.folder.path)
  }

  @Test(arguments: ["delete", "wal"])
  func aChangeIsNoticed(_ journal: String) throws {
    let fixture = try Fixture(Self.two, journal: journal)
    let source = try fixture.open()
    #expect(try source.texts(0..<1, "x") == ["1"])
    try fixture.execute("INSERT INTO t VALUES (3)")
    let failure = error { () throws(DataError) in try source.texts(0..<1, "x") }
    #expect(failure == .changedUnderneath(file: fixture.path))
    #expect(try fixture.open().texts(0..<9, "x") == ["1", "2", "3"])
  }

  /// While another program has the log open, what it commits stays out of sight.
  @Test func aLiveLogIsReadAsOfNow() throws {
    let fixture = try Fixture(Self.two, journal: "wal")
    let other = try fixture.writer()
    try other.execute("INSERT INTO t VALUES (3)")
    let files = fixture.files
    #expect(files.contains("shop.sqlite-wal"))
    let source = try fixture.open()
    #expect(try source.texts(0..<9, "x") == ["1", "2", "3"])
    try other.execute("DELETE FROM t")
    #expect(try source.texts(0..<9, "x") == ["1", "2", "3"])
    #expect(try fixture.open().counts().rows == .exact(0))
    #expect(fixture.files == files)
    withExtendedLifetime(other) {}
  }

  @Test func othersMayWriteWhileATableIsOpen() throws {
    let fixture = try Fixture(Self.two)
    let source = try fixture.open()
    _ = try source.everything()
    #expect(throws: Never.self) { try fixture.execute("DELETE FROM t") }
  }

  /// A table that is read inside a scan of itself does not wait for itself.
  @Test func aScanMayReadItsOwnTable() throws {
    let fixture = try Fixture(Self.two)
    for source in [try fixture.open(), try fixture.open(query: "SELECT * FROM t")] {
      var same = 0
      try source.scan { address, value throws(DataError) in
        if try source.value(at: address) == value { same += 1 }
        return true
      }
      #expect(same == 2)
    }
  }
}
