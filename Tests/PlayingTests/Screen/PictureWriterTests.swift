import TestSeeds
import Testing

@testable import Playing
@testable import Rendering

/// Pictures are where frames put them, and nothing is left of them where they have gone.
@Suite struct PictureWriterTests {
  private typealias Side = ScreenWriterTests.Side

  private static func abilities(_ form: PictureForm) -> TerminalAbilities {
    var abilities = TerminalAbilities(
      colours: .direct, synchronises: true, scrollsRegions: true, erasesCharacters: true)
    abilities.pictures = form
    return abilities
  }

  /// Pictures of several sizes, each of its own colour.
  static func pictures(_ form: PictureForm) -> [ScreenPicture] {
    (1...6).compactMap { number in
      let (columns, lines) = (2 + number, 1 + number / 2)
      switch form {
      case .blocks:
        let row = (0..<columns).map { "\u{1B}[38;2;\(number * 40);0;\($0)m▄" }.joined()
        return ScreenPicture(
          blocks: Array(repeating: row, count: lines).joined(separator: "\n"),
          identity: number, columns: columns, lines: lines)
      case .sixel:
        let size = (columns * 10, lines * 20)
        let bands = Array(repeating: "#\(number)!\(size.0)~", count: size.1 / 6)
        let text =
          "\u{1B}P0;1;0q\"1;1;\(size.0);\(size.1 / 6 * 6)" + bands.joined(separator: "-")
          + "-\u{1B}\\"
        return ScreenPicture(
          sixel: Array(text.utf8), identity: number, columns: columns, lines: lines,
          cell: PixelSize(width: 10, height: 20))
      case .kitty:
        let head =
          "\u{1B}_Ga=T,f=32,s=\(columns * 8),v=\(lines * 16),c=\(columns),r=\(lines * 2),m=1"
        let text = head + "\u{1B}\\\u{1B}_Gm=1;AAAA\u{1B}\\\u{1B}_Gm=0\u{1B}\\"
        return ScreenPicture(
          kitty: Array(text.utf8), identity: number, columns: columns, lines: lines, scale: 2)
      }
    }
  }

  @Test(arguments: [PictureForm.blocks, .sixel, .kitty], 0..<2)
  func changesMakeTheWholeFrame(_ form: PictureForm, _ variant: Int) {
    var random = SeededGenerator(seed: testSeed(variant))
    let all = Self.pictures(form)
    #expect(all.count == 6)
    for _ in 0..<testRounds(40) {
      var frames = RandomFrames(using: &random)
      var side = Side(
        Self.abilities(form), columns: frames.canvas.columns, lines: frames.canvas.lines,
        joinsScalars: true)
      var pictures: [PlacedPicture] = []
      for step in 0..<10 {
        frames.change(using: &random, resizes: step > 0)
        let canvas = frames.canvas
        if side.screen.columns != canvas.columns || side.screen.rows != canvas.lines {
          side.screen.resize(columns: canvas.columns, rows: canvas.lines)
          side.writer.forget()
        }
        if Int.random(in: 0..<3, using: &random) > 0 {
          pictures = Self.places(of: all, on: canvas, using: &random)
        }
        side.show(canvas, pictures)
        check(side, canvas, pictures, form)
        #expect(side.show(canvas, pictures) == 0)
      }
      side.screen.feed(ScreenWriter.clearingPictures.description + ScreenWriter.closing.description)
      #expect(side.screen.placements.isEmpty && side.screen.kept.isEmpty)
    }
  }

  /// Places that do not overlap, some of them beyond the edges.
  private static func places(
    of pictures: [ScreenPicture], on canvas: Canvas, using random: inout SeededGenerator
  ) -> [PlacedPicture] {
    var places: [PlacedPicture] = []
    for picture in pictures where Bool.random(using: &random) {
      let corner = ScreenPlace(
        column: Int.random(in: -3..<canvas.columns, using: &random),
        line: Int.random(in: -2..<canvas.lines, using: &random))
      let visible =
        Bool.random(using: &random) ? canvas.bounds : canvas.bounds.inset(columns: 1, lines: 1)
      let place = PlacedPicture(picture, corner: corner, visible: visible)
      if places.allSatisfy({ $0.visible.intersection(place.visible).isEmpty }) {
        places.append(place)
      }
    }
    return places
  }

  private func check(
    _ side: Side, _ canvas: Canvas, _ pictures: [PlacedPicture], _ form: PictureForm
  ) {
    var whole = Side(
      Self.abilities(form), columns: canvas.columns, lines: canvas.lines, joinsScalars: true)
    whole.show(canvas, pictures)
    #expect(side.seen == whole.seen)
    #expect(side.screen.scrolledLines == 0 && whole.screen.scrolledLines == 0)
    let order = { (screen: TerminalScreen) in
      screen.placements.map {
        "\($0.picture) \($0.row) \($0.column) \($0.columns)x\($0.rows) \($0.part)"
      }
      .sorted()
    }
    #expect(order(side.screen) == order(whole.screen))
    let shown = pictures.map { placed in
      var placed = placed
      placed.visible = placed.visible.intersection(canvas.bounds)
      return placed
    }.filter { $0.fits(canvas.lines) }
    #expect(side.screen.placements.count == (form == .kitty ? shown.count : 0))
    if form == .sixel {
      let graphics = side.screen.cells.flatMap { $0 }.compactMap(\.graphic)
      #expect(Set(graphics.map(\.picture)).count == shown.count)
      #expect(graphics.count == shown.reduce(0) { $0 + $1.visible.columns * $1.visible.lines })
    }
  }

  /// A picture is given once, and costs little when it moves; one that stays costs nothing.
  @Test func whatIsThereIsNotSentAgain() throws {
    let picture = try #require(Self.pictures(.kitty).last)
    var side = Side(Self.abilities(.kitty), columns: 40, lines: 12, joinsScalars: true)
    var canvas = Canvas(columns: 40, lines: 12)
    func place(_ line: Int) -> [PlacedPicture] {
      [PlacedPicture(picture, corner: ScreenPlace(column: 3, line: line), visible: canvas.bounds)]
    }
    side.show(canvas, place(1))
    #expect(side.screen.kept.count == 1)
    canvas.draw(StyledLine("beside it"), column: 20, line: 2)
    let beside = String(
      decoding: side.writer.bytes(showing: canvas, pictures: place(1)), as: UTF8.self)
    #expect(!beside.contains("\u{1B}_G"))
    let moved = String(
      decoding: side.writer.bytes(showing: canvas, pictures: place(2)), as: UTF8.self)
    #expect(moved.contains("a=p") && moved.contains("a=d") && !moved.contains("a=t"))
    let gone = String(decoding: side.writer.bytes(showing: canvas), as: UTF8.self)
    #expect(gone.contains("a=d,d=i") && !gone.contains("a=p"))
    side.writer.forget()
    let afresh = String(
      decoding: side.writer.bytes(showing: canvas, pictures: place(2)), as: UTF8.self)
    #expect(afresh.contains("d=A") && afresh.contains("a=t"))
  }

  /// Text over a picture of sixels takes a part of it away: then it is drawn again.
  @Test func damagedSixelsAreDrawnAgain() throws {
    let picture = try #require(Self.pictures(.sixel).last)
    var side = Side(Self.abilities(.sixel), columns: 40, lines: 12, joinsScalars: true)
    let canvas = Canvas(columns: 40, lines: 12)
    let place = PlacedPicture(
      picture, corner: ScreenPlace(column: 3, line: 2), visible: canvas.bounds)
    side.show(canvas, [place])
    var covered = canvas
    covered.draw(StyledLine("a message"), column: 5, line: 3)
    side.show(covered)
    #expect(side.screen.cells.allSatisfy { $0.allSatisfy { $0.graphic == nil } })
    side.show(canvas, [place])
    #expect(side.screen.cells[3][4].graphic?.row == 1)
    // At the end of the screen a terminal would scroll.
    let last = PlacedPicture(
      picture, corner: ScreenPlace(column: 3, line: 12 - picture.lines), visible: canvas.bounds)
    side.show(canvas, [last])
    #expect(side.screen.scrolledLines == 0)
    #expect(side.screen.cells.allSatisfy { $0.allSatisfy { $0.graphic == nil } })
  }
}
