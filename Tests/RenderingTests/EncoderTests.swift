import Rendering
import TableEngine
import TableModel
import Testing

@Suite struct EncoderTests {
  private var small: SampleTable {
    var table = SampleTable(
      [
        .init(
          title: "Tea",
          rows: [
            .init(items: [CellContent(text: "Oolong \"A\""), CellContent(text: "日本 茶")], offset: 2)
          ])
      ], columns: 24, lines: 6)
    table.metrics.cellSize = Size(width: 12, height: 4)
    table.selected = [Address(0, 0, 1)]
    table.focus = Address(0, 0, 0)
    return table
  }

  private func encoded(_ encoder: ViewEncoder) -> String {
    let table = small
    return encoder.encode(ViewportRenderer().table(table.snapshot, chrome: table.chrome))
  }

  @Test func layers() {
    #expect(
      encoded(.layers([.text, .style, .id])) == """
        -- text --
        ━ Tea ━━━━━━━ 1–2 of 2 ━
        ═════════╗┏━━━━━━━━━●┓
        Oolong   ║┃ 日本 茶  ┃
        ◂A"      ║┃          ┃
        ═════════╝┗━━━━━━━━━━┛

        -- style --
        H.HHH.HHHHHHH.ddd.dd.d.H
        ffffffffffssssssssssss..
        pppppp...fs.ssss.ss..s..
        >pp......fs..........s..
        ffffffffffssssssssssss..
        ........................
         p plain  H header  d secondary
         f focus  s selected  > arrow
        -- id --
        ........................
        bbbbbbbbbbccccccccccccaa
        bbbbbbbbbbccccccccccccaa
        abbbbbbbbbccccccccccccaa
        bbbbbbbbbbccccccccccccaa
        ........................
         a Strip#1 0.0  b Cell1#1 0.0.0
         c Cell1#2 0.0.1

        """)
  }

  @Test func manyOwnersGoOnWithoutLetters() {
    let table = SampleTable.rows(
      (0..<90).map { CellContent(text: "row \($0)") }, columns: 20)
    let picture = ViewportRenderer().table(table.snapshot, chrome: table.chrome)
    let text = ViewEncoder.layers([.id]).encode(picture)
    #expect(text.contains("____"))
    #expect(text.contains("_ others"))
  }

  @Test func json() {
    #expect(
      encoded(.json) == """
        {"schema": "shelf.view.1", "size": [24, 6], "offset": 0, "contentSize": [24, 5], "focus": "0.0.0", "visible": [{"address": "0.0", "frame": [0, 1, 24, 4], "identifier": "Strip", "cell": "Strip#1", "style": "default", "accessory": "none", "text": "", "detail": null, "image": null, "selected": false, "highlighted": false, "editing": false, "marked": false, "clipped": false, "strip": {"offset": 2, "contentWidth": 24, "items": 2}}, {"address": "0.0.0", "frame": [-2, 1, 12, 4], "identifier": "Cell1", "cell": "Cell1#1", "style": "default", "accessory": "none", "text": "Oolong \\"A\\"", "detail": null, "image": null, "selected": false, "highlighted": false, "editing": false, "marked": false, "clipped": true}, {"address": "0.0.1", "frame": [10, 1, 12, 4], "identifier": "Cell1", "cell": "Cell1#2", "style": "default", "accessory": "none", "text": "日本 茶", "detail": null, "image": null, "selected": true, "highlighted": false, "editing": false, "marked": false, "clipped": false}], "headers": [{"section": 0, "text": "Tea", "footer": false, "pinned": false, "frame": [0, 0, 24, 1]}]}

        """)
  }

  @Test func colors() {
    let lines = encoded(.ansi()).split(separator: "\n")
    #expect(lines[0].hasPrefix("━ \u{1B}[0;1mTea"))
    #expect(
      lines.allSatisfy { !$0.contains("\u{1B}[") || $0.hasSuffix("\u{1B}[0m") || $0.hasSuffix("━") }
    )
    #expect(strippingSGR(encoded(.ansi())) == encoded(.plain))
    #expect(encoded(.ansi()).contains("\u{1B}[0;33m"))
  }
}

@Suite struct JSONTextTests {
  static let strings: [(String, String)] = [
    ("plain", "plain"), ("a\"b\\c", "a\\\"b\\\\c"), ("\n\t\r", "\\n\\t\\r"),
    ("\u{1B}[2J", "\\u001b[2J"), ("\u{7F}\u{9B}", "\\u007f\\u009b"), ("\u{202E}x", "\\u202ex"),
    ("日本 👍🏽", "日本 👍🏽"), ("\u{E0041}", "\\udb40\\udc41"),
  ]

  @Test(arguments: strings) func escapes(text: String, expected: String) {
    var json = JSONText()
    json.string(text)
    #expect(json.text == "\"\(expected)\"")
  }

  @Test func nests() {
    var json = JSONText()
    json.object { json in
      json.member("a", 1)
      json.key("b")
      json.array { json in
        json.bool(true)
        json.null()
        json.object { _ in }
        json.array { _ in }
      }
      json.member("c", [3, -4])
      json.member("d", String?.none)
    }
    #expect(json.text == #"{"a": 1, "b": [true, null, {}, []], "c": [3, -4], "d": null}"#)
  }
}

@Suite struct StatisticsReportTests {
  private var report: StatisticsReport {
    var strips = ReuseCounters()
    strips.requests = 7
    strips.created = 4
    strips.reused = 3
    strips.recycled = 2
    strips.pooled = 1
    strips.highWater = 2
    strips.visible = 3
    strips.alive = 4
    var cells = ReuseCounters()
    cells.requests = 30_000
    cells.created = 10_000
    cells.reused = 20_000
    cells.discarded = 5
    cells.revived = 2
    var rows = TableStatistics(
      table: .rows, identifiers: [IdentifierStatistics(identifier: "Strip", counters: strips)],
      totals: strips)
    rows.callbacks.cellForRow = 7
    rows.callbacks.willDisplay = 1_007
    let items = TableStatistics(
      table: .items,
      identifiers: [
        IdentifierStatistics(identifier: "Cell1", counters: cells),
        IdentifierStatistics(identifier: "Evil\u{1B}", counters: ReuseCounters()),
      ], totals: cells, stale: stale)
    return StatisticsReport(frames: 1, tables: [rows, items])
  }

  private var stale: StaleCounters {
    var stale = StaleCounters()
    stale.content = 3
    stale.innerOffset = 1
    return stale
  }

  @Test func text() {
    #expect(
      ViewEncoder.text(of: report.lines()) == """
        1 frame

        rows       requests created reused hits recycled pooled high-water visible alive
          Strip           7       4      3 43 %        2      1          2       3     4
          calls  cellForRow 7 · willDisplay 1,007
          stale  none

        items      requests created reused hits revived recycled discarded pooled high-water visible alive
          Cell1      30,000  10,000 20,000 67 %       2        0         5      0          0       0     0
          Evil␛           0       0      0  0 %       0        0         0      0          0       0     0
          total      30,000  10,000 20,000 67 %       2        0         5      0          0       0     0
          calls  cellForRow 0
          stale  content 3 · inner offset 1

        """)
    let ascii = ViewEncoder.text(of: report.lines(charset: .ascii))
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
  }

  /// Where a terminal has no room, the last figures stand below the first, under their own titles.
  @Test func narrowText() {
    #expect(
      ViewEncoder.text(of: Array(report.lines(width: 60).dropFirst(9).prefix(8))) == """
        items      requests created reused hits revived recycled
          Cell1      30,000  10,000 20,000 67 %       2        0
          Evil␛           0       0      0  0 %       0        0
          total      30,000  10,000 20,000 67 %       2        0
        items      discarded pooled high-water visible alive
          Cell1            5      0          0       0     0
          Evil␛            0      0          0       0     0
          total            5      0          0       0     0

        """)
    for width in 1...120 {
      let lines = report.lines(width: width)
      let grids = lines.filter { !$0.text.contains("calls") && !$0.text.contains("stale") }
      let longest = grids.map(\.text.count).max() ?? 0
      #expect(longest <= max(width, 24), "\(width)")
    }
  }

  @Test func json() {
    #expect(
      report.json == """
        {"schema": "shelf.stats.1", "frames": 1, "tables": [{"table": "rows", "identifiers": [{"identifier": "Strip", "requests": 7, "created": 4, "reused": 3, "hitRate": 0.4286, "recycled": 2, "discarded": 0, "pooled": 1, "highWater": 2, "visible": 3, "alive": 4, "revived": 0, "retained": 0}], "totals": {"requests": 7, "created": 4, "reused": 3, "hitRate": 0.4286, "recycled": 2, "discarded": 0, "pooled": 1, "highWater": 2, "visible": 3, "alive": 4, "revived": 0, "retained": 0}, "callbacks": {"cellForRow": 7, "prepareForReuse": 0, "willDisplay": 1007, "didEndDisplaying": 0, "heightForRow": 0, "dequeueNil": 0, "leaked": 0, "leakedOutlets": 0}, "stale": {"content": 0, "style": 0, "innerData": 0, "innerOffset": 0, "selection": 0, "async": 0}}, {"table": "items", "identifiers": [{"identifier": "Cell1", "requests": 30000, "created": 10000, "reused": 20000, "hitRate": 0.6667, "recycled": 0, "discarded": 5, "pooled": 0, "highWater": 0, "visible": 0, "alive": 0, "revived": 2, "retained": 0}, {"identifier": "Evil\\u001b", "requests": 0, "created": 0, "reused": 0, "hitRate": 0, "recycled": 0, "discarded": 0, "pooled": 0, "highWater": 0, "visible": 0, "alive": 0, "revived": 0, "retained": 0}], "totals": {"requests": 30000, "created": 10000, "reused": 20000, "hitRate": 0.6667, "recycled": 0, "discarded": 5, "pooled": 0, "highWater": 0, "visible": 0, "alive": 0, "revived": 2, "retained": 0}, "callbacks": {"cellForRow": 0, "prepareForReuse": 0, "willDisplay": 0, "didEndDisplaying": 0, "heightForRow": 0, "dequeueNil": 0, "leaked": 0, "leakedOutlets": 0}, "stale": {"content": 3, "style": 0, "innerData": 0, "innerOffset": 1, "selection": 0, "async": 0}}]}

        """)
  }

  @Test func emptyReport() {
    #expect(
      StatisticsReport(frames: 0, tables: []).json
        == #"{"schema": "shelf.stats.1", "frames": 0, "tables": []}"# + "\n")
  }

  static let numbers: [(Int, String)] = [
    (0, "0"), (999, "999"), (1_000, "1,000"), (12_400, "12,400"), (1_234_567, "1,234,567"),
    (-1_000, "-1,000"), (.min, "-9,223,372,036,854,775,808"),
  ]

  @Test(arguments: numbers) func groups(number: Int, expected: String) {
    #expect(Numerals.text(number) == expected)
  }

  @Test func counts() {
    #expect(Numerals.text(.exact(1), "row") == "1 row")
    #expect(Numerals.text(.atLeast(1), "row") == "1+ rows")
    #expect(Numerals.text(.atLeast(12_400), "item") == "12,400+ items")
    #expect(Numerals.percent(3, of: 7) == "43 %")
    #expect(Numerals.percent(3, of: 0) == "0 %")
  }
}
