import TableModel
import TestSeeds
import Testing

@testable import Asking
@testable import Documents
@testable import Files

/// Records of another table by a key, compared with a naive join.
@Suite struct LookupTests {
  /// Values among which some are equal in other notations, and some only look so.
  private static let keys = [
    "1", "1.0", "10e-1", "\"1\"", "2", "2.5", "2.50", "true", "\"true\"", "null", "\"é\"",
    "\"e\\u0301\"", "\"K\"", "\"\\u212a\"", "\"\"", "9007199254740993", "9007199254740992",
    "9007199254740993.0", "1e400", "-0.0", "0", "{\"a\": 1}", "\"long enough to be no small text\"",
    "12345678901234567890", "1.2345678901234567890e19",
  ]

  private static func table(_ text: String, rows: FieldPath = .itself) throws -> any TableSource {
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json")
    return try document.table(shape: Shape(rows: rows)).source
  }

  private static func value(_ json: String) throws -> Value {
    try JSONReader.read(SourceText(file: "test.json", bytes: Array(json.utf8)))
  }

  private static func values(of source: any TableSource) throws -> [Value] {
    var values: [Value] = []
    try source.scan { _, value throws(DataError) in
      values.append(value)
      return true
    }
    return values
  }

  /// Records with a key each, or without one; now and then a list of keys.
  private static func records(
    _ count: Int, lists: Bool, _ generator: inout some RandomNumberGenerator
  ) -> String {
    let records = (0..<count).map { number in
      var key = keys.randomElement(using: &generator) ?? "1"
      if lists, Int.random(in: 0..<4, using: &generator) == 0 {
        let some = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
          keys.randomElement(using: &generator) ?? "1"
        }
        key = "[\(some.joined(separator: ", "))]"
      }
      let field = Int.random(in: 0..<9, using: &generator) == 0 ? "" : ", \"k\": \(key)"
      let other = Int.random(in: 0..<5, using: &generator) == 0 ? "" : ", \"v\": \(key)"
      return "{\"n\": \(number)\(field)\(other)}"
    }
    return "[\(records.joined(separator: ",\n"))]"
  }

  /// Whether two values are the same key, said in the plainest way.
  private static func areSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a.compare(b) == 0
    case (.string(let a), .string(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    default: false
    }
  }

  private static func elements(_ value: Value) -> [Value] { value.array ?? [value] }

  /// The record that a value refers to, found by looking at all of them.
  private static func naive(_ key: Value, _ others: [Value]) -> Value? {
    func first(_ key: Value) -> Value? {
      others.first { other in
        elements(other.record?["k"] ?? .null).contains { areSame($0, key) }
      }
    }
    return key.array.map { .array($0.compactMap(first)) } ?? first(key)
  }

  @Test(arguments: 0..<12)
  func randomTablesAreJoinedAsByHand(_ round: Int) throws {
    var generator = SeededGenerator(seed: testSeed(round))
    let lists = round % 3 == 0
    let base = try Self.table(Self.records(60, lists: lists, &generator))
    let other = try Self.table(
      Self.records(Int.random(in: 0..<40, using: &generator), lists: round % 4 == 0, &generator))
    let key = FieldPath(key: "k")
    let table = try #require(
      try LookupTable(other, by: key, budget: 1 << 24) { _ in })
    let lookup = Lookup(key, in: table)
    let others = try Self.values(of: other)
    let records = try Self.values(of: base)
    #expect(table.count == others.count)
    for record in records {
      let asked = record[path: key] ?? .null
      #expect(try lookup.value(of: asked) == Self.naive(asked, others), "\(asked)")
    }
    try checkColumns(lookup, base, records, others)
    try checkTally(lookup, base, records, others)
  }

  /// Columns hold what the records hold.
  private func checkColumns(
    _ lookup: Lookup, _ base: any TableSource, _ records: [Value], _ others: [Value]
  ) throws {
    let read = try RecordColumns.read([["k"]], by: .keyValue, of: base, limit: 1 << 24)
    let keys = try #require(read?.columns[["k"]])
    for path in [["n"], ["v"], ["k"], []] {
      let column = try lookup.column(path, by: .keyValue, of: keys, limit: 1 << 24) { _ in }
      guard let column else {
        #expect(records.contains { $0.record?["k"]?.array != nil })
        continue
      }
      for (row, record) in records.enumerated() {
        let found = Self.naive(record.record?["k"] ?? .null, others)
        let value = found.flatMap { path.isEmpty ? $0 : $0.record?[path[0]] } ?? .null
        // Columns keep what a number is, and not how it was written.
        let held = column.value(at: row)
        #expect(held == value || Self.areSame(held, value) || path.isEmpty, "\(held) \(value)")
        #expect(column.absent.contains(row) == value.isNull)
      }
      let parts = [
        column.absent, column.truths?.rows, column.numbers?.rows, column.texts?.rows,
        column.lists?.rows, column.others?.rows,
      ].compactMap(\.self)
      #expect(parts.reduce(0) { $0 + $1.population } == records.count)
      #expect(parts.dropFirst().allSatisfy { $0.population > 0 })
    }
  }

  private func checkTally(
    _ lookup: Lookup, _ base: any TableSource, _ records: [Value], _ others: [Value]
  ) throws {
    var tally = LookupTally(lookup)
    try tally.count(ColumnStore(source: base), budget: 1 << 24) { _ in }
    let found = records.count { record in
      guard let key = record.record?["k"], !key.isNull else { return false }
      return Self.elements(key).allSatisfy { Self.naive($0, others) != nil }
    }
    #expect(tally.records == records.count)
    #expect(tally.found == found)
    var seen: [(Value, count: Int)] = []
    for record in others {
      var own: [Value] = []
      for key in Self.elements(record.record?["k"] ?? .null)
      where Self.areSame(key, key) && !own.contains(where: { Self.areSame($0, key) }) {
        own.append(key)
        if let index = seen.firstIndex(where: { Self.areSame($0.0, key) }) {
          seen[index].count += 1
        } else {
          seen.append((key, 1))
        }
      }
    }
    #expect(lookup.table.index.count == seen.count)
  }

  /// Columns of what is looked up come from columns of the other table, whose records are not read.
  @Test func columnsAreGathered() throws {
    let other = try Self.table(#"[{"k": 1, "v": "a"}, {"k": 2, "v": "b", "d": {"e": 7}}]"#)
    let base = try Self.table(
      "[" + (0..<6000).map { "{\"r\": \($0 % 3), \"n\": \($0)}" }.joined(separator: ",") + "]")
    let table = try #require(
      try LookupTable(other, by: FieldPath(key: "k"), budget: 1 << 20) { _ in })
    let derived = DerivedTable(
      base, [DerivedField("o", Lookup(FieldPath(key: "r"), in: table), typed: "")])
    let paths = [["o", "v"], ["o", "d", "e"], ["n"]]
    let read = try RecordColumns.read(paths, by: .path, of: derived, limit: 1 << 24)
    let columns = try #require(read?.columns)
    #expect(table.remembered == 0)
    for row in 0..<6000 {
      let expected: [Value] = [
        [.null, .string("a"), .string("b")][row % 3], row % 3 == 2 ? .integer(7) : .null,
        .integer(row),
      ]
      #expect(paths.map { columns[$0]?.value(at: row) ?? .bool(false) } == expected)
    }
    #expect(try derived.value(at: Address(0, 2))?.record?["o"]?.record?["v"] == .string("b"))
    #expect(try derived.value(at: Address(0, 3))?.record?["o"] == nil)
  }

  @Test func keysOfDictionariesAreTextsAndDigits() throws {
    let names = try Self.table(#"{"7": "seven", "8.5": {"a": 1}, "x": null, "true": [1]}"#)
    let table = try #require(try LookupTable(names, by: nil, budget: 1 << 20) { _ in })
    let lookup = Lookup(FieldPath(key: "k"), in: table)
    func found(_ json: String) throws -> Value? { try lookup.value(of: Self.value(json)) }
    #expect(try found("7") == .string("seven"))
    #expect(try found("7.0") == .string("seven"))
    #expect(try found("\"7\"") == .string("seven"))
    #expect(try found("8.5") == Self.value(#"{"a": 1}"#))
    #expect(try found("\"x\"") == .null)
    #expect(try found("true") == nil)
    #expect(try found("null") == nil)
    #expect(try found(#"["x", 7, "none", [8.5]]"#)?.array?.count == 3)
  }

  @Test func aListHasNoKeysOfItsOwn() throws {
    #expect(try LookupTable(Self.table("[1, 2]"), by: nil, budget: 1 << 20) { _ in } == nil)
  }

  @Test func workIsStopped() throws {
    let list = "[" + (0..<9000).map { "{\"k\": \($0)}" }.joined(separator: ",") + "]"
    let source = try Self.table(list)
    #expect(throws: DataError.cancelled) {
      try LookupTable(source, by: FieldPath(key: "k"), budget: 1 << 24) { count throws(DataError) in
        if count > 4000 { throw .cancelled }
      }
    }
  }

  /// Of records that are asked for only some are remembered.
  @Test func memoryIsBounded() throws {
    let text = String(repeating: "x", count: 1 << 20)
    let list =
      "[" + (0..<12).map { "{\"k\": \($0), \"t\": \"\(text)\"}" }.joined(separator: ",") + "]"
    let table = try #require(
      try LookupTable(Self.table(list), by: FieldPath(key: "k"), budget: 1 << 20) { _ in })
    for key in 0..<12 { #expect(try table.value(of: key).record?["k"] == .integer(key)) }
    #expect(table.remembered < 9)
  }

  @Test func sentencesCountWhatIsMissing() throws {
    let other = try Self.table(#"[{"k": 1}, {"k": 1}, {"k": 2}, {}]"#)
    let table = try #require(
      try LookupTable(other, by: FieldPath(key: "k"), budget: 1 << 20) { _ in })
    func sentences(_ json: String) throws -> [String] {
      var tally = LookupTally(Lookup(FieldPath(key: "r"), in: table))
      try tally.count(ColumnStore(source: Self.table(json)), budget: 1 << 20) { _ in }
      return tally.sentences("x", in: "o.json") { "\($0)" }
    }
    let ofOther = [
      "1 value of `k` is repeated in o.json; the first record of each is taken",
      "1 record of o.json has no `k`",
    ]
    #expect(try sentences(#"[{"r": 1}]"#) == ofOther)
    #expect(
      try sentences(#"[{"r": 1}, {"r": 9}, {"r": 8}, {}, {"r": [1, 7]}]"#) == [
        "2 records have no `x`: their `r` is not in o.json, such as 9",
        "1 record lacks a part of `x`: not all of its `r` is in o.json, such as 7",
        "1 record has no `r`",
      ] + ofOther)
    #expect(
      try sentences(#"[{"r": "1"}]"#).last
        == "`r` is text and `k` is number: these are never equal")
  }
}
