import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Keys that stand twice in one record are told in files of every size.
@Suite struct RepeatedKeyTests {
  /// Records in which keys come again, some of them written in another way.
  private struct Writer {
    var random: RandomJSON

    private static let keys =
      [
        "a", "b", "\\u0061", "é", "e\u{301}", "\\u00E9", "K", "\u{212A}", "", "a\\\"",
        "long key of a record",
      ]
      + (0..<30).map { "k\($0)" }

    mutating func value(_ depth: Int) -> String {
      switch random.below(depth < 3 ? 5 : 2) {
      case 0: return "1"
      case 1: return "\"a\""
      case 2:
        return "[" + (0..<random.below(6)).map { _ in value(depth + 1) }.joined(separator: ",")
          + "]"
      default:
        // Neighbours are alike: most of their keys in one order, with one more now and then.
        let some = random.below(4) > 0 ? random.below(5) : random.below(Self.keys.count)
        var keys = Array(Self.keys[random.below(3)...].prefix(some))
        if random.below(3) == 0 { keys.append(random.pick(Self.keys)) }
        if random.below(3) == 0, !keys.isEmpty { keys.remove(at: random.below(keys.count)) }
        return "{" + keys.map { "\"\($0)\":\(value(depth + 1))" }.joined(separator: ", ") + "}"
      }
    }
  }

  /// The check of a file beside the reader of values.
  @Test func theCheckFindsWhatTheReaderLoses() throws {
    var writer = Writer(random: RandomJSON(seed: testSeed()))
    var found = 0
    for _ in 0..<testRounds(400) {
      let text = "[" + (0..<6).map { _ in writer.value(0) }.joined(separator: ",\n") + "]"
      var repeats: RepeatedKeys?
      _ = try JSONReader.read(source(text), &repeats)
      let check = try withFile(Array(text.utf8)) { path throws in
        var check = Verification(file: try MappedFile(path: path), isSequence: false) { _ in false }
        while try check.advance(by: 7) {}
        return check
      }
      #expect(check.keyCheck.lost == repeats, "\(text)")
      found += repeats == nil ? 0 : 1
    }
    #expect(found > testRounds(400) / 8 && found < testRounds(400))
  }

  @Test func theCheckOfAPropertyListDoesToo() throws {
    let keys = ["a", "&#97;", "<![CDATA[a]]>", "a<!-- b -->", "b", "é", "e\u{301}", ""]
    var random = RandomJSON(seed: testSeed())
    var found = 0
    for _ in 0..<testRounds(200) {
      let records = (0..<4).map { _ in
        let fields = (0..<random.below(4)).map { _ in
          "<key>\(random.pick(keys))</key>"
            + random.pick(["<true/>", "<dict><key>a</key><true/><key/><true/></dict>"])
        }
        return "<dict>\(fields.joined())</dict>"
      }
      let text = "<plist><array>\(records.joined())</array></plist>"
      var repeats: RepeatedKeys?
      _ = try XMLPropertyListReader.read(source(text), &repeats)
      let check = try withFile(Array(text.utf8)) { path throws in
        var check = MarkupVerification(file: try MappedFile(path: path)) { _ in false }
        while try check.advance(by: 7) {}
        return check
      }
      #expect(check.keyCheck.lost == repeats, "\(text)")
      found += repeats == nil ? 0 : 1
    }
    #expect(found > testRounds(200) / 8 && found < testRounds(200))
  }

  private static let lost =
    "the key 'a' appears twice in one record, and only its last value counts"
  private static let shown =
    "the key 'a' appears twice in one record, and both of its values are shown"

  /// Files, and what is said of them: of small ones, and of large ones.
  private static let files: [(name: String, text: String, small: String, large: String)] = [
    ("a.json", "[{\"a\":1,\n\"a\":2}]", "line 2, column 1: \(lost)", "line 2, column 1: \(lost)"),
    (
      "a.json", "{\"a\":1,\n\"b\":1,\"a\":2}", "line 2, column 7: \(lost)",
      "line 2, column 7: \(shown)"
    ),
    (
      "a.json", "{\"a\":[{\"b\":1}],\n\"a\":[{\"b\":1}],\"a\":[{\"b\":1}],\"c\":[{\"b\":1}]}",
      "line 2, column 1: \(lost); 2 values in all are lost this way",
      "line 2, column 1: \(shown); 2 values in all follow another one of the same key"
    ),
    (
      "a.json", "{\"b\":[{\"c\":1}],\"a\":1,\n\"a\":2}", "line 2, column 1: \(lost)",
      "line 2, column 1: \(lost)"
    ),
    (
      "a.ndjson", "{\"a\":1}\n{\"a\":1,\"a\":2}\n", "line 2, column 8: \(lost)",
      "line 2, column 8: \(lost)"
    ),
    (
      "a.plist", "<array><dict><key>a</key><true/>\n<key>a</key><true/></dict></array>",
      "line 2, column 6: \(lost)", "line 2, column 6: \(lost)"
    ),
    (
      "a.plist", "<dict><key>a</key><true/>\n<key>a</key><true/></dict>",
      "line 2, column 6: \(lost)", "line 2, column 6: \(shown)"
    ),
  ]

  @Test(arguments: files.indices) func itIsSaidWhateverTheSize(_ index: Int) throws {
    let (name, text, small, large) = Self.files[index]
    try withFile(Array(text.utf8), name: name) { path in
      let eager = try DocumentOpener.open(bytes: Array(text.utf8), name: path)
      #expect(eager.remarks == [small])
      let checked = try #require(
        DocumentOpener.checked(path: path, name: name, format: nil, of: 0..<Int.max))
      #expect(checked.remarks == [small])
      let document = try IndexedDocument(
        path: path, name: name, isSequence: name == "a.ndjson",
        as: name == "a.plist" ? .xml : .json)
      let table = try document.table(shape: nil)
      while table.source.activity?.isVerified == false { Pause.millisecond() }
      #expect(table.source.activity?.remarks == [large])
    }
  }

  @Test func oldAndBinaryListsSayItToo() throws {
    let old = try DocumentOpener.open(
      bytes: Array("{ a = 1; b = 2;\na = 3; }".utf8), name: "a.plist")
    #expect(old.remarks == ["line 2, column 1: \(Self.lost)"])
    // A dictionary whose two keys are the same object.
    let numbers: [UInt64] = [3, 0, 16]
    var binary = Array("bplist00".utf8)
    binary += [0xD2, 1, 1, 2, 2, 0x51, 0x61, 0x09] + [8, 13, 15] + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in numbers { withUnsafeBytes(of: number.bigEndian) { binary += $0 } }
    let document = try DocumentOpener.open(bytes: binary, name: "a.plist")
    #expect(document.remarks == ["byte 10: \(Self.lost)"])
  }

  @Test func linesBesideBadOnesSayIt() throws {
    let text = "{\"a\":1}\nbad\n{\"b\":1,\"a\":1,\"a\":2}\n"
    let lines = try GoodLines(of: source(text))
    #expect(lines.repeats == RepeatedKeys(key: "a", offset: 25, count: 1))
  }

  /// Keys as a file may hold them that ends in the middle of one: nothing behind its end is read.
  @Test func aTextMayEndInAnExpectedKey() throws {
    let key = String(repeating: "\0", count: 100_000)
    let pair = "<key>\(key)</key><true/>"
    for cut in [0, 1, 50_000, 99_999] {
      let whole = "<plist><array><dict>\(pair)</dict><dict><key>\(key.prefix(cut))"
      let gap = String(repeating: " ", count: (4096 - whole.utf8.count % 4096) % 4096)
      let text = whole.replacing("<array>", with: "<array>" + gap)
      try withFile(Array(text.utf8), name: "a.plist") { path in
        var check = MarkupVerification(file: try MappedFile(path: path)) { _ in false }
        #expect(throws: DataError.self) { while try check.advance(by: 1 << 24) {} }
      }
    }
  }

  @Test func keysThatAreNotComparedAreSaid() throws {
    let keys = (0..<40).map { "\"k\($0 % 35)\"" }
    try withFile(Array(keys.joined(separator: "\n").utf8)) { path in
      let file = try MappedFile(path: path)
      for (limit, remarks) in [
        (
          40,
          [
            "line 36, column 1: the key 'k0' appears twice in one record, and only its last value"
              + " counts; 5 values in all are lost this way"
          ]
        ),
        (
          20,
          [
            "line 21, column 1: whether the keys from here on appear twice in their record was"
              + " not looked at"
          ]
        ),
      ] {
        var check = KeyCheck(
          file.bytes, .init(quotes: 1) { JSONText.string(in: $0, of: file.bytes) }, limit: limit)
        check.openRecord(at: 0)
        var start = 0
        for key in keys {
          check.add(start..<start + key.utf8.count, isPlain: true)
          start += key.utf8.count + 1
        }
        check.closeRecord()
        #expect(check.remarks(in: FileText(file: file)) == remarks)
      }
    }
  }

  /// A large file whose shape no index can follow is read as a whole.
  @Test func whatIsReadForAShapeSaysItToo() throws {
    let text = "[[{\"a\":1}],\n[{\"a\":1,\"a\":2}]]"
    try withFile(Array(text.utf8)) { path in
      let document = try IndexedDocument(path: path, name: "a.json")
      #expect(document.remarks == [])
      let last = FieldPath([.index(-1)])
      #expect(try document.table(shape: Shape(rows: last)).source.counts().rows == .exact(1))
      #expect(document.remarks == ["line 2, column 9: \(Self.lost)"])
    }
  }

  @Test func oneRemarkDoesNotHideAnother() throws {
    let text = "[{\"a\":1,\"a\":\"\\ud800\"}]"
    try withFile(Array(text.utf8)) { path in
      let checked = try #require(
        DocumentOpener.checked(path: path, name: "a.json", format: nil, of: 0..<Int.max))
      #expect(checked.remarks.count == 2 && checked.remarks[0].hasSuffix(Self.lost))
      #expect(
        try DocumentOpener.open(bytes: Array(text.utf8), name: path).remarks == checked.remarks)
    }
  }
}
