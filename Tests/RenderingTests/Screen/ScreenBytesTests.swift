import Testing

@testable import Rendering

/// The bytes of small changes, one by one.
@Suite struct ScreenBytesTests {
  private static let all = TerminalAbilities(
    colours: .table, scrollsRegions: true, erasesCharacters: true)

  private func frame(_ lines: [String], columns: Int = 30) -> Canvas {
    var canvas = Canvas(columns: columns, lines: lines.count)
    for (place, text) in lines.enumerated() {
      let isAccent = text.hasPrefix("*")
      canvas.draw(
        StyledLine(text, isAccent ? TextStyle(.accent) : .plain), column: 0, line: place)
    }
    return canvas
  }

  private func change(
    _ old: [String], _ new: [String], _ abilities: TerminalAbilities = all
  ) -> String {
    var writer = ScreenWriter(abilities: abilities)
    _ = writer.bytes(showing: frame(old))
    let bytes = writer.bytes(showing: frame(new))
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}[", with: "^")
  }

  @Test(arguments: [
    (["abc"], ["abc"], ""),
    (["abc"], ["abd"], "^1;3Hd"),
    (["abc", "x"], ["abd", "x"], "^1;3Hd"),
    (["", "x"], ["", "y"], "^2Hy"), (["x"], ["y"], "^Hy"),
    // Up to a few letters are written again, more are passed over.
    (["a123b"], ["x123y"], "^Hx123y"), (["a1234567b"], ["x1234567y"], "^Hx^9Gy"),
    (["a日b"], ["x日y"], "^Hx日y"),
    // Both halves of a wide character, and the one that loses a half.
    (["日本"], ["日語"], "^1;3H語"), (["日本"], ["x 本"], "^Hx "), (["x日"], ["日本"], "^H日本"),
    // Blanks, at the end and between.
    (["abcdefgh"], ["ab"], "^1;3H^K"), (["abcde"], ["ab"], "^1;3H   "),
    (["abcdefghijklmnopqrs"], ["ab               rs"], "^1;3H^15X"),
    (["*abc"], ["*abd"], "^1;4H^36md^m"), (["*abc"], ["*"], "^1;2H   "),
    // The cursor is placed anew behind what is measured in several ways.
    (["ab"], ["☎b"], "^H☎^2Gb"), (["abc"], ["🎉c"], "^H  ^H🎉"),
  ])
  func changesAreShort(_ old: [String], _ new: [String], _ expected: String) {
    #expect(change(old, new) == expected)
  }

  @Test func blanksAreWrittenWhereTheyCantBeErased() {
    let text = change(
      ["abcdefghijklmnopqrs"], ["ab               rs"], TerminalAbilities(colours: .table))
    #expect(text == "^1;3H" + String(repeating: " ", count: 15))
  }

  @Test func linesThatMoveAreScrolled() {
    let lines = (0..<20).map { String(repeating: "\($0 * 37 + 100)", count: 8) }
    let up = change(["title"] + lines[..<15] + ["footer"], ["title"] + lines[1..<16] + ["footer"])
    #expect(up.hasPrefix("^2;16r^1S^r"))
    #expect(up.hasSuffix(lines[15]))
    #expect(up.utf8.count < 60)
    let down = change(["title"] + lines[2..<17], ["title"] + lines[..<15])
    #expect(down.hasPrefix("^2;16r^2T^r"))
    let slow = change(
      ["title"] + lines[2..<17], ["title"] + lines[..<15], TerminalAbilities(colours: .table))
    #expect(!slow.contains("r^"))
  }

  @Test func theCursorIsHiddenWhileAFrameIsWritten() {
    var writer = ScreenWriter(abilities: TerminalAbilities(synchronises: true))
    func bytes(_ lines: [String], _ cursor: ScreenPlace?) -> String {
      String(decoding: writer.bytes(showing: frame(lines), cursor: cursor), as: UTF8.self)
        .replacing("\u{1B}[", with: "^")
    }
    let place = ScreenPlace(column: 2, line: 0)
    #expect(bytes(["a"], nil) == "^?2026h^?25l^m^r^?7l^H^2J^Ha^?2026l")
    #expect(bytes(["a"], place) == "^1;3H^?25h")
    #expect(bytes(["a"], ScreenPlace(column: 99, line: 99)) == "^1;30H")
    #expect(bytes(["b"], place) == "^?2026h^?25l^Hb^C^?25h^?2026l")
    #expect(bytes(["b"], place) == "")
    #expect(bytes(["b"], nil) == "^?25l")
    writer.forget()
    #expect(bytes(["b"], nil) == "^?2026h^?25l^m^r^?7l^H^2J^Hb^?2026l")
  }

  @Test func framesWithoutPlacesAreShown() {
    var writer = ScreenWriter(abilities: Self.all)
    for (columns, lines) in [(0, 0), (5, 0), (0, 5), (1, 1)] {
      let canvas = Canvas(columns: columns, lines: lines)
      _ = writer.bytes(showing: canvas, cursor: ScreenPlace(column: 0, line: 0))
      #expect(writer.bytes(showing: canvas, cursor: ScreenPlace(column: 0, line: 0)).isEmpty)
    }
  }
}
