import TestSeeds
import Testing

@testable import Playing
@testable import Rendering

/// What a terminal shows after changes is what it shows after a whole frame.
@Suite struct ScreenWriterTests {
  /// A terminal with what writes on it.
  struct Side {
    var writer: ScreenWriter
    var screen: TerminalScreen

    init(_ abilities: TerminalAbilities, columns: Int, lines: Int, joinsScalars: Bool) {
      writer = ScreenWriter(abilities: abilities)
      screen = TerminalScreen(columns: columns, rows: lines)
      screen.joinsScalars = joinsScalars
      screen.feed(ScreenWriter.opening)
    }

    @discardableResult
    mutating func show(
      _ canvas: Canvas, _ pictures: [PlacedPicture] = [], cursor: ScreenPlace? = nil
    ) -> Int {
      let bytes = writer.bytes(showing: canvas, pictures: pictures, cursor: cursor)
      screen.feed(String(decoding: bytes, as: UTF8.self))
      return bytes.count
    }

    /// The cells by what is seen of them: a blank has no colour of its own.
    var seen: [[TerminalScreen.Cell]] {
      screen.cells.map { row in
        row.map { cell in
          let isMarked = cell.look.attributes & (1 << 4 | 1 << 7) != 0
          if cell.text != " " || isMarked { return cell }
          return TerminalScreen.Cell(look: cell.look.erased, graphic: cell.graphic)
        }
      }
    }
  }

  static let abilities: [TerminalAbilities] = [
    TerminalAbilities(colours: .none),
    TerminalAbilities(colours: .sixteen, scrollsRegions: true),
    TerminalAbilities(colours: .table, erasesCharacters: true),
    TerminalAbilities(
      colours: .direct, synchronises: true, scrollsRegions: true, erasesCharacters: true),
  ]

  @Test(arguments: testCases(0..<8, oneIn: 2))
  func changesMakeTheWholeFrame(_ variant: Int) {
    var random = SeededGenerator(seed: testSeed(variant))
    let abilities = Self.abilities[variant % Self.abilities.count]
    for _ in 0..<testRounds(60) {
      var frames = RandomFrames(using: &random)
      var side = Side(
        abilities, columns: frames.canvas.columns, lines: frames.canvas.lines,
        joinsScalars: variant < 4)
      for step in 0..<12 {
        frames.change(using: &random, resizes: step > 0)
        let canvas = frames.canvas
        if side.screen.columns != canvas.columns || side.screen.rows != canvas.lines {
          side.screen.resize(columns: canvas.columns, rows: canvas.lines)
          side.writer.forget()
        }
        let cursor = frames.cursor(using: &random)
        side.show(canvas, cursor: cursor)
        check(side, canvas, cursor, abilities, joinsScalars: variant < 4)
        #expect(side.show(canvas, cursor: cursor) == 0)
      }
      side.screen.feed(ScreenWriter.closing.description)
      #expect(side.screen.wraps && side.screen.showsCursor)
      #expect(side.screen.hidden.isEmpty)
    }
  }

  private func check(
    _ side: Side, _ canvas: Canvas, _ cursor: ScreenPlace?, _ abilities: TerminalAbilities,
    joinsScalars: Bool
  ) {
    var whole = Side(
      abilities, columns: canvas.columns, lines: canvas.lines, joinsScalars: joinsScalars)
    whole.show(canvas, cursor: cursor)
    #expect(side.seen == whole.seen)
    #expect(side.screen.lines == whole.screen.lines)
    #expect(side.screen.scrolledLines == 0 && whole.screen.scrolledLines == 0)
    #expect(side.screen.showsCursor == (cursor != nil))
    #expect(side.screen.region == 0..<canvas.lines)
    #expect(side.screen.look == TerminalScreen.Look())
    if let cursor {
      #expect(side.screen.column == cursor.column && side.screen.row == cursor.line)
    }
    if joinsScalars { checkCells(side, canvas, abilities.colours.palette) }
  }

  /// On a terminal that measures as we do, each cell is what the canvas says.
  private func checkCells(_ side: Side, _ canvas: Canvas, _ palette: Palette) {
    for line in 0..<canvas.lines {
      var text = String(side.screen.cells[line].compactMap(\.text))
      while text.hasSuffix(" ") { text.removeLast() }
      #expect(text == canvas.styledLine(line).text)
      for (cell, drawn) in zip(side.seen[line], canvas.row(line)) where cell.text != nil {
        var expected = TerminalScreen.Look()
        let numbers = palette.look(of: drawn.style).parameters
          .flatMap { $0.split(separator: ";") }.compactMap { Int($0) }
        expected.apply(numbers)
        let isMarked = expected.attributes & (1 << 4 | 1 << 7) != 0
        #expect(cell.look == (cell.text == " " && !isMarked ? expected.erased : expected))
      }
    }
  }
}

/// Frames one after the other, each with some changes.
struct RandomFrames {
  private(set) var canvas: Canvas

  init(using random: inout SeededGenerator) {
    canvas = Canvas(
      columns: Int.random(in: 1...50, using: &random), lines: Int.random(in: 1...14, using: &random)
    )
  }

  private static let texts = [
    "a", "lorem ipsum dolor", "日本語", "e\u{301}x", "👨‍👩‍👧 family", "🇩🇪🇫🇷", "☎\u{FE0F}x", "☎ 12",
    "🎉🎉", "שלום", "نَصٌّ ", "┌──┐", "│", " ", "      ", "\u{E0B0}x", "x\u{300}\u{301}", "각", "กำ",
    "0123456789",
    "👍🏽!",
  ]

  private static let styles: [TextStyle] = [
    .plain, .plain, TextStyle(.accent), TextStyle(.focus, .bold), TextStyle(.secondary),
    TextStyle(.plain, .reverse), TextStyle(.plain, .underline), TextStyle(.swatch, hue: 3),
    TextStyle(.identity, hue: 7), TextStyle(.error, [.bold, .underline, .reverse]), on(.strip),
    on(.red), on(.label),
  ]

  private static func on(_ backdrop: Backdrop) -> TextStyle {
    var style = TextStyle(.warning)
    style.backdrop = backdrop
    return style
  }

  private func place(using random: inout SeededGenerator) -> (column: Int, line: Int) {
    (
      Int.random(in: -3..<canvas.columns, using: &random),
      Int.random(in: 0..<canvas.lines, using: &random)
    )
  }

  func cursor(using random: inout SeededGenerator) -> ScreenPlace? {
    if Bool.random(using: &random) { return nil }
    return ScreenPlace(
      column: Int.random(in: 0..<canvas.columns, using: &random),
      line: Int.random(in: 0..<canvas.lines, using: &random))
  }

  mutating func change(using random: inout SeededGenerator, resizes: Bool) {
    if resizes, Int.random(in: 0..<10, using: &random) == 0 {
      let old = canvas
      self = RandomFrames(using: &random)
      canvas.draw(old, column: 0, line: 0)
    }
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let (column, line) = place(using: &random)
      let style = Self.styles.randomElement(using: &random) ?? .plain
      let area = CellArea(
        column: column, line: line, columns: Int.random(in: 0..<20, using: &random),
        lines: Int.random(in: 0..<4, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: canvas.clear(area, style: style)
      case 1: canvas.restyle(area, style)
      case 2: scroll(from: line, by: Int.random(in: -4...4, using: &random))
      default:
        let text = (0..<3).map { _ in Self.texts.randomElement(using: &random) ?? "" }.joined()
        canvas.draw(StyledLine(text, style), column: column, line: line)
      }
    }
  }

  /// Moves all lines from one on, but for the last column.
  private mutating func scroll(from line: Int, by lines: Int) {
    let old = canvas
    let part = CellArea(
      column: 0, line: line, columns: max(0, old.columns - 1), lines: old.lines - line)
    canvas.clear(part)
    canvas.clipped(to: part) { $0.draw(old, part: part, column: 0, line: line - lines) }
  }
}
