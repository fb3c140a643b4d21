package import TableEngine
import TableModel

/// The statistics of a table and its strips, as a text for people or as `shelf.stats.1`.
package struct StatisticsReport: Sendable {
  package var frames: Int
  package var tables: [TableStatistics]
  /// The views of section headers and footers, which have pools of their own.
  package var supplementary: [IdentifierStatistics] = []
  /// By what rows are known when their places change; nil to leave it out.
  package var identity: Identity?
  /// What the frames cost; nil to leave it out.
  package var detail: Frames?

  package struct Identity: Sendable, Hashable {
    /// Nil where they are known by their places.
    package var key: String?
    package var isStable: Bool

    package init(key: String?, isStable: Bool) {
      self.key = key
      self.isStable = isStable
    }
  }

  package init(frames: Int, tables: [TableStatistics], detail: Frames? = nil) {
    self.frames = frames
    self.tables = tables
    self.detail = detail
  }
}

extension StatisticsReport {
  /// A table for each table of cells: its identifiers and their sum, then callbacks and stale
  /// cells where there are any.
  ///
  /// - Parameter width: the columns of the terminal; what has no room beside the first figures stands below them.
  ///   Nil where there is none.
  package func lines(charset: Charset = .unicode, width: Int? = nil) -> [StyledLine] {
    let dot = Marks.of(charset).dot
    var heading = Numerals.text(.exact(frames), "frame")
    if let counted = detail?.totals.frames, counted < frames {
      heading += dot + "counted from frame \(frames - counted + 1)"
    }
    var lines = [StyledLine(heading, TextStyle(.title, .bold))]
    for table in tables {
      lines.append(StyledLine())
      lines += grid(
        table.table.rawValue, table.identifiers, total: table.totals, charset, width)
      lines.append(StyledLine("  calls  " + Self.calls(table, dot: dot)))
      lines.append(Self.staleLine(table.stale, dot: dot))
    }
    lines += supplementaryLines(charset, width)
    lines += frameLines(dot)
    return lines.map { $0.trimmed() }
  }

  /// Headers and footers, as far as the table has any.
  private func supplementaryLines(_ charset: Charset, _ width: Int?) -> [StyledLine] {
    let used = supplementary.filter { $0.counters.requests > 0 || $0.counters.alive > 0 }
    if used.isEmpty { return [] }
    return [StyledLine()] + grid("views", used, total: nil, charset, width)
  }

  private func grid(
    _ title: String, _ identifiers: [IdentifierStatistics], total: ReuseCounters?,
    _ charset: Charset, _ room: Int?
  ) -> [StyledLine] {
    let rows = identifiers.map {
      (DisplaySafe.line($0.identifier, charset: charset), $0.counters)
    }
    var names = rows.map {
      "  " + DisplayWidth.truncate($0.0, to: 24, at: .middle, charset: charset)
    }
    var counters = rows.map(\.1)
    if rows.count != 1, let total {
      names.append("  total")
      counters.append(total)
    }
    let nameWidth = max(10, names.map { DisplayWidth.of($0) }.max() ?? 0)
    let columns = Self.columns.filter { column in
      !column.isOptional || identifiers.contains { column.value($0.counters) != "0" }
    }.map { column in [column.title] + counters.map(column.value) }

    let styles =
      [TextStyle(.header, .bold)] + rows.map { _ in TextStyle.plain } + [TextStyle(.title, .bold)]
    var lines: [StyledLine] = []
    for part in Self.parts(of: columns, room: room.map { $0 - nameWidth }) {
      for (index, name) in ([title] + names).enumerated() {
        var line = StyledLine(DisplayWidth.pad(name, to: nameWidth), styles[index])
        for (cells, width) in part {
          line.append(" " + DisplayWidth.pad(cells[index], to: width, .trailing), styles[index])
        }
        lines.append(line)
      }
    }
    return lines
  }

  /// Columns with their widths, as many as have room side by side; all where there is no end to it.
  private static func parts(of columns: [[String]], room: Int?) -> [[([String], Int)]] {
    var parts: [[([String], Int)]] = []
    var taken = 0
    for cells in columns {
      let width = cells.map(\.utf8.count).max() ?? 0
      if parts.isEmpty || taken + 1 + width > room ?? .max {
        parts.append([])
        taken = 0
      }
      parts[parts.count - 1].append((cells, width))
      taken += 1 + width
    }
    return parts
  }

  private struct Column: Sendable {
    var title: String
    /// True when it is shown only where it is not 0.
    var isOptional = false
    var value: @Sendable (ReuseCounters) -> String
  }

  private static let columns: [Column] = [
    Column(title: "requests") { Numerals.text($0.requests) },
    Column(title: "created") { Numerals.text($0.created) },
    Column(title: "reused") { Numerals.text($0.reused) },
    Column(title: "hits") { Numerals.percent($0.reused, of: $0.requests) },
    Column(title: "revived", isOptional: true) { Numerals.text($0.revived) },
    Column(title: "retained", isOptional: true) { Numerals.text($0.retained) },
    Column(title: "recycled") { Numerals.text($0.recycled) },
    Column(title: "discarded", isOptional: true) { Numerals.text($0.discarded) },
    Column(title: "pooled") { Numerals.text($0.pooled) },
    Column(title: "high-water") { Numerals.text($0.highWater) },
    Column(title: "visible") { Numerals.text($0.visible) },
    Column(title: "alive") { Numerals.text($0.alive) },
  ]

  /// How often the data source and the delegate were called, by the names that the platform has.
  private static func calls(_ table: TableStatistics, dot: String) -> String {
    let calls = table.callbacks
    var parts = table.platformCalls.map { ($0.name, $0.count) }
    if parts.isEmpty {
      parts = [
        ("cellForRow", calls.cellForRow), ("prepareForReuse", calls.prepareForReuse),
        ("willDisplay", calls.willDisplay), ("didEndDisplaying", calls.didEndDisplaying),
        ("heightForRow", calls.heightForRow),
      ]
    }
    parts += [
      ("dequeue gave nil", calls.dequeueNil), ("leaked", calls.leaked),
      ("outlets leaked", calls.leakedOutlets),
    ]
    return parts.enumerated().filter { $0.element.1 != 0 || $0.offset == 0 }
      .map { "\($0.element.0) \(Numerals.text($0.element.1))" }.joined(separator: dot)
  }

  private static func staleLine(_ stale: StaleCounters, dot: String) -> StyledLine {
    let parts = [
      ("content", stale.content), ("style", stale.style), ("inner data", stale.innerData),
      ("inner offset", stale.innerOffset), ("selection", stale.selection), ("async", stale.async),
    ].filter { $0.1 != 0 }
    if parts.isEmpty { return StyledLine("  stale  none") }
    let words = parts.map { "\($0.0) \(Numerals.text($0.1))" }.joined(separator: dot)
    return StyledLine("  stale  " + words, TextStyle(.warning))
  }
}

extension StatisticsReport {
  /// What the frames cost, and what happened since the statistics were last looked at.
  package struct Frames: Sendable {
    package var totals: FrameTotals
    package var last: FrameReport
    package var budget: Int
    /// The same counters as they were then; nil when there is nothing to compare with.
    package var before: Before?
    package var warnings: [String] = []

    package struct Before: Sendable {
      package var frames: Int
      package var tables: [TableStatistics]

      package init(frames: Int, tables: [TableStatistics]) {
        self.frames = frames
        self.tables = tables
      }
    }

    package init(totals: FrameTotals, last: FrameReport, budget: Int) {
      self.totals = totals
      self.last = last
      self.budget = budget
    }
  }
}

// MARK: - Text

extension StatisticsReport {
  func frameLines(_ dot: String) -> [StyledLine] {
    guard let detail else { return [] }
    let totals = detail.totals
    var lines = [
      StyledLine(),
      Self.line(
        "cost", ["\(Numerals.text(totals.cost)) in all", "\(detail.last.cost) in the last frame"],
        dot),
      hitchLine(totals, detail.budget, dot),
    ]
    lines += optionalLine(
      "layers",
      [
        (detail.last.subviews, "beyond three a cell in view"), (detail.last.blended, "blended"),
      ], dot)
    lines += optionalLine(
      "work",
      [
        (totals.invisibleRequests, "for rows out of view"),
        (totals.repeatedBinds, "for the row a cell had shown"),
        (totals.comparisons, "comparisons of edges"),
      ], dot)
    if totals.drift != 0 {
      lines.append(Self.line("drift", ["\(Numerals.text(totals.drift)) points of content"], dot))
    }
    for (counts, of) in [(totals.rowPrefetch, ""), (totals.itemPrefetch, "items ")] {
      lines += optionalLine(
        "ahead",
        [(counts.hits, of + "hit"), (counts.waste, of + "waste"), (counts.late, of + "late")],
        dot)
    }
    lines += optionalLine(
      "images",
      [
        (totals.imagesRead, "read while cells were configured"),
        (totals.asyncApplied, "applied"), (totals.asyncRejected, "rejected"),
      ], dot)
    lines += optionalLine(
      "blank",
      [(totals.blank, "cells without their image"), (totals.worstBlank, "at most in a frame")],
      dot)
    lines += sinceLines(dot)
    lines += detail.warnings.map { StyledLine("  warning  " + $0, TextStyle(.warning)) }
    return lines
  }

  private func hitchLine(_ totals: FrameTotals, _ budget: Int, _ dot: String) -> StyledLine {
    guard totals.hitch > 0 else {
      return Self.line("hitch", ["none over the budget of \(budget)"], dot)
    }
    return Self.line(
      "hitch",
      [
        "\(Numerals.text(totals.hitch)) over the budget of \(budget)",
        "\(totals.hitchRate(budget: budget)) ms/s", "worst \(totals.worstHitch)",
      ], dot)
  }

  private static func line(_ name: String, _ parts: [String], _ dot: String) -> StyledLine {
    StyledLine("  " + DisplayWidth.pad(name, to: 7) + parts.joined(separator: dot))
  }

  private func optionalLine(_ name: String, _ parts: [(Int, String)], _ dot: String)
    -> [StyledLine]
  {
    let words = parts.filter { $0.0 != 0 }.map { "\(Numerals.text($0.0)) \($0.1)" }
    return words.isEmpty ? [] : [Self.line(name, words, dot)]
  }

  private func sinceLines(_ dot: String) -> [StyledLine] {
    guard let before = detail?.before else { return [] }
    let frameCount = Numerals.text(.exact(frames - before.frames), "frame")
    var lines = [StyledLine(), StyledLine("since the last stats: \(frameCount)")]
    for (table, old) in zip(tables, before.tables) {
      let words = Self.differences(table.totals, old.totals).filter { $0.1 != 0 }
        .map { "\($0.0) \(Numerals.text($0.1))" }
      if !words.isEmpty { lines.append(Self.line(table.table.rawValue, words, dot)) }
    }
    return lines
  }

  static func differences(_ new: ReuseCounters, _ old: ReuseCounters)
    -> [(String, Int)]
  {
    [
      ("requests", new.requests - old.requests), ("created", new.created - old.created),
      ("reused", new.reused - old.reused), ("revived", new.revived - old.revived),
      ("recycled", new.recycled - old.recycled), ("discarded", new.discarded - old.discarded),
      ("retained", new.retained - old.retained),
    ]
  }
}
