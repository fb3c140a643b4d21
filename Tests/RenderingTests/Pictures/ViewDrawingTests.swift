import TableEngine
import TableModel
import Testing

@testable import Rendering

/// The viewport as a drawing and as a page.
@Suite struct ViewDrawingTests {
  static let samples: [(String, SampleTable)] = [
    ("news", .news()), ("narrow", .news(columns: 7, lines: 9)),
    (
      "scrolled",
      {
        var table = SampleTable.news(lines: 9)
        table.offset = 4
        return table
      }()
    ),
    ("phone", .news(device: .phone)),
    ("rows", .rows((0..<4).map { CellContent(text: "row \($0)", image: "a b.png") }, columns: 30)),
    ("empty", SampleTable([], columns: 30, lines: 4)),
    ("no room", SampleTable.news(columns: 0, lines: 0)),
  ]

  private static func picture(
    _ table: SampleTable, _ charset: Charset = .unicode, device: Device = .terminal
  ) -> ViewPicture {
    ViewportRenderer(device: device, charset: charset).view(table.snapshot, chrome: table.chrome)
  }

  private static func cells(_ table: SampleTable) -> Int {
    table.snapshot.rows.reduce(0) { $0 + ($1.strip?.cells.count ?? 1) }
  }

  @Test(arguments: samples.map(\.0)) func everyVisibleCellIsThere(name: String) throws {
    let table = try #require(Self.samples.first { $0.0 == name }?.1)
    for charset in Charset.allCases {
      let device = name == "phone" ? Device.phone : .terminal
      let picture = Self.picture(table, charset, device: device)
      let drawing = try MarkupNode.parse(ViewEncoder.svg.encode(picture))
      if name != "no room" {
        #expect(drawing.all(ofClass: "cell").count == Self.cells(table))
        #expect(drawing.all(ofClass: "bar").count == table.snapshot.headers.count)
      }
      let page = try MarkupNode.parse(ViewEncoder.html.encode(picture))
      #expect(page.all(ofClass: "cell").count == Self.cells(table))
      #expect(page.all(ofRole: "table").count == 1)
      let bars = table.snapshot.headers.count
      #expect(page.all(ofRole: "row").count == table.snapshot.rows.count + bars)
      #expect(page.all(ofClass: "cell").allSatisfy { $0.attributes["aria-label"] != nil })
    }
  }

  /// What the text picture paints behind labels is there, square for square.
  @Test(arguments: [LabelBackground.none, .persistent, .clearing])
  func labelsArePainted(_ background: LabelBackground) throws {
    let table = SampleTable.news()
    var chrome = table.chrome
    chrome.labelBackground = background
    let picture = ViewportRenderer(device: .terminal, charset: .unicode)
      .view(table.snapshot, chrome: chrome)
    let painted = (0..<picture.canvas.lines).reduce(0) { sum, line in
      sum + picture.canvas.row(line).count { $0.style.backdrop == .label }
    }
    #expect((painted > 0) == (background != .none))
    let scene = PictureScene(picture)
    let areas = scene.boxes.flatMap(\.grounds).map(\.area)
    #expect(areas.reduce(0) { $0 + $1.columns * $1.lines } == painted)
    let drawing = try MarkupNode.parse(ViewEncoder.svg.encode(picture))
    let page = try MarkupNode.parse(ViewEncoder.html.encode(picture))
    #expect(drawing.all(ofClass: "label").count == areas.count)
    #expect(page.all(ofClass: "label").count == areas.count)
    #expect(drawing.all(ofClass: "painted").isEmpty == (background == .none))
    #expect(page.all(ofClass: "painted").isEmpty == (background == .none))
  }

  /// Every word of the text picture is in the drawing, in its column and its line.
  @Test(arguments: [SampleTable.news(), .news(columns: 33, lines: 13)])
  func wordsStandWhereTheTextPictureHasThem(table: SampleTable) throws {
    let picture = Self.picture(table)
    let drawing = try MarkupNode.parse(ViewEncoder.svg.encode(picture))
    let lines = ViewEncoder.plain.encode(picture).split(
      separator: "\n", omittingEmptySubsequences: false)
    let grid = SVGGrid.standard
    let texts = drawing.all(named: "text")
    #expect(texts.count > 20)
    for text in texts where text.attributes["text-anchor"] == nil {
      let x = try #require(text.attributes["x"]?.split(separator: " ").first.flatMap { Int($0) })
      let y = try #require(text.attributes["y"].flatMap { Int($0) })
      let line = lines[y / grid.line]
      let before = DisplayWidth.prefix(of: String(line), columns: x / grid.column)
      let rest = line.dropFirst(before.count)
      #expect(rest.hasPrefix(text.text), "\(text.text) in \(line)")
    }
    let drawn = texts.map(\.text).joined().filter { $0 != " " }
    let frames = Set("╭╮╰╯─│┏┓┗┛━┃╔╗╚╝═║░▒▓ \n")
    let written = lines.joined().filter { !frames.contains($0) }
    #expect(drawn.sorted() == written.sorted())
  }

  @Test func focusSelectionAndImagesAreSeen() throws {
    let picture = Self.picture(.news())
    for encoder in [ViewEncoder.svg, .html] {
      let root = try MarkupNode.parse(encoder.encode(picture))
      #expect(root.all(ofClass: "is-focused").count == 1)
      #expect(root.all(ofClass: "is-selected").count == 2)
      // Of the sixteen items in view two are cut off before their images.
      #expect(root.all(ofClass: "swatch").count == 14)
    }
  }

  @Test func aBlockOfSeveralLinesIsOneSwatch() throws {
    let table = SampleTable.news(device: .pad)
    let picture = Self.picture(table, device: .pad)
    let root = try MarkupNode.parse(ViewEncoder.svg.encode(picture))
    let swatches = root.all(ofClass: "swatch")
    #expect(swatches.count == table.snapshot.rows.reduce(0) { $0 + ($1.strip?.cells.count ?? 0) })
    #expect(swatches.contains { Int($0.attributes["height"] ?? "") ?? 0 > SVGGrid.standard.line })
  }

  @Test func namesSayWhatIsShown() throws {
    var table = SampleTable.news()
    table.editing = [Address(1, 0, 0)]
    let page = try MarkupNode.parse(ViewEncoder.html.encode(Self.picture(table)))
    let cells = page.all(ofRole: "cell").compactMap { $0.attributes["aria-label"] }
    #expect(cells.contains("Markets rally on rate hopes, today, in focus, 0.0.1"))
    #expect(cells.contains("Oil prices slide again, today, selected, 0.0.2"))
    #expect(cells.contains("Opera season opens, today, being edited, 1.0.0"))
    #expect(cells.contains("61 articles"))
    let rows = page.all(ofRole: "row").compactMap { $0.attributes["aria-label"] }
    #expect(rows.first == "Business, row 0.0, items 1 to 6 of 7")
    let groups = page.all(ofRole: "rowgroup").compactMap { $0.attributes["aria-label"] }
    #expect(groups == ["Business", "Culture", "Sport", "Travel"])
    #expect(page.all(named: "title").map(\.text) == ["sample.json – Shelf"])
    let headers = page.all(ofRole: "rowheader").compactMap { $0.attributes["aria-label"] }
    #expect(headers == groups)
  }

  @Test func wideCharactersTakeTwoColumnsEach() throws {
    let table = SampleTable.rows([CellContent(text: "ab東京👩‍👩‍👧c")], columns: 20)
    let drawing = try MarkupNode.parse(ViewEncoder.svg.encode(Self.picture(table)))
    let cell = try #require(drawing.all(ofClass: "cell").first)
    let places = cell.all(named: "text").map { "\($0.text) \($0.attributes["x"] ?? "")" }
    #expect(places == ["ab 27", "東京 46 64", "👩‍👩‍👧 90", "c 99"])
    let page = try MarkupNode.parse(ViewEncoder.html.encode(Self.picture(table)))
    #expect(page.all(ofClass: "w").map { $0.attributes["style"] } == ["--w:4"])
    #expect(page.all(ofClass: "c").map { $0.attributes["style"] } == ["--w:2"])
  }

  @Test func wordsFromRightToLeftStayTogether() throws {
    let table = SampleTable.rows([CellContent(text: "שלום עולם hello 12")], columns: 30)
    let drawing = try MarkupNode.parse(ViewEncoder.svg.encode(Self.picture(table)))
    let cell = try #require(drawing.all(ofClass: "cell").first)
    #expect(cell.all(named: "text").map(\.text) == ["שלום עולם", " hello 12"])
    #expect(cell.all(named: "text").map { $0.attributes["textLength"] } == ["81", "81"])
  }

  @Test func aFooterKeepsDashesThatAreItsOwn() throws {
    let table = SampleTable(
      [.init(title: "━ a ━", footer: "b ─ c", rows: [.init(content: CellContent(text: "x"))])],
      columns: 30, lines: 5)
    let drawing = try MarkupNode.parse(ViewEncoder.svg.encode(Self.picture(table)))
    #expect(
      drawing.all(ofClass: "head").flatMap { $0.all(named: "text").map(\.text) }
        == ["━ a ━", "1 row"])
    #expect(drawing.all(ofClass: "foot").flatMap { $0.all(named: "text").map(\.text) } == ["b ─ c"])
  }

  @Test func theSameViewportGivesTheSameBytes() {
    for encoder in [ViewEncoder.svg, .html] {
      #expect(encoder.encode(Self.picture(.news())) == encoder.encode(Self.picture(.news())))
    }
  }

  @Test func lightAndDarkAreBothThere() {
    for encoder in [ViewEncoder.svg, .html] {
      let text = encoder.encode(Self.picture(.news()))
      #expect(text.contains("@media (prefers-color-scheme: dark) {"))
      #expect(text.contains(PictureTheme.light.table) && text.contains(PictureTheme.dark.table))
    }
  }
}

/// Data that tries to be markup, or to hide.
@Suite struct HostilePictureTests {
  static let texts = [
    "</script><script>alert(1)</script>", "]]>", "--><!--", "\"><svg onload=alert(1)>", "' x='y",
    "&lt;b&gt;&#x202e;", "\u{202E}drawkcab\u{2066}", "\u{0}\u{1B}[31m\u{7}\u{9B}",
    "\u{FFFE}\u{FFFF}",
    "</title></style></text></svg></body>", "url(javascript:alert(1))", "{}*{display:none}",
    "a" + String(repeating: "\u{301}", count: 400), String(repeating: "x", count: 100_000),
    "\r\n\t\u{2028}", "\u{E0041}\u{E0042}", "",
  ]

  private static func table(_ text: String) -> SampleTable {
    let content = CellContent(text: text, detail: text, image: text, style: .subtitle)
    var table = SampleTable(
      [
        .init(title: text, footer: text, rows: [.init(title: text, items: [content, content])]),
        .init(title: text, rows: [.init(content: content)]),
      ], columns: 60, lines: 20, hasRowTitles: true)
    table.selected = [Address(0, 0, 1)]
    return table
  }

  @Test(arguments: texts) func dataStaysData(text: String) throws {
    let table = Self.table(text)
    var chrome = table.chrome
    chrome.name = text
    chrome.breadcrumb = [text]
    chrome.conditions = [text]
    chrome.index = ViewChrome.Index(titles: [text, "B"], current: 0)
    chrome.notices = [text]
    let picture = ViewportRenderer().view(table.snapshot, chrome: chrome)
    for encoder in [ViewEncoder.svg, .html] {
      let markup = encoder.encode(picture)
      let root = try MarkupNode.parse(markup)
      let known: Set<String> = [
        "svg", "title", "desc", "style", "rect", "text", "g", "html", "head", "meta", "body",
        "main", "h1", "p", "div", "span",
      ]
      #expect(Set(root.all.map(\.name)).isSubset(of: known))
      #expect(root.all(named: "style").count == 1)
      #expect(root.all(ofClass: "cell").count == 3)
      #expect(!root.all.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
      #expect(
        !markup.unicodeScalars.contains {
          $0 != "\n" && DisplaySafe.isHidden($0) && !Self.joins($0)
        })
      #expect(markup.utf8.count < 60_000)
    }
  }

  /// Characters that belong to honest signs of several parts.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200D}" || (0xFE00...0xFE0F).contains(scalar.value)
  }

  @Test func nothingIsLoadedFromOutside() throws {
    let picture = ViewportRenderer().view(
      Self.table("http://x/y.png").snapshot, chrome: Self.table("http://x/y.png").chrome)
    for encoder in [ViewEncoder.svg, .html] {
      let root = try MarkupNode.parse(encoder.encode(picture))
      let outside = ["href", "src", "xlink:href", "data", "action"]
      #expect(!root.all.contains { node in outside.contains { node.attributes[$0] != nil } })
      #expect(!root.all(named: "style").contains { $0.text.contains("url(") })
    }
    let page = ViewEncoder.html.encode(picture)
    #expect(page.contains("default-src &#39;none&#39;"))
  }
}
