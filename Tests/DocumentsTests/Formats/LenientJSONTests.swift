import Files
import TableModel
import TestSeeds
import Testing

@testable import Documents

@Suite struct LenientJSONTests {
  private static func read(_ text: String) throws(DataError) -> (String, remark: String) {
    let lenient = LenientJSON(source(text))
    do throws(DataError) {
      return (JSONWriter.text(of: try JSONReader.read(lenient.text)), lenient.remark)
    } catch {
      throw lenient.located(error)
    }
  }

  @Test(
    arguments: [
      ("[1, 2,]", "[1,2]"), ("{\"a\": 1, }", #"{"a":1}"#), ("[[1,],{},]", "[[1],{}]"),
      ("// a\n[1 /* , */, 2] // b", "[1,2]"), ("/**/1/* * / */", "1"), ("[1, // é\n]", "[1]"),
      ("{a: 1, $b_2 : 2, c-d/* : */:3}", #"{"a":1,"$b_2":2,"c-d":3}"#),
      ("{true: true, NaN: NaN}", #"{"true":true,"NaN":"NaN"}"#),
      ("[-Infinity, Infinity]", #"["-Infinity","Infinity"]"#),
      (#"['a"b', 'it\'s', '\n\"', '']"#, #"["a\"b","it's","\n\"",""]"#),
      (#"["//", "/*", ",]", "'", "a: 1", "\"//"]"#, #"["//","/*",",]","'","a: 1","\"//"]"#),
      ("\u{FEFF}{é: 1}", nil), ("[,]", nil), ("{,}", nil), ("[1,,]", nil), ("{\"a\":,}", nil),
      ("[1]]", nil),
      ("/* [1]", nil), ("['a]", nil), ("{a}", nil), ("[nan]", nil), ("# a\n1", nil), ("[1 2]", nil),
    ] as [(String, String?)])
  func whatIsNearlyJSON(_ text: String, _ expected: String?) {
    #expect((try? Self.read(text).0) == expected)
    if let expected {
      let oddities = LenientJSON(source(text))
      #expect(oddities.isOdd == (text.first != "[" || !text.hasPrefix("[\"//")))
      #expect(LenientJSON(source(expected)).isOdd == false)
    }
  }

  @Test func whatWasPutUpWithIsSaid() throws {
    let text = "// a\n{a: [1,\n], 'b': NaN, /* c */}"
    #expect(
      try Self.read(text).remark
        == "read with --lenient, though JSON has none of them: 2 comments (first in line 1),"
        + " 2 commas behind a last element (first in line 2), 1 text in single quotes (line 3),"
        + " 1 key without quotes (line 2), 1 NaN or Infinity, now text (line 3)")
  }

  /// Places are those of the text, whatever was put into it or taken out.
  @Test(
    arguments: [
      ("{a: 'x\"y', b: ]}", 1, 15), ("{a: 1,\n b c: 2}", 2, 2), ("/* é */ [1 2]", 1, 12),
      ("\u{FEFF}['it\\'s', 'b' 3]", 1, 15), ("[NaN, ?]", 1, 7), ("{a: 1", 1, 6),
    ])
  func mistakesHaveTheirPlace(_ text: String, _ line: Int, _ column: Int) {
    let error = errorOf { () throws(DataError) in try Self.read(text) }
    guard case .malformed(_, let place, _, _)? = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
    #expect([place.line, place.column] == [line, column], "\(text)")
  }

  @Test func jsonStaysAsItIs() throws {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<testRounds(200) {
      let text = JSONWriter.text(of: .array((0..<4).map { _ in Self.value(&random) }))
      let lenient = LenientJSON(source(text))
      #expect(!lenient.isOdd)
      #expect(lenient.text.bytes == Array(text.utf8))
    }
  }

  private static func value(_ random: inout SeededGenerator) -> Value {
    let texts = ["", "'", "//x", "a\"b\\", "é/*", "NaN: 1,]"]
    return .record(
      Record([
        (
          texts.randomElement(using: &random) ?? "",
          .integer(Int.random(in: -9...9, using: &random))
        ),
        ("b", .string(texts.randomElement(using: &random) ?? "")),
        ("c", .array([.null, .bool(true)])),
      ]))
  }

  @Test func damageNeverCrashes() {
    var random = SeededGenerator(seed: testSeed())
    let whole = Array("// a\n{a: 'x\\'\"', \"b\": [1.5,/*c*/ NaN,], -Infinity: {}}".utf8)
    for _ in 0..<testRounds(1500) {
      var bytes = Array(whole[..<Int.random(in: 0...whole.count, using: &random)])
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          "{}[],:'\"/*\\ \nN-1\u{0}".utf8.randomElement(using: &random) ?? 0
      }
      let lenient = LenientJSON(SourceText(file: "a.json", bytes: bytes))
      do throws(DataError) {
        _ = try JSONReader.read(lenient.text)
      } catch {
        if case .malformed(_, let place, _, _) = lenient.located(error) {
          #expect((0...bytes.count).contains(place.byte))
        }
      }
    }
  }
}

/// What is put up with when files are opened.
@Suite struct ToleranceTests {
  private func opened(_ text: String, _ name: String, _ tolerance: Tolerance) throws(DataError)
    -> any TableDocument
  {
    try DocumentOpener.open(
      bytes: Array(text.utf8), name: name, among: FileFormats.standard.tolerating(tolerance))
  }

  private static let lenient = Tolerance(isLenient: true)
  private static let skipping = Tolerance(skipsBadLines: true)

  @Test(arguments: ["a.json", "a.jsonc", "a.json5", "a"]) func lenience(_ name: String) throws {
    let document = try opened("{\"a\": [1,], // b\n}", name, Self.lenient)
    #expect(document.format == "JSON")
    #expect(document.remarks.count == 1)
    let other = errorOf { () throws(DataError) in
      try opened("{\"a\": [1,], // b\n}", "a.jsonc", Tolerance())
    }
    #expect(other?.description.hasSuffix("; --lenient reads it all the same") == true)
  }

  /// What no table has can't be saved, and is said then.
  @Test(
    arguments: [
      ("[1, // a\n2]", lenient, "not saved: comments and the like that 'a.json' has"),
      ("{\"a\":1}\nbad\n", skipping, "not saved: the bad line that 'a.json' has"),
      ("{\"a\":1}\nbad\nbad\n", skipping, "not saved: the 2 bad lines that 'a.json' has"),
      (
        "[{\"a\":1,\"a\":2}, // x\n]", lenient, "comments and the like and the first value of a key"
      ),
      (
        #"{"a":1,"a":2,"b":"\#(String(repeating: "x", count: 100_000))","c":[]}"#, Tolerance(),
        "not saved: the first value of a key that 'a.json' has"
      ),
      (#"{"a":1,"a":2}"#, Tolerance(), "not saved: the first value of a key that 'a.json' has"),
      (#"{"a":1,"a":2,"a":"\ud800"}"#, Tolerance(), "not saved: the first values of keys"),
      ("[1]", lenient, nil), ("{\"a\":1}\n{\"a\":2}\n", skipping, nil),
    ] as [(String, Tolerance, String?)])
  func whatIsLeftOutIsSaidWhenItIsSaved(_ text: String, _ tolerance: Tolerance, _ words: String?)
    throws
  {
    let document = try opened(text, "a.json", tolerance)
    _ = try document.table(shape: nil)
    let remark = document.savingRemark
    #expect(words.map { remark?.contains($0) == true } ?? (remark == nil), "\(remark ?? "")")
  }

  @Test func theOptionIsNamedOnlyWhereItHelps() {
    for text in ["[1, // a", "[1 2]", "{a}"] {
      for tolerance in [Tolerance(), Self.lenient] {
        let error = errorOf { () throws(DataError) in try opened(text, "a.json", tolerance) }
        #expect(error?.description.contains("--lenient") == false)
      }
    }
  }

  @Test(arguments: [("[1, /* c", 1, 5), ("{a: 1} /* c *", 1, 8), ("[\n/*/", 2, 1)])
  func anOpenCommentIsSaidToBeOne(_ text: String, _ line: Int, _ column: Int) {
    let error = errorOf { () throws(DataError) in try opened(text, "a.json", Self.lenient) }
    #expect(error?.description == "this comment is never closed")
    #expect(error?.location == "a.json:\(line):\(column)")
  }

  @Test func badLinesAreCountedAndNamed() throws {
    let one = try opened("{\"a\":1}\n\n{\"a\":\n{\"a\":2}", "a.ndjson", Self.skipping)
    #expect(
      one.remarks == [
        "line 3 is not JSON and left out: expected a value, found the end of the line"
      ])
    let bad = String(repeating: "x\n", count: 7)
    let many = try opened("1\n\(bad)2\n{\"a\":\"\u{1}\"}\n", "a.ndjson", Self.skipping)
    #expect((many as? ValueDocument)?.value == .array([.integer(1), .integer(2)]))
    #expect(
      many.remarks == [
        "8 lines are not JSON and left out (2, 3, 4, 5, 6, ...); the first: expected a value, found 'x'"
      ])
    let text = try opened("1\n2\n\"tex\n", "a.ndjson", Self.skipping)
    #expect(text.remarks.first?.hasSuffix("begins at 3:1, found the end of the line") == true)
  }

  /// Bytes that are no text make a line a bad one, and no more than that.
  @Test func otherBytes() throws {
    let bytes = Array("1\n\"".utf8) + [0xFF] + Array("\"\n2\n".utf8)
    let document = try DocumentOpener.open(
      bytes: bytes, name: "a.ndjson", among: FileFormats.standard.tolerating(Self.skipping))
    #expect((document as? ValueDocument)?.value.array?.count == 2)
    #expect(document.remarks.first?.contains("line 2 is not JSON") == true)
  }

  @Test func whatIsRightStaysAsItIs() throws {
    for tolerance in [Tolerance(), Self.skipping, Self.lenient] {
      let lines = try opened("{\"a\":\n1}\n{}", "a.ndjson", tolerance)
      #expect((lines as? ValueDocument)?.value.array?.count == 2)
      #expect(lines.remarks == [])
    }
    let all = errorOf { () throws(DataError) in try opened("x\ny", "a.ndjson", Self.skipping) }
    #expect(all?.location == "a.ndjson:1:1")
    for text in ["{\"a\":1}\n{\"a\":2}\nx\n", "{\"a\":1}\nx\n{\"a\":2}\n"] {
      let several = try opened(text, "a", Self.skipping)
      #expect(several.remarks.count == 1)
      #expect((several as? ValueDocument)?.value.array?.count == 2)
    }
    let broken = errorOf { () throws(DataError) in try opened("[1,\n2\nx]", "a", Self.skipping) }
    #expect(broken?.location == "a:3:1")
  }
}
