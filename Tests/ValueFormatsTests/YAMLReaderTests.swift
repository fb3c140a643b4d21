import Documents
import Files
import TableModel
import TestSeeds
import Testing

@testable import ValueFormats

@Suite struct YAMLReaderTests {
  private static func read(_ text: String) throws(DataError) -> (Value, remarks: [String]) {
    try YAMLReader.read(source(text))
  }

  private static let readable: [(String, String)] = [
    ("", "[]"), ("# nothing\n", "[]"), ("a: 1\nb: 2\n", #"{"a":1,"b":2}"#),
    ("z: 1\na: 2", #"{"z":1,"a":2}"#),
    ("- 1\n- two\n- [3, {a: b}]\n", #"[1,"two",[3,{"a":"b"}]]"#),
    ("---\na: b\n...\n", #"{"a":"b"}"#),
    ("\u{FEFF}a: é\n", #"{"a":"é"}"#), ("a:\r\n  b: 1\r\n", #"{"a":{"b":1}}"#),
    ("%YAML 1.2\n---\na: 1", #"{"a":1}"#),
    // Words of the core schema.
    (
      "[~, null, Null, NULL, true, True, TRUE, false, nULL, tRUE]",
      #"[null,null,null,null,true,true,true,false,"nULL","tRUE"]"#
    ),
    ("a:\nb: ''\nc: \"\"", #"{"a":null,"b":"","c":""}"#),
    (
      "[1.50, -0, 1e06, +5, .5, 5., 0x1F, 0o17, 12345678901234567890]",
      "[1.50,-0,1e06,5,0.5,5,31,15,12345678901234567890]"
    ),
    (
      "[.inf, -.inf, .nan, 1_000, 1.2.3, '5', \"6\", -, ., 1e, 0x, 2001-12-14]",
      #"[".inf","-.inf",".nan","1_000","1.2.3","5","6","-",".","1e","0x","2001-12-14"]"#
    ),
    ("[yes, no, on, 017, 1:30]", #"["yes","no","on","017","1:30"]"#),
    // Texts in blocks.
    ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", #"{"a":"one\ntwo\n","b":"one two"}"#),
    (#"a: "t\tn \u00e9""#, #"{"a":"t\tn é"}"#), ("a: 'it''s'", #"{"a":"it's"}"#),
    // Tags.
    (
      "[!!str 5, !!int \"5\", !!binary AQID, !!timestamp 2001-12-14T21:59:43Z, !!null x, ! 5]",
      #"["5",5,"AQID","2001-12-14T21:59:43Z","x","5"]"#
    ),
    // Aliases and merged mappings.
    ("a: &x [1]\nb: *x", #"{"a":[1],"b":[1]}"#),
    (
      "base: &b {a: 1, b: 2}\nuse:\n  b: 3\n  <<: *b\n  c: 4",
      #"{"base":{"a":1,"b":2},"use":{"b":3,"a":1,"c":4}}"#
    ),
    (
      "x: &x {a: 1}\ny: &y {a: 2, b: 3}\nz: {<<: [*x, *y]}",
      #"{"x":{"a":1},"y":{"a":2,"b":3},"z":{"a":1,"b":3}}"#
    ),
    (
      "x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y}",
      #"{"x":{"a":1},"y":{"a":1,"b":2},"z":{"a":1,"b":2}}"#
    ),
    ("'<<': 1", #"{"<<":1}"#),
    // Keys that are more than a word.
    ("1: a\ntrue: b\n? [1, x]\n: c", #"{"1":"a","true":"b","[1,\"x\"]":"c"}"#),
    // Several documents.
    ("a: 1\n---\nb: 2\n--- text\n", #"[{"a":1},{"b":2},"text"]"#),
    // What is JSON is read as JSON.
    (#"{"a": [1.0, "x"]}"#, #"{"a":[1.0,"x"]}"#), ("[a, b]", #"["a","b"]"#),
  ]

  @Test func valuesOfEachKind() {
    for (text, expected) in Self.readable {
      let (found, error) = outcome { () throws(DataError) in json(try Self.read(text).0) }
      #expect(found == expected, "\(text): \(String(describing: error))")
    }
  }

  private func outcome<Result>(_ read: () throws(DataError) -> Result) -> (Result?, DataError?) {
    do { return (try read(), nil) } catch { return (nil, error) }
  }

  @Test(
    arguments: [
      ("a: 1\nb: [1, 2\nc: 3\n", "3:"), ("a: 1\n  b: 2\n", "2:4"),
      ("a: 1\na: 2\n", "1:1@0 the key 'a' appears twice"),
      ("a: *x\n", "1:4"), ("é: 1\nb: \"x\n", "3:1"), ("a: 1\n---\nb: [\n", "4:1"),
      ("a: {<<: 5}", "1:9"), ("a:\tb: c\n", "1:"),
    ])
  func mistakesHaveTheirPlace(_ text: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try Self.read(text) }
    #expect(error?.summary.hasPrefix(expected) == true, "\(text): \(error?.summary ?? "")")
  }

  /// Words that YAML 1.1 took for something else, and tags without a meaning here, are said once.
  @Test func whatMayBeMeantOtherwiseIsSaid() throws {
    #expect(
      try Self.read("a: yes\nb: 017\n").remarks == [
        "line 1: 'yes' is text; YAML 1.1 would read true (2 such in all)"
      ])
    #expect(
      try Self.read("on: push\nb: !Ref Name\n").remarks == [
        "line 2: the tag '!Ref' is not known and left out"
      ])
    #expect(try Self.read("'1': a\n1: b").remarks.first?.contains("'1' appears twice") == true)
    #expect(try Self.read("a: 'yes'\nb: 07:30:00Z\n").remarks == [])
  }

  /// Texts that unfold without end, or are nested without end, are refused at once.
  @Test func bombsEnd() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let unfolded = errorOf { () throws(DataError) in try Self.read(bomb) }
    #expect(unfolded?.description.contains("aliases that unfold") == true)
    let keyed = errorOf { () throws(DataError) in try Self.read(bomb + "? *a12\n: 1\n") }
    #expect(keyed?.description.contains("a key that may hold aliases") == true)
    let many = String(repeating: "x", count: 3)
    for piece in ["[", "{a: ", "- ", "? "] {
      let text = String(repeating: piece, count: 20_000) + many
      let deep = errorOf { () throws(DataError) in try Self.read(text) }
      #expect(deep != nil, "\(piece)")
    }
    // Aliases are nested as deep as what they stand for.
    var nested = "a0: &a0 [x]\n"
    for level in 1...600 { nested += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    let error = errorOf { () throws(DataError) in try Self.read(nested) }
    #expect(error?.description == "nested more than 512 levels deep")
  }

  @Test(arguments: ["a.yaml", "a.yml", "a", "a.txt"]) func isRecognised(name: String) throws {
    #expect(try opened("# settings\nname: x\nlist:\n  - 1\n", name: name).format == "YAML")
  }

  /// A large file is read only where somebody says that it is YAML.
  @Test func largeFilesHaveToBeAskedFor() throws {
    let text =
      "a: b\n" + String(repeating: "# \(String(repeating: "x", count: 997))\n", count: 34_000)
    let error = errorOf { () throws(DataError) in try opened(text, name: "a.yaml") }
    #expect(error?.description.contains("--format yaml does it") == true)
  }

  @Test func damageNeverCrashes() {
    var random = SeededGenerator(seed: testSeed())
    let whole = Array(Self.readable.map(\.0).joined(separator: "\n---\n").utf8)
    for _ in 0..<testRounds(1500) {
      var bytes = Array(whole[..<Int.random(in: 0...whole.count, using: &random)])
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          "-:[]{}&*!|>'\"#%@`? \n\ta\u{0}".utf8
          .randomElement(using: &random) ?? 0
      }
      let text = SourceText(file: "a.yaml", bytes: bytes)
      do throws(DataError) {
        _ = try YAMLReader.read(text)
      } catch {
        if case .malformed(_, let place, _, _) = error {
          #expect((0...bytes.count).contains(place.byte))
        }
      }
    }
  }
}
