import Documents
import Files
import TableModel
import Testing

/// What RFC 8259 allows, forbids and leaves open, case by case.
///
/// What it leaves open is decided so: of keys that come up twice the last one counts, a byte order
/// mark in front is passed over, numbers of any size keep their text, a lone surrogate becomes U+FFFD,
/// and nesting ends at 512 levels.
@Suite struct JSONConformanceTests {
  private func read(_ bytes: [UInt8]) throws -> Value {
    try JSONReader.read(SourceText(file: "t.json", bytes: bytes))
  }

  @Test(arguments: [
    "[]", "{}", " [ ] ", "\t{\n}\r\n", "null", "true", "false", "\"\"", "\"a\"", "0", "-0", "1",
    "[[]]", "[{}]", "{\"\":{}}", "[0]", "[-0]", "[-1]", "[10]", "[1.5]", "[1.50]", "[0.0]",
    "[-0.0]", "[1e1]", "[1E1]", "[1e+1]", "[1e-1]", "[1.5E-10]", "[0e0]", "[0e+1]", "[1e400]",
    "[-1e400]", "[1e-400]", "[123456789012345678901234567890]", "[0.1e1]", "[true,false,null]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\u0000\"]", "[\"\\u001f\\u007F\"]",
    "[\"\\uD834\\uDD1E\"]",
    "[\"\\ud834\\udd1e\"]", "[\"\\uFFFF\"]", "[\"\\uFDD0\"]", "[\"\u{7F}\"]",
    "[\"\u{2028}\u{2029}\"]",
    "[\"é日𝄞\"]", "[\"\u{FFFF}\"]", "[\"\u{10FFFF}\"]", "[\" \"]", "[\"/*\"]", "[\"\\u0022\"]",
    "{\"a\":1}", "{\"a\":1,\"b\":2}", "{\"a\" : [ 1 , 2 ] }", "{\"\\u0061\":1}", "{\"\\u0000\":0}",
    "{\"a\":1,\"a\":2}", "{\"a\":1,\"A\":2}", "{\"a\":{\"a\":{\"a\":[]}}}", "\u{FEFF}[1]",
  ])
  func isAccepted(_ text: String) throws {
    #expect(throws: Never.self) { try read(Array(text.utf8)) }
  }

  /// Each with the line and the column of what is wrong.
  @Test(
    arguments: [
      ("[", 1, 2), ("{", 1, 2), ("]", 1, 1), ("}", 1, 1), ("[]]", 1, 3), ("[}", 1, 2), ("{]", 1, 2),
      ("[1,]", 1, 4), ("[,1]", 1, 2), ("[1,,2]", 1, 4), ("[1 2]", 1, 4), ("[\n1\n2]", 3, 1),
      ("{\"a\"}", 1, 5), ("{\"a\":}", 1, 6), ("{\"a\":1,}", 1, 8), ("{,}", 1, 2), ("{a:1}", 1, 2),
      ("{'a':1}", 1, 2), ("{1:1}", 1, 2), ("{\"a\":1 \"b\":2}", 1, 8), ("{\"a\",1}", 1, 5),
      ("{\"a\"::1}", 1, 6), ("{null:1}", 1, 2), ("{[]:1}", 1, 2), ("[1:2]", 1, 3), ("[] []", 1, 4),
      ("1 2", 1, 3), ("[]x", 1, 3), ("nul", 1, 1), ("[nulL]", 1, 2), ("[True]", 1, 2),
      ("[NaN]", 1, 2), ("[Infinity]", 1, 2), ("[undefined]", 1, 2), ("[+1]", 1, 2), ("[.5]", 1, 2),
      ("[/**/]", 1, 2), ("[1]//x", 1, 4), ("#\n[]", 1, 1), ("\u{00A0}[]", 1, 1), ("[\u{C}]", 1, 2),
      ("[\u{B}]", 1, 2), ("\u{2028}[]", 1, 1), ("['a']", 1, 2), ("[a]", 1, 2), ("*", 1, 1),
      ("<a/>", 1, 1), ("\n\n  ?", 3, 3),
    ] as [(String, Int, Int)])
  func isRefusedAtItsPlace(_ text: String, _ line: Int, _ column: Int) {
    let place = place(of: Array(text.utf8))
    #expect(place?.line == line && place?.column == column, "\(text): \(String(describing: place))")
  }

  /// Inside numbers and texts the place is somewhere in them.
  @Test(arguments: [
    "[-]", "[01]", "[-01]", "[1.]", "[1.e1]", "[1e]", "[1e+]", "[1e+-1]", "[1.2.3]", "[0x1]",
    "[1_0]",
    "[--1]", "[1-]", "[-.5]", "[1e1.5]", "[0e]", "[1a]", "[-a]", "[-Infinity]", "[\"]", "[\"a]",
    "[\"\\\"]", "[\"\\x41\"]", "[\"\\a\"]", "[\"\\u\"]", "[\"\\u12\"]", "[\"\\u12G4\"]",
    "[\"\\U0041\"]",
    "[\"\\'\"]", "[\"a\nb\"]", "[\"a\tb\"]", "[\"a\u{0}b\"]", "[\"a\u{1F}b\"]", "{\"a\nb\":1}", "",
    " ", "\n", "\u{FEFF}",
  ])
  func isRefused(_ text: String) {
    #expect(place(of: Array(text.utf8)) != nil, "\(text)")
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
      [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
    let place = place(of: Array("[\n\"a".utf8) + bytes + Array("\"]".utf8))
    #expect(place?.line == 2)
  }

  @Test func whatIsLeftOpenIsDecided() throws {
    #expect(try read(Array(#"{"a":1,"a":2}"#.utf8)) == read(Array(#"{"a":2}"#.utf8)))
    #expect(try read(Array("\u{FEFF}[1]".utf8)) == read(Array("[1]".utf8)))
    let lone = try read(Array(#"["\uD834", "\uDD1E", "\uD834x"]"#.utf8))
    #expect(try lone == read(Array(#"["\uFFFD", "\uFFFD", "\uFFFDx"]"#.utf8)))
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(throws: Never.self) { try read(Array(deepest.utf8)) }
    #expect(throws: DataError.self) { try read(Array("[\(deepest)]".utf8)) }
  }

  private func place(of bytes: [UInt8]) -> TextPlace? {
    do {
      _ = try read(bytes)
    } catch DataError.malformed(_, let place, _, _) {
      return place
    } catch {
      return nil
    }
    return nil
  }
}
