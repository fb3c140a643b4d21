import Arranging
import CommandLanguage
import Documents
import Rendering
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import SQLTables
@testable import SQLiteSource

/// Filters and sorts by an index or by columns that are read alone show what they show otherwise.
@Suite struct IndexSearchTests {
  /// Rows with gaps in their numbers; `mixed` and `loose` hold several kinds of values.
  private static func script(_ random: inout SeededGenerator, rows: Int, spoils: Bool) -> String {
    var number = 0
    let values = (0..<rows).map { _ -> String in
      number +=
        Int.random(in: 0..<20, using: &random) == 0
        ? 1 + Int.random(in: 0..<900, using: &random) : 1
      let whole = pick(["NULL", "0", "7", "-3", "\(number % 500)", "9007199254740993"], &random)
      let real = pick(["NULL", "0.1", "2", "-1.5", "\(number % 300).25", "1e300"], &random)
      let text = pick(
        ["NULL", "''", "'abc'", "'ABC'", "'abc '", "'\(number % 90)'", "'é'"], &random)
      let mixed = pick(["NULL", "1", "1.5", "'1'", "x'31'", "'abc'"], &random)
      let loose = spoils && number % 97 == 0 ? "'7'" : whole
      return "(\(number), \(whole), \(real), \(text), \(text), \(mixed), \(loose), \(real))"
    }
    return """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, r REAL, t TEXT, c TEXT COLLATE NOCASE,
        mixed, loose BLOB, d DECIMAL(10,2));
      INSERT INTO t VALUES \(values.joined(separator: ","));
      """
  }

  private static func pick(_ values: [String], _ random: inout SeededGenerator) -> String {
    values.randomElement(using: &random) ?? "NULL"
  }

  private static func indexes() -> String {
    ["n", "r", "t", "c", "mixed", "loose", "d"].map { "CREATE INDEX by_\($0) ON t(\($0));" }
      .joined()
  }

  private func run(_ line: String, _ session: inout Workspace) -> [String] {
    do {
      return try session.run(line: line).flatMap { $0.lines.map(\.text) + $0.notices }
    } catch {
      return ["\(error)"]
    }
  }

  /// The rows that are shown, in their order.
  private func addresses(_ session: Workspace) -> [Address?] {
    guard let shown = session.levels.last?.shown else { return [] }
    return (0..<shown.counts().rows.known).map { shown.baseAddress(of: Address(0, $0)) }
  }

  @Test(arguments: [300, 5500])
  func sameResultsWithAndWithoutIndexes(_ rows: Int) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let script = Self.script(&random, rows: rows, spoils: Bool.random(using: &random))
    let plain = try Fixture(script)
    let indexed = try Fixture(script + Self.indexes())
    var (a, b) = (Workspace(), Workspace())
    #expect(
      run("open '\(plain.path)'", &a).count == 1 && run("open '\(indexed.path)'", &b).count == 1)
    for round in 0..<(rows > 1000 ? 3 : 12) {
      let key = Self.pick(["id", "n", "r", "t", "c", "mixed", "loose", "d", "nosuch"], &random)
      let sign = Self.pick(["=", "!=", "<", "<=", ">", ">=", "==[c]", "==[l]"], &random)
      let value = Self.pick(
        [
          "0", "7", "2.0", "0.1", "-1.5", "499", "299.25", "9007199254740992", "9007199254740993",
          "'abc'", "'89'", "'é'", "''", "nil", "TRUE",
        ], &random)
      let clause = Self.pick(
        [
          "\(key) \(sign) \(value)", "\(value) \(sign) \(key)", "\(key) BETWEEN {498, 600}",
          "\(key) IN {7, 'abc'}",
        ], &random)
      let rest = Self.pick(["", "", " AND t = 'abc'", " AND mixed > 1", " OR n = 7"], &random)
      let strict = Self.pick(["set strict off", "set strict on"], &random)
      for line in [
        strict, "filter \(clause)\(rest)", "sort by \(key) desc, n", "sort off", "filter off",
      ] {
        let words: Comment = "seed \(seed), round \(round), rows \(rows): \(clause)\(rest): \(line)"
        #expect(run(line, &a) == run(line, &b), words)
        #expect(addresses(a) == addresses(b), words)
      }
    }
  }

  private func fixture(_ more: String = "") throws -> Fixture {
    try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, t TEXT, u, plain);
      WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 5000)
        INSERT INTO t SELECT i * 3 + (i > 2500), i, 'name ' || i, i, i FROM r;
      CREATE INDEX tn ON t(n); CREATE INDEX tt ON t(t); CREATE INDEX tu ON t(u);
      """ + more)
  }

  private func number(_ value: Int64, included: Bool = true) -> FieldBound.Limit {
    FieldBound.Limit(.integer(value), isIncluded: included)
  }

  @Test func anIndexFindsRowsByThePositionsTheyHave() throws {
    let table = try fixture().open()
    let bound = FieldBound.numbers(lower: number(2490), upper: number(2510, included: false))
    let found = try #require(try table.records(where: "n", within: bound))
    #expect(found.rows.count == 5000)
    #expect(found.addresses == (2489..<2509).map { Address(0, $0) })
    let text = try #require(try table.records(where: "t", within: .text("name 5000")))
    #expect(text.addresses == [Address(0, 4999)])
    let key = FieldBound.numbers(lower: number(15_000), upper: nil)
    #expect(try table.records(where: "id", within: key)?.addresses == [Address(0, 4999)])
  }

  private func finds(_ table: any TableSource, _ key: String, _ bound: FieldBound) throws -> Bool {
    try table.records(where: key, within: bound) != nil
  }

  @Test func whereNoIndexServesNothingIsSaid() throws {
    let few = FieldBound.numbers(lower: number(4999), upper: nil)
    let table = try fixture("UPDATE t SET u = 'odd' WHERE id = 30").open()
    #expect(try !finds(table, "plain", few))
    #expect(try !finds(table, "nosuch", few))
    #expect(try !finds(table, "u", few), "other kinds of values")
    #expect(try !finds(table, "n", .text("a")), "other kinds of values")
    let many = FieldBound.numbers(lower: number(100), upper: nil)
    #expect(try !finds(table, "n", many))
    let view = try fixture("CREATE VIEW v AS SELECT * FROM t").open(table: "v")
    #expect(try !finds(view, "n", few))
  }

  @Test func columnsAreReadAlone() throws {
    let table = try fixture().open()
    let reading = try table.readColumns(
      [["n"], ["nosuch"]], by: .path, limit: 1 << 30, checkpoint: { _ in })
    guard case .columns(let columns)? = reading else {
      Issue.record("no columns")
      return
    }
    #expect(columns.count == 5000 && columns.directory.address(of: 4999) == Address(0, 4999))
    let small = try table.readColumns([["t"]], by: .path, limit: 100, checkpoint: { _ in })
    guard case .tooLarge? = small else {
      Issue.record("no limit")
      return
    }
    let nested = try table.readColumns([["t", "length"]], by: .path, limit: 1 << 30) { _ in }
    if nested != nil { Issue.record("columns of what no row has") }
  }
}
