import Documents
import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Files
@testable import ValueFormats

@Suite struct TOMLReaderTests {
  private static let readable: [(String, String)] = [
    ("", "{}"), ("# nothing", "{}"), ("a = 1", #"{"a":1}"#), ("a=1\nb = 2\r\n", #"{"a":1,"b":2}"#),
    ("z = 1\na = 2", #"{"z":1,"a":2}"#), ("\"a b\" = 1\n'c.d' = 2", #"{"a b":1,"c.d":2}"#),
    ("a.b.c = 1\na.b.d = 2", #"{"a":{"b":{"c":1,"d":2}}}"#), ("a . b = 1", #"{"a":{"b":1}}"#),
    ("3.14 = 1", #"{"3":{"14":1}}"#), ("-a_B-9 = 1", #"{"-a_B-9":1}"#), ("\"\" = 1", #"{"":1}"#),
    // Numbers keep their text.
    (
      "a = 1.10\nb = 1e06\nc = -0\nd = 12345678901234567890",
      #"{"a":1.10,"b":1e06,"c":-0,"d":12345678901234567890}"#
    ),
    (
      "a = 1_000\nb = +5\nc = 0xDEAD_beef\nd = 0o755\ne = 0b1010\nf = 5_3.4_1e+1_0",
      #"{"a":1000,"b":5,"c":3735928559,"d":493,"e":10,"f":53.41e+10}"#
    ),
    ("a = [true, false]", #"{"a":[true,false]}"#),
    // Texts.
    (#"a = "t\tn\n\"\\ \u00E9 \U0001F600""#, #"{"a":"t\tn\n\"\\ é 😀"}"#),
    (#"a = 'C:\x'"#, #"{"a":"C:\\x"}"#), ("a = ''\nb = \"\"", #"{"a":"","b":""}"#),
    ("a = \"\"\"\none\r\ntwo\"\"\"", #"{"a":"one\ntwo"}"#),
    ("a = \"\"\"x \\  \n\n   y \\\"\"\" z\"\"\"", #"{"a":"x y \"\"\" z"}"#),
    ("a = \"\"\"\"two\" quotes\"\"\"\"\"", #"{"a":"\"two\" quotes\"\""}"#),
    ("a = '''\nit's ''x'' \\n'''", #"{"a":"it's ''x'' \\n"}"#),
    // Dates: those with a zone are dates, others are text.
    (
      "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 00:32:00.5-07:00\nc = 1979-05-27t07:32:00z",
      #"{"a":"1979-05-27T07:32:00Z","b":"1979-05-27T07:32:00.500Z","c":"1979-05-27T07:32:00Z"}"#
    ),
    (
      "a = 1979-05-27T07:32:00\nb = 1979-05-27\nc = 07:32:00.999",
      #"{"a":"1979-05-27T07:32:00","b":"1979-05-27","c":"07:32:00.999"}"#
    ),
    (
      "a = 1979-05-27 # c\nb = 1979-05-27 07:32:00 # d",
      #"{"a":"1979-05-27","b":"1979-05-27 07:32:00"}"#
    ),
    // Lists and tables in a line.
    ("a = [1, 'b', [2.0], {c = 3}, ]", #"{"a":[1,"b",[2.0],{"c":3}]}"#),
    ("a = [ # one\n 1, # two\n\n 2\n , ]", #"{"a":[1,2]}"#),
    ("a = []\nb = {}", #"{"a":[],"b":{}}"#),
    (
      "a = { b.c = 1, b.d = 2, 'e' = [ {}, {f = 1} ] }",
      #"{"a":{"b":{"c":1,"d":2},"e":[{},{"f":1}]}}"#
    ),
    // Headings.
    ("[a]\nb = 1\n[c]\n[a.d]\ne = 2", #"{"a":{"b":1,"d":{"e":2}},"c":{}}"#),
    ("[a.b.c]\n[a]\nx = 1", #"{"a":{"b":{"c":{}},"x":1}}"#),
    ("[ a . 'b' ]\nc = 1", #"{"a":{"b":{"c":1}}}"#),
    (
      "[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2\n[[a.e]]\n[[a.e]]\nf = 3",
      #"{"a":[{"b":1},{"c":{"d":2},"e":[{},{"f":3}]}]}"#
    ),
    (
      "[fruit]\napple.color = \"red\"\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true",
      #"{"fruit":{"apple":{"color":"red","taste":{"sweet":true},"texture":{"smooth":true}}}}"#
    ),
    ("[a.b]\nx = 1\n[a]\nc.d = 2", #"{"a":{"b":{"x":1},"c":{"d":2}}}"#),
    ("a.b = 1\n[a.c]\nd = 2", #"{"a":{"b":1,"c":{"d":2}}}"#),
  ]

  @Test(arguments: readable) func reads(_ text: String, _ expected: String) throws {
    #expect(json(try TOMLReader.read(source(text))) == expected)
  }

  @Test func infinityAndNaN() throws {
    let value = try TOMLReader.read(source("a = [inf, +inf, -inf, nan, -nan]"))
    #expect(value.record?["a"]?.array?.map(\.plainText) == ["inf", "inf", "-inf", "nan", "nan"])
  }

  @Test(arguments: [
    ("a = ", "1:5@4 expected a value, found the end of the file"),
    ("a = b", "1:5@4 expected a value, found 'b'; in TOML text stands in quotes"),
    ("a", "1:2@1 expected '=' after a key, found the end of the file"),
    ("= 1", "1:1@0 expected a key, found '='"), ("a. = 1", "1:4@3 expected a key, found '='"),
    ("a = 1 b = 2", "1:7@6 expected the end of the line, found 'b'"),
    ("a = 1\na = 2", "2:1@6 'a' is defined a second time"),
    ("a = 1\na.b = 2", "2:1@6 'a' is a value already, and no table"),
    ("[a]\n[a]", "2:1@4 'a' is defined a second time"),
    ("[a]\nb = 1\n[a.b]\n", "3:1@10 'b' is defined a second time"),
    ("a.b = 1\n[a]", "2:1@8 'a' is defined a second time"),
    ("[[a]]\n[a]", "2:1@6 'a' is defined a second time"),
    ("[a]\n[[a]]", "2:1@4 'a' is defined a second time"),
    ("a = [1]\n[[a]]", "2:1@8 'a' is defined a second time"),
    ("a = {}\n[a.b]", "2:1@7 'a' is a value already, and no table"),
    ("a = {b = 1}\na.c = 2", "2:1@12 'a' is a table that was defined elsewhere"),
    ("[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "4:1@18 'c' is a table that was defined elsewhere"),
    ("[a", "1:3@2 expected ']', found the end of the file"),
    ("[[a]", "1:4@3 expected ']]', found ']'"), ("[]", "1:2@1 expected a key, found ']'"),
    ("a = [1 2]", "1:8@7 expected ',' or ']', found '2'"),
    ("a = [1, , 2]", "1:9@8 expected a value, found ','"),
    ("a = {b = 1, }", "1:13@12 expected a key, found '}'"),
    ("a = {b = 1\n}", "1:11@10 expected ',' or '}', found the end of the line"),
    (
      "a = \"b",
      "1:7@6 expected a quote to end the text that begins at 1:5, found the end of the file"
    ),
    ("a = \"b\n\"", "1:7@6 expected a quote to end the text, found the end of the line"),
    (
      "a = '''b",
      "1:9@8 expected a quote to end the text that begins at 1:5, found the end of the file"
    ),
    (
      "a = \"\\q\"",
      "1:6@5 expected one of \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX, found 'q' after a"
        + " backslash; in single quotes it has no meaning"
    ),
    ("a = \"\\uD800\"", "1:6@5 no character has this number"),
    ("a = \"\\u00G0\"", "1:10@9 expected 4 hexadecimal digits, found 'G0'"),
    (
      "a = \"\u{1}\"", "1:6@5 expected no control character in a text, found control character 0x01"
    ),
    ("# \u{0}", "1:3@2 expected no control character in a comment, found control character 0x00"),
    ("# a\rb", "1:4@3 expected no control character in a comment, found the end of the line"),
    ("'''a''' = 1", "1:1@0 expected a key in one line, found \"'\""),
  ])
  func refuses(_ text: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try TOMLReader.read(source(text)) }
    #expect(error?.summary == expected)
  }

  @Test(arguments: [
    "01", "1__0", "_1", "1_", "0x", "0xG", "+0x1", "1.", ".5", "1e", "1.e5", "0b2", "- 1", "--1",
    "+-1",
    "2024-13-01", "2024-02-30T00:00:00Z", "2024-01-01T25:00:00Z", "2024-01-01T00:00Z", "24:00:00",
    "12:30",
    "12:60:00", "2024-1-1", "2024-01-01T00:00:00+1:00", "2024-01-01T", "12:30:00.", "True",
    "0xFFFFFFFFFFFFFFFFF",
    "1 000", "0o8", "é",
  ])
  func isNoValue(_ word: String) {
    #expect(throws: DataError.self) { try TOMLReader.read(source("a = " + word)) }
  }

  /// Depth costs neither stack nor time; beyond the limit it is an error.
  @Test func deepTextsAreRefused() throws {
    let n = 100_000
    for text in [
      "a = " + String(repeating: "[", count: n), "a = " + String(repeating: "{a=", count: n),
      String(repeating: "a.", count: n) + "a = 1", "[" + String(repeating: "a.", count: n) + "a]",
      (0..<400).map { "[[" + String(repeating: "a.", count: $0) + "a]]\n" }.joined(),
    ] {
      let error = errorOf { () throws(DataError) in try TOMLReader.read(source(text)) }
      #expect(error?.summary.hasSuffix("deeper than 512") == true, "\(text.prefix(20))")
    }
    let deep = "a = " + String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    _ = try TOMLReader.read(source(deep))
  }

  /// Whatever a text is damaged by, it is read or refused.
  @Test func damagedTextsAreReadOrRefused() {
    var random = SeededGenerator(seed: testSeed(0))
    let texts = Self.readable.map { Array($0.0.utf8) }
    let signs = Array("[]{}=.,'\"\\\n\r #_-+:0x1aTZ\u{0}é".utf8)
    var (read, refused) = (0, 0)
    for _ in 0..<testRounds(4000) {
      guard var bytes = texts.randomElement(using: &random) else { continue }
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        if place < bytes.count, Bool.random(using: &random) { bytes.remove(at: place) }
        if let sign = signs.randomElement(using: &random) {
          bytes.insert(sign, at: min(place, bytes.count))
        }
      }
      let text = SourceText(file: "a.toml", bytes: bytes)
      if (try? TOMLReader.read(text)) != nil { read += 1 } else { refused += 1 }
    }
    #expect(read > testRounds(250) && refused > testRounds(1500), "\(read) \(refused)")
  }

  /// By its name, or by its first lines.
  @Test(arguments: ["a.toml", "a", "Cargo.lock", "a.txt"]) func isRecognised(name: String) throws {
    let document = try opened("# settings\ntitle = \"x\"\n[a]\nb = 1\n", name: name)
    #expect(document.format == "TOML")
    #expect(try document.table(shape: nil).source.counts().sections.known > 0)
    #expect(try opened("", name: "a.toml").format == "TOML")
  }
}
