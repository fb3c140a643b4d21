import Rendering
import TableEngine
import TableModel
import Testing

/// Pictures of strips and of the cells in them.
@Suite struct StripPictureTests {
  private func kettle(
    _ style: CellStyle, detail: String? = "steel, two litres", image: String? = nil,
    accessory: Accessory = .none, marked: Bool = false
  ) -> CellContent {
    CellContent(
      text: "Blue kettle", detail: detail, image: image, style: style, accessory: accessory,
      marked: marked)
  }

  @Test func styles() {
    let table = SampleTable.strip(CellStyle.classic.map { kettle($0) }, columns: 72)
    #expect(
      table.drawn() == """
        ╭────────────────╮╭────────────────╮╭────────────────╮╭────────────────╮
        │ Blue kettle    ││ Blue kettle    ││   Blue steel,  ││ Blue kettle    │
        │                ││ steel, two li… ││ kettle two     ││ steel, two li… │
        │                ││                ││        litres  ││                │
        ╰────────────────╯╰────────────────╯╰────────────────╯╰────────────────╯

        """)
  }

  @Test func stylesWithImages() {
    let table = SampleTable.strip(
      CellStyle.classic.map { kettle($0, detail: "1.20", image: "blue-kettle.png") },
      columns: 72)
    #expect(
      table.drawn() == """
        ╭────────────────╮╭────────────────╮╭────────────────╮╭────────────────╮
        │ ▒BK▒           ││ ▒BK▒           ││ ▒BK▒           ││ ▒BK▒           │
        │ Blue kettle    ││ Blue kettle    ││   Blue 1.20    ││ Blue kettle    │
        │                ││           1.20 ││ kettle         ││ 1.20           │
        ╰────────────────╯╰────────────────╯╰────────────────╯╰────────────────╯

        """)
    #expect(
      table.drawn(.ascii) == """
        +----------------++----------------++----------------++----------------+
        | %BK%           || %BK%           || %BK%           || %BK%           |
        | Blue kettle    || Blue kettle    ||   Blue 1.20    || Blue kettle    |
        |                ||           1.20 || kettle         || 1.20           |
        +----------------++----------------++----------------++----------------+

        """)
  }

  @Test func accessories() {
    let table = SampleTable.strip(
      Accessory.allCases.map { kettle(.subtitle, image: "k", accessory: $0) }, columns: 90)
    #expect(
      table.drawn() == """
        ╭────────────────╮╭────────────────╮╭────────────────╮╭────────────────╮╭────────────────╮
        │ ▓K ▓           ││ ▓K ▓           ││ ▓K ▓           ││ ▓K ▓           ││ ▓K ▓           │
        │ Blue kettle    ││ Blue kettle   ›││ Blue kettle   ⓘ││ Blue kettle  ⓘ›││ Blue kettle   ✓│
        │ steel, two li… ││ steel, two l…  ││ steel, two l…  ││ steel, two…    ││ steel, two l…  │
        ╰────────────────╯╰────────────────╯╰────────────────╯╰────────────────╯╰────────────────╯

        """)
    #expect(
      table.drawn(.ascii) == """
        +----------------++----------------++----------------++----------------++----------------+
        | #K #           || #K #           || #K #           || #K #           || #K #           |
        | Blue kettle    || Blue kettle   >|| Blue kettle (i)|| Blue ke... (i)>|| Blue kettle [x]|
        | steel, two...  || steel, two...  || steel, t...    || steel,...      || steel, t...    |
        +----------------++----------------++----------------++----------------++----------------+

        """)
  }

  @Test func statesDifferWithoutColor() {
    var table = SampleTable.strip(
      (0..<6).map { CellContent(text: "item \($0)") }, columns: 60)
    table.metrics.cellSize.width = 10
    table.focus = Address(0, 0, 2)
    table.selected = [Address(0, 0, 1), Address(0, 0, 2), Address(0, 0, 4)]
    table.editing = [Address(0, 0, 3), Address(0, 0, 4)]
    #expect(
      table.drawn() == """
        ╭────────╮┏━━━━━━━●┓╔═══════●╗╭┄┄┄┄┄┄┄✎╮┏┅┅┅┅┅┅✎●┓╭────────╮
        │ item 0 │┃ item 1 ┃║ item 2 ║┆ item 3 ┆┇ item 4 ┇│ item 5 │
        │        │┃        ┃║        ║┆        ┆┇        ┇│        │
        │        │┃        ┃║        ║┆        ┆┇        ┇│        │
        ╰────────╯┗━━━━━━━━┛╚════════╝╰┄┄┄┄┄┄┄┄╯┗┅┅┅┅┅┅┅┅┛╰────────╯

        """)
    #expect(
      table.drawn(.ascii) == """
        +--------+########*#+=======*++~~~~~~~~+#~~~~~~~*#+--------+
        | item 0 |# item 1 #> item 2 <: item 3 :# item 4 #| item 5 |
        |        |#        #>        <:        :#        #|        |
        |        |#        #>        <:        :#        #|        |
        +--------+##########+========++~~~~~~~~+#~~~~~~~~#+--------+

        """)
  }

  @Test func clippedAtBothSides() {
    let items = ["日本語日本語日本語", "Oil prices slide again", "日本語日本語日本語"]
      .map { CellContent(text: $0) }
    let table = SampleTable.strip(items, columns: 30, offset: 13)
    #expect(
      table.drawn() == """
        ────╮╭────────────────╮╭──────
         日 ││ Oil prices     ││ 日本
        ◂   ││ slide again    ││ 本語▸
            ││                ││
        ────╯╰────────────────╯╰──────

        """)
    // One column further, every wide character at the edge is cut in half and goes.
    let further = SampleTable.strip(items, columns: 30, offset: 14)
    #expect(
      further.drawn() == """
        ───╮╭────────────────╮╭───────
        日 ││ Oil prices     ││ 日本語
        ◂  ││ slide again    ││ 本語 ▸
           ││                ││
        ───╯╰────────────────╯╰───────

        """)
  }

  @Test func clippedAtTopAndBottom() {
    var table = SampleTable(
      (0..<2).map { section in
        .init(rows: [.init(items: [kettle(.default), kettle(.subtitle)])])
      }, columns: 40, lines: 5)
    table.offset = 3
    #expect(
      table.drawn() == """
        │                ││                │
        ╰────────────────╯╰────────────────╯
        ╭────────────────╮╭────────────────╮
        │ Blue kettle    ││ Blue kettle    │
        │                ││ steel, two li… │

        """)
  }

  @Test func titlesAndPositions() {
    let items = (1...4).map { CellContent(text: "item \($0)") }
    var table = SampleTable(
      [
        .init(
          title: "Drawers",
          rows: [
            .init(title: "Upper", items: items, offset: 20), .init(title: "Lower", items: []),
            .init(items: items),
          ])
      ], columns: 48, lines: 16, hasRowTitles: true)
    table.metrics.cellSize.height = 3
    table.focus = Address(0, 1)
    #expect(
      table.drawn { $0.itemExtents[Address(0, 0)] = .atLeast(12_400) } == """
        ━ Drawers ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 3 rows ━
          Upper                          2–4 of 12,400+
        ───────────────╮╭────────────────╮╭─────────────
        ◂tem 2         ││ item 3         ││ item 4     ▸
        ───────────────╯╰────────────────╯╰─────────────
        ▸ Lower                                   empty

          no items

                                               1–3 of 4
        ╭────────────────╮╭────────────────╮╭───────────
        │ item 1         ││ item 2         ││ item 3   ▸
        ╰────────────────╯╰────────────────╯╰───────────




        """)
  }

  @Test func smallCellsHaveNoBox() {
    var table = SampleTable.strip(
      (0..<9).map { CellContent(text: "n\($0)") }, columns: 20, lines: 1)
    table.metrics.cellSize = Size(width: 4, height: 1)
    table.focus = Address(0, 0, 1)
    table.selected = [Address(0, 0, 3)]
    #expect(
      table.drawn() == """
         n0 ▸n1  n2 ●n3  n4▸

        """)
  }

  @Test func overlayNamesCells() {
    var table = SampleTable.strip([kettle(.default), kettle(.default)], columns: 36)
    table.focus = Address(0, 0, 1)
    #expect(
      table.drawn { $0.overlay = .reuse } == """
        ╭─Strip#1────────╮╔════════════════╗
        │ Blue kettle    │║ Blue kettle    ║
        │                │║                ║
        │                │║                ║
        ╰─Cell1#1────────╯╚═Cell1#2════════╝

        """)
  }

  @Test func onThePhone() {
    let table = SampleTable.news(device: .phone)
    #expect(
      table.drawn(on: .phone) == """
        ━ Business ━━━━━━━━━━━━━━━━━━ 1–4 of 7 ━
        ──────────╮╔════════════╗┏━━━━━━━━━━●┓╭─
        ▒▒▒▒▒▒▒▒▒ │║ ▓▓▓▓▓▓▓▓▓▓ ║┃ ░░░░░░░░░ ┃│
        ▒▒ HO ▒▒▒ │║ ▓▓▓ MR ▓▓▓ ║┃ ░░ OP ░░░ ┃│
        ◂▒▒▒▒▒▒▒▒ │║ ▓▓▓▓▓▓▓▓▓▓ ║┃ ░░░░░░░░░ ┃│▸
        Harbour   │║ Markets    ║┃ Oil       ┃│
        reopens…  │║ rally on…  ║┃ prices s… ┃│
        ──────────╯╚════════════╝┗━━━━━━━━━━━┛╰─
        ━ Culture ━━━━━━━━━━━━━━━━━━━ 1–4 of 5 ━
        ╭───────────╮┏━━━━━━━━━━●┓╭───────────╮╭
        │ ▒▒▒▒▒▒▒▒▒ │┃ ░░░░░░░░░ ┃│ ▒▒▒▒▒▒▒▒▒ ││
        │ ▒▒ OP ▒▒▒ │┃ ░░ TO ░░░ ┃│ ▒▒ FP ▒▒▒ ││
        │ ▒▒▒▒▒▒▒▒▒ │┃ ░░░░░░░░░ ┃│ ▒▒▒▒▒▒▒▒▒ │▸
        │ Opera     │┃ 東京の新  ┃│ Film      ││
        │ season o… │┃ しい美術… ┃│ prize fo… ││
        ╰───────────╯┗━━━━━━━━━━━┛╰───────────╯╰
        ─ 61 articles ──────────────────────────
        ━ Sport ━━━━━━━━━━━━━━━━━━━━━ 1–4 of 7 ━
        ╭───────────╮╭───────────╮╭───────────╮╭
        │ ▒▒▒▒▒▒▒▒▒ ││ ▓▓▓▓▓▓▓▓▓ ││ ░░░░░░░░░ ││
        │ ▒▒ HO ▒▒▒ ││ ▓▓ MR ▓▓▓ ││ ░░ OP ░░░ ││
        │ ▒▒▒▒▒▒▒▒▒ ││ ▓▓▓▓▓▓▓▓▓ ││ ░░░░░░░░░ │▸
        │ Harbour   ││ Markets   ││ Oil       ││
        │ reopens…  ││ rally on… ││ prices s… ││
        ╰───────────╯╰───────────╯╰───────────╯╰
        ━ Travel ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

        """)
  }
}
