import Results
import TableModel
import Testing

@testable import PostgresSource

/// What a server counts and works out is what its records come to.
extension ServedTests {
  /// Which figures a server works out itself, with the records of each group.
  @Test(arguments: [
    ("count, sum(n), mean(price), min(at), max(n), distinct(n), count(name) by kind", true),
    ("sum(price)", true), ("count by flag, n", true), ("sum(rating) by kind", false),
    ("min(name)", false), ("median(n) by kind", false), ("count by doc.a", false),
  ])
  func figuresAreServed(_ line: String, _ isServed: Bool) throws {
    let database = try Self.database(on: TestServers.single, rows: 300, seed: 5)
    var pair = try Pair(database)
    for narrowed in ["", "filter n > 3; "] {
      let said = pair.run("\(narrowed)summarize \(line)")
      #expect(said.served == said.read)
    }
    let list = try AggregateList(parsing: line)
    let aggregates = list.items.map { item in
      Aggregate(item.kind, of: item.field.map { FieldPath(key: $0.text) })
    }
    let answer = try #require(try database.open("t").database).aggregates(
      aggregates,
      by: list.keys.map { FieldPath(keys: $0.text.split(separator: ".").map(String.init)) },
      limit: 1000)
    #expect((answer != nil) == isServed)
  }

  /// What a server counts between borders and describes by its values is what its records come to, beside
  /// what is text here, at the ends of a type, and where there is a single value or none.
  @Test(arguments: [
    ("id", true), ("n", true), ("f", true), ("r", false), ("d", true), ("at", true),
    ("local", true),
    ("huge", false), ("one", true), ("none", true), ("late", false), ("word", false),
  ])
  func rangesAreServed(_ key: String, _ isServed: Bool) throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (
        id int PRIMARY KEY, n numeric, f float8, r real, d date, at timestamptz, local timestamp,
        huge int8, one int, none numeric, late timestamptz, word text);
      INSERT INTO t SELECT i, i / 8.0, i / 7.0, i / 4.0, date '2026-01-01' + i,
        timestamptz '2026-01-01Z' + i * interval '1 hour', timestamp '2026-01-01' + i * interval '1 us',
        9007199254740990 + i, 7, NULL, timestamptz '2300-01-01Z' + i * interval '1 us', 'w' || i % 3
        FROM generate_series(-50, 450) i;
      UPDATE t SET n = 'NaN', f = '-Infinity', r = 'NaN', d = 'infinity' WHERE id = 9;
      UPDATE t SET n = 'Infinity', f = 'NaN', d = '0044-03-15 BC', at = NULL WHERE id = 10
      """)
    var pair = try Pair(database)
    for line in ["histogram \(key)", "histogram \(key) 25", "describe \(key)"] {
      for narrowed in ["filter off; ", "filter id > 0; "] {
        let said = pair.run(narrowed + line)
        #expect(said.served == said.read)
      }
    }
    let served = try #require(try database.open("t").database)
    #expect((try served.span(of: [key]) != nil) == isServed)
    if ["n", "f"].contains(key) {
      // -50 to 0; -Infinity is no number here.
      #expect(try served.counts(of: [key], below: [.double(0.1)]) == [51])
    }
  }

  /// A server that expects very many values is not asked to count them all.
  @Test func manyValuesAreNotCounted() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id int PRIMARY KEY, few int);
      INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 3000) i;
      ANALYZE t
      """)
    let served = try #require(try database.open("t").database)
    #expect(try served.valueCounts(of: ["id"], limit: 100) == nil)
    #expect(try served.valueCounts(of: ["few"], limit: 100)?.count == 7)
    #expect(try served.valueCounts(of: ["few"], limit: 6) == nil)
  }
}
