import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// A property list that stays in its file shows what one in memory shows.
@Suite struct MarkupDifferentialTests {
  private static let fields =
    ["title", "name", "id", "x y", "tags", "born", "icon"].map { FieldPath(key: $0) }
    + [.itself, FieldPath([.key("author"), .key("name")]), FieldPath([.key("tags"), .index(0)])]

  private func compare(
    _ text: String, shape: Shape?, settings: IndexedDocument.Settings
  ) throws -> Comparison {
    try withFile(Array(text.utf8), name: "test.plist") { path in
      let value = try XMLPropertyListReader.read(source(text))
      let eager: ShapedTable
      do throws(DataError) {
        eager = try ValueDocument(name: "test", value: value).table(shape: shape)
      } catch {
        let other = errorOf { () throws(DataError) in
          try markupTable(path, shape: shape, settings: settings)
        }
        return Comparison(other == nil ? "no error, expected \(error)" : nil, isMade: false)
      }
      let indexed = try markupTable(path, shape: shape, settings: settings)
      guard indexed.shape == eager.shape, indexed.explanation == eager.explanation else {
        return Comparison("\(indexed.shape.summary) != \(eager.shape.summary)")
      }
      return Comparison(try difference(indexed.source, eager.source, fields: Self.fields))
    }
  }

  @Test(arguments: [150, 1 << 20])
  func bundledPropertyList(_ chunk: Int) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("Datasets/pulse.plist"), encoding: .utf8)
    #expect(try compare(text, shape: nil, settings: .tiny(head: chunk, chunk: chunk)).words == nil)
  }

  @Test(arguments: LateTitles.documents.indices.prefix(testRounds(LateTitles.documents.count)))
  func titlesBehindLongLists(_ number: Int) throws {
    let json = try JSONReader.read(source(LateTitles.documents[number]))
    let text = try XMLPropertyListWriter.text(of: json)
    let settings = IndexedDocument.Settings.tiny(head: 1 << 20, chunk: 1 << 16)
    let words = try compare(text, shape: nil, settings: settings).words
    #expect(words == nil)
  }

  /// JSON of every kind, written as a property list with all that makes scanning hard.
  @Test(arguments: [0, 1, 2, 4, 5])
  func randomDocuments(_ kind: Int) throws {
    let seed = testSeed()
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    var compared = 0
    for round in 0..<300 where compared < testRounds(6) {
      let document = writer.document(kind)
      let value = try JSONReader.read(source(document.text))
      var markup = RandomMarkup(seed: seed &+ UInt64(round))
      let text = markup.document(value)
      let settings = IndexedDocument.Settings.tiny(
        head: 1 + writer.below(300), chunk: 64 + writer.below(300))
      let comparison = try compare(text, shape: document.shape, settings: settings)
      if comparison.isMade { compared += 1 }
      #expect(comparison.words == nil, "seed \(seed), kind \(kind), round \(round): \(text)")
    }
    #expect(compared == testRounds(6), "seed \(seed): \(compared)")
  }

  private static let hostile: [(String, [Int])] = [
    ("<array><dict><key>a</key><string><![CDATA[ </array> ]]></string></dict><dict/></array>", [2]),
    ("<array><!-- <dict></array> --><dict/><?x <dict> ?><dict ><!----></dict></array>", [2]),
    ("<array><!---><dict/> --><dict/><!----><dict/></array>", [2]),
    ("<array><string>&lt;dict&gt;</string><string><!-- </array> -->a</string><true/></array>", [3]),
    ("<dict><key><![CDATA[<dict>]]></key><dict/><key>b<!-- <key> --></key><array/></dict>", [2]),
    ("<array><array/><array /><array a='>'></array><array><array/></array></array>", [4]),
    ("<array>\n<integer>1</integer>\n<real>2.5</real>\n<data>AA==</data></array>", [3]),
    ("<dict><key/><integer>1</integer><key></key><integer>2</integer></dict>", [2]),
    ("<array><!DOCTYPE x><dict/></array>", [1]), ("<array/>", [0]), ("<dict></dict>", [0]),
  ]

  /// Counts over texts that look like structure, in pieces of every size and by both scanners.
  @Test(arguments: hostile)
  func hostileTexts(_ text: String, _ totals: [Int]) throws {
    try withFile(Array("<plist>\(text)</plist>".utf8)) { path in
      let file = try MappedFile(path: path)
      let plan = try #require(LevelPlan(Shape(rows: .itself), isSequence: false))
      for chunk in 1..<90 {
        let index = RecordIndex(MarkupText(file: file), plan: plan)
        let head = MarkupIndexer.head(of: index, to: 1)
        MarkupIndexer(index: index, head: head, chunkSize: chunk).run()
        #expect(index.failure == nil && index.snapshot.totals == totals, "\(text) by \(chunk)")
      }
      var scanner = MarkupScanner(plan: plan, start: MarkupText(file: file).start)
      scanner.scan(
        to: file.count, of: file.bytes, count: file.count, by: PortableTagClassifier.self)
      scanner.finish()
      #expect(scanner.tracker.trouble == nil && scanner.tracker.tables.records == totals[0])
    }
  }

  /// A key that comes again far behind replaces what was published.
  @Test func repeatedKeyFarBehindReplacesEverything() throws {
    let rows = { (count: Int) in
      "<key>rows</key><array>" + String(repeating: "<dict/>", count: count) + "</array>"
    }
    let text = "<dict>\(rows(500))<key>x</key><true/>\(rows(3))</dict>"
    try withFile(Array(text.utf8)) { path in
      let shape = Shape(rows: FieldPath(key: "rows"))
      let table = try markupTable(path, shape: shape, settings: .tiny(head: 100, chunk: 300))
      #expect(table.source.counts().rows == .exact(3))
    }
  }

  @Test func theOpenerMapsLargeFiles() throws {
    let text = "<?xml version=\"1.0\"?><plist><array><dict/><true/></array></plist>"
    try withFile(Array(text.utf8), name: "a.plist") { path in
      for format in [nil, FileFormat.plist] {
        let large = try DocumentOpener.large(path: path, name: "n", format: format, from: 1)
        #expect(large?.format == "property list (XML)")
      }
    }
    let latin = text.replacingOccurrences(of: "?>", with: " encoding='latin1'?>")
    try withFile(Array(latin.utf8), name: "a.plist") { path in
      let large = try DocumentOpener.large(path: path, name: "n", format: nil, from: 1)
      #expect(large == nil)
    }
  }
}

/// Tags of every kind at every place of a block: both classifiers find what the bytes say.
@Suite struct TagListTests {
  @Test func classifiersAgree() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    let parts = [
      "<dict>", "</dict>", "<array>", "</array>", "<dict/>", "<array x>", "<date>", "<data>", "<!",
      "<?", "<key>", "</key>", "<", "d", "a", ">", "/", "<d", "</d", "</a", "string", "&",
    ]
    for round in 0..<testRounds(500) {
      let text = (0..<60).map { _ in random.pick(parts) }.joined().utf8.prefix(96)
      let bytes = Array(text) + [UInt8](repeating: 0, count: 160)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let start = base + random.below(16)
        let words: Comment = "seed \(seed), round \(round)"
        let length = random.below(96)
        let tags = Self.tags(start, length, PortableTagClassifier.tags)
        #expect(Self.tags(start, length, NativeTagClassifier.tags) == tags, words)
        #if arch(x86_64) || arch(arm64)
          #expect(Self.tags(start, length, VectorTagClassifier.tagsByMasks) == tags, words)
        #endif
        // What is left out says nothing about containers.
        for place in 0..<length where start[place] == UInt8(ascii: "<") {
          #expect(tags.contains(place) || TagKind(start + place) == .other, words)
        }
        #expect(
          NativeTagClassifier.elements(start) == PortableTagClassifier.elements(start), words)
        #expect(NativeTagClassifier.keys(start) == PortableTagClassifier.keys(start), words)
        #expect(NativeTagClassifier.marks(start) == PortableTagClassifier.marks(start), words)
      }
    }
  }
}

extension TagListTests {
  typealias Lister = (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt16>) -> Int

  fileprivate static func tags(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ list: Lister
  ) -> [Int] {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: BracketList.capacity) { buffer in
      guard let places = buffer.baseAddress else { return [] }
      return (0..<list(bytes, length, places)).map { Int(places[$0]) }
    }
  }

  @Test(arguments: [
    ("<dict>", TagKind.open), ("<array>", .open), ("</dict>", .close), ("</array >", .close),
    ("<dict/>", .odd), ("<array a='>'>", .odd), ("<!-- -->", .odd), ("<?x?>", .odd),
    ("<data>", .other), ("<date>", .other), ("</data>", .other), ("<array", .odd), ("<", .other),
  ])
  func tellsWhatTagsBegin(_ tag: String, _ kind: TagKind) {
    let bytes = Array(tag.utf8) + [UInt8](repeating: 0, count: 16)
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      #expect(TagKind(base) == kind)
    }
  }
}

/// Columns of a property list, which is no JSON: they are read by a scan.
@Suite struct MarkupColumnTests {
  @Test func columnsHoldWhatTheRecordsHold() throws {
    let rows = (0..<700).map { "<dict><key>id</key><integer>\($0)</integer></dict>" }.joined()
    try withFile(Array("<plist><array>\(rows)</array></plist>".utf8)) { path in
      let table = try markupTable(path).source
      let reading = try table.readColumns(
        [["id"]], by: .keyValue, limit: 1 << 30, checkpoint: { _ in })
      #expect(reading == nil)
      let columns = try ColumnStore(source: table).columns([["id"]], budget: 1 << 30) { _ in }
      #expect(columns?.count == 700)
    }
  }
}
