import TestSeeds
import Testing

@testable import TableModel

@Suite struct RowMaskTests {
  @Test(arguments: [0, 1, 63, 64, 65, 200]) func holdsOnlyRows(_ count: Int) {
    let mask = RowMask(words: Array(repeating: ~0, count: 9), count: count)
    #expect(mask.population == count)
    #expect(mask.words.count == (count + 63) / 64)
  }

  @Test(arguments: [0..<0, 0..<200, 3..<4, 60..<70, 64..<128, 127..<129, 190..<200])
  func visitsRanges(_ range: Range<Int>) {
    let rows = [0, 3, 63, 64, 65, 127, 128, 191, 199]
    var builder = RowMask.Builder()
    for row in rows { builder.insert(row) }
    let mask = builder.finish(count: 200)
    var visited: [Int] = []
    mask.forEach(in: range) { visited.append($0) }
    #expect(visited == rows.filter(range.contains))
    #expect(mask.population(in: range) == visited.count)
    #expect(mask.first(in: range) == visited.first)
    #expect(rows.allSatisfy(mask.contains) && !mask.contains(66))
  }

  @Test(arguments: [0..<0, 0..<1, 63..<64, 60..<70, 64..<128, 5..<200, 127..<129, 199..<200])
  func rangesAreTheirRows(_ range: Range<Int>) {
    var (byRange, byRow) = (RowMask.Builder(), RowMask.Builder())
    byRange.insert(range)
    for row in range { byRow.insert(row) }
    byRange.insert(210)
    byRow.insert(210)
    #expect(byRange.finish(count: 211) == byRow.finish(count: 211))
    #expect(byRange.finish(count: 211).population == range.count + 1)
  }
}

@Suite struct TextPoolTests {
  @Test func textsAreTheSameByTheirBytes() {
    var pool = TextPool()
    let texts = ["", "a", "é", "e\u{301}", "a", "abcdefgh", "abcdefghi", "", "\u{212A}", "K"]
    let codes = texts.map { pool.code(of: $0) }
    #expect(codes == [0, 1, 2, 3, 1, 4, 5, 0, 6, 7])
    #expect(zip(codes, texts).allSatisfy { pool.text($0).utf8.elementsEqual($1.utf8) })
    #expect(
      (0..<8).map { pool.isASCII($0) } == [true, true, false, false, true, true, false, true])
  }

  @Test func manyTextsKeepTheirNumbers() {
    var pool = TextPool()
    let texts = (0..<5000).map { "text \($0 * 7919)" }
    let codes = texts.map { pool.code(of: $0) }
    #expect(codes == Array(0..<5000))
    pool.seal()
    #expect(zip(codes, texts).allSatisfy { pool.text($0) == $1 })
  }

  /// Many texts at once get the numbers that they get one by one, also where the looking up is given
  /// up among them.
  @Test(arguments: [3, 900, 1_000_000])
  func neighboursAreNumberedAsOneByOne(_ different: Int) {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    var (together, alone) = (TextPool(), TextPool())
    var isSame = true
    for _ in 0..<300 {
      let texts = (0..<Int.random(in: 0..<150, using: &generator)).map { _ in
        let number = Int.random(in: 0..<different, using: &generator)
        return String(repeating: "ä-", count: number % 23) + "\(number)"
      }
      let arena = Array(texts.joined().utf8)
      var codes: [UInt32] = Array(repeating: 0, count: texts.count)
      arena.withUnsafeBufferPointer { arena in
        var start = 0
        let places = texts.map { text in
          defer { start += text.utf8.count }
          return TextPool.Text(rebasing: arena[start..<start + text.utf8.count])
        }
        places.withUnsafeBufferPointer { places in
          codes.withUnsafeMutableBufferPointer { together.number(places, into: $0) }
        }
      }
      isSame = isSame && codes == texts.map { alone.code(of: $0) }
      isSame = isSame && zip(codes, texts).allSatisfy { together.text($0) == $1 }
    }
    #expect(isSame, "seed \(seed)")
    #expect(together.count == alone.count && together.isInterning == (different < 1_000_000))
  }
}

@Suite struct FieldColumnTests {
  static let values: [Value] = [
    .null, .integer(1), .bool(true), .string("a"), .array([]), .array([.string("x")]),
    .array([.integer(1)]), .double(2.5), .record(Record([("k", .null)])), .bool(false),
    .number(NumberText(text: "0.10000000000000000001")), .integer(9_007_199_254_740_993),
    .string("a"), .date(Instant(secondsSince1970: 3)), .data([1]),
    .array(Array(repeating: .string("y"), count: 300)),
  ]

  @Test func givesBackWhatWentIn() throws {
    var generator = SeededGenerator(seed: testSeed())
    for _ in 0..<50 {
      let values = (0..<Int.random(in: 0..<150, using: &generator)).map { _ in
        Self.values.randomElement(using: &generator) ?? .null
      }
      var builder = FieldColumn.Builder()
      for value in values { builder.append(value) }
      let column = try #require(builder.finish())
      let back = values.indices.map { column.value(at: $0) }
      #expect(zip(back, values).allSatisfy(Self.areAlike))
      let masks = [
        column.absent, column.truths?.rows, column.numbers?.rows, column.texts?.rows,
        column.lists?.rows, column.others?.rows,
      ].compactMap { $0 }
      #expect(masks.reduce(0) { $0 + $1.population } == values.count)
    }
  }

  /// Columns that were built apart are joined to one that is the same; large whole numbers stay exact
  /// when others behind them have a fraction.
  @Test func joinedColumnsGiveBackWhatWentIn() throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    let kinds = [
      Self.values, [.integer(1), .integer(9_007_199_254_740_993), .null],
      [.double(2.5), .integer(-9_007_199_254_740_995)], [.null, .string("a")],
    ]
    for round in 0..<100 {
      var all: [Value] = []
      var joined: FieldColumn.Builder?
      for part in 0..<Int.random(in: 1..<6, using: &generator) {
        let kind = kinds.randomElement(using: &generator) ?? []
        let count = Int.random(in: 0..<3, using: &generator) * 64
        var builder = FieldColumn.Builder(expecting: part == 0 ? 600 : count)
        for _ in 0..<count {
          let value = kind.randomElement(using: &generator) ?? .null
          all.append(value)
          builder.append(value)
        }
        if joined == nil { joined = builder } else { joined?.append(builder) }
      }
      let column = try #require(joined?.finish())
      #expect(column.count == all.count)
      let wrong = all.indices.filter { !Self.areAlike(column.value(at: $0), all[$0]) }
      #expect(wrong.isEmpty, "seed \(seed), round \(round)")
    }
  }

  /// Numbers may be written in another way, if they are the same.
  private static func areAlike(_ a: Value, _ b: Value) -> Bool {
    if case .number(let a) = a, case .number(let b) = b { return a.compare(b) == 0 }
    return a == b
  }

  static let exactness: [(String, Bool)] = [
    ("1", true), ("9007199254740992", true), ("9007199254740993", false), ("0.1", true),
    ("123456789012345", true), ("0.123456789012345", true), ("0.1234567890123456", false),
    ("0.10000000000000000001", false), ("1e400", false), ("1e-400", false), ("0e5", true),
    ("-0.0", true), ("0.000000000000000000001", true), ("nan", false), ("1e-300", false),
    ("100000000000000000000", false), ("9223372036854775808", false),
  ]

  @Test(arguments: exactness) func doublesAreTrustedWhereTheyMayBe(_ text: String, _ exact: Bool) {
    #expect(NumberText(text: text).isExactInDouble == exact)
  }
}

@Suite struct RecordDirectoryTests {
  @Test func neighboursAreOneRun() {
    let addresses = [
      Address(0, 0, 0), Address(0, 0, 1), Address(0, 1, 0), Address(0, 2), Address(0, 3),
      Address(1, 4), Address(1, 5, 0), Address(1, 6), Address(1, 7), Address(2, 8),
    ]
    var directory = RecordDirectory()
    for address in addresses { directory.append(address) }
    #expect(directory.runs.map(\.records) == [0..<2, 2..<3, 3..<5, 5..<6, 6..<7, 7..<9, 9..<10])
    #expect(addresses.indices.map(directory.address) == addresses)
  }
}

@Suite struct ColumnStoreTests {
  /// Plain rows that count how often they are scanned.
  final class Rows: TableSource {
    let scans = Counter()
    let count: Int

    init(count: Int) { self.count = count }

    func counts() -> Counts {
      Counts(sections: .exact(1), rows: .exact(count), items: .exact(0))
    }
    func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] { [] }
    func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] { [] }
    func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
      throws(DataError) -> RecordBatch
    { RecordBatch(fields: fields) }
    func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
      throws(DataError) -> RecordBatch
    { RecordBatch(fields: fields) }
    func value(at address: Address) throws(DataError) -> Value? { nil }

    func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
      scans.increase()
      for row in 0..<count {
        let record = Record([("a", .integer(row)), ("b", .string("text \(row)"))])
        guard try visit(Address(0, row), .record(record)) else { return }
      }
    }
  }

  @Test func columnsAreReadOnce() throws {
    let rows = Rows(count: 5000)
    let store = ColumnStore(source: rows)
    for _ in 0..<3 {
      let columns = try #require(try store.columns([["a"], ["b"]], budget: .max))
      #expect(columns.count == 5000 && columns.columns[["a"]]?.value(at: 4999) == .integer(4999))
    }
    #expect(rows.scans.value == 1)
    #expect(
      try store.columns([["a"], ["c"]], budget: .max)?.columns[["c"]]?.absent.population == 5000)
    #expect(rows.scans.value == 2 && store.paths == [["a"], ["b"], ["c"]])
  }

  @Test func theOldestGoFirst() throws {
    let store = ColumnStore(source: Rows(count: 5000))
    _ = try store.columns([["a"]], budget: 60_000)
    _ = try store.columns([["c"]], budget: 60_000)
    #expect(store.paths == [["a"], ["c"]])
    _ = try store.columns([["a"]], budget: 42_000)
    #expect(store.paths == [["a"]] && store.byteCount <= 42_000)
  }

  @Test func whatIsTooMuchIsNotRead() throws {
    let store = ColumnStore(source: Rows(count: 50_000))
    #expect(try store.columns([["b"]], budget: 100_000) == nil)
    #expect(store.paths.isEmpty)
  }

  @Test func readingCanBeStopped() {
    let store = ColumnStore(source: Rows(count: 50_000))
    #expect(throws: DataError.cancelled) {
      _ = try store.columns([["a"]], budget: .max) { _ throws(DataError) in throw .cancelled }
    }
    #expect(store.paths.isEmpty)
  }
}
