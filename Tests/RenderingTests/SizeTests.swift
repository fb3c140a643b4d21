import TableEngine
import TableModel
import TestSeeds
import Testing

@testable import Rendering

/// What holds for pictures of every size.
@Suite struct SizeTests {
  private static let texts = [
    "Oil prices slide again", "日本語日本語日本語", "Café 👩‍👩‍👧 poets", "", "e\u{301}\u{301}", "a\u{1B}[1mb",
    "🇵🇱🇵🇱🇵", "\u{202E}txt", "x\ny", "unbreakableunbreakable", "นิน้ำ", "\u{600}1\u{600}", "ﷺ", "👍🏽",
  ]

  private static func content(_ random: inout SeededGenerator) -> CellContent {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    var content = CellContent(
      text: pick(texts), detail: pick([nil] + texts), image: pick([nil] + texts),
      style: pick(CellStyle.classic + [.custom("card")]), accessory: pick(Accessory.allCases),
      indentation: pick([0, 0, 1, 40, -3]), marked: pick([false, true]))
    // As many as a layout has outlets, or fewer: a layout may have been changed since.
    content.outlets = (0..<Int.random(in: 0...12, using: &random)).map { _ in pick([nil] + texts) }
    return content
  }

  private static func table(
    _ size: (Int, Int), _ device: Device, _ random: inout SeededGenerator
  ) -> SampleTable {
    var sections: [SampleTable.Section] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let items = (0..<Int.random(in: 0...9, using: &random)).map { _ in content(&random) }
        return SampleTable.Row(
          title: Bool.random(using: &random) ? texts[2] : nil,
          items: Bool.random(using: &random) ? items : nil, content: content(&random),
          offset: Int.random(in: 0...40, using: &random))
      }
      sections.append(
        .init(
          title: texts.randomElement(using: &random),
          footer: Bool.random(using: &random) ? texts[1] : nil, rows: rows))
    }
    var table = SampleTable(
      sections, columns: size.0, lines: size.1, device: device,
      hasRowTitles: Bool.random(using: &random))
    table.metrics.viewport = Size(
      width: size.0 * device.pointsPerColumn, height: size.1 * device.pointsPerLine)
    table.metrics.cellSize = Size(
      width: Int.random(in: 1...30, using: &random) * device.pointsPerColumn,
      height: Int.random(in: 1...7, using: &random) * device.pointsPerLine)
    table.metrics.rowHeight = Int.random(in: 1...3, using: &random) * device.pointsPerLine
    table.offset = Int.random(in: -2...30, using: &random)
    table.focus = [nil, Address(0, 0), Address(0, 0, 1)].randomElement(using: &random) ?? nil
    table.selected = [Address(0, 0, 0), Address(0, 0, 1), Address(0, 1)]
    table.editing = [Address(0, 0, 2), Address(1, 0)]
    return table
  }

  private static func chrome(_ table: SampleTable, _ random: inout SeededGenerator) -> ViewChrome {
    var chrome = table.chrome
    chrome.breadcrumb = Bool.random(using: &random) ? [texts[1], texts[5]] : []
    chrome.conditions = Bool.random(using: &random) ? [texts[6]] : []
    chrome.notices = Bool.random(using: &random) ? [texts[8]] : []
    chrome.counts = Counts(sections: .exact(1), rows: .atLeast(12_400), items: .exact(9))
    chrome.statistics = [TableStatistics(table: .rows), TableStatistics(table: .items)]
    if Bool.random(using: &random) {
      chrome.index = .init(titles: ["A", "日", "\u{301}", "Z"], current: 1)
    }
    chrome.overlay = ViewChrome.Overlay.allCases.randomElement(using: &random) ?? .none
    if Bool.random(using: &random) { chrome.layouts["card"] = layout(&random) }
    return chrome
  }

  /// A layout whose views stand anywhere and say anything.
  private static func layout(_ random: inout SeededGenerator) -> CellLayout {
    func length() -> CellLayout.Length? {
      switch Int.random(in: 0...3, using: &random) {
      case 0: nil
      case 1: .percent(Int.random(in: 0...100, using: &random))
      case 2: .points(Int.random(in: 0...40, using: &random))
      default: .points(100_000)
      }
    }
    func view(_ depth: Int) -> CellLayout.View {
      let text = texts.randomElement(using: &random) ?? ""
      var label = CellLayout.Label(.literal(text))
      label.lines = Int.random(in: 0...3, using: &random)
      label.alignment = [.leading, .center, .trailing].randomElement(using: &random) ?? .leading
      label.vertical = [.leading, .center, .trailing].randomElement(using: &random) ?? .leading
      label.shortestWord = Bool.random(using: &random) ? 3 : nil
      let kinds: [CellLayout.Kind] = [
        .label(label), .image(.literal(text)),
        .drawn(depth == 0 ? (0..<3).map { _ in view(1) } : []),
      ]
      return CellLayout.View(
        kinds[Int.random(in: 0...(depth == 0 ? 2 : 1), using: &random)],
        placement: .init(
          horizontal: .init(start: length(), end: length(), extent: length()),
          vertical: .init(start: length(), end: length(), extent: length())),
        alpha: Int.random(in: 0...100, using: &random), isOpaque: Bool.random(using: &random))
    }
    return CellLayout(identifier: "card", views: (0..<4).map { _ in view(0) })
  }

  @Test(arguments: Device.all) func everySizeFits(device: Device) {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let widths = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 20, 33, 40, 80, 131, 200]
    let heights = [0, 1, 2, 3, 5, 8, 20, 60]
    for width in widths {
      for height in heights {
        let table = Self.table((width, height), device, &random)
        let chrome = Self.chrome(table, &random)
        for charset in Charset.allCases {
          let renderer = ViewportRenderer(device: device, charset: charset)
          let picture = renderer.view(table.snapshot, chrome: chrome)
          let place = "seed \(seed), \(device.name) \(width)x\(height) \(charset)"
          check(picture, width: width, height: height, place)
        }
      }
    }
  }

  private func check(_ picture: ViewPicture, width: Int, height: Int, _ place: String) {
    let text = ViewEncoder.plain.encode(picture)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let scale = picture.device.scale(of: picture.snapshot.rows)
    let height =
      scale.lines == 1 ? height : height * picture.device.pointsPerLine * scale.lines / scale.points
    #expect(picture.tableLines.count == height, "\(place)")
    #expect(lines.count <= height + 4, "\(place)")
    for line in lines {
      #expect(DisplayWidth.of(line) <= width, "\(place): \(line)")
      #expect(line.utf8.last != 0x20, "\(place): \(line)")
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "\(place)")
    }
    #expect(strippingSGR(ViewEncoder.ansi().encode(picture)) == text, "\(place)")
    #expect(picture.lines.map(\.text) == lines.map { String($0) }, "\(place)")
    let layers = ViewEncoder.layers([.style, .id]).encode(picture)
    let grids = layers.split(separator: "\n", omittingEmptySubsequences: false)
    for line in 0..<lines.count { #expect(grids[1 + line].utf8.count == width, "\(place)") }
  }

  /// Borders of cells stand in the columns and lines of their frames, whatever is in the cells.
  @Test func bordersAreAligned() {
    let items = Self.texts.map { CellContent(text: $0, detail: $0, style: .subtitle) }
    let width = items.count * 18
    let lines = SampleTable.strip(items, columns: width).drawn()
      .split(separator: "\n").map { DisplayWidth.pad(String($0), to: width) }
    #expect(lines.count == 5)
    for item in items.indices {
      let edge = item * 18
      #expect(DisplayWidth.cut(lines[0], columns: edge..<edge + 18) == "╭────────────────╮")
      #expect(DisplayWidth.cut(lines[4], columns: edge..<edge + 18) == "╰────────────────╯")
      for line in lines[1...3] {
        #expect(DisplayWidth.cut(line, columns: edge..<edge + 1) == "│")
        #expect(DisplayWidth.cut(line, columns: edge + 17..<edge + 18) == "│")
      }
    }
  }

  /// What is seen of a cell does not depend on how far the table is scrolled.
  @Test func clippingIsExact() {
    let items = Self.texts.map { CellContent(text: $0, detail: $0, style: .subtitle) }
    let width = items.count * 18
    let whole = SampleTable.strip(items, columns: width).drawn().split(separator: "\n")
    for offset in stride(from: 0, through: width - 40, by: 7) {
      let part = SampleTable.strip(items, columns: 40, offset: offset).drawn()
        .split(separator: "\n", omittingEmptySubsequences: false)
      for line in [0, 1, 3, 4] {
        let expected = DisplayWidth.cut(String(whole[line]), columns: offset..<offset + 40)
        let seen = DisplayWidth.pad(String(part[line]), to: 40)
        #expect(seen == expected, "offset \(offset), line \(line)")
      }
    }
  }

  @Test(arguments: [1, 1_000, 4_000_000_000]) func cellsOfAnySize(side: Int) {
    var table = SampleTable.news(columns: 30, lines: 6)
    table.metrics.cellSize = Size(width: side, height: side)
    let lines = table.viewed { $0.overlay = .reuse }.split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 30 })
  }

  @Test func longTextsCostWhatIsSeen() {
    let long = String(repeating: "日本語 and e\u{301} ", count: 100_000)
    let tower = "a" + String(repeating: "\u{301}", count: 500_000)
    let rows = [long, tower].flatMap { text in
      CellStyle.classic.map { CellContent(text: text, detail: text, image: text, style: $0) }
    }
    let lines = SampleTable.rows(rows, columns: 40).drawn().split(separator: "\n")
    #expect(lines.count == rows.count)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
  }

  @Test func asciiPicturesAreASCII() {
    var random = SeededGenerator(seed: 7)
    for device in Device.all {
      var table = SampleTable.news(device: device)
      table.sections = table.sections.map { section in
        var section = section
        section.rows = section.rows.map { row in
          var row = row
          row.items = row.items?.map { _ in
            CellContent(
              text: "Oil\u{1B} prices slide on", detail: "a detail", image: "日本",
              style: CellStyle.classic.randomElement(using: &random) ?? .default,
              accessory: Accessory.allCases.randomElement(using: &random) ?? .none, marked: true)
          }
          return row
        }
        return section
      }
      table.editing = [Address(0, 0, 1), Address(0, 0, 3)]
      let text = table.viewed(on: device, .ascii) {
        $0.breadcrumb = ["a", "b"]
        $0.index = .init(titles: "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map { String($0) })
        $0.notices = ["one", "two"]
        $0.statistics = [TableStatistics(table: .rows)]
        $0.counts = Counts(sections: .exact(1), rows: .exact(2), items: .exact(3))
      }
      #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
    }
  }

  @Test func sameStateSameBytes() {
    func bytes() -> String {
      let table = SampleTable.news()
      let picture = ViewportRenderer().view(table.snapshot, chrome: table.chrome)
      return [ViewEncoder.plain, .ansi(), .layers(PictureLayer.allCases), .json]
        .map { $0.encode(picture) }.joined()
    }
    #expect(bytes() == bytes())
  }
}

/// The text without sequences that select graphic renditions.
func strippingSGR(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars[...]
  while let scalar = scalars.popFirst() {
    if scalar == "\u{1B}", scalars.first == "[",
      let end = scalars.firstIndex(where: { $0 == "m" })
    {
      scalars = scalars[scalars.index(after: end)...]
    } else {
      result.append(scalar)
    }
  }
  return String(result)
}
