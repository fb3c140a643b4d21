import Synchronization
import TableModel
import Testing

@testable import Documents

/// What derived keys cost: nothing is computed that nobody asks for.
@Suite struct DerivedTableTests {
  /// Counts how often each key was computed.
  private final class Tally: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func note(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    func take() -> [String: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  private static func field(
    _ name: String, from keys: [String]?, _ tally: Tally
  ) -> DerivedField {
    DerivedField(name, expression: name, keys: keys, readsPlaces: false) { _ in
      { _, record in
        tally.note(name)
        return .string(name + (keys ?? record.record?.keys ?? []).joined())
      }
    }
  }

  private static let records =
    "[" + (0..<50).map { "{\"id\": \($0), \"title\": \"t\"}" }.joined(separator: ",") + "]"

  @Test func onlyWhatIsAskedForIsComputed() throws {
    let tally = Tally()
    try withFile(Array(Self.records.utf8)) { path in
      let base = try indexedTable(path, shape: Shape(rows: .itself)).source
      let table = DerivedTable(
        base,
        [
          Self.field("a", from: ["id"], tally), Self.field("b", from: ["a"], tally),
          Self.field("c", from: [], tally), Self.field("all", from: nil, tally),
        ])
      func columns(_ keys: String...) throws -> [String: Int] {
        let read = try RecordColumns.read(
          keys.map { [$0] }, of: table, limit: .max)
        #expect(read?.count == 50)
        #expect(read?.columns.count == keys.count)
        return tally.take()
      }
      #expect(try columns("id", "title").isEmpty)
      #expect(try columns("a") == ["a": 50])
      #expect(try columns("id", "b") == ["a": 50, "b": 50])
      #expect(try columns("c", "title") == ["c": 50])
      #expect(try columns("all") == ["a": 50, "b": 50, "c": 50, "all": 50])
      let own = [FieldPath(key: "id"), FieldPath([.key("title"), .key("x")])]
      #expect(try table.records(3..<9, inSection: 0, fields: own).count == 6)
      #expect(tally.take().isEmpty)
      let batch = try table.records(3..<5, inSection: 0, fields: own + [FieldPath(key: "b")])
      #expect((0..<2).map { batch.text($0, 2) } == ["ba", "ba"])
      #expect(batch.text(1, 0) == "4")
      #expect(tally.take()["b"] == 2)
      #expect(table.underived.columnNames == base.columnNames)
      #expect(try table.underived.value(at: Address(0, 0))?.record?.keys == ["id", "title"])
    }
  }

  /// A key that a record has itself is its own.
  @Test func recordsKeepTheirOwnValues() throws {
    let table = DerivedTable(
      try ValueDocument(
        name: "test",
        value: .array([
          .record(Record([("a", .integer(1))])), .record(Record([("x", .integer(1))])),
        ])
      ).table(shape: Shape(rows: .itself)).source,
      [Self.field("a", from: [], Tally())])
    #expect(try table.value(at: Address(0, 0))?.record?["a"] == .integer(1))
    #expect(try table.value(at: Address(0, 1))?.record?["a"] == .string("a"))
  }

  /// A store for the table with other derived keys takes over the columns of the records' own.
  @Test func columnsOfOwnKeysAreTakenOver() throws {
    let document = ValueDocument(
      name: "test", value: .array([.record(Record([("id", .integer(1)), ("a", .integer(2))]))]))
    let base = try document.table(shape: Shape(rows: .itself)).source
    let store = ColumnStore(source: base)
    _ = try store.columns([["id"], ["a"], []], budget: 1 << 20)
    let next = ColumnStore(
      source: DerivedTable(base, []), takingOver: store, except: ["a"])
    #expect(next.kept(["id"]) != nil && next.kept(["a"]) == nil && next.kept([]) == nil)
  }
}
