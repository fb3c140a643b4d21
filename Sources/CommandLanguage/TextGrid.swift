package import Rendering

/// A small table of texts for reports: aligned columns.
///
/// Texts are cut where room is short; figures and names never are. A line that is still too wide for
/// a terminal is broken there as a message is.
package struct TextGrid {
  /// What stands in one place of the table.
  package struct Cell {
    package var text: String
    /// True for what makes no sense when cut: a figure, a name.
    package var isWhole: Bool

    package static func text(_ text: String) -> Cell { Cell(text: text, isWhole: false) }
    package static func whole(_ text: String) -> Cell { Cell(text: text, isWhole: true) }
  }

  private var header: [String]
  private var rows: [[Cell]] = []
  private let numeric: Set<Int>
  private let widest: Int
  /// How many lines there is room for below the header; nil for any number.
  private let most: Int?
  /// How many lines there are, with those that found no room.
  package private(set) var count = 0
  /// Texts as they were added, for other programs.
  package private(set) var fields: [[String]] = []

  /// No column is made narrower than this for lack of room.
  private static let narrowest = 8
  /// Figures are cut at this many digits: no digit of them can be made out any more.
  private static let longestFigure = 1000

  /// - Parameters:
  ///   - numeric: the columns that are aligned at their right edge.
  ///   - widest: how wide a text may be, in columns.
  ///   - most: how many lines are kept below the header, the first ones; nil for all.
  package init(_ header: [String], numeric: Set<Int> = [], widest: Int = 32, most: Int? = nil) {
    // A pivot has values of the data for titles.
    self.header = header.map { DisplaySafe.line($0) }
    self.numeric = numeric
    self.widest = widest
    self.most = most
  }

  /// How many lines are kept.
  package var keptLines: Int { rows.count }

  /// Adds lines; only those are made for which there is room.
  ///
  /// - Parameter row: the cells of a line, counted from 0.
  package mutating func add(count lines: Int, _ row: (Int) -> [Cell]) {
    let room = most.map { max(0, $0 - count) } ?? lines
    for line in 0..<min(lines, room) { add(row(line)) }
    count += max(0, lines - room)
  }

  /// - Parameter fields: what other programs get; nil for the texts of the cells.
  package mutating func add(_ row: [Cell], fields other: [String]? = nil) {
    count += 1
    if let most, count > most { return }
    fields.append(other ?? row.map(\.text))
    rows.append(
      row.map { cell in
        let line = DisplaySafe.line(cell.text)
        let limit = cell.isWhole ? Self.longestFigure : widest
        return Cell(text: DisplayWidth.truncate(line, to: limit), isWhole: cell.isWhole)
      })
  }

  /// Adds cells that may all be cut.
  package mutating func add(_ row: [String]) { add(row.map(Cell.text)) }

  /// - Parameter width: the columns of the terminal, to which texts are cut; nil where there is none.
  package func lines(width: Int?) -> [StyledLine] {
    let widths = widths(within: width)
    let fitted = rows.map { row in
      row.indices.map { column in
        row[column].isWhole
          ? row[column].text : DisplayWidth.truncate(row[column].text, to: widths[column])
      }
    }
    return [line(header, widths, TextStyle(.header, .bold))]
      + fitted.map { line($0, widths, .plain) }
  }

  private static let gap = "  "

  /// How wide the columns are: those whose texts are widest give way where room is short.
  private func widths(within width: Int?) -> [Int] {
    var least: [Int] = []
    var widths: [Int] = []
    for column in header.indices {
      let title = DisplayWidth.of(header[column])
      var (wholes, texts) = (title, title)
      for row in rows {
        let width = DisplayWidth.of(row[column].text)
        if row[column].isWhole { wholes = max(wholes, width) } else { texts = max(texts, width) }
      }
      widths.append(max(wholes, texts))
      least.append(max(wholes, min(texts, Self.narrowest)))
    }
    guard let width else { return widths }
    var excess = widths.reduce(Self.gap.count * (widths.count - 1), +) - width
    while excess > 0,
      let column = widths.indices.filter({ widths[$0] > least[$0] }).max(by: {
        widths[$0] < widths[$1]
      })
    {
      widths[column] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int], _ style: TextStyle) -> StyledLine {
    let padded = cells.indices.map { column in
      DisplayWidth.pad(
        cells[column], to: widths[column], numeric.contains(column) ? .trailing : .leading)
    }
    return StyledLine(padded.joined(separator: Self.gap), style).trimmed()
  }
}
