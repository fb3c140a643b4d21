import Rendering
import TableEngine
import Testing

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
    #expect(Device.phone.area(of: frame) == area)
  }

  @Test func neighboursNeverOverlapNorPart() {
    for start in -300..<300 {
      let left = Device.phone.area(of: Rect(x: start, y: 0, width: 106, height: 106))
      let right = Device.phone.area(of: Rect(x: start + 106, y: 0, width: 106, height: 106))
      #expect(left.maxColumn == right.column)
    }
  }

  @Test func hugeSizesAreBounded() {
    let grid = Device.terminal.grid(of: Size(width: .max, height: .max))
    #expect(grid == Device.largestGrid)
    #expect(Device.terminal.grid(of: Size(width: -5, height: 0)) == Size(width: 0, height: 0))
  }
}
