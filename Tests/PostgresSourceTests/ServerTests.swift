import Documents
import Files
import Foundation
import PredicateLanguage
import SQLTables
import Synchronization
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import PostgresSource

/// Tables of a server: what is there, windows of them, values of all types.
@Suite(.serialized, .enabled(if: TestServers.hasSingle)) struct ServerTests {
  private static let items = """
    CREATE TABLE items (id int PRIMARY KEY, name text);
    INSERT INTO items SELECT i * 7, 'item ' || i FROM generate_series(1, 3000) i
    """

  @Test func windowsShowWhatIsThere() throws {
    let database = try TestDatabase(Self.items)
    let table = try database.open()
    var generator = SeededGenerator(seed: testSeed())
    for _ in 0..<60 {
      let start = Int.random(in: 0..<3100, using: &generator)
      let window = start..<start + Int.random(in: 0..<60, using: &generator)
      let expected = window.clamped(to: 0..<3000).map { "item \($0 + 1)" }
      #expect(try table.texts(window, "name") == expected)
    }
    #expect(try table.settled {}?.counts().rows ?? .exact(3000) == .exact(3000))
    #expect(try table.everything().count == 3000)
    #expect(try table.value(at: Address(0, 41))?.record?["id"] == .integer(294))
  }

  /// Keys of every sort show each row once, in an order of their own.
  @Test(arguments: [
    "a int PRIMARY KEY, b text", "a text PRIMARY KEY, b int", "a int, b int, PRIMARY KEY (b, a)",
    "a int NOT NULL, b int, UNIQUE (a)", "a uuid PRIMARY KEY, b int", "a float8 PRIMARY KEY, b int",
    "a timestamptz PRIMARY KEY, b int", "a char(12) PRIMARY KEY, b int",
    "a numeric PRIMARY KEY, b int", "a int, b int", "a int UNIQUE, b int",
    "a bytea PRIMARY KEY, b int",
  ])
  func everyKeyShowsEachRowOnce(_ columns: String) throws {
    let a =
      switch columns.split(separator: " ")[1].prefix(4) {
      case "text", "char": "'k ' || i"
      case "uuid": "md5(i::text)::uuid"
      case "time": "timestamptz '2026-01-01Z' + i * interval '1 minute'"
      case "byte": "decode(md5(i::text), 'hex')"
      case "floa": "i / 3.0"
      case "nume": "i * 12345678901234567890.5"
      default: "i"
      }
    let database = try TestDatabase(
      """
      CREATE TABLE t (\(columns), c int);
      INSERT INTO t (a, b, c) SELECT \(a), i % 50, i FROM generate_series(1, 1500) i
      """)
    let table = try database.open()
    let scanned = try table.everything().compactMap { $0.record?["c"]?.plainText }
    #expect(Set(scanned).count == 1500)
    #expect(scanned.count == 1500)
    for start in stride(from: 0, to: 1500, by: 97) {
      #expect(
        try table.texts(start..<start + 40, "c") == Array(scanned[start..<min(1500, start + 40)]))
    }
  }

  /// A table without a key shows its rows as they lie in its file, a window at a time, whichever way the server
  /// takes to them; a table that others inherit from lies in several files and is read as a query is.
  @Test func rowsAreFoundWhereTheyLie() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (a int, b text);
      INSERT INTO t SELECT i, repeat('x', 1000) FROM generate_series(1, 18000) i;
      DELETE FROM t;
      INSERT INTO t SELECT i, 'text ' || i FROM generate_series(1, 20000) i;
      UPDATE t SET b = 'moved' WHERE a % 3 = 0;
      DELETE FROM t WHERE a BETWEEN 5000 AND 9000;
      CREATE INDEX ON t (a);
      ANALYZE t;
      CREATE TABLE parent (a int);
      CREATE TABLE child () INHERITS (parent);
      INSERT INTO parent SELECT generate_series(1, 300);
      INSERT INTO child SELECT generate_series(301, 600)
      """)
    let table = try database.open("t")
    let all = try database.texts("SELECT a FROM t ORDER BY ctid")
    #expect(try table.settled {}?.counts().rows ?? .exact(15999) == .exact(15999))
    #expect(try table.everything().compactMap { $0.record?["a"]?.plainText } == all)
    for start in [15_990, 0, 9000, 8990, 12_345, 700, 699, 15_000] {
      let end = min(all.count, start + 40)
      #expect(try table.texts(start..<end, "a") == Array(all[start..<end]), "\(start)")
    }
    for (line, count) in [
      ("a > 19000", 1000), ("a < 200 OR a > 19990", 209), ("b == 'moved'", 5332),
    ] {
      let filter = try #require(try Condition(parsing: line).fieldFilter?.filter)
      let answer = try #require(try table.database?.asked(SourceRequest(filter: filter)))
      let found = try answer.source.everything().compactMap { $0.record?["a"]?.plainText }
      let wanted = try database.texts(
        "SELECT a FROM t WHERE \(line.replacing("==", with: "=")) ORDER BY ctid")
      #expect(found == wanted, "\(line)")
      #expect(found.count == count, "\(line)")
    }
    #expect(try database.open("parent").everything().count == 600)
    #expect(
      try database.open("parent").database?.asked(SourceRequest(filter: .constant(true))) == nil)
  }

  @Test func valuesComeAsTheyAre() throws {
    let database = try TestDatabase(
      """
      CREATE TYPE mood AS ENUM ('sad', 'ok');
      CREATE TYPE pair AS (n int, t text);
      CREATE DOMAIN euro AS numeric(10,2);
      CREATE TABLE v (id int PRIMARY KEY, b bool, i8 int8, num numeric, f4 float4, f8 float8, e euro,
        c char(5), d date, ts timestamp, tz timestamptz, iv interval, u uuid, by bytea, m mood, p pair,
        js json, jb jsonb, ia int[], ta text[], mon money);
      INSERT INTO v VALUES (1, true, 9007199254740993, 12.50, 0.1, 0.1, 3.5, 'ab', '2026-11-24',
        '2026-11-24 05:06:07.5', '2026-11-24 05:06:07+02', '1 day 2 hours', '0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0',
        '\\x00ff', 'ok', ROW(1, 'a "b"'), '{"b": 1.10, "a": [1, 2]}', '{"b": 1.10, "a": [1, 2]}',
        '{1,NULL,3}', '{"a,b","NULL",NULL}', '12.34')
      """.replacing(
        "'0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0'", with: "'00000000-0000-0000-0000-000000000001'"))
    try database.execute(
      "INSERT INTO v (id, num, f8, d, tz) VALUES (2, 'NaN', '-Infinity', 'infinity', '0044-03-15 BC')"
    )
    let records = try database.open("v").everything()
    let shown = records.map { JSONWriter.text(of: $0, layout: .spaced) }
    #expect(
      shown[0]
        == #"{"id": 1, "b": true, "i8": 9007199254740993, "num": 12.50, "f4": 0.1, "f8": 0.1, "e": 3.50, "#
        + #""c": "ab   ", "d": "2026-11-24T00:00:00Z", "ts": "2026-11-24T05:06:07.500Z", "#
        + #""tz": "2026-11-24T03:06:07Z", "iv": "P1DT2H", "u": "00000000-0000-0000-0000-000000000001", "#
        + #""by": "AP8=", "m": "ok", "p": {"n": 1, "t": "a \"b\""}, "js": {"b": 1.10, "a": [1, 2]}, "#
        + #""jb": {"a": [1, 2], "b": 1.10}, "ia": [1, null, 3], "ta": ["a,b", "NULL", null], "mon": "$12.34"}"#
    )
    #expect(records[1].record?["num"] == .string("NaN"))
    #expect(records[1].record?["f8"] == .string("-Infinity"))
    #expect(records[1].record?["d"] == .string("infinity"))
    #expect(records[1].record?["tz"]?.string?.contains("BC") == true)
  }

  @Test func tablesAreListedBySchema() throws {
    let database = try TestDatabase(
      Self.items + """
        ;
        CREATE SCHEMA shop;
        CREATE TABLE shop.orders (no int PRIMARY KEY);
        CREATE VIEW cheap AS SELECT * FROM items WHERE id < 70;
        ANALYZE
        """)
    let document = try database.document(DatabaseRequest())
    let listing = try document.table(shape: nil).source
    #expect(try listing.sections(0..<9).map(\.title) == ["public", "shop"])
    #expect(try listing.texts(0..<9, "name") == ["cheap", "items"])
    #expect(try listing.texts(0..<9, "rows") == ["null", "~3.0 k"])
    #expect(try listing.texts(0..<9, "name", section: 1) == ["shop.orders"])
    let row = try #require(try listing.value(at: Address(0, 1)))
    #expect(
      try document.document(inside: row)?.table(shape: nil).source.texts(0..<1, "name") == [
        "item 1"
      ])
    #expect(try database.open("shop.orders").counts().rows == .exact(0))
    #expect(
      error { () throws(DataError) in try database.open("itms") }?.hint == "did you mean 'items'?")
    // A view has no key: it is read as a query is, or by the key that somebody states.
    #expect(try database.open("cheap").everything().count == 9)
    #expect(try database.open("cheap", key: "id").texts(2..<4, "name") == ["item 3", "item 4"])
  }

  @Test func queriesAreKept() throws {
    let database = try TestDatabase(Self.items)
    let table = try database.open(query: "SELECT name, id, id FROM items ORDER BY id DESC; -- all")
    #expect(table.columnNames == ["name", "id", "id:1"])
    #expect(try table.texts(2500..<2502, "name") == ["item 500", "item 499"])
    #expect(
      try table.settled {}?.counts().rows == .exact(3000) || table.counts().rows == .exact(3000))
    for (query, hint) in [
      ("DELETE FROM items", "a query begins with SELECT"), ("SELECT 1; SELECT 2", nil),
      ("SELECT nme FROM items", nil), ("", "a query begins with SELECT"),
    ] {
      let failure = error { () throws(DataError) in try database.open(query: query) }
      #expect(failure != nil)
      if let hint { #expect(failure?.hint == hint) }
    }
    // What a query calls can't write either.
    try database.execute(
      "CREATE FUNCTION bad() RETURNS int LANGUAGE sql AS 'DELETE FROM items RETURNING 1'")
    #expect(error { () throws(DataError) in try database.open(query: "SELECT bad()") } != nil)
    #expect(try database.number("SELECT count(*) FROM items") == 3000)
  }

  @Test func groupsAreSections() throws {
    let database = try TestDatabase(
      Self.items + ";\nALTER TABLE items ADD kind int;\nUPDATE items SET kind = NULLIF(id % 4, 3)")
    let groups = try database.open("items", groupBy: "kind")
    #expect(groups is DatabaseTable)
    #expect(try groups.sections(0..<9).map(\.title) == ["0", "1", "2", "(none)"])
    #expect(groups.counts().rows == .exact(3000))
    #expect(try groups.texts(0..<2, "kind", section: 3) == ["null", "null"])
    #expect(try groups.texts(700..<760, "name", section: 1).count == 50)
  }

  /// The whole time that a statement takes is waited for by a question every 20 ms.
  @Test func aStatementIsStoppedSoon() throws {
    let database = try TestDatabase(Self.items)
    let stops = Atomic<Bool>(false)
    let began = ContinuousClock.now
    let failure = error { () throws(DataError) in
      try database.open(query: "SELECT pg_sleep(30)") {
        if ContinuousClock.now - began > .milliseconds(400) {
          stops.store(true, ordering: .relaxed)
        }
        return stops.load(ordering: .relaxed)
      }
    }
    #expect(failure == .cancelled)
    #expect(ContinuousClock.now - began < .seconds(10))
    let running = try database.number(
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND state = 'active'"
        + " AND pid <> pg_backend_pid()")
    #expect(running == 0)
  }

  /// A connection that was stopped answers the next question, in the same snapshot: a request to stop that
  /// comes when its statement has ended does not stop the next one.
  @Test func afterAStopTheTableGoesOn() throws {
    let database = try TestDatabase(Self.items)
    let stops = Atomic<Bool>(false)
    let table = try database.open { stops.load(ordering: .relaxed) }
    try database.execute("DELETE FROM items WHERE id > 70")
    for _ in 0..<20 {
      stops.store(true, ordering: .relaxed)
      // Quick statements are done before anybody asks.
      _ = error { () throws(DataError) in try table.everything() }
      stops.store(false, ordering: .relaxed)
      #expect(try table.everything().count == 3000)
    }
  }

  @Test func allReadsSeeTheSameMoment() throws {
    let database = try TestDatabase(Self.items)
    let table = try database.open()
    #expect(try table.settled {}?.counts().rows ?? table.counts().rows == .exact(3000))
    try database.execute("DELETE FROM items WHERE id > 7000")
    #expect(try table.texts(2000..<2002, "name") == ["item 2001", "item 2002"])
    #expect(try database.open().settled {}?.counts().rows ?? .exact(1000) == .exact(1000))
  }

  /// A connection that is gone is opened anew, and what has changed meanwhile is said.
  @Test func aLostConnectionIsOpenedAgain() throws {
    let database = try TestDatabase(Self.items)
    let document = try database.document(DatabaseRequest())
    let table = try #require(
      try document.table(shape: nil).source.settled {} ?? document.table(shape: nil).source)
    _ = try database.number(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        + " WHERE datname = current_database() AND pid <> pg_backend_pid()")
    #expect(try table.texts(0..<2, "name") == ["item 1", "item 2"])
    #expect(
      table.activity?.remarks.contains { $0.hasPrefix("the database may have changed") } == true)
    try database.execute("DELETE FROM items WHERE id > 7000")
    _ = try database.number(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        + " WHERE datname = current_database() AND pid <> pg_backend_pid()")
    // Fewer rows than were promised.
    #expect(
      error { () throws(DataError) in try table.texts(2000..<2010, "name") }
        == .changedUnderneath(file: document.name))
  }

  /// A key that somebody states wrongly ends in an error, and not in a count without an end.
  @Test func aKeyThatIsNoneIsAnError() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE many (a int, b int);
      INSERT INTO many SELECT 1, i FROM generate_series(1, 140000) i
      """)
    let failure = error { () throws(DataError) in try database.open("many", key: "a") }
    #expect(failure?.description == "more than 65536 rows have the same key")
  }

  @Test func rightsAreTheServersBusiness() throws {
    let database = try TestDatabase(Self.items)
    let address = database.address.replacing("shelf@", with: "reader@")
    let opened = try PostgresSystem(
      #require(PostgresAddress(address)), DatabaseRequest(table: "items")
    ) { false }
    let failure = error { () throws(DataError) in
      try DatabaseDocument(opened, DatabaseRequest(table: "items")).table(shape: nil)
    }
    #expect(failure?.description.contains("permission denied") == true)
    #expect(failure?.hint != nil)
  }

  /// Rights to the key alone show how many rows there are, and the first screen says why it can't be shown.
  @Test func rightsToSomeColumnsAreSaid() throws {
    let database = try TestDatabase(Self.items + ";\nGRANT SELECT (id) ON items TO reader")
    let address = database.address.replacing("shelf@", with: "reader@")
    var workspace = Workspace()
    do {
      _ = try workspace.run(line: "open '\(address)' --table items")
      Issue.record("the table was opened")
    } catch {
      #expect("\(error)".contains("permission denied"))
    }
  }

  @Test func aStatedKeyIsTakenOnTrust() throws {
    let database = try TestDatabase(Self.items + ";\nCREATE VIEW cheap AS SELECT * FROM items")
    let remarks = try database.document(DatabaseRequest(table: "cheap", key: "id")).remarks
    #expect(remarks.contains { $0.contains("taken on trust") })
    #expect(try database.document(DatabaseRequest(table: "items")).remarks.isEmpty)
  }

  @Test func aTableThatIsGoneIsAnError() throws {
    let database = try TestDatabase(Self.items)
    let document = try database.document(DatabaseRequest(table: "items"))
    try database.execute("DROP TABLE items")
    let failure = error { () throws(DataError) in try document.table(shape: nil) }
    #expect(failure?.description.contains("does not exist") == true)
  }
}

/// Rows that refer to others are their items, in both kinds of databases.
@Suite(.serialized, .enabled(if: TestServers.hasSingle)) struct ReferringTests {
  private static let shop = """
    CREATE TABLE items (id int PRIMARY KEY, name text);
    INSERT INTO items SELECT i, 'item ' || i FROM generate_series(1, 1000) i;
    CREATE TABLE orders (no int PRIMARY KEY, item int REFERENCES items, gift int REFERENCES items, amount int);
    INSERT INTO orders SELECT i, NULLIF(i * 7 % 400, 0), NULL, i % 9 FROM generate_series(1, 3000) i;
    CREATE INDEX ON orders (item);
    CREATE TABLE notes (id int PRIMARY KEY, item int REFERENCES items)
    """

  private func strips(
    _ items: String, title: String? = nil, groupBy: String? = nil, _ database: TestDatabase
  )
    throws(DataError) -> ShapedTable
  {
    let request = DatabaseRequest(table: "items", groupBy: groupBy)
    let shape = Shape(items: FieldPath(parsing: items), title: title.map { FieldPath(key: $0) })
    return try database.document(request).table(shape: shape)
  }

  @Test func itemsAreTheRowsThatRefer() throws {
    let database = try TestDatabase(Self.shop)
    let table = try strips("orders.item", database)
    #expect(table.explanation.contains("7 more refer to none"))
    let source = table.source
    #expect(source.counts().items == .exact(2993))
    let rows = try source.rows(0..<1000, inSection: 0)
    #expect(rows.count == 1000)
    #expect(rows[6].title == "item 7")
    #expect(rows.reduce(0) { $0 + ($1.items?.known ?? 0) } == 2993)
    #expect(rows[399].items == .exact(0))
    let expected = (1...3000).filter { $0 * 7 % 400 == 7 }.map(String.init)
    let batch = try source.items(0..<50, inRow: Address(0, 6), fields: [FieldPath(key: "no")])
    #expect((0..<batch.count).map { batch.text($0, 0) } == expected)
    #expect(
      try source.outerRecord(.row, around: Address(0, 6, 1))?.record?["name"] == .string("item 7"))
    #expect(try source.value(at: Address(0, 6, 1))?.record?["no"]?.plainText == expected[1])
    let all = try source.everything()
    #expect(all.count == 2993)
    #expect(all.first?.record?["item"] == .integer(1))
  }

  @Test func whatCanNotBeFoundIsSaid() throws {
    let database = try TestDatabase(Self.shop)
    let several = error { () throws(DataError) in try strips("orders", database) }
    #expect(several?.hint == "say which: orders.gift, orders.item")
    let slow = error { () throws(DataError) in try strips("notes", database) }
    #expect(slow?.hint?.contains("INDEX \"notes_item\" ON \"public\".\"notes\" (\"item\")") == true)
    let none = error { () throws(DataError) in try strips("items", database) }
    #expect(none?.hint == "these do: notes, orders")
  }
}
