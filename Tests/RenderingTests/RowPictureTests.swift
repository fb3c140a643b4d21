import Rendering
import TableEngine
import TableModel
import Testing

/// Pictures of plain rows.
@Suite struct RowPictureTests {
  private func kettle(
    _ style: CellStyle, detail: String? = "steel", image: String? = nil,
    accessory: Accessory = .none, indentation: Int = 0, marked: Bool = false
  ) -> CellContent {
    CellContent(
      text: "Blue kettle", detail: detail, image: image, style: style, accessory: accessory,
      indentation: indentation, marked: marked)
  }

  @Test func styles() {
    let table = SampleTable.rows(CellStyle.classic.map { kettle($0) }, columns: 40)
    #expect(
      table.drawn() == """
           Blue kettle
           Blue kettle                     steel
            Blue kettle  steel
           Blue kettle  steel

        """)
  }

  @Test func stylesOnTwoLines() {
    let table = SampleTable.rows(
      CellStyle.classic.map { kettle($0, image: "kettle") }, columns: 40, height: 2)
    #expect(
      table.drawn() == """
           ▒KE▒ Blue kettle

           ▒KE▒ Blue kettle                steel

           ▒KE▒  Blue kettle  steel

           ▒KE▒ Blue kettle
                steel

        """)
  }

  @Test func accessories() {
    let rows = Accessory.allCases.map { kettle(.value1, accessory: $0) }
    let table = SampleTable.rows(rows, columns: 40)
    #expect(
      table.drawn() == """
           Blue kettle                     steel
           Blue kettle                   steel ›
           Blue kettle                   steel ⓘ
           Blue kettle                  steel ⓘ›
           Blue kettle                   steel ✓

        """)
    #expect(
      table.drawn(.ascii) == """
           Blue kettle                     steel
           Blue kettle                   steel >
           Blue kettle                 steel (i)
           Blue kettle                steel (i)>
           Blue kettle                 steel [x]

        """)
  }

  @Test func statesDifferWithoutColor() {
    var table = SampleTable.rows(
      Array(repeating: kettle(.default), count: 5), columns: 20)
    table.focus = Address(0, 1)
    table.selected = [Address(0, 1), Address(0, 2)]
    table.editing = [Address(0, 3)]
    #expect(
      table.drawn() == """
           Blue kettle
        ▸● Blue kettle
         ● Blue kettle
         ✎ Blue kettle
           Blue kettle

        """)
    #expect(
      table.drawn(.ascii) == """
           Blue kettle
        >* Blue kettle
         * Blue kettle
         ~ Blue kettle
           Blue kettle

        """)
  }

  @Test func imageIndentationAndMark() {
    let rows = [
      kettle(.subtitle, image: "blue-kettle.png"),
      kettle(.subtitle, image: "BlueKettle.png", indentation: 1),
      kettle(.subtitle, indentation: 3, marked: true), kettle(.default, image: "日本.png"),
    ]
    let table = SampleTable.rows(rows, columns: 40)
    #expect(
      table.drawn() == """
           ▒BK▒ Blue kettle  steel
             ▓BL▓ Blue kettle  steel
                 ◆ Blue kettle  steel
           ░PN░ Blue kettle

        """)
  }

  @Test func longTextsShareTheLine() {
    let long = "A very long name of a product that never ends"
    let rows = CellStyle.classic.map {
      CellContent(text: long, detail: "and a long 日本語 detail too, as it happens", style: $0)
    }
    #expect(
      SampleTable.rows(rows, columns: 40).drawn() == """
           A very long name of a product that n…
           A very long name of…   and a long 日…
           A very long…  and a long 日本語 deta…
           A very long name of…  and a long 日…

        """)
    #expect(
      SampleTable.rows(rows, columns: 20).drawn(.ascii) == """
           A very long na...
           A very...  and...
           A v...  and a...
           A very...  and...

        """)
  }

  @Test func wideTextAtTheEdge() {
    let rows = ["日本語日本語", "x日本語日本語"].map { CellContent(text: $0) }
    #expect(
      SampleTable.rows(rows, columns: 12).drawn() == """
           日本語日…
           x日本語…

        """)
  }

  @Test func clippedAtTheTop() {
    var table = SampleTable.rows(
      (0..<4).map { CellContent(text: "row \($0)", detail: "below", style: .subtitle) },
      columns: 20, lines: 4, height: 2)
    table.offset = 1
    #expect(
      table.drawn() == """
           below
           row 1
           below
           row 2

        """)
  }

  @Test func overlayNamesCells() {
    let table = SampleTable.rows(
      [kettle(.default, accessory: .disclosure), kettle(.value1)], columns: 40)
    #expect(
      table.drawn { $0.overlay = .reuse } == """
           Blue kettle                   Row#1 ›
           Blue kettle               steel Row#2

        """)
  }
}
