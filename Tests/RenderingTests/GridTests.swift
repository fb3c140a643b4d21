import TableModel
import TestSeeds
import Testing

@testable import Rendering

/// Columns of a grid: which of them are in view, how wide they are, how numbers stand in them.
@Suite struct GridTests {
  private static func grid(_ widths: [Int], frozen: Int = 0, first: Int = 0) -> GridColumns {
    var grid = GridColumns(
      widths.enumerated().map { index, width in
        GridColumn(
          FieldPath(key: "k\(index)"), title: "k\(index)", width: width,
          isNumeric: index % 3 == 0)
      }, origin: .keys)
    (grid.frozen, grid.first) = (frozen, first)
    return grid
  }

  @Test func columnsInViewStandBesideEachOtherAndAllCanBeReached() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<400 {
      let widths = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Int.random(in: 1...30, using: &random)
      }
      let room = Int.random(in: 1...120, using: &random)
      var grid = Self.grid(widths, frozen: Int.random(in: 0...4, using: &random))
      let end = grid.lastFirst(room: room)
      var seen: Set<Int> = []
      for first in 0...end {
        grid.first = first
        let frame = GridFrame(grid, room: room)
        check(frame, room: room, widths)
        seen.formUnion(frame.places.map(\.index))
      }
      #expect(seen.count == widths.count, "\(widths) \(grid.frozen) in \(room)")
    }
  }

  private func check(_ frame: GridFrame, room: Int, _ widths: [Int]) {
    let places = frame.places
    for (a, b) in zip(places, places.dropFirst()) {
      #expect(a.start + a.width + 2 <= b.start)
      #expect(a.index < b.index)
    }
    #expect(places.allSatisfy { $0.width <= widths[$0.index] && $0.width > 0 })
    // A single column in a window of a few characters may reach beyond the edge.
    if places.count > 1, let last = places.last { #expect(last.start + last.width <= room) }
    // What is left out is counted.
    #expect(places.count + frame.hiddenLeft + frame.hiddenRight == widths.count)
  }

  @Test(arguments: [
    ("20", 20, Int?.none), ("8.2", 8, 2), ("1000", 1000, nil), ("1", 1, nil), ("4.0", 4, 0),
  ])
  func widthsAreRead(_ text: String, _ width: Int, _ decimals: Int?) throws {
    let read = try #require(GridColumns.Width(parsing: text))
    #expect(read.width == width)
    #expect(read.decimals == decimals)
  }

  @Test(arguments: ["", "0", "1001", "-3", "+3", "8.", ".2", "8.2.1", "4.3", "x", "８", "1e2"])
  func otherWidthsAreRefused(_ text: String) {
    #expect(GridColumns.Width(parsing: text) == nil)
  }

  @Test(arguments: [
    ("3.14159", 2, "3.14"), ("2.675", 2, "2.68"), ("-0.004", 2, "0.00"), ("9.995", 2, "10.00"),
    ("99.5", 0, "100"), ("-99.5", 0, "-100"), ("0.05", 1, "0.1"),
    (
      "123456789012345678901.05", 1,
      "123456789012345678901.1"
    ),
  ])
  func numbersAreRoundedAsTheyAreWritten(_ text: String, _ decimals: Int, _ expected: String) {
    #expect(NumberRounding.rounded(text, to: decimals) == expected)
  }

  @Test(arguments: ["3", "3.1", "1e-7", "1.25e10", "nan", "infinity", "-5"])
  func whatHasNothingToRoundStays(_ text: String) {
    #expect(NumberRounding.rounded(text, to: 1) == nil)
  }

  @Test func roundingAgreesWithArithmetic() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<2000 {
      let units = Int.random(in: -100_000...100_000, using: &random)
      let thousandths = Int.random(in: 0..<1000, using: &random)
      let digits = String(1000 + thousandths).dropFirst()
      let total = abs(units) * 1000 + thousandths
      let rounded = (total + 5) / 10
      let sign = units < 0 && rounded > 0 ? "-" : ""
      let expected = "\(sign)\(rounded / 100).\(String(100 + rounded % 100).dropFirst())"
      #expect(NumberRounding.rounded("\(units).\(digits)", to: 2) == expected)
    }
  }

  @Test func columnsAreAsWideAsTheirValues() {
    let sample = GridSample(
      ["a", "港町 Minato", "e\u{301}e\u{301}", "👩‍👩‍👧", "שלום"].map { text in
        .record(Record([("t", .string(text)), ("n", .double(Double(text.count)))]))
      })
    #expect(sample.column(FieldPath(key: "t"), title: "t").width == 11)
    let number = GridSample.column(
      .itself, title: "n",
      of: ["1", "-20", "3.25", "0.5", "1e-7"].map { Value.number(NumberText(text: $0)) })
    #expect((number.width, number.fraction, number.isNumeric) == (6, 3, true))
    // Titles and what is too long have their limits.
    let long = Value.string(String(repeating: "x", count: 4000))
    #expect(GridSample.column(.itself, title: "t", of: [long]).width == 28)
    #expect(
      GridSample.column(.itself, title: String(repeating: "t", count: 99), of: []).width == 18)
  }

  @Test func autoOpensRecordsThatAreAlikeAndPutsTheConstantLast() {
    func record(_ index: Int) -> Value {
      .record(
        Record([
          ("type", .string("Feature")), ("id", .integer(index)),
          ("place", .record(Record([("city", .string("c\(index)")), ("zip", .integer(index))]))),
          ("needs", .record(Record([("lib\(index)", .string("1"))]))), ("tags", .array([])),
        ]))
    }
    let sample = GridSample((0..<20).map(record))
    #expect(
      sample.proposal(.auto).paths.map(\.description)
        == ["id", "place.city", "place.zip", "needs", "tags", "type"])
    #expect(
      sample.proposal(.all).paths.map(\.description)
        == ["type", "id", "place.city", "place.zip", "needs", "tags"])
  }

  @Test func autoKeepsToSomeColumns() {
    let wide = Value.record(Record((0..<500).map { ("k\($0)", .integer($0)) }))
    let sample = GridSample([wide, wide])
    #expect(sample.proposal(.auto).paths.count == 200)
    #expect(sample.proposal(.auto).leftOut == 300)
    #expect(sample.proposal(.all).paths.count == 500)
    #expect(GridSample([]).proposal(.auto).paths.isEmpty)
    #expect(GridSample([.string("a")]).proposal(.auto).paths == [.itself])
  }
}
