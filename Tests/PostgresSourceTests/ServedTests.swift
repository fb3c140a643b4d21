import CommandLanguage
import Documents
import Foundation
import Opening
import Rendering
import Results
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import PostgresSource

/// What a server filters, orders, counts and groups is what is shown of the same records without one.
@Suite(.serialized, .enabled(if: TestServers.hasSingle)) struct ServedTests {
  /// A table whose columns have indexes, on a server that sorts only where it has to: what is small would be
  /// sorted otherwise.
  ///
  /// - Parameter hasKey: without one, rows are found where they lie, which is in no order of their own.
  static func database(on server: String?, rows: Int, seed: UInt64, hasKey: Bool = true) throws
    -> TestDatabase
  {
    var generator = SeededGenerator(seed: seed)
    let names = [
      "Ada", "ada", "Élan", "elan", "straße", "STRASSE", "K", "\u{212A}", "", "a b", "z",
    ]
    var inserts: [String] = []
    for row in 0..<rows {
      func value(_ one: Int, _ text: (inout SeededGenerator) -> String) -> String {
        Int.random(in: 0..<one, using: &generator) == 0 ? "NULL" : text(&generator)
      }
      let n = value(9) { "\(Int.random(in: -5...20, using: &$0))" }
      let price = value(50) { "\(Double(Int.random(in: 0...999, using: &$0)) / 100)" }
      let rating = value(7) { "\(Double(Int.random(in: 0...40, using: &$0)) / 8)" }
      let name = value(11) { "'\(names.randomElement(using: &$0) ?? "")'" }
      let kind = value(13) { "'\(["tool", "toy", "food"].randomElement(using: &$0) ?? "")'" }
      let flag = value(8) { Bool.random(using: &$0) ? "true" : "false" }
      let at = value(9) {
        "timestamptz '2026-01-01Z' + interval '\(Int.random(in: 0...90, using: &$0)) hours'"
      }
      let doc = value(6) {
        "'{\"a\": \(Int.random(in: 0...3, using: &$0)), \"b\": {\"c\": [1, \"x\"]}}'"
      }
      inserts.append(
        "(\(row * 3 + 1), \(n), \(price), \(rating), \(name), \(kind), \(flag), \(at), \(doc))")
    }
    if server == TestServers.coordinator {
      return try TestDatabase(
        "INSERT INTO t VALUES \(inserts.joined(separator: ", "))", on: server,
        partitioned: columns,
        workers: try TestServers.workers.map {
          try TestDatabase("CREATE TABLE t (\(columns))", on: $0)
        })
    }
    return try TestDatabase(
      """
      CREATE TABLE t (\(hasKey ? columns : columns.replacing(" PRIMARY KEY", with: "")));
      \(hasKey ? "" : filling("t", "id, name"))
      INSERT INTO t VALUES \(inserts.joined(separator: ", "));
      \(hasKey ? "" : "UPDATE t SET id = id WHERE id % 2 = 0;")
      CREATE INDEX ON t (n);
      CREATE INDEX ON t (price);
      CREATE INDEX ON t (rating);
      CREATE INDEX ON t (at);
      CREATE INDEX ON t (flag);
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_sort = off', current_database()); END $$;
      ANALYZE
      """, on: server)
  }

  /// Statements that leave a table empty in a large file: small ones are read as a whole.
  private static func filling(_ table: String, _ columns: String) -> String {
    """
    INSERT INTO \(table) (\(columns)) SELECT i, repeat('x', 1000) FROM generate_series(1, 18000) i;
    DELETE FROM \(table);
    """
  }

  private static let columns = """
    id bigint PRIMARY KEY, n int, price numeric(8,2), rating float8, name text, kind text, flag bool,
      at timestamptz, doc jsonb
    """

  struct Pair {
    var served: Workspace
    var read: Workspace

    init(_ database: TestDatabase) throws {
      let table = try database.open("t", key: database.isCluster ? "id" : nil)
      let records = ValueDocument(name: "t", value: .array(try table.everything()))
      var environment = Environment.standard { false }
      environment.open = { path, _ throws(DataError) in
        if path == "records" { return records }
        return try database.document(
          DatabaseRequest(table: "t", key: database.isCluster ? "id" : nil))
      }
      served = Workspace(environment: environment)
      read = Workspace(environment: environment)
      _ = try served.run(line: "open server")
      _ = try read.run(line: "open records")
    }

    /// What both print, notes apart, and an error in words.
    mutating func run(_ line: String) -> (served: [String], read: [String]) {
      (Self.run(line, &served), Self.run(line, &read))
    }

    private static func run(_ line: String, _ workspace: inout Workspace) -> [String] {
      do {
        return try workspace.run(line: line).flatMap { $0.lines.map(\.text) }.map(ServedTests.plain)
      } catch {
        return ["error: \(error)"]
      }
    }
  }

  /// Whether an order moves anything is not asked of a server.
  private static func plain(_ line: String) -> String {
    line.replacing("nothing moved: ", with: "sorted ").replacing(" already in that order", with: "")
  }

  private struct Lines {
    var predicates: ColumnPredicates
    var generator: SeededGenerator

    init(seed: UInt64) {
      predicates = ColumnPredicates(seed: seed)
      predicates.keys = [
        "id", "n", "n", "price", "rating", "name", "kind", "flag", "doc.a", "doc.b.c", "gone",
      ]
      predicates.numbers += ["2.5", "4.99", "10", "3"]
      predicates.texts += ["'tool'", "'Ada'", "'elan'", "'Straße'", "'K'"]
      generator = SeededGenerator(seed: seed &+ 1)
    }

    mutating func next() -> String {
      let key =
        ["id", "n", "price", "rating", "name", "kind", "flag", "at", "doc.a"]
        .randomElement(using: &generator) ?? "n"
      switch Int.random(in: 0..<17, using: &generator) {
      case 0...3, 15, 16: return "filter " + predicates.predicate(2)
      case 4: return "filter off"
      case 5, 6: return "sort by \(key)" + (Bool.random(using: &generator) ? " desc" : "")
      case 7: return "sort by \(key) desc, id"
      case 8: return "sort off"
      case 9: return "group by \(key)"
      case 10: return "group off"
      case 11: return "count where " + predicates.predicate(1)
      case 12: return Bool.random(using: &generator) ? "distinct \(key)" : summary(by: key)
      case 13: return "describe \(key)"
      case 14: return "histogram \(key) \(Int.random(in: 1...120, using: &generator))"
      default: return "goto 0.\(Int.random(in: 0..<40, using: &generator))"
      }
    }

    /// Figures by no key, one or two, some of which a server has no part in.
    private mutating func summary(by key: String) -> String {
      let figures = [
        "count", "count(name)", "count(rating)", "sum(n)", "sum(price)", "mean(n)", "avg(price)",
        "min(price)", "max(n)", "min(at)", "max(at)", "distinct(n)", "distinct(price)",
        "distinct(flag)", "sum(rating)", "min(name)", "median(n)",
      ]
      let count = Int.random(in: 1...4, using: &generator)
      let chosen = figures.shuffled(using: &generator).prefix(count).joined(separator: ", ")
      let by = ["", " by \(key)", " by \(key), kind"].randomElement(using: &generator) ?? ""
      return "summarize \(chosen)\(key == "kind" ? " by kind" : by)"
    }
  }

  /// Neither records that a server has filtered nor values in them can be changed; all others can.
  @Test func servedRecordsAreNotChanged() throws {
    let database = try TestDatabase(
      "CREATE TABLE t (id int PRIMARY KEY, doc jsonb);\n"
        + "INSERT INTO t SELECT i, '{\"a\": 1}' FROM generate_series(1, 50) i")
    var workspace = Workspace()
    _ = try workspace.run(line: "open '\(database.address)' --table t; filter id > 10")
    for line in ["update 0.0 id=5", "push 0.0 doc; update 0.0 7"] {
      #expect(throws: CommandError.self) { try workspace.run(line: line) }
    }
    _ = try workspace.run(line: "back; filter off; update 0.0 id=5")
    let shown = try workspace.run(line: "export - --format ndjson").flatMap { $0.lines.map(\.text) }
    #expect(shown.first?.contains("\"id\": 5") == true || shown.first?.contains("\"id\":5") == true)
  }

  /// What has no order among numbers and dates is counted by the server, beyond the records that a sample
  /// sees as well.
  @Test(arguments: [
    ("filter n > 5", ["4 of 2000 items have text in `n`; compared as no match"]),
    (
      "filter NOT f BETWEEN {3, 8}",
      ["1 of 2000 items has text in `f`; compared as no match"]
    ),
    (
      "filter d >= CAST('2026-01-05', 'NSDate')",
      ["2 of 2000 items have text in `d`; compared as no match"]
    ),
    ("count where r < 5 OR n == 7", ["1 of 2000 items has text in `r`; compared as no match"]),
    (
      "filter doc.a > 5",
      [
        "items in which `doc.a` is of another kind are not counted by the server; compared as no match"
      ]
    ),
    ("filter id > 5", []), ("filter n == 5", []),
    ("filter typo > 5", ["no item has the key `typo`"]),
    ("filter doc.typo > 5", ["no item has the key `doc.typo`"]),
    ("filter word > 5", ["text in `word`; compared as no match, and not counted by the server"]),
    (
      "filter d > CAST('2026-01-05', 'NSDate') AND doc.a CONTAINS 'x'",
      [
        "1994 of 1995 items have numbers in `doc.a`; compared as no match",
        "2 of 2000 items have text in `d`; compared as no match",
      ]
    ),
  ])
  func whatHasNoOrderIsCounted(_ line: String, _ notices: [String]) throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id int PRIMARY KEY, n numeric, f float8, r real, d date, doc jsonb, word text);
      INSERT INTO t SELECT i, i, i, i, date '2026-01-01' + i, jsonb_build_object('a', i), 'w'
        FROM generate_series(1, 2000) i;
      UPDATE t SET n = 'NaN' WHERE id IN (600, 700);
      UPDATE t SET n = 'Infinity' WHERE id = 800;
      UPDATE t SET n = '-Infinity', f = '-Infinity', r = 'NaN', d = 'infinity' WHERE id = 900;
      UPDATE t SET d = '0044-03-15 BC', doc = '{"a": "x"}' WHERE id = 1000
      """)
    var workspace = Workspace()
    _ = try workspace.run(line: "open '\(database.address)' --table t")
    #expect(try workspace.run(line: line).flatMap(\.notices) == notices)
  }

  /// Keys that no record has within a document are known to the server, whichever records are shown.
  @Test func unknownKeysAreAskedOfTheServer() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id int PRIMARY KEY, doc jsonb);
      INSERT INTO t SELECT i, jsonb_build_object('a', i) FROM generate_series(1, 1500) i;
      UPDATE t SET doc = '{"rare": null, "list": [[{"deep": {"x": 1}}]]}' WHERE id = 1400
      """)
    let table = try database.open("t")
    for (path, isThere) in [
      ("doc.a", true), ("doc.rare", true), ("doc.list.deep.x", true), ("doc.typo", false),
      ("doc.list.typo", false), ("doc.rare.x", false), ("doc.x", false),
    ] {
      let found = try table.database?.hasValues(at: path.split(separator: ".").map(String.init))
      #expect(found == isThere, "\(path)")
    }
    #expect(try table.database?.hasValues(at: ["doc", "schlüssel"]) == nil)
    var workspace = Workspace()
    _ = try workspace.run(line: "open '\(database.address)' --table t")
    for before in ["filter off", "filter id == 7", "filter id == 0", "filter doc.typo == 1"] {
      _ = try workspace.run(line: before)
      for (line, notices) in [
        ("filter doc.typo == 3", ["no item has the key `doc.typo`"]), ("filter doc.rare == 3", []),
        ("filter typo == 3", ["no item has the key `typo`"]),
      ] {
        #expect(try workspace.run(line: line).flatMap(\.notices) == notices, "\(before), \(line)")
      }
    }
  }

  /// A key that is derived after a server has filtered is known, and no longer when it is gone.
  @Test func derivedKeysAreKnownAfterAFilter() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id int PRIMARY KEY, doc jsonb);
      INSERT INTO t SELECT i, jsonb_build_object('a', i) FROM generate_series(1, 1500) i
      """)
    var workspace = Workspace()
    _ = try workspace.run(line: "open '\(database.address)' --table t; filter id < 10")
    _ = try workspace.run(line: "derive twice = id * 2")
    for line in ["filter twice > 5", "filter id < 100; filter twice > 5"] {
      let said = try workspace.run(line: line).flatMap(\.notices)
      #expect(!said.contains { $0.hasPrefix("no item has") }, "\(line): \(said)")
    }
    _ = try workspace.run(line: "filter off; derive off")
    let said = try workspace.run(line: "filter twice > 5").flatMap(\.notices)
    #expect(said.first == "no item has the key `twice`")
  }

  /// What is shown as something else than the type of its column says is remarked on once it is seen.
  @Test func oddValuesAreRemarkedOn() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id int PRIMARY KEY, n numeric, list int[], at timestamp, zoned timestamptz);
      INSERT INTO t SELECT i, i, '{1,2}', now(), now() FROM generate_series(1, 900) i;
      UPDATE t SET n = 'NaN', list = '[2:4]={1,2,3}', at = '9999-12-31 23:59:59.999999'
        WHERE id = 800
      """)
    var workspace = Workspace()
    _ = try workspace.run(line: "open '\(database.address)' --table t; view; goto 0.400; show")
    let remarks = { workspace.levels.last?.shaped.source.activity?.remarks ?? [] }
    #expect(remarks().isEmpty)
    _ = try workspace.run(line: "goto 0.799; show; view")
    #expect(
      remarks() == [
        "`n` has `NaN` or infinities, which are texts here",
        "`list` has lists that the server counts from another number than 1; here they begin at 0",
        "`at` has moments so far from 1970 that some of their microseconds are lost here",
      ])
    let last = try workspace.run(line: "show").flatMap(\.lines).map(\.text).joined()
    #expect(last.contains("9999-12-31T23:59:59.9999"))
    let said = try workspace.run(line: "schema").flatMap(\.notices)
    #expect(said == ["without a time zone, taken for universal time: `at`"])
  }

  /// Rows that were counted at another moment than they are read at are not exported as if nothing
  /// had happened.
  @Test(arguments: ["none", "1"])
  func whatIsReadLaterIsSaid(_ snapshot: String) throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id int PRIMARY KEY, k int);
      INSERT INTO t SELECT i, i % 10 FROM generate_series(1, 5000) i
      """)
    var workspace = Workspace(environment: .standard { false })
    _ = try workspace.run(
      line: "set snapshot \(snapshot); open '\(database.address)' --table t; filter k == 7")
    if snapshot == "1" { usleep(1_300_000) }
    try database.execute(
      "DELETE FROM t WHERE id BETWEEN 100 AND 1099;\nINSERT INTO t SELECT 9000 + i, 7 FROM generate_series(1, 1000) i"
    )
    #expect {
      try workspace.run(line: "export - --format csv")
    } throws: { error in
      "\(error)".contains("changed while it was open")
    }
    let said = try workspace.run(line: "filter k == 7; filter k == 7; summarize count")
    #expect(said.last?.lines.contains { $0.text.contains("1,400") } == true)
    let notes = said.flatMap(\.notices)
    #expect(notes.contains { $0.hasPrefix("the database may have changed") } == (snapshot == "1"))
  }

  /// A place that is not counted yet is waited for.
  @Test func placesBeyondTheFirstScreen() throws {
    let database = try TestDatabase(
      "CREATE TABLE t (id int PRIMARY KEY);\nINSERT INTO t SELECT generate_series(1, 3000)")
    var environment = Environment.standard { false }
    environment.open = { _, _ throws(DataError) in
      try database.document(DatabaseRequest(table: "t"))
    }
    var workspace = Workspace(environment: environment)
    _ = try workspace.run(line: "open server")
    let said = try workspace.run(line: "goto 0.2500").flatMap { $0.lines.map(\.text) }
    #expect(said == ["0.2500 · row 2,501 of 3,000"])
  }

  @Test(arguments: ["single", "icu", "coordinator", "without a key"])
  func commandsSayTheSame(_ name: String) throws {
    let servers = ["icu": TestServers.icu, "coordinator": TestServers.coordinator]
    let server = servers[name] ?? TestServers.single
    guard TestServers.areThere(server) else { return }
    let seed = testSeed(test: "commandsSayTheSame \(name)")
    var lines = Lines(seed: seed)
    var served = 0
    for round in 0..<testRounds(5) {
      let database = try Self.database(
        on: server, rows: 400, seed: seed &+ UInt64(round), hasKey: name != "without a key")
      var pair = try Pair(database)
      var history: [String] = []
      for _ in 0..<24 {
        let line = lines.next()
        history.append(line)
        let said = pair.run(line)
        let whole = pair.run("export - --format ndjson")
        let focus = pair.run("status")
        try #require(
          said.served == said.read,
          "seed \(seed), server \(name): \(history.joined(separator: "; "))")
        try #require(
          whole.served == whole.read,
          "seed \(seed), server \(name): \(history.joined(separator: "; "))")
        #expect(
          focus.served.filter { $0.hasPrefix("focus") }
            == focus.read.filter { $0.hasPrefix("focus") },
          "seed \(seed), server \(name): \(history.joined(separator: "; "))")
        if pair.served.levels.last?.shaped.source.isNarrowed == true { served += 1 }
      }
    }
    #expect(served > 3 * testRounds(5), "the server has done next to nothing")
  }
}
