import Testing

@testable import Rendering

@Suite struct MarkupTextTests {
  static let texts: [(String, String)] = [
    ("plain", "plain"), ("a & b", "a &amp; b"), ("</script>", "&lt;/script&gt;"),
    ("]]>", "]]&gt;"), ("\"'", "&quot;&#39;"), ("日本 é", "日本 é"), ("&amp;", "&amp;amp;"),
    ("\u{0}\u{1B}\u{7F}\u{9B}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{FFFE}\u{10FFFF}", "\u{FFFD}\u{FFFD}"), ("\r", "\u{FFFD}"), ("a\tb\n", "a\tb\n"),
  ]

  @Test(arguments: texts) func escapes(text: String, expected: String) {
    #expect(MarkupText.escaped(text) == expected)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var out = MarkupText()
    out.element("a", ["k": "<\"'&>", "none": ""]) { out in
      out.element("b", text: "]]></b><c/>")
      out.empty("d", ["x": "1"])
    }
    let root = try MarkupNode.parse(out.text)
    #expect(root.attributes == ["k": "<\"'&>"])
    #expect(root.children.map(\.name) == ["b", "d"])
    #expect(root.words == ["]]></b><c/>"])
  }
}

/// Texts can be read on whatever is behind them.
@Suite struct PictureThemeTests {
  /// The contrast of two colours after WCAG 2.
  static func contrast(_ first: String, _ second: String) -> Double {
    let values = [first, second].map(luminance).sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  private static func luminance(_ color: String) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : power(of: (share + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// The power 2.4: the fifth root of the square by Newton, times the square.
  private static func power(of base: Double) -> Double {
    let square = base * base
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }

  @Test func theFormulaIsRight() {
    #expect(abs(Self.contrast("#000000", "#ffffff") - 21) < 0.01)
    #expect(abs(Self.contrast("#777777", "#ffffff") - 4.48) < 0.01)
  }

  @Test(arguments: TextStyle.Role.allCases) func textStandsOut(role: TextStyle.Role) {
    if role == .border || role == .swatch { return }
    for theme in [PictureTheme.light, .dark] {
      for back in [theme.page, theme.table, theme.bar, theme.selected] + theme.cells.values {
        let contrast = Self.contrast(theme.color(of: role), back)
        #expect(contrast >= 4.5, "\(role.name) on \(back): \(contrast)")
      }
    }
  }

  @Test func labelsStandOutOnBoxesOfTimelines() {
    for theme in [PictureTheme.light, .dark] {
      for back in [theme.created, theme.reused, theme.kept] {
        #expect(Self.contrast(theme.color(of: .plain), back) >= 4.5, "\(back)")
      }
    }
  }

  @Test func initialsStandOutOnSwatches() {
    for hue in UInt8(0)..<6 {
      for shade in 0..<3 {
        let color = PictureTheme.swatch(hue: hue, shade: shade)
        #expect(Self.contrast("#ffffff", color) >= 4.5, "\(color)")
      }
    }
  }
}
