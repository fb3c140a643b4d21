import TableModel
import Testing

@testable import DataSources

/// Columns read straight from the text hold what those made of records hold.
@Suite struct ColumnReadingTests {
  /// A table that has no way of its own to read columns.
  private struct Scanned: TableSource {
    let base: any TableSource
    func counts() -> Counts { base.counts() }
    func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
      try base.sections(range)
    }
    func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
      try base.rows(range, inSection: section)
    }
    func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
      throws(DataError) -> RecordBatch
    { try base.records(range, inSection: section, fields: fields) }
    func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
      throws(DataError) -> RecordBatch
    { try base.items(range, inRow: row, fields: fields) }
    func value(at address: Address) throws(DataError) -> Value? { try base.value(at: address) }
    func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
      try base.scan(visit)
    }
  }

  private static let paths: [[String]] = [
    [], ["id"], ["title"], ["name"], ["tags"], ["author"], ["author", "name"],
    ["author", "name", "length"], ["title", "length"], ["é"], ["K"], ["a long key of many letters"],
    ["none"], ["author", "none", "at", "all"],
  ]

  /// Says in which way the columns differ; nil when they are the same.
  private static func difference(
    _ source: any TableSource, _ paths: [[String]], workers: Int, isServed: Bool? = nil
  ) throws -> String? {
    let table = try #require(source as? IndexedTable)
    let expected = try #require(
      try RecordColumns.read(paths, of: Scanned(base: source), limit: .max))
    let reading = try table.readColumns(paths, limit: .max, workers: workers)
    guard case .columns(let columns)? = reading else {
      return isServed == true ? "not served" : nil
    }
    guard columns.directory.runs == expected.directory.runs else {
      return "\(columns.directory.runs) != \(expected.directory.runs)"
    }
    for path in paths {
      guard let a = columns.columns[path], let b = expected.columns[path] else { return "\(path)" }
      if let words = difference(a, b) { return "\(path): \(words)" }
    }
    return nil
  }

  private static func difference(_ a: FieldColumn, _ b: FieldColumn) -> String? {
    guard a.count == b.count else { return "\(a.count) records != \(b.count)" }
    for row in 0..<a.count where a.value(at: row) != b.value(at: row) {
      return "record \(row): \(a.value(at: row)) != \(b.value(at: row))"
    }
    let masks = { (column: FieldColumn) in
      [
        column.absent, column.truths?.rows, column.truths?.values, column.numbers?.rows,
        column.numbers?.exceptionRows, column.texts?.rows, column.lists?.rows, column.others?.rows,
      ]
    }
    guard masks(a) == masks(b) else { return "\(masks(a)) != \(masks(b))" }
    guard a.numbers?.fitsDouble == b.numbers?.fitsDouble,
      a.numbers?.exceptions == b.numbers?.exceptions
    else { return "numbers" }
    return nil
  }

  @Test(arguments: 0..<6)
  func randomTables(_ kind: Int) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    for round in 0..<12 {
      let document = writer.document(kind)
      let settings = IndexedDocument.Settings.tiny(
        head: 1 + writer.below(300), chunk: 64 + writer.below(300), workers: 1 + writer.below(3))
      try withFile(Array(document.text.utf8)) { path in
        guard
          let table = try? indexedTable(
            path, shape: document.shape, isSequence: document.isSequence, settings: settings),
          table.source is IndexedTable
        else { return }
        let words = try Self.difference(
          table.source, Self.paths, workers: 1 + writer.below(4))
        #expect(words == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func randomRecords(_ workers: Int) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var writer = OddRecords(seed: seed)
    for round in 0..<8 {
      let text = writer.sequence(of: 30 + writer.below(400))
      try withFile(Array(text.utf8)) { path in
        let table = try indexedTable(
          path, shape: Shape(rows: .itself), isSequence: true,
          settings: .tiny(head: 256, chunk: 2048, workers: 2))
        let words = try Self.difference(
          table.source, Self.paths, workers: workers, isServed: true)
        #expect(words == nil, "seed \(seed), round \(round)")
      }
    }
  }

  /// Each of these is met in the middle of records that are as they should be.
  private static let mistakes = [
    "{\"id\":1,}", "{\"id\":01}", "{\"id\":1.}", "{\"id\":1e}", "{\"id\":-}", "{\"id\":tru}",
    "{\"id\":nulls}", "{\"id\" 1}", "{id:1}", "{\"id\":\"a\tb\"}", "{\"title\":\"\\x\"}",
    "{\"title\":\"\\u12G4\"}", "{\"author\":{\"name\":[1,]}}", "{\"tags\":[\"a\" \"b\"]}",
    "{\"tags\":[\"a\",]}", "{\"other\":{\"x\":1]}", "{\"other\":[{\"x\"}]}", "{\"id\":1 \"b\":2}",
    "[1,,2]", "{\"author\":{\"name\":1,}}",
  ]

  @Test(arguments: mistakes)
  func mistakesHaveTheirPlace(_ mistake: String) throws {
    var records = (0..<200).map { "{\"id\":\($0),\"title\":\"plain \($0)\",\"tags\":[\"x\"]}" }
    records[130] = mistake
    let text = "{\"data\":[\n" + records.joined(separator: ",\n") + "\n]}"
    try withFile(Array(text.utf8)) { path in
      let document = try IndexedDocument(
        path: path, name: "test", isSequence: false,
        settings: .tiny(head: 4000, chunk: 1 << 20), headSizes: 1000...1000)
      let shaped = try document.table(shape: Shape(rows: FieldPath(key: "data")))
      let table = try #require(shaped.source as? IndexedTable)
      let expected = errorOf { () throws(DataError) in try table.scan { _, _ in true } }
      #expect(expected != nil, "\(mistake) is a mistake")
      for workers in [1, 2, 3] {
        let error = errorOf { () throws(DataError) in
          _ = try table.readColumns([["id"], ["title"]], limit: .max, workers: workers)
        }
        #expect(error == expected, "\(workers) threads")
      }
    }
  }

  @Test func whatIsTooMuchIsNotRead() throws {
    let text = (0..<20_000).map { "{\"id\":\($0),\"title\":\"number \($0)\"}" }
      .joined(separator: "\n")
    try withFile(Array(text.utf8)) { path in
      let table = try #require(
        try indexedTable(path, shape: Shape(rows: .itself), isSequence: true).source
          as? IndexedTable)
      let reading = try table.readColumns([["title"]], limit: 100_000, workers: 2)
      guard case .tooLarge? = reading else {
        Issue.record("read within 100 kB")
        return
      }
      #expect(throws: DataError.cancelled) {
        _ = try table.readColumns([["title"]], limit: .max, workers: 2) { _ throws(DataError) in
          throw .cancelled
        }
      }
    }
  }
}

/// Records a line with all the ways to write the same thing: blanks, escapes, repeated and missing
/// keys, numbers of all sizes, values of every kind where others have another one.
private struct OddRecords {
  private var random: RandomJSON

  init(seed: UInt64) { random = RandomJSON(seed: seed) }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func sequence(of count: Int) -> String {
    let isPlain = below(3) == 0
    return (0..<count).map { number in
      isPlain && below(20) > 0 ? plain(number) : record()
    }.joined(separator: "\n")
  }

  private mutating func plain(_ number: Int) -> String {
    "{\"id\":\(number),\"title\":\"number \(number)\",\"price\":\(number).25,\"tags\":[\"a\",\"b\"]}"
  }

  private mutating func record() -> String {
    if below(15) == 0 { return value(2) }
    var fields: [String] = []
    for _ in 0..<below(9) {
      let key = random.pick([
        "id", "title", "name", "tags", "author", "é", "e\\u0301", "e\u{301}", "K", "\u{212A}",
        "a long key of many letters", "i\\u0064", "x", "self", "length",
      ])
      fields.append("\"\(key)\"\(blank()):\(blank())\(value(2))")
    }
    return "{" + fields.map { blank() + $0 + blank() }.joined(separator: ",") + "}"
  }

  private mutating func blank() -> String { random.pick(["", "", "", " ", "\t", "   \r"]) }

  private mutating func value(_ depth: Int) -> String {
    switch below(depth > 0 ? 8 : 5) {
    case 0, 1: return number()
    case 2, 3: return text()
    case 4: return random.pick(["true", "false", "null"])
    case 5:
      let count = below(12) == 0 ? 250 + below(12) : below(4)
      return "[\(blank())" + (0..<count).map { _ in text() }.joined(separator: ", ") + "]"
    case 6:
      return "[" + (0..<below(4)).map { _ in value(depth - 1) }.joined(separator: ",") + "]"
    default:
      let keys = ["name", "length", "none", "author", "name"]
      let fields = (0..<below(4)).map { _ in "\"\(random.pick(keys))\": \(value(depth - 1))" }
      return "{" + fields.joined(separator: ",") + "\(blank())}"
    }
  }

  private mutating func number() -> String {
    random.pick([
      "0", "-0", "-0.0", "7", "-12", "3.25", "0.10", "1e3", "1E-2", "123456789012345",
      "1234567890123456", "9007199254740993", "-9223372036854775808", "9223372036854775808",
      "0.1234567890123456789", "1e400", "-1e-400", "0.000000000000001", "12345678.12345678",
      "999999999999999", "0.30000000000000004", "\(below(100_000)).\(below(100))",
    ])
  }

  private mutating func text() -> String {
    random.pick([
      "\"\"", "\"a\"", "\"plain words\"", "\"a \\\"quoted\\\" one\"", "\"\\u00e9\"", "\"é\"",
      "\"\\ud83c\\udfac\"", "\"\\ud83c\"", "\"語 and more of it, long enough for two blocks\"",
      "\"thirty-one bytes of plain text.\"", "\"thirty-two bytes of plain texts.\"",
      "\"tab \\t\"", "\"\(String(repeating: "long ", count: below(30)))\"", "\"n \(below(1000))\"",
    ])
  }
}
