import Rendering

/// A small table of texts for reports: aligned columns, cut to the window.
struct TextGrid {
  private var header: [String]
  private var rows: [[String]] = []
  private let numeric: Set<Int>
  private static let widest = 32

  /// - Parameter numeric: the columns that are aligned at their right edge.
  init(_ header: [String], numeric: Set<Int> = []) {
    self.header = header
    self.numeric = numeric
  }

  mutating func add(_ row: [String]) {
    fields.append(row)
    rows.append(row.map { DisplayWidth.truncate(DisplaySafe.line($0), to: Self.widest) })
  }

  /// The texts as they were added, for other programs.
  private(set) var fields: [[String]] = []

  /// - Parameter width: the columns of the window; nil where nothing is to be cut.
  func lines(width: Int?) -> [StyledLine] {
    let widths = header.indices.map { column in
      ([header] + rows).map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    let all =
      [line(header, widths, TextStyle(.header, .bold))] + rows.map { line($0, widths, .plain) }
    return all.map { width.map($0.truncated(to:)) ?? $0 }
  }

  private func line(_ cells: [String], _ widths: [Int], _ style: TextStyle) -> StyledLine {
    let padded = cells.indices.map { column in
      DisplayWidth.pad(
        cells[column], to: widths[column], numeric.contains(column) ? .trailing : .leading)
    }
    return StyledLine(padded.joined(separator: "  "), style).trimmed()
  }
}

extension StyledLine {
  fileprivate func truncated(to columns: Int) -> StyledLine {
    truncated(to: columns, charset: .unicode)
  }
}
