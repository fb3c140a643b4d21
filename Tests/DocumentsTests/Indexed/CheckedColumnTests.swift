import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Columns of text that was checked before hold what those made of records hold.
@Suite struct CheckedColumnTests {
  private static let paths: [[String]] = [
    ["id"], ["title"], ["name"], ["tags"], ["author"], ["author", "name"],
    ["author", "name", "length"], ["title", "length"], ["K"], ["a long key of many letters"], [""],
    ["none"], ["author", "none", "at", "all"], ["x"], ["i"],
  ]

  /// Compares columns that were read in both ways; there is no other way for a table that fails its
  /// check.
  private static func compare(
    _ source: any TableSource, _ paths: [[String]], workers: Int
  ) throws -> Comparison {
    let table = try #require(source as? IndexedTable)
    guard let checked = try table.checked() else { return .none }
    let spelling = try #require(checked.keySpelling)
    #expect(CheckedFields.serve(paths, spelling), "\(spelling)")
    let reading = try checked.readColumns(paths, limit: .max, workers: workers)
    guard case .columns(let columns)? = reading else { return .none }
    let expected = try #require(
      try RecordColumns.read(paths, of: ScannedTable(base: source), limit: .max))
    return Comparison(ColumnDifference.words(columns, expected, paths))
  }

  @Test(arguments: 0..<6)
  func randomTables(_ kind: Int) throws {
    let seed = testSeed()
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind), escapesKeys: false)
    var compared = 0
    for round in 0..<300 where compared < testRounds(12) {
      let document = writer.document(kind)
      try withFile(Array(document.text.utf8)) { path in
        guard
          let table = try? indexedTable(
            path, shape: document.shape, isSequence: document.isSequence),
          table.source is IndexedTable
        else { return }
        let comparison = try Self.compare(
          table.source, Self.paths, workers: 1 + writer.below(4))
        if comparison.isMade { compared += 1 }
        #expect(
          comparison.words == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
      }
    }
    #expect(compared == testRounds(12), "seed \(seed): \(compared)")
  }

  @Test(arguments: [KeySpelling.plain, .beyondASCII])
  func randomRecords(_ spelling: KeySpelling) throws {
    let seed = testSeed()
    var writer = OddRecords(seed: seed, spelling: spelling)
    let paths = Self.paths.filter { $0 != ["K"] || spelling == .plain }
    for round in 0..<max(3, testRounds(12)) {
      // Some are longer than what is looked at at once.
      let text = writer.sequence(of: 30 + writer.below(round == 0 ? 1500 : 400))
      try withFile(Array(text.utf8)) { path in
        let table = try indexedTable(path, shape: Shape(rows: .itself), isSequence: true)
        let comparison = try Self.compare(table.source, paths, workers: 1 + round % 3)
        #expect(comparison.isMade && comparison.words == nil, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func randomStrips() throws {
    let seed = testSeed()
    var writer = OddRecords(seed: seed, spelling: .plain)
    for round in 0..<6 {
      let text = writer.sections(2 + writer.below(4), of: 60)
      try withFile(Array(text.utf8)) { path in
        let table = try indexedTable(path, shape: OddRecords.shape)
        let comparison = try Self.compare(table.source, Self.paths, workers: 1 + round % 2)
        #expect(comparison.isMade && comparison.words == nil, "seed \(seed), round \(round)")
      }
    }
  }

  /// What stands between records may change at any of them, be longer than a word, or be something
  /// else that is no record.
  @Test func gapsOfAllKinds() throws {
    let gaps = [
      ",", ", ", ",\n    ", " ,", "\n,\n", ",\t", ",        ", " , \n \t  \r\n   ", ",", ", 7, ",
      ",7,", ",\"x\",\n", ",[],",
    ]
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    var text = "["
    for number in 0..<1200 {
      if number > 0 { text += random.below(3) == 0 ? random.pick(gaps) : ",\n" }
      text += "{\"id\": \(number), \"title\": \"t\(number % 7)\", \"x\":\"id\"}"
    }
    try withFile(Array("\(text) ]".utf8)) { path in
      let table = try indexedTable(path, shape: Shape(rows: .itself))
      let comparison = try Self.compare(table.source, [["id"], ["title"], ["x"]], workers: 1)
      #expect(comparison.isMade && comparison.words == nil, "seed \(seed)")
    }
  }

  /// Each name has a bit of a word; more of them are found in another way.
  @Test(arguments: [1, 63, 64, 65, 90]) func manyNames(_ count: Int) throws {
    let records = (0..<40).map { record in
      let fields = (0..<count).filter { ($0 + record) % 9 != 0 }.map {
        "\"k\($0)\": \($0 + record)"
      }
      return "{\(fields.joined(separator: ", "))}"
    }
    try withFile(Array("[\(records.joined(separator: ",\n"))]".utf8)) { path in
      let table = try #require(
        try indexedTable(path, shape: Shape(rows: .itself)).source as? IndexedTable)
      let paths = (0..<count).map { ["k\($0)"] }
      let checked = try #require(try table.checked())
      #expect(CheckedFields.serve(paths, .plain) == (count <= 64))
      let reading = try checked.readColumns(paths, limit: .max, workers: 1)
      guard case .columns(let columns)? = reading else { throw NotRead() }
      let expected = try #require(
        try RecordColumns.read(paths, of: ScannedTable(base: table), limit: .max))
      #expect(ColumnDifference.words(columns, expected, paths) == nil)
    }
  }

  private struct NotRead: Error {}

  /// Runs of one kind end where another begins, and go on behind it.
  @Test func kindsThatTakeTurns() throws {
    let values = [
      "1", "2.5", "-3", "-0", "-0.0", "12345678", "1e3", "0.1234567891", "\"a\"", "\"\"",
      "\"b \\\"c\\\"\"", "\"\\u00e9\"", "\"\\ud83c\\udfac\"", "\"\\ud83c\"", "null", "true", "[]",
      "[\"x\"]", "{\"y\": 1}", "\"\(String(repeating: "long \\n", count: 30))\"",
    ]
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    var records: [String] = []
    while records.count < 600 {
      let value = random.pick(values)
      for _ in 0...random.below(6) {
        records.append(
          random.below(9) == 0 ? "{}" : "{\"v\": \(value), \"w\": \"\(records.count)\"}")
      }
    }
    try withFile(Array("[\(records.joined(separator: ","))]".utf8)) { path in
      let table = try indexedTable(path, shape: Shape(rows: .itself))
      let comparison = try Self.compare(table.source, [["v"], ["w"], ["v", "y"]], workers: 2)
      #expect(comparison.isMade && comparison.words == nil, "seed \(seed)")
    }
  }

  /// Both ways to list places lead to the same values.
  @Test func allProcessorsFindTheSame() throws {
    let seed = testSeed()
    var writer = OddRecords(seed: seed, spelling: .plain)
    let text = "[" + writer.sequence(of: 900).split(separator: "\n").joined(separator: ",") + "]"
    try withFile(Array(text.utf8)) { path in
      let file = try MappedFile(path: path)
      var walker = RecordWalker(file.bytes, end: file.count, paths: Self.paths)
      var (native, portable) = (
        CheckedFields(Self.paths, for: &walker), CheckedFields(Self.paths, for: &walker)
      )
      var (start, found) = (1, 0)
      while start < file.count - 1 {
        let end = native.find(from: start, atMost: .max, by: NativeClassifier.self)
        #expect(portable.find(from: start, atMost: .max, by: PortableClassifier.self) == end)
        #expect(Self.values(native) == Self.values(portable), "seed \(seed)")
        found += native.count
        start = try native.count > 0 ? end : RecordText(file: file).end(ofValueAt: start)
        while ", ".utf8.contains(file.bytes[start]) { start += 1 }
      }
      #expect(found > 700)
    }
  }

  private static func values(_ found: CheckedFields) -> [[Int]] {
    (0..<found.count).map { record in
      [found.starts[record]] + found.keys.indices.map { found.value(record, $0) }
    }
  }

  @Test(arguments: [
    (#"{"a":"\u00e9é"}"#, KeySpelling.plain), (#"{"a":1,"é":2}"#, .beyondASCII),
    (#"{"é":{"\u0061":2}}"#, .escaped), (#"["\u0061", {"a/b": "\/"}]"#, .plain),
    (#"[{"a\/b": 1}]"#, .escaped), ("[]", .plain),
  ])
  func aCheckTellsHowKeysAreWritten(_ text: String, _ spelling: KeySpelling) throws {
    try withFile(Array(text.utf8)) { path in
      var verification = Verification(file: try MappedFile(path: path), isSequence: false) { _ in
        false
      }
      while try verification.advance(by: 1) {}
      #expect(verification.keySpelling == spelling)
    }
  }

  @Test func bytesTellWhichKeyItIs() {
    #expect(KeySpelling.plain.isToldByBytes("Key"))
    #expect(KeySpelling.beyondASCII.isToldByBytes("key"))
    #expect(!KeySpelling.beyondASCII.isToldByBytes("Key"))
    #expect(!KeySpelling.plain.isToldByBytes("\u{212A}ey"))
    #expect(!KeySpelling.escaped.isToldByBytes("key"))
  }

  /// Documents of all sizes come to know how their keys are written.
  @Test func checksOfDocumentsTellIt() throws {
    let text = "[" + (0..<90).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    try withFile(Array(text.utf8)) { path in
      let whole = try IndexedDocument(
        checking: RecordText(file: try MappedFile(path: path, isSnapshot: true)), name: "test",
        isSequence: nil)
      let table = try #require(try whole.table(shape: nil).source as? IndexedTable)
      #expect(table.keySpelling == .plain)
      let mapped = try IndexedDocument(path: path, name: "test", isSequence: nil)
      let growing = try #require(
        try mapped.table(shape: Shape(rows: .itself)).source as? IndexedTable)
      while growing.activity?.isVerified == false { Pause.millisecond() }
      #expect(growing.keySpelling == .plain)
    }
  }

  /// What was checked may have changed since: that ends in an error, not beyond the text.
  @Test func textThatDoesNotEndIsAnError() throws {
    try withFile(Array("[{\"id\":\"a\"},{\"id\":\"b".utf8)) { path in
      let file = try MappedFile(path: path)
      var filler = ColumnFiller(RecordText(file: file), ["id"], by: .path, expecting: 2)
      #expect(try filler.add(checkedValuesAt: [7]) == 1)
      #expect(throws: DataError.changedUnderneath(file: path)) {
        try filler.add(checkedValuesAt: [7, 18])
      }
      var gatherer = CheckedColumnGatherer(
        RecordText(file: file), paths: [["id"]], by: .path, expecting: 2)
      #expect(try gatherer.add(recordsFrom: 1, atMost: 2).count == 1)
      #expect(throws: DataError.self) { try gatherer.add(recordsFrom: 12, atMost: 1) }
    }
  }
}

extension IndexedTable {
  /// The same table over text that is known to be right; nil where it is not.
  fileprivate func checked() throws -> IndexedTable? {
    var verification = Verification(file: index.file, isSequence: plan.isSequence) { _ in false }
    do {
      while try verification.advance(by: 1 << 20) {}
    } catch {
      return nil
    }
    let handle = IndexHandle(index: index, checkedKeys: verification.keySpelling)
    return IndexedTable(index: index, shape: shape, handle: handle)
  }
}
