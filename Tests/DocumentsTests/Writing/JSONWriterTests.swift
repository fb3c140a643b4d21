import Documents
import TableModel
import Testing

@Suite struct JSONWriterTests {
  @Test(arguments: [
    (Value.null, "null"), (.bool(true), "true"), (.integer(-3), "-3"), (.double(0.1), "0.1"),
    (.number(NumberText(text: "12345678901234567890")), "12345678901234567890"),
    (.number(NumberText(text: "1.10")), "1.10"), (.number(NumberText(text: "+7")), "7"),
    (.number(NumberText(text: "007")), "7"), (.number(NumberText(text: "nan")), "null"),
    (.number(NumberText(text: "-inf")), "null"), (.number(NumberText(text: "\",evil")), "null"),
    (.string("é 語 🎈"), "\"é 語 🎈\""), (.string("\"\\\n\r\t"), #""\"\\\n\r\t""#),
    (.string("\u{0}\u{1B}[31m\u{7F}\u{9B}"), #""\u0000\u001b[31m\u007f\u009b""#),
    (.string("\u{2028}\u{2029}\u{202E}\u{FEFF}"), #""\u2028\u2029\u202e\ufeff""#),
    (.date(Instant(secondsSince1970: 0)), "\"1970-01-01T00:00:00Z\""),
    (.data([0, 255, 16]), "\"AP8Q\""), (.array([]), "[]"), (.record(Record()), "{}"),
    (.record(Record([("b", .integer(1)), ("a", .array([.null]))])), #"{"b":1,"a":[null]}"#),
  ])
  func writesCompact(_ value: Value, _ expected: String) {
    #expect(JSONWriter.text(of: value) == expected)
  }

  @Test func writesSpaced() {
    let value = Value.record(
      Record([("a", .array([.integer(1), .record(Record()), .array([])])), ("b", .null)]))
    #expect(JSONWriter.text(of: value, layout: .spaced) == #"{"a": [1, {}, []], "b": null}"#)
  }

  @Test func writesPretty() {
    let value = Value.record(
      Record([("a", .array([.integer(1), .record(Record())])), ("b", .array([]))]))
    let expected = """
      {
        "a": [
          1,
          {}
        ],
        "b": []
      }
      """
    #expect(JSONWriter.text(of: value, layout: .pretty) == expected)
  }

  /// All characters, alone and among others: escaped are those that JSON, a terminal or a script
  /// engine could take amiss.
  @Test func everyCharacterIsPlainOrEscaped() throws {
    let unsafe: [ClosedRange<UInt32>] = [
      0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0x9F, 0xAD...0xAD, 0x61C...0x61C,
      0x180E...0x180E, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFDD0...0xFDEF, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF,
    ]
    // Beyond the first plane, and the one of tags, all are alike.
    let others = stride(from: UInt32(0x20000), through: 0x10FFFF, by: 0xFFF)
    let numbers = Array(0...UInt32(0x1FFFF)) + Array(0xE0000...0xE0FFF) + Array(others)
    for scalar in numbers.lazy.compactMap({ Unicode.Scalar($0) }) {
      let text = "a" + String(scalar) + "é"
      let written = JSONWriter.text(of: .string(text))
      let isEscaped =
        unsafe.contains { $0.contains(scalar.value) } || scalar.value & 0xFFFF >= 0xFFFE
      // Comparing as bytes: some characters combine with those beside them.
      guard isEscaped != written.utf8.elementsEqual("\"\(text)\"".utf8) else {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(written)")
        return
      }
      if isEscaped { #expect(written.utf8.starts(with: "\"a\\".utf8)) }
    }
  }
}
