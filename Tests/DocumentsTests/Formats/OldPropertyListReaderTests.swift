import Documents
import Foundation
import TableModel
import Testing

@testable import Files

@Suite struct OldPropertyListReaderTests {
  private static let readable: [(String, String)] = [
    ("{}", "{}"), ("()", "[]"),
    ("{ a = b; c = (1, 2); d = <0fbd77>; }", #"{"a":"b","c":["1","2"],"d":"D713"}"#),
    ("(a, b,)", #"["a","b"]"#), ("hello", #""hello""#), ("\"a b\"", #""a b""#),
    ("'it\"s'", #""it\"s""#),
    ("{z=1;a={b=();};}", #"{"z":"1","a":{"b":[]}}"#), ("((1),((2)),{})", #"[["1"],[["2"]],{}]"#),
    ("// c\n{ /* d */ a /* e */ = b; // f\n}", #"{"a":"b"}"#), ("<>", "\"\""),
    ("< 0fbd 7716 >", "\"D713Fg==\""), ("{ a; b = c; }", #"{"a":"a","b":"c"}"#),
    ("\"k 1\" = \"v\";\nk2 = v2;\n/* end */", #"{"k 1":"v","k2":"v2"}"#),
    ("a = (1,{b=2;});\nc = {};", #"{"a":["1",{"b":"2"}],"c":{}}"#),
    (
      #"("\n\t\"\\\'\a", "\U00e9\UD83D\UDE00", "\101\12\341")"#, #"["\n\t\"\\'\u0007","é😀","A\nÆ"]"#
    ),
    ("(\"two\nlines\", \"a\\\nb\")", #"["two\nlines","a\nb"]"#), ("\"\\UD83Dx\"", "\"\u{FFFD}x\""),
    ("a-b.c/d:e$f_g", #""a-b.c/d:e$f_g""#), ("/* only */", "{}"),
    ("{\"é\"=\"語🎈\";}", #"{"é":"語🎈"}"#),
    (#"("\é", "\q")"#, #"["é","q"]"#),
  ]

  @Test(arguments: readable)
  func reads(_ text: String, _ expected: String) throws {
    #expect(json(try OldPropertyListReader.read(source(text))) == expected)
  }

  /// Foundation reads the same values (it knows no order of keys).
  @Test(arguments: readable.filter { !["<>"].contains($0.0) })
  func agreesWithFoundation(_ text: String, _ expected: String) throws {
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    #expect(PropertyListOracle.same(try OldPropertyListReader.read(source(text)), list), "\(list)")
  }

  @Test(arguments: [
    ("{ a = b }", "1:9@8 expected ';' after a value, found '}'"),
    ("{ a = ; }", "1:7@6 expected a value, found ';'"),
    ("{ a b; }", "1:5@4 expected '=' after a key, found 'b'"),
    ("{ = b; }", "1:3@2 expected a key or '}', found '='"),
    ("{ a = b;", "1:9@8 expected a key or '}', found the end of the file"),
    ("(1 2)", "1:4@3 expected ',' or ')' after an element, found '2'"),
    ("(1,,2)", "1:4@3 expected a value, found ','"),
    ("<0fb>", "1:5@4 expected another hexadecimal digit: two make a byte, found '>'"),
    ("<0g>", "1:3@2 expected a hexadecimal digit or '>', found 'g'"),
    ("<0f", "1:4@3 expected '>' to end the data, found the end of the file"),
    (
      "\"abc",
      "1:5@4 expected a quote to end the text that begins at 1:1, found the end of the file"
    ),
    ("{} x", "1:4@3 expected the end of the file after the value, found 'x'"),
    (
      "/* x", "1:5@4 expected '*/' to end the comment that begins at 1:1, found the end of the file"
    ),
    ("a = 1;\nb\nc = 2;", "2:2@8 expected '=' after a key, found the end of the line"),
    ("hello world", "1:7@6 expected '=' after a key, found 'world'"),
    ("@", "1:1@0 expected text, found '@'"),
    ("(\"\\", "1:4@3 expected a character after a backslash, found the end of the file"),
  ])
  func locatesErrors(_ text: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try OldPropertyListReader.read(source(text)) }
    #expect(error?.summary == expected)
  }

  @Test(arguments: ["(", "{a="])
  func refusesDepthWithoutOverflowingTheStack(_ opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let error = errorOf { () throws(DataError) in try OldPropertyListReader.read(source(text)) }
    #expect(error?.summary.hasSuffix("deeper than 512") == true)
  }

  @Test func refusesEveryTruncation() {
    let text = #"{ a = ("x\U00e9", <0f 0a>); /* c */ 'b' = { c = d; }; }"#
    let bytes = Array(text.utf8)
    for length in 1..<bytes.count {
      let cut = SourceText(file: "cut", bytes: Array(bytes[..<length]))
      let error = errorOf { () throws(DataError) in try OldPropertyListReader.read(cut) }
      #expect(error?.location != nil, "cut at \(length)")
    }
  }
}
