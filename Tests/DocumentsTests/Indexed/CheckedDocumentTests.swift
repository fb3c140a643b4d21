import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents

/// Files of medium size are shown from their bytes as they would be from their values.
@Suite struct CheckedDocumentTests {
  private static let fields =
    ["title", "name", "id", "tags"].map { FieldPath(key: $0) }
    + [.itself, FieldPath([.key("tags"), .index(0)])]

  /// What became of a file.
  private struct Verdict {
    var words: String?
    /// True when the table lies over an index.
    var isIndexed = false
  }

  /// Opens a text as a file of medium size and as values, and compares.
  private func compare(
    _ bytes: [UInt8], name: String = "test.json", shape: Shape? = nil
  ) throws -> Verdict {
    try withFile(bytes, name: name) { path in
      let checked = DocumentOpener.checked(
        path: path, name: name, format: nil, of: 0..<Int.max)
      let eager: any TableDocument
      do throws(DataError) {
        eager = try DocumentOpener.open(bytes: bytes, name: path)
      } catch {
        return Verdict(words: checked == nil ? nil : "no error, expected \(error)")
      }
      guard let checked else { return Verdict() }
      guard checked.format == eager.format else {
        return Verdict(words: "\(checked.format) != \(eager.format)")
      }
      return try compare(checked, eager, shape)
    }
  }

  private func compare(_ checked: IndexedDocument, _ eager: any TableDocument, _ shape: Shape?)
    throws -> Verdict
  {
    let expected: ShapedTable
    do throws(DataError) {
      expected = try eager.table(shape: shape)
    } catch {
      let other = errorOf { () throws(DataError) in try checked.table(shape: shape) }
      return Verdict(words: other == error ? nil : "\(String(describing: other)) != \(error)")
    }
    let table = try checked.table(shape: shape)
    let isIndexed = table.source is IndexedTable
    guard table.shape == expected.shape, table.explanation == expected.explanation else {
      return Verdict(words: "\(table.explanation) != \(expected.explanation)", isIndexed: isIndexed)
    }
    #expect(table.source.activity == nil)
    let words = try difference(table.source, expected.source, fields: Self.fields)
    return Verdict(words: words, isIndexed: isIndexed)
  }

  private static func item(_ number: Int) -> String {
    "{\"id\":\(number),\"title\":\"lamp \(number)\",\"tags\":[\"x\",\"\\u00e9\"]}"
  }

  private static func list(_ count: Int, _ element: (Int) -> String = item) -> String {
    "[" + (0..<count).map(element).joined(separator: ",\n") + "]"
  }

  private static let pad = String(repeating: "x", count: 60)

  /// Documents longer than a head, and whether an index serves them.
  private static let documents: [(text: String, isIndexed: Bool)] = [
    (list(1300), true),
    ((0..<1300).map(item).joined(separator: "\n"), true),
    (list(1300) { "\($0 + 1)\(String(repeating: "0", count: 60))" }, true),
    (list(1300) { _ in "[\(String(repeating: " ", count: 60))]" }, true),
    ("{\"results\":\(list(1300)),\"count\":1200,\"next\":null}", true),
    ("{\"info\":{\"a\":[1,{\"b\":2}]},\"data\":{\"rows\":\(list(1300)),\"total\":1}}", true),
    ("{\"sections\":\(list(40) { "{\"title\":\"\($0)\",\"rows\":\(list(60))}" })}", true),
    (list(90) { "{\"name\":\"\($0)\",\"parts\":\(list(30))}" }, true),
    // What comes late changes what the document is.
    (list(1300) { $0 == 1195 ? "17" : item($0) }, true),
    ("{\"results\":\(list(1300)),\"others\":\(list(1500))}", false),
    ("{\"sections\":\(list(40) { $0 == 30 ? "7" : "{\"rows\":\(list(60))}" })}", false),
    (list(90) { $0 > 60 ? "{\"name\":1}" : "{\"name\":\"\($0)\",\"parts\":\(list(30))}" }, false),
    // Keys may come twice in a dictionary, and a header is told by all rows.
    ("{" + (0..<1200).map { "\"k\($0 % 1199)\":\(item($0))" }.joined(separator: ",") + "}", false),
    (list(1500) { $0 == 0 ? "[\"a\",\"b\"]" : "[\($0),\"x\($0)\(pad)\"]" }, false),
    (list(1500) { $0 == 0 ? "[\"a\",\"b\"]" : "[\($0),1,\"\(pad)\"]" }, false),
    // Lists that come twice: the last one counts.
    ("{\"results\":\(list(1300)),\"results\":\(list(1400))}", true),
    ("{\"results\":\(list(1300)),\"results\":{\"a\":1}}", false),
    // The title stands behind more than is read of a larger file.
    (
      "{\"sections\":\(list(2) { _ in "{\"rows\":\(list(60)),\"more\":\(list(6000)),\"title\":\"t\"}" })}",
      true
    ),
  ]

  @Test(arguments: testCases(documents.indices, oneIn: 6))
  func longDocuments(_ number: Int) throws {
    let (text, isIndexed) = Self.documents[number]
    let verdict = try compare(Array(text.utf8))
    #expect(verdict.words == nil, "\(text.prefix(200))")
    #expect(verdict.isIndexed == isIndexed, "\(text.prefix(200))")
    #expect(text.utf8.count > DocumentHead.sizes.lowerBound)
  }

  @Test func longPropertyLists() throws {
    let item =
      "<dict><key>title</key><string>a &amp; b</string><key>id</key><integer>7</integer></dict>\n"
    let list = "<array>\(String(repeating: item, count: 1500))</array>"
    let results = "<dict><key>results</key>\(list)<key>count</key><integer>1500</integer></dict>"
    for text in [list, "<plist version=\"1.0\">\(results)</plist>"] {
      let verdict = try compare(Array(text.utf8), name: "test.plist")
      #expect(verdict.words == nil && verdict.isIndexed, "\(text.prefix(200))")
    }
  }

  @Test func statedShapes() throws {
    let text = Array("{\"a\":\(Self.list(1300)),\"b\":[{\"c\":[1,2]},{\"c\":[3]}]}".utf8)
    let (a, b, c) = (FieldPath(key: "a"), FieldPath(key: "b"), FieldPath(key: "c"))
    let shapes: [(Shape, Bool)] = [
      (Shape(rows: a), true), (Shape(rows: b), false), (Shape(sections: b, rows: c), false),
      (Shape(rows: c), false), (Shape(rows: a, title: FieldPath(key: "id")), true),
      (Shape(rows: a, title: c), false), (Shape(rows: a, items: FieldPath(key: "tags")), true),
    ]
    for (shape, isIndexed) in shapes {
      let verdict = try compare(text, shape: shape)
      #expect(verdict.words == nil && verdict.isIndexed == isIndexed, "\(shape)")
    }
  }

  @Test(arguments: 0..<6)
  func randomDocuments(_ kind: Int) throws {
    let seed = testSeed()
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    var compared = 0
    for round in 0..<(kind == 1 ? 10 : 300) where compared < testRounds(5) {
      let document = writer.document(kind)
      let verdict = try compare(
        Array(document.text.utf8), name: document.isSequence ? "test.ndjson" : "test.json",
        shape: round % 2 == 0 ? nil : document.shape)
      if verdict.isIndexed { compared += 1 }
      #expect(
        verdict.words == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
    }
    // Dictionaries are left to the readers of values.
    #expect(kind == 1 || compared == testRounds(5), "seed \(seed): \(compared)")
  }

  /// Wherever a file ends or is damaged, the reader of values is the one that judges it.
  @Test func damagedDocuments() throws {
    let texts = [
      "{\"rows\": [{\"a\": 1.5e3}, {\"a\": \"\\u00e9\u{e9}\"}], \"b\": [true, null]}",
      "{\"a\":1}\n{\"a\":2} [3]\n4\n\"x\"", "12 13", "1\n2\ntrue",
    ]
    var numbers = SeededGenerator(seed: testSeed())
    for text in texts {
      let bytes = Array(text.utf8)
      for name in ["test.json", "test.ndjson"] {
        for end in 0...bytes.count {
          let verdict = try compare(Array(bytes[..<end]), name: name)
          #expect(verdict.words == nil, "\(name) up to \(end): \(text)")
        }
        for place in bytes.indices {
          var damaged = bytes
          damaged[place] = numbers.byte()
          let verdict = try compare(damaged, name: name)
          #expect(verdict.words == nil, "\(name): \(String(decoding: damaged, as: UTF8.self))")
        }
      }
    }
  }

  @Test func whatBecomesOfTheFileDoesNotMatter() throws {
    let bytes = Array(Self.list(1300).utf8)
    try withFile(bytes) { path in
      let document = DocumentOpener.checked(path: path, name: "n", format: nil, of: 0..<Int.max)
      let source = try #require(try document?.table(shape: nil).source)
      try Data("[]".utf8).write(to: URL(fileURLWithPath: path), options: [])
      #expect(try source.value(at: Address(0, 1299)).map(json) == Self.item(1299).decoded)
      #expect(try document?.table(shape: nil).source.counts() == source.counts())
    }
  }

  @Test func onlyFilesOfMediumSize() throws {
    try withFile(Array(Self.list(10).utf8)) { path in
      for (sizes, isOpened) in [(1..<100, false), (1..<10_000, true), (600..<700, false)] {
        let document = DocumentOpener.checked(path: path, name: "n", format: nil, of: sizes)
        #expect((document != nil) == isOpened, "\(sizes)")
      }
      #expect(
        DocumentOpener.checked(
          path: path, name: "n", format: nil,
          of: DocumentOpener.smallestChecked..<DocumentOpener.smallestFile) == nil)
    }
    #expect(DocumentOpener.checked(path: "/dev/null", name: "n", format: nil, of: 0..<9) == nil)
  }
}

extension String {
  /// JSON without escapes, where it has only those of é.
  fileprivate var decoded: String { replacingOccurrences(of: "\\u00e9", with: "é") }
}

extension SeededGenerator {
  /// A byte that is likely to break a text.
  fileprivate mutating func byte() -> UInt8 {
    let odd = Array("{}[],:\"\\0e-nt \n".utf8) + [0x00, 0x80, 0xC3, 0xFF, 0x1F]
    return odd[Int.random(in: odd.indices, using: &self)]
  }
}
