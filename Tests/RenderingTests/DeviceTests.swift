import TableEngine
import TableModel
import Testing

@testable import Rendering

@Suite struct DeviceTests {
  @Test func presetsAreFoundByName() {
    #expect(Device.all.map(\.name) == ["terminal", "phone", "pad"])
    #expect(Device.named("phone") == .phone)
    #expect(Device.named("watch") == nil)
  }

  @Test func terminalTakesTheWindow() {
    let metrics = Device.terminal.metrics(window: Size(width: 80, height: 20))
    #expect(metrics.viewport == Size(width: 80, height: 20))
    #expect(metrics.stripHeight == 5)
    let titled = Device.terminal.metrics(
      window: Size(width: 80, height: 20), hasRowTitles: true)
    #expect(titled.stripHeight == 6)
  }

  @Test func phoneHasItsOwnViewport() {
    let metrics = Device.phone.metrics(window: Size(width: 80, height: 20))
    #expect(metrics.viewport == Size(width: 320, height: 416))
    #expect(metrics.cellSize == Size(width: 106, height: 106))
    #expect(Device.phone.grid(of: metrics.viewport) == Size(width: 40, height: 26))
  }

  static let roundings: [(Rect, CellArea)] = [
    (
      Rect(x: 0, y: 0, width: 106, height: 106), CellArea(column: 0, line: 0, columns: 13, lines: 6)
    ),
    (
      Rect(x: 106, y: 22, width: 106, height: 106),
      CellArea(column: 13, line: 1, columns: 13, lines: 7)
    ),
    (
      Rect(x: 212, y: 0, width: 106, height: 22),
      CellArea(column: 26, line: 0, columns: 13, lines: 1)
    ),
    (
      Rect(x: -1, y: -17, width: 8, height: 17),
      CellArea(column: -1, line: -2, columns: 1, lines: 2)
    ),
    (
      Rect(x: -106, y: 0, width: 106, height: 1),
      CellArea(column: -14, line: 0, columns: 14, lines: 0)
    ),
  ]

  @Test(arguments: roundings) func rounds(frame: Rect, area: CellArea) {
    #expect(Device.phone.area(of: frame, Self.plain) == area)
  }

  private static let plain = Device.phone.scale(of: [])

  private static func rows(_ frames: [(y: Int, height: Int)]) -> [RowSnapshot] {
    frames.enumerated().map { row, frame in
      RowSnapshot(
        cell: CellSnapshot(
          address: Address(0, row), frame: Rect(x: 0, y: frame.y, width: 320, height: frame.height),
          id: CellID(identifier: "Row", ordinal: row + 1, serial: row + 1),
          content: CellContent(text: ""), isSelected: false))
    }
  }

  /// Wherever the list stands, rows of one height have as many lines each.
  @Test(arguments: [(44, 3), (33, 2), (106, 7), (24, 2), (16, 1), (480, 30)])
  func equalRowsTakeEquallyManyLines(_ height: Int, _ lines: Int) {
    for offset in 0..<200 {
      let rows = Self.rows((0..<9).map { ($0 * height - offset, height) })
      let scale = Device.phone.scale(of: rows)
      for row in rows { #expect(Device.phone.area(of: row.cell.frame, scale).lines == lines) }
    }
  }

  @Test(arguments: [
    ([(0, 44), (44, 60)], 1, 16), ([(0, 44)], 1, 16), ([(0, 8), (8, 8)], 1, 16), ([], 1, 16),
    ([(0, 44), (66, 44), (110, 44)], 3, 44), ([(22, 106), (150, 106)], 8, 128),
    ([(0, 44), (50, 44), (110, 44)], 1, 16),
  ])
  func linesAreStretchedForEqualRowsAlone(_ frames: [(Int, Int)], _ lines: Int, _ points: Int) {
    let rows = Self.rows(frames.map { (y: $0.0, height: $0.1) })
    #expect(Device.phone.scale(of: rows) == LineScale(lines: lines, points: points))
    #expect(Device.terminal.scale(of: rows) == LineScale(lines: 1, points: 1))
  }

  @Test func neighboursNeverOverlapNorPart() {
    for start in -300..<300 {
      let left = Device.phone.area(of: Rect(x: start, y: 0, width: 106, height: 106), Self.plain)
      let right = Device.phone.area(
        of: Rect(x: start + 106, y: 0, width: 106, height: 106), Self.plain)
      #expect(left.maxColumn == right.column)
    }
  }

  @Test func hugeSizesAreBounded() {
    let grid = Device.terminal.grid(of: Size(width: .max, height: .max))
    #expect(grid == Device.largestGrid)
    #expect(Device.terminal.grid(of: Size(width: -5, height: 0)) == Size(width: 0, height: 0))
  }
}
