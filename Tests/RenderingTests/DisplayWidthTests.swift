import Testing

@testable import Rendering

@Suite struct DisplayWidthTests {
  static let widths: [(String, Int)] = [
    ("", 0), ("plain", 5), ("größe", 5), ("e\u{301}", 1), ("\u{301}", 0), ("日本語", 6),
    ("ﾊﾝｶｸ", 4), ("Ａ", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇵🇱", 2), ("❤\u{FE0F}", 2), ("❤", 1),
    ("1\u{FE0F}\u{20E3}", 2), ("नि", 2), ("\u{1FAE9}", 2), ("\u{200B}", 0), ("가", 2), ("각", 2),
    ("กำ", 2), ("❤\u{FE0F}\u{200D}🔥", 2), ("क्ष", 2), ("─│╭", 3), ("…", 1), ("ⓘ", 1), ("\u{1F}", 0),
    ("a\u{FE0F}", 1), ("☝🏽", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("½ × 3", 5),
  ]

  @Test(arguments: widths) func columns(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected, "\(text.unicodeScalars.map(\.value))")
  }

  @Test func everyScalarTakesTwoColumnsAtMost() {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let width = DisplayWidth.of(Character(scalar))
      #expect((0...2).contains(width))
      let simple = DisplayWidth.simpleColumns(of: scalar)
      #expect(simple == 0 || simple == width, "U+\(String(value, radix: 16))")
    }
  }

  @Test func simpleScalarsNeverJoin() {
    for value in UInt32(0x20)..<0x3_0000 {
      guard let scalar = Unicode.Scalar(value), DisplayWidth.simpleColumns(of: scalar) > 0
      else { continue }
      let text = String(String.UnicodeScalarView(["a", scalar, "가", scalar, "b"]))
      #expect(text.count == 5, "U+\(String(value, radix: 16))")
      let simple = DisplayWidth.simpleColumns(of: scalar)
      #expect(DisplayWidth.of(Character(scalar)) == simple, "U+\(String(value, radix: 16))")
      #expect(DisplaySafe.line(text) == text, "U+\(String(value, radix: 16))")
    }
  }

  @Test func tableIsOrdered() {
    #expect(DisplayWidth.unicodeVersion == "17.0.0")
    #expect(WidthTable.runs.first == 0)
    for (run, next) in zip(WidthTable.runs, WidthTable.runs.dropFirst()) {
      #expect(run >> 2 < next >> 2)
      #expect(run & 3 != next & 3)
    }
  }

  static let truncations: [(String, Int, Truncation, String)] = [
    ("kettle", 6, .tail, "kettle"), ("kettle", 5, .tail, "kett…"), ("kettle", 5, .head, "…ttle"),
    ("kettle", 5, .middle, "ke…le"), ("kettle", 1, .tail, "…"), ("kettle", 0, .tail, ""),
    ("日本語文", 5, .tail, "日本…"), ("日本語文", 4, .tail, "日…"), ("日本語文", 4, .head, "…文"),
    ("日本語文", 6, .middle, "日…文"), ("ab👨‍👩‍👧cd", 4, .tail, "ab…"),
    ("e\u{301}e\u{301}e\u{301}", 2, .tail, "e\u{301}…"),
  ]

  @Test(arguments: truncations)
  func truncates(text: String, columns: Int, place: Truncation, expected: String) {
    #expect(DisplayWidth.truncate(text, to: columns, at: place) == expected)
  }

  @Test func truncatesWithDotsInASCII() {
    #expect(DisplayWidth.truncate("kettle", to: 5, charset: .ascii) == "ke...")
    #expect(DisplayWidth.truncate("kettle", to: 2, charset: .ascii) == "..")
  }

  @Test func pads() {
    #expect(DisplayWidth.pad("日", to: 5) == "日   ")
    #expect(DisplayWidth.pad("日", to: 5, .trailing) == "   日")
    #expect(DisplayWidth.pad("日", to: 5, .center) == " 日  ")
    #expect(DisplayWidth.pad("kettle", to: 3) == "kettle")
  }

  static let windows: [(String, Range<Int>, String)] = [
    ("kettle", 0..<6, "kettle"), ("kettle", 2..<4, "tt"), ("kettle", 4..<8, "le  "),
    ("kettle", 9..<11, "  "), ("日本語", 1..<5, " 本 "), ("日本語", 0..<3, "日 "), ("日本語", 2..<4, "本"),
    ("a日b", 2..<4, " b"), ("e\u{301}x", 1..<2, "x"), ("x", 3..<3, ""),
  ]

  @Test(arguments: windows) func cuts(text: String, window: Range<Int>, expected: String) {
    let cut = DisplayWidth.cut(text, columns: window)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) == window.count)
  }
}
