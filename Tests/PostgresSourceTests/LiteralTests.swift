import TableModel
import TestSeeds
import Testing

@testable import PostgresSource

/// The texts of values that hold others.
@Suite struct LiteralTests {
  private func array(_ text: String, _ type: PostgresType = .text) -> Value? {
    ArrayLiteral.read(Array(text.utf8), of: type, UInt8(ascii: ","))
  }

  @Test(arguments: [
    ("{}", "[]"), ("{1,2,NULL}", "[1, 2, null]"), ("[2:3]={4,5}", "[4, 5]"),
    ("{{1,2},{3,4}}", "[[1, 2], [3, 4]]"), ("{NaN,1.50}", "[\"NaN\", 1.50]"),
  ])
  func listsOfNumbers(_ text: String, _ json: String) {
    #expect(array(text, .number).map { JSONWriter.text(of: $0, layout: .spaced) } == json)
  }

  @Test func listsOfTexts() {
    #expect(
      array(#"{a,"b, c","d\"e\\f","",NULL,"NULL"}"#)
        == .array([
          .string("a"), .string("b, c"), .string(#"d"e\f"#), .string(""), .null, .string("NULL"),
        ]))
  }

  @Test(arguments: ["", "{", "{1", "{1,", "}", "{1}}", "[1:2]", "{\"a", "{{1}", "{\"a\"b}"])
  func brokenListsStayText(_ text: String) { #expect(array(text) == nil) }

  @Test func composites() {
    let fields = [
      PostgresType.Field(name: "n", type: .number), .init(name: "t", type: .text),
      .init(name: "l", type: .array(of: .number, delimiter: UInt8(ascii: ","))),
    ]
    let value = CompositeLiteral.read(Array(#"(1,"a ""b"", c","{1,2}")"#.utf8), fields)
    #expect(
      value
        == .record(
          Record([
            ("n", .integer(1)), ("t", .string(#"a "b", c"#)),
            ("l", .array([.integer(1), .integer(2)])),
          ])))
    #expect(
      CompositeLiteral.read(Array("(,,)".utf8), fields)
        == .record(Record([("n", .null), ("t", .null), ("l", .null)])))
    for broken in ["", "(1,2", "1,2,3", "(1,2,3,4)", "(1,\"a)"] {
      #expect(CompositeLiteral.read(Array(broken.utf8), fields) == nil)
    }
  }

  @Test func pairs() {
    #expect(
      PairsLiteral.read(Array(#""a"=>"1", "b"=>NULL, "c\"d"=>"x, y""#.utf8))
        == .record(Record([("a", .string("1")), ("b", .null), ("c\"d", .string("x, y"))])))
    #expect(PairsLiteral.read([]) == .record(Record()))
    for broken in ["a=>1", "\"a\"", "\"a\"=>", "\"a\"=>\"1\",", "\"a\"=>x"] {
      #expect(PairsLiteral.read(Array(broken.utf8)) == nil)
    }
  }

  /// Whatever bytes a server sends cost at most a text.
  @Test func anyBytesAreRead() {
    var generator = SeededGenerator(seed: testSeed())
    let alphabet = Array("{}(),\"\\NULL=>[]:1a ".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      _ = ArrayLiteral.read(bytes, of: .number, UInt8(ascii: ","))
      _ = CompositeLiteral.read(bytes, [.init(name: "a", type: .text)])
      _ = PairsLiteral.read(bytes)
      for type in [PostgresType.bool, .number, .bytes, .date, .moment, .json] {
        _ = bytes.withUnsafeBufferPointer { type.value($0) }
      }
    }
  }
}
