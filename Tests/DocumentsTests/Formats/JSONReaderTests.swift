import Documents
import TableModel
import Testing

@testable import Files

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("false\n", "false"), ("0", "0"), ("-0", "-0"),
    ("12345678901234567890", "12345678901234567890"), ("1.10", "1.10"), ("-1.5E+10", "-1.5E+10"),
    ("1e400", "1e400"), ("\"\"", "\"\""), ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"),
    ("{ \"b\" : 1 , \"a\" : [ 2 , {} ] }", #"{"b":1,"a":[2,{}]}"#),
    (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), (#"{"":{"":[]}}"#, #"{"":{"":[]}}"#),
    ("\u{FEFF}[1]", "[1]"), ("\t\r\n[\r\n1\t]", "[1]"),
  ])
  func reads(_ text: String, _ expected: String) throws {
    #expect(json(try JSONReader.read(source(text))) == expected)
  }

  @Test(arguments: [
    (#""plain ünïcödé 語 🎈""#, "plain ünïcödé 語 🎈"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u8a9e""#, "Aé語"), (#""\ud83c\udf88!""#, "🎈!"), (#""\uD83C\uDF88""#, "🎈"),
    (#""\u0000""#, "\0"), (#""a\ud83cb""#, "a\u{FFFD}b"), (#""\udf88x""#, "\u{FFFD}x"),
    (#""\ud83c\u0041""#, "\u{FFFD}A"), (#""\ud83c\ud83c\udf88""#, "\u{FFFD}🎈"),
    (#""\ud83c\n""#, "\u{FFFD}\n"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
  ])
  func readsStrings(_ text: String, _ expected: String) throws {
    #expect(try JSONReader.read(source(text)) == .string(expected))
  }

  @Test(arguments: [
    ("", "1:1@0 expected a value, found the end of the file"),
    ("  \n ", "2:2@4 expected a value, found the end of the file"),
    ("[1,2", "1:5@4 expected ',' or ']' after an element, found the end of the file"),
    ("[1 2]", "1:4@3 expected ',' or ']' after an element, found '2'"),
    (
      "[1,]",
      "1:4@3 expected another element after ',', found ']' (JSON allows no trailing comma)"
    ),
    (
      "{\"a\":1,}",
      "1:8@7 expected another key after ',', found '}' (JSON allows no trailing comma)"
    ),
    ("{a:1}", "1:2@1 expected a key in double quotes, found 'a'"),
    (
      "{'a':1}",
      "1:2@1 expected a key in double quotes, found \"'\" (JSON puts text in double quotes)"
    ),
    ("{\"a\" 1}", "1:6@5 expected ':' after a key, found '1'"),
    ("{\"a\":}", "1:6@5 expected a value, found '}'"),
    ("[1}", "1:3@2 expected ',' or ']' after an element, found '}'"),
    ("[\n  1,\n  nul\n]", "3:3@9 expected a value, found 'nul'"),
    ("[NaN]", "1:2@1 expected a value, found 'NaN' (JSON knows the words true, false and null)"),
    ("[True]", "1:2@1 expected a value, found 'True' (JSON knows the words true, false and null)"),
    ("[truer]", "1:2@1 expected a value, found 'truer'"),
    ("// x\n1", "1:1@0 expected a value, found '/' (JSON has no comments)"),
    ("01", "1:2@1 expected no digit after a leading zero, found '1'"),
    ("-", "1:2@1 expected a digit, found the end of the file"),
    ("1.", "1:3@2 expected a digit after the decimal point, found the end of the file"),
    ("1ex", "1:3@2 expected a digit of the exponent, found 'x'"),
    ("+1", "1:1@0 expected a value, found '+' (JSON writes no plus sign)"),
    (".5", "1:1@0 expected a value, found '.' (JSON writes a digit before the decimal point)"),
    ("1 2", "1:3@2 expected the end of the file after the value, found '2'"),
    ("{}}", "1:3@2 expected the end of the file after the value, found '}'"),
    ("\"abc", "1:5@4 expected '\"' to end the text that begins at 1:1, found the end of the file"),
    (
      "\"a\nb\"",
      "1:3@2 expected '\"' to end the text that begins at 1:1, found the end of the line"
    ),
    ("\"a\tb\"", "1:3@2 expected '\\t' inside text, found a tab"),
    (
      "\"\u{1}\"",
      "1:2@1 expected an escape for a control character inside text, found control character 0x01"
    ),
    (#""\x""#, #"1:3@2 expected one of " \ / b f n r t u after a backslash, found 'x'"#),
    (#""\u12g4""#, "1:6@5 expected four hexadecimal digits after '\\u', found 'g4'"),
    ("[\"é語🎈\", x]", "1:9@14 expected a value, found 'x'"),
    ("é", "1:1@0 expected a value, found 'é'"),
    ("\u{FEFF}x", "1:1@3 expected a value, found 'x'"),
    ("[\r\n\r\nx]", "3:1@5 expected a value, found 'x'"),
  ])
  func locatesErrors(_ text: String, _ expected: String) {
    #expect(
      errorOf { () throws(DataError) in try JSONReader.read(source(text)) }?.summary == expected)
  }

  @Test(
    arguments: [
      ([0x5B, 0xFF, 0x5D], 1), ([0x22, 0xC3, 0x28, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
      ([0x22, 0x61, 0xE8, 0xAA, 0x22], 2), (Array("\"eight bytes here: ".utf8) + [0x80], 19),
      ([0x22, 0xC3, 0xA9, 0xF0, 0x9F, 0x8E], 3),
    ] as [([UInt8], Int)])
  func refusesInvalidUTF8(_ bytes: [UInt8], _ offset: Int) {
    let error = errorOf { () throws(DataError) in
      try JSONReader.read(SourceText(file: "test", bytes: bytes))
    }
    guard case .malformed(_, let place, let message, _) = error else {
      Issue.record("no located error: \(String(describing: error))")
      return
    }
    #expect(place.byte == offset)
    #expect(message.hasPrefix("expected UTF-8 text, found byte 0x"))
  }

  @Test func refusesDepthWithoutOverflowingTheStack() {
    for opening in ["[", "{\"a\":", "[{\"a\":"] {
      let text = String(repeating: opening, count: 100_000)
      let error = errorOf { () throws(DataError) in try JSONReader.read(source(text)) }
      guard case .tooDeep(_, let place?, 512) = error else {
        Issue.record("\(opening): \(String(describing: error))")
        continue
      }
      #expect(place.line == 1 && place.column > 512)
    }
  }

  @Test func readsTheDeepestThatIsAllowed() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(json(try JSONReader.read(source(text))) == text)
  }

  /// Cut anywhere, a document is an error at its end (or within its last character).
  @Test func locatesEveryTruncation() {
    let text = #"{"ab": [1.5e3, true, null, "é\n\u00e9🎈"], "c": {"d": -20}}"#
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count {
      let cut = SourceText(file: "cut", bytes: Array(bytes[..<length]))
      let error = errorOf { () throws(DataError) in try JSONReader.read(cut) }
      guard case .malformed(_, let place, _, _) = error else {
        Issue.record("cut at \(length): \(String(describing: error))")
        continue
      }
      #expect(place.line == 1 && (length - 4...length).contains(place.byte), "cut at \(length)")
    }
  }

  /// Any byte replaced by any of the awkward ones is read or refused, and never traps.
  @Test func survivesDamage() {
    let bytes = Array(#"{"ab":[1.5e3,true,null,"é\n\u00e9"],"c":{"d":-20}}"#.utf8)
    var refused = 0
    for index in bytes.indices {
      for byte: UInt8 in [
        0, 0x0A, 0x22, 0x2C, 0x2D, 0x30, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xFF,
      ] {
        var damaged = bytes
        damaged[index] = byte
        if (try? JSONReader.read(SourceText(file: "d", bytes: damaged))) == nil { refused += 1 }
      }
    }
    #expect(refused > bytes.count * 6)
  }

  @Test func shortensLongSourceLinesAroundThePlace() {
    let long =
      "[" + String(repeating: "1, ", count: 100) + "x" + String(repeating: ", 2", count: 99) + "]"
    let error = errorOf { () throws(DataError) in try JSONReader.read(source("\n" + long)) }
    guard case .malformed(_, let place, _, let line?) = error else {
      Issue.record("no source line")
      return
    }
    #expect(place.line == 2 && place.column == 302)
    #expect(line.count <= 80 && line.hasPrefix("…") && line.hasSuffix("…"))
    #expect(Array(line)[place.caretColumn - 1] == "x")
  }

  @Test func showsShortSourceLinesWhole() {
    let error = errorOf { () throws(DataError) in try JSONReader.read(source("[1,\r\n  é: 2\r\n]"))
    }
    guard case .malformed(_, let place, _, let line?) = error else {
      Issue.record("no source line")
      return
    }
    #expect(line == "  é: 2")
    #expect(Array(line)[place.caretColumn - 1] == "é")
  }
}
