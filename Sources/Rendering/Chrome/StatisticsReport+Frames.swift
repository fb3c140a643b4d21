package import TableEngine
import TableModel

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
      "images", [(totals.asyncApplied, "applied"), (totals.asyncRejected, "rejected")], dot)
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

  fileprivate static func differences(_ new: ReuseCounters, _ old: ReuseCounters)
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

// MARK: - JSON

extension StatisticsReport {
  /// The members that follow `tables`.
  func writeFrames(_ json: inout JSONText) {
    guard let detail else { return }
    json.key("lastFrame")
    json.object { $0.members(detail.last) }
    json.key("frameTotals")
    json.object { $0.members(detail.totals, budget: detail.budget) }
    json.key("since")
    if let before = detail.before {
      json.object { writeSince(before, &$0) }
    } else {
      json.null()
    }
    json.key("warnings")
    json.array { json in for warning in detail.warnings { json.string(warning) } }
  }

  private func writeSince(_ before: Frames.Before, _ json: inout JSONText) {
    json.member("frames", frames - before.frames)
    for (table, old) in zip(tables, before.tables) {
      json.key(table.table.rawValue)
      json.object { json in
        for (name, value) in Self.differences(table.totals, old.totals) { json.member(name, value) }
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func members(_ report: FrameReport) {
    member("frame", report.frame)
    member("requests", report.requests)
    member("created", report.created)
    member("reused", report.reused)
    member("recycled", report.recycled)
    member("prefetched", report.prefetched)
    member("heights", report.heights)
    member("invisibleRequests", report.invisibleRequests)
    member("drift", report.drift)
    member("blank", report.blank)
    member("subviews", report.subviews)
    member("blended", report.blended)
    member("cost", report.cost)
    member("hitch", report.hitch)
  }

  fileprivate mutating func members(_ totals: FrameTotals, budget: Int) {
    member("cost", totals.cost)
    member("budget", budget)
    member("hitch", totals.hitch)
    member("worstHitch", totals.worstHitch)
    member("hitchRate", totals.hitchRate(budget: budget))
    member("invisibleRequests", totals.invisibleRequests)
    member("drift", totals.drift)
    member("repeatedBinds", totals.repeatedBinds)
    member("prefetchHits", totals.rowPrefetch.hits)
    member("prefetchWaste", totals.rowPrefetch.waste)
    member("prefetchLate", totals.rowPrefetch.late)
    member("imagesApplied", totals.asyncApplied)
    member("imagesRejected", totals.asyncRejected)
    member("blank", totals.blank)
    member("worstBlank", totals.worstBlank)
    member("itemPrefetchHits", totals.itemPrefetch.hits)
    member("itemPrefetchWaste", totals.itemPrefetch.waste)
    member("itemPrefetchLate", totals.itemPrefetch.late)
  }
}
