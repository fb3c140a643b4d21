import TableEngine
import TableModel
import Testing

@testable import Rendering

/// Pictures of whole views: headers, footers, the index and the lines around the table.
@Suite struct ViewPictureTests {
  private var statistics: [TableStatistics] {
    var rows = TableStatistics(table: .rows)
    rows.totals.requests = 7
    rows.totals.visible = 3
    rows.totals.created = 4
    rows.totals.reused = 3
    rows.totals.recycled = 2
    rows.totals.pooled = 1
    var items = TableStatistics(table: .items)
    items.totals.requests = 26
    items.totals.visible = 12
    items.totals.created = 17
    items.totals.reused = 9
    items.totals.recycled = 14
    items.totals.pooled = 5
    return [rows, items]
  }

  @Test func news() {
    let view = SampleTable.news().viewed {
      $0.counts = Counts(sections: .exact(4), rows: .exact(4), items: .exact(24))
      $0.statistics = statistics
    }
    #expect(
      view == """
         sample.json   4 sections · 4 rows · 24 items              Business 0.0.1 · top
        ━ Business ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–6 of 7 ━
        ─────╮╔════════════════╗┏━━━━━━━━━━━━━━━●┓╭────────────────╮╭────────────────╮╭─
             │║ ▓MR▓           ║┃ ░OP░           ┃│ ▒BM▒           ││ ▓TP▓           ││
        ◂    │║ Markets rally  ║┃ Oil prices     ┃│ Bank merger    ││ Tax plan       ││▸
        ter… │║ on rate hopes  ║┃ slide again    ┃│ cleared        ││ splits the se… ││
        ─────╯╚════════════════╝┗━━━━━━━━━━━━━━━━┛╰────────────────╯╰────────────────╯╰─
        ━ Culture ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–5 of 5 ━
        ╭────────────────╮┏━━━━━━━━━━━━━━━●┓╭────────────────╮╭────────────────╮╭───────
        │ ▒OP▒           │┃ ░TO░           ┃│ ▒FP▒           ││ ▓CP▓           ││ ░LS░
        │ Opera season   │┃ 東京の新しい美 ┃│ Film prize for ││ Café poets 👩‍👩‍👧  ││ A lon▸
        │ opens          │┃ 術館が開館     ┃│ a debut        ││ read on        ││ score
        ╰────────────────╯┗━━━━━━━━━━━━━━━━┛╰────────────────╯╰────────────────╯╰───────
        ─ 61 articles ──────────────────────────────────────────────────────────────────
        ━ Sport ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–5 of 7 ━
        ╭────────────────╮╭────────────────╮╭────────────────╮╭────────────────╮╭───────
        │ ▒HO▒           ││ ▓MR▓           ││ ░OP░           ││ ▒BM▒           ││ ▓TP▓
        │ Harbour        ││ Markets rally  ││ Oil prices     ││ Bank merger    ││ Tax p▸
        │ reopens after… ││ on rate hopes  ││ slide again    ││ cleared        ││ splits
        ╰────────────────╯╰────────────────╯╰────────────────╯╰────────────────╯╰───────
        ━ Travel ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
         rows    3 visible ·  4 created · 3 reused ·  2 recycled · 1 pooled · 43 % hits
         items  12 visible · 17 created · 9 reused · 14 recycled · 5 pooled · 35 % hits

        """)
  }

  @Test func scrolledAndFiltered() {
    var table = SampleTable.news(lines: 9)
    table.offset = 4
    let view = table.viewed(.ascii) {
      $0.counts = Counts(sections: .exact(4), rows: .exact(4), items: .exact(24))
      $0.total = Counts(sections: .exact(4), rows: .exact(4), items: .atLeast(12_400))
      $0.conditions = ["filter mood > 3"]
      $0.statistics = statistics
      $0.notices = ["3 cells show stale content"]
    }
    #expect(
      view == """
         sample.json   4 sections | 4 rows | 24 of 12,400+ items   filter mood > 3
        = Business ========================================================== 1-6 of 7 =
        -----++================+##################+----------------++----------------++-
        = Culture =========================================================== 1-5 of 5 =
        +----------------+################*#+----------------++----------------++-------
        | %OP%           |# :TO:           #| %FP%           || #CP#           || :LS:
        | Opera season   |# 東京の新しい美 #| Film prize for || Café poets 👩‍👩‍👧  || A lon>
        | opens          |# 術館が開館     #| a debut        || read on        || score
        +----------------+##################+----------------++----------------++-------
        - 61 articles ------------------------------------------------------------------
         rows    3 visible |  4 created | 3 reused |  2 recycled | 1 pooled | 43 % hits
         items  12 visible | 17 created | 9 reused | 14 recycled | 5 pooled | 35 % hits
         3 cells show stale content

        """)
  }

  @Test func narrow() {
    let view = SampleTable.news(columns: 20, lines: 7).viewed {
      $0.counts = Counts(sections: .exact(4), rows: .exact(4), items: .exact(24))
      $0.breadcrumb = ["Business", "items", "3"]
      $0.statistics = statistics
      $0.notices = ["3 cells show stale content"]
    }
    #expect(
      view == """
         sample.js…items › 3
        ━ Business ━ 1–2/7 ━
        ─────╮╔═════════════
             │║ ▓MR▓
        ◂    │║ Markets ral▸
        ter… │║ on rate hope
        ─────╯╚═════════════
        ━ Culture ━━━━━━━━━━
         rows    3 visible
         items  12 visible
         3 cells show stale…

        """)
  }

  @Test func pinnedHeaderIsPushedAway() {
    var table = SampleTable(
      ["First", "Second"].map { (title: String) in
        SampleTable.Section(
          title: title, footer: "end of \(title)",
          rows: (1...3).map { .init(content: CellContent(text: "\(title) \($0)")) })
      }, columns: 24, lines: 5)
    table.offset = 2
    let resting = table.drawn()
    #expect(
      resting == """
        ━ First ━━━━━━━ 3 rows ━
           First 3
        ─ end of First ─────────
        ━ Second ━━━━━━ 3 rows ━
           Second 1

        """)
    table.metrics.headerHeight = 2
    table.offset = 4
    #expect(
      table.drawn() == """

        ─ end of First ─────────
        ━ Second ━━━━━━ 3 rows ━

           Second 1

        """)
  }

  @Test func indexTakesTheEdge() {
    var table = SampleTable(
      [
        .init(
          title: "D",
          rows: ["Desk", "Dish", "Door"].map {
            .init(
              content: CellContent(
                text: $0, detail: "9.50", style: .value1, accessory: .disclosure))
          })
      ], columns: 24, lines: 7)
    #expect(
      table.drawn { $0.index = .init(titles: ["A", "D", "Kettle", "日", "#"], current: 1) } == """
        ━ D ━━━━━━━━━━ 3 rows ━
           Desk           9.50 A
           Dish           9.50 D
           Door           9.50 K
                              日
                               #


        """)
    table.metrics.viewport.height = 4
    #expect(
      table.drawn { $0.index = .init(titles: "ABCDEFGHIJKL#".map { String($0) }) } == """
        ━ D ━━━━━━━━━━ 3 rows ━A
           Desk           9.50 ·
           Dish           9.50 #
           Door           9.50

        """)
  }

  @Test(arguments: [
    (13, 27, [0, nil, 4, nil, 9, nil, 13, nil, 17, nil, 22, nil, 26]), (5, 3, [0, 1, 2]),
    (3, 3, [0, 1, 2]), (1, 9, [0]), (2, 9, [0]), (3, 9, [0, nil, 8]),
  ]) func indexShowsFirstAndLast(lines: Int, count: Int, expected: [Int?]) {
    #expect(Painter.indexPlaces(count, lines: lines) == expected)
  }

  @Test func emptyTables() {
    let table = SampleTable([], columns: 40, lines: 3)
    #expect(
      table.viewed() == """
         sample.json                        all

          nothing to show: the table is empty


        """)
    #expect(table.drawn { $0.conditions = ["filter x"] }.contains("no rows match"))
    #expect(table.drawn { $0.emptyMessage = "pick a file" }.contains("pick a file"))
  }

  @Test func hostileWordsStayText() {
    let evil = "\u{1B}[2J\u{202E}x\ny\u{7}"
    var table = SampleTable(
      [
        .init(
          title: evil, footer: evil,
          rows: [
            .init(title: evil, items: [CellContent(text: evil, detail: evil, image: evil)]),
            .init(content: CellContent(text: evil, detail: evil, style: .value2)),
          ])
      ], columns: 60, lines: 12, hasRowTitles: true)
    table.focus = Address(0, 0)
    for charset in Charset.allCases {
      let view = table.viewed(charset) {
        $0.name = evil
        $0.breadcrumb = [evil]
        $0.conditions = [evil]
        $0.notices = [evil]
        $0.index = .init(titles: [evil, "\u{200B}"])
      }
      #expect(!view.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      #expect(!view.unicodeScalars.contains("\u{202E}"))
      #expect(view.utf8.filter { $0 == 0x0A }.count == 14)
    }
  }
}
