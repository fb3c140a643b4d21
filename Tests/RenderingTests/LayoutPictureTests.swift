import TableEngine
import TableModel
import Testing

@testable import Rendering

/// How cells are drawn that layouts describe.
@Suite struct LayoutPictureTests {
  typealias Length = CellLayout.Length

  private static func label(
    _ text: String, _ horizontal: CellLayout.Anchors = .init(),
    _ vertical: CellLayout.Anchors = .init(), align: Alignment = .leading, lines: Int = 1,
    shrink: Int? = nil, alpha: Int = 100, isOpaque: Bool = true
  ) -> CellLayout.View {
    let label = CellLayout.Label(
      .literal(text), alignment: align, lines: lines, shortestWord: shrink)
    return CellLayout.View(
      .label(label), placement: .init(horizontal: horizontal, vertical: vertical), alpha: alpha,
      isOpaque: isOpaque)
  }

  /// One plain row, drawn without the three columns of its gutter.
  private static func drawn(
    _ views: [CellLayout.View], columns: Int, lines: Int = 1,
    _ encoder: ViewEncoder = .plain, chrome change: (inout ViewChrome) -> Void = { _ in }
  ) -> String {
    let layout = CellLayout(identifier: "card", views: views)
    var content = CellContent(style: .custom("card"))
    content.outlets = layout.outlets.map { view in
      if case .literal(let text)? = view.source { text } else { nil }
    }
    let table = SampleTable.rows([content], columns: columns + 3, height: lines)
    var chrome = table.chrome
    chrome.layouts = ["card": layout]
    change(&chrome)
    let picture = ViewportRenderer().table(table.snapshot, chrome: chrome)
    return encoder.encode(picture).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.dropFirst(3)) }.joined(separator: "\n")
  }

  @Test(
    arguments: [
      (nil, nil, nil, 10, 0..<10), (.points(2), nil, nil, 10, 2..<10),
      (nil, .points(3), nil, 10, 0..<7), (.points(2), .points(3), nil, 10, 2..<7),
      (nil, nil, .points(4), 10, 0..<4), (.points(2), nil, .points(4), 10, 2..<6),
      (nil, .points(2), .points(4), 10, 4..<8), (.percent(25), nil, .percent(50), 10, 3..<8),
      (.percent(50), nil, nil, 7, 4..<7), (nil, nil, .percent(50), 7, 0..<4),
      (nil, .percent(33), .percent(33), 10, 3..<7), (.points(12), nil, nil, 10, 12..<12),
      (.points(6), .points(6), nil, 10, 6..<6), (.points(8), nil, .points(9), 10, 8..<17),
      (.percent(100), nil, .percent(100), 0, 0..<0),
    ] as [(Length?, Length?, Length?, Int, Range<Int>)])
  func anchorsSayTheRange(
    _ start: Length?, _ end: Length?, _ extent: Length?, _ whole: Int, _ expected: Range<Int>
  ) {
    let anchors = CellLayout.Anchors(start: start, end: end, extent: extent)
    #expect(anchors.range(of: whole) == expected)
  }

  /// Shares that add up leave no gap and do not overlap, whatever is rounded.
  @Test func sharesTouch() {
    for whole in 0...200 {
      var end = 0
      for (start, share) in [(0, 18), (18, 33), (51, 24), (75, 25)] {
        let range = CellLayout.Anchors(start: .percent(start), extent: .percent(share))
          .range(of: whole)
        #expect(range.lowerBound == end, "\(whole)")
        end = range.upperBound
      }
      #expect(end == whole)
    }
  }

  @Test(
    arguments: [
      ("日本語日", 7, Alignment.leading, "日本語…"), ("日本語日", 6, .leading, "日本…"),
      ("日本語", 6, .trailing, "日本語"), ("日本語", 7, .trailing, " 日本語"),
      ("日本", 7, .center, " 日本"), ("日", 1, .leading, "…"), ("a\u{1B}[1m", 9, .leading, "a␛[1m"),
      ("x\u{202E}y", 12, .leading, "x\\u{202E}y"), ("", 5, .leading, ""), ("ab", 2, .center, "ab"),
    ] as [(String, Int, Alignment, String)])
  func textsStandInTheirRoom(
    _ text: String, _ columns: Int, _ align: Alignment, _ expected: String
  ) {
    let view = Self.label(text, .init(extent: .points(columns)), align: align)
    #expect(Self.drawn([view], columns: 20) == expected + "\n")
  }

  /// The widest words give way first, in steps; numbers and wide characters never do.
  @Test(arguments: [
    ("Fig Jam with Thyme", 18, 4, "Fig Jam with Thyme"),
    ("Fig Jam with Thyme", 17, 4, "Fig Jam with Thy."),
    ("Fig Jam with Thyme", 16, 3, "Fig Jam wi. Th."),
    ("Fig Jam with Thyme", 16, 4, "Fig Jam with Th…"),
    ("Marmalade Manufactory", 15, 3, "Marmal. Manufa."),
    ("Marmalade 123456789", 15, 3, "Marm. 123456789"), ("10.00", 4, 2, "10.…"),
    ("日本語日本語 Tea", 10, 2, "日本語日…"), ("unbreakable", 6, 2, "unbre."), ("", 4, 2, ""),
  ])
  func textsShrinkBeforeTheyAreCutOff(
    _ text: String, _ columns: Int, _ shortest: Int, _ expected: String
  ) {
    let view = Self.label(text, .init(extent: .points(columns)), shrink: shortest)
    #expect(Self.drawn([view], columns: 40) == expected + "\n")
  }

  @Test func textsShrinkOverSeveralLines() {
    let view = Self.label(
      "Seville Orange Marmalade", .init(extent: .points(10)), lines: 2, shrink: 3)
    #expect(Self.drawn([view], columns: 20, lines: 2) == "Sev. Ora.\nMar.\n")
  }

  @Test func opaqueViewsCoverAndOthersLetThrough() {
    let below = Self.label("##########")
    let room = CellLayout.Anchors(start: .points(2), extent: .points(6))
    #expect(Self.drawn([below, Self.label("a b", room)], columns: 10) == "##a b   ##\n")
    #expect(
      Self.drawn([below, Self.label("a b", room, isOpaque: false)], columns: 10)
        == "##a b#####\n")
    #expect(Self.drawn([below, Self.label("a b", room, alpha: 0)], columns: 10) == "##########\n")
  }

  @Test func viewsBeyondTheCellAreCutOff() {
    let view = Self.label("abcdef", .init(start: .points(7), extent: .points(6)))
    #expect(Self.drawn([view], columns: 10) == "       abc\n")
    let low = Self.label("below", .init(), .init(start: .points(1)))
    #expect(Self.drawn([low], columns: 10) == "\n")
  }

  @Test func theOverlayTellsBlendedFromOpaque() {
    let views = [
      Self.label("ab", .init(extent: .points(3))),
      Self.label("cd", .init(start: .points(3), extent: .points(3)), alpha: 90),
      Self.label("ef", .init(start: .points(6), extent: .points(3)), isOpaque: false),
    ]
    let drawn = Self.drawn(views, columns: 30, .layers([.style])) { $0.overlay = .blended }
    #expect(drawn.split(separator: "\n")[1].hasPrefix("OOOBBBBBB..."))
    #expect(Self.drawn(views, columns: 30) { $0.overlay = .blended }.contains("2 of 3 blended"))
    let colors = Self.drawn(views, columns: 30, .ansi()) { $0.overlay = .blended }
    #expect(colors.contains("\u{1B}[0;7;32mab "))
    #expect(colors.contains("\u{1B}[0;7;31mcd ef "))
  }

  @Test func classicStylesAreOpaque() {
    let table = SampleTable.rows([CellContent(text: "Ash")], columns: 24)
    var chrome = table.chrome
    chrome.overlay = .blended
    let picture = ViewportRenderer().table(table.snapshot, chrome: chrome)
    #expect(
      ViewEncoder.layers([.style]).encode(picture).split(separator: "\n")[1]
        == "...OOOOOOOOOOOOOO.mmmmmm")
  }

  /// What is seen of an item does not depend on how far its strip is scrolled.
  @Test func itemsAreCutOffWhereTheViewportEnds() {
    let layout = CellLayout(
      identifier: "card",
      views: [
        Self.label("日本語 long label", .init(start: .percent(10)), .init(extent: .points(1))),
        CellLayout.View(
          .image(.literal("a.png")),
          placement: .init(
            horizontal: .init(end: .points(0), extent: .points(6)),
            vertical: .init(start: .points(1)))),
      ])
    var content = CellContent(style: .custom("card"), accessory: .disclosure)
    content.outlets = ["日本語 long label", "a.png"]
    func drawn(_ columns: Int, offset: Int) -> [String] {
      SampleTable.strip(Array(repeating: content, count: 6), columns: columns, offset: offset)
        .drawn { $0.layouts = ["card": layout] }
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let whole = drawn(6 * 18, offset: 0)
    #expect(
      whole.prefix(5).map { DisplayWidth.cut($0, columns: 0..<18) } == [
        "╭────────────────╮", "│  日本語 long…  │", "│        ▓ A  ▓ ›│", "│        ▓▓▓▓▓▓  │",
        "╰────────────────╯",
      ])
    for offset in 0...60 {
      let part = drawn(40, offset: offset)
      for line in [0, 1, 3, 4] {
        let expected = DisplayWidth.cut(whole[line], columns: offset..<offset + 40)
        #expect(DisplayWidth.pad(part[line], to: 40) == expected, "offset \(offset), line \(line)")
      }
    }
  }

  @Test func aStyleWithoutItsLayoutIsASubtitle() {
    let content = CellContent(text: "Ash", detail: "a tree", style: .custom("gone"))
    let other = CellContent(text: "Ash", detail: "a tree", style: .subtitle)
    #expect(
      SampleTable.rows([content], columns: 20, height: 2).drawn()
        == SampleTable.rows([other], columns: 20, height: 2).drawn())
  }
}
