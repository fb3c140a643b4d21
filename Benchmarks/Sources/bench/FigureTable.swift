/// The table that is printed at the end.
struct FigureTable {
  struct Row {
    var name: String
    var outcome: Outcome
    var purpose: String
    /// The equal steps that the run is made of; 0 where it has none.
    var steps = 0
  }

  /// The line of a case, and one for each time that it tells.
  static func rows(of benchmark: BenchmarkCase, _ outcome: Outcome) -> [Row] {
    let row = Row(
      name: benchmark.name, outcome: outcome, purpose: benchmark.purpose, steps: benchmark.steps)
    guard case .measured(let summary) = outcome else { return [row] }
    return [row]
      + benchmark.tells.compactMap { name in
        summary.told[name].map {
          Row(
            name: "\(benchmark.name).\(name)", outcome: .measured($0),
            purpose: "the same, as it is told", steps: 1)
        }
      }
  }

  var rows: [Row] = []
  /// The smallest memory figure that can be measured for a child: Linux counts the memory of the
  /// parent process as the child's own until the new program is loaded. Figures at or below this
  /// are marked.
  var floorKilobytes = 0

  /// The lines, columns aligned, without trailing blanks.
  var lines: [String] {
    let heading = ["case", "runs", "min ms", "median ms", "max ms", "peak MiB"]
    let grid = [heading] + rows.map(cells)
    let widths = heading.indices.map { column in
      grid.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let notes = ["what it measures"] + rows.map(note)
    return zip(grid, notes).map { cells, note in
      let figures = zip(cells, widths).enumerated().map { column, cell in
        Self.pad(cell.0, to: cell.1, left: column == 0)
      }
      return figures.joined(separator: "  ") + "  " + note
    }
  }

  private func cells(of row: Row) -> [String] {
    guard case .measured(let summary) = row.outcome else {
      return [row.name, "-", "-", "-", "-", "-"]
    }
    let times = [summary.shortest, summary.median, summary.longest].map(Self.milliseconds)
    return [row.name, String(summary.runs)] + times + [peak(of: summary)]
  }

  private func peak(of summary: Summary) -> String {
    let atFloor = summary.peakKilobytes <= floorKilobytes
    let shown = atFloor ? floorKilobytes : summary.peakKilobytes
    return (atFloor ? "<= " : "") + Self.decimal(hundredths: shown * 100 / 1024)
  }

  private func note(of row: Row) -> String {
    switch row.outcome {
    case .measured(let summary): row.purpose + Self.perStep(summary, row.steps)
    case .failed(let error): "failed: \(error)"
    case .absent: "not installed"
    }
  }

  /// What one step takes at best, the start of the program included.
  private static func perStep(_ summary: Summary, _ steps: Int) -> String {
    guard steps > 0 else { return "" }
    return ": \(milliseconds(summary.shortest * 1000 / steps)) µs each, start included"
  }

  /// Milliseconds with two decimals, rounded down.
  static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return decimal(hundredths: Int(seconds * 100_000 + attoseconds / 10_000_000_000_000))
  }

  private static func decimal(hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func pad(_ text: String, to width: Int, left: Bool) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + blanks : blanks + text
  }
}
