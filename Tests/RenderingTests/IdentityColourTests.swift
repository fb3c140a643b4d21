import Foundation
import TableEngine
import TableModel
import Testing

@testable import Rendering

/// One colour for each cell object, in every kind of output.
@Suite struct IdentityColourTests {
  private static func cell(_ row: Int, _ serial: Int) -> CellSnapshot {
    CellSnapshot(
      address: Address(0, row), frame: Rect(x: 0, y: row, width: 40, height: 1),
      id: CellID(identifier: "Cell", ordinal: serial, serial: serial),
      content: CellContent(text: "row \(row)"), isSelected: false)
  }

  /// The frame of a stale cell has the colour that says so, whoever the cell is.
  @Test func staleCellsKeepTheirFrames() throws {
    for (encoder, rule) in [
      (ViewEncoder.svg, /\.id-1:not\(\.is-stale\) > \.box \{ stroke:/),
      (.html, /\.id-1:not\(\.is-stale\)::before \{ border-color:/),
    ] {
      let text = encoder.encode(Self.picture([2], .identity))
      #expect(text.contains(rule))
      #expect(!text.contains(/\.id-\d+ > \.box|\.id-\d+::before/))
    }
  }

  private static func picture(_ serials: [Int], _ overlay: ViewChrome.Overlay) -> ViewPicture {
    var chrome = ViewChrome(name: "test")
    chrome.overlay = overlay
    let snapshot = ViewportSnapshot(
      size: Size(width: 40, height: 6), offset: 0, contentSize: Size(width: 40, height: 6),
      headers: [], rows: serials.enumerated().map { RowSnapshot(cell: cell($0, $1)) }, focus: nil)
    return ViewportRenderer().table(snapshot, chrome: chrome)
  }

  /// The share of light that a colour gives back, as contrast is reckoned with.
  private static func luminance(_ components: [Int]) -> Double {
    let linear = components.map { component in
      let share = Double(component) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test func coloursAreReadableOnLightAndDark() {
    let all = (0..<IdentityColours.count).map(IdentityColours.components)
    #expect(Set(all).count == all.count)
    for colour in all {
      let light = Self.luminance(colour)
      #expect(1.05 / (light + 0.05) >= 3, "\(colour) on white")
      #expect(
        (light + 0.05) / (Self.luminance([0x1a, 0x1e, 0x25]) + 0.05) >= 3, "\(colour) on dark")
    }
  }

  @Test func aCellKeepsItsColourWhereverItComesBack() {
    func colours(_ serials: [Int]) -> [String] {
      ViewEncoder.ansi().encode(Self.picture(serials, .identity)).split(separator: "\n")
        .map { line in line.firstMatch(of: /38;5;\d+/).map { String($0.output) } ?? "" }
    }
    let first = colours([1, 2, 3, 4])
    #expect(Set(first.prefix(4)).count == 4)
    #expect(colours([3, 4, 1, 2]).prefix(4) == [first[2], first[3], first[0], first[1]])
    #expect(!ViewEncoder.ansi().encode(Self.picture([1, 2], .reuse)).contains("38;5;"))
  }

  /// Without colours, and where these come again, the name tells cells apart.
  @Test func cellsAreNamedAsWell() {
    let text = ViewEncoder.plain.encode(Self.picture([1, 13], .identity))
    #expect(text.contains("Cell#1\n"))
    #expect(text.contains("Cell#13\n"))
    #expect(text == ViewEncoder.plain.encode(Self.picture([1, 13], .reuse)))
  }

  @Test(arguments: [ViewEncoder.svg, ViewEncoder.html])
  func drawingsAndPagesHaveTheSameColours(encoder: ViewEncoder) {
    let text = encoder.encode(Self.picture([2, 5, 14], .identity))
    #expect(text.matches(of: /class="[^"]*cell[^"]* id-1["\s]/).count == 2)
    #expect(text.matches(of: /class="[^"]*cell[^"]* id-4["\s]/).count == 1)
    let colour = "#" + IdentityColours.components(1).map { String(format: "%02x", $0) }.joined()
    #expect(text.contains(colour))
    for overlay in [ViewChrome.Overlay.none, .reuse] {
      #expect(!encoder.encode(Self.picture([2, 5, 14], overlay)).contains("id-1"))
    }
  }
}
