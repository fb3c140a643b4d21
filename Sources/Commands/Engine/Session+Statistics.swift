import Rendering
import TableEngine
import TableModel

/// The books of a table at a moment.
struct StatisticsMark {
  private let table: ObjectIdentifier
  private let frames: Int
  private let tables: [TableStatistics]

  init(_ table: Table) {
    self.table = ObjectIdentifier(table)
    frames = table.frameCount
    tables = table.statistics
  }

  /// The counters to compare a table with; nil for another table or one that started again.
  func before(_ other: Table) -> StatisticsReport.Frames.Before? {
    let new = other.statistics
    guard ObjectIdentifier(other) == table, other.frameCount >= frames,
      zip(new, tables).allSatisfy({ $0.totals.requests >= $1.totals.requests })
    else { return nil }
    return StatisticsReport.Frames.Before(frames: frames, tables: tables)
  }
}

extension Session {
  mutating func stats(_ call: Invocation) throws(CommandError) -> Output {
    let table = try current().table
    if call.has("reset") {
      table.resetStatistics()
      lastStatistics = nil
      return Output("statistics start again")
    }
    if call.has("plot") {
      var output = plot(of: table)
      if call.has("json") { output.lines = [] }
      return output
    }
    let report = statisticsReport(of: table)
    lastStatistics = StatisticsMark(table)
    let lines = call.has("json") ? [] : report.lines(charset: preferences.charset)
    var output = Output(lines: lines, json: [report.json.trimmingEnd()])
    output.isMessage = true
    return output
  }

  private func statisticsReport(of table: Table) -> StatisticsReport {
    var detail = StatisticsReport.Frames(
      totals: table.frameTotals, last: table.lastFrame, budget: table.configuration.costs.budget)
    detail.before = lastStatistics?.before(table)
    if table.hasTooManyIdentifiers {
      detail.warnings.append(
        "so many identifiers that cells can hardly be reused; see 'explain cardinality'")
    }
    var report = StatisticsReport(
      frames: table.frameCount, tables: table.statistics, detail: detail)
    report.supplementary = table.supplementaryStatistics
    let identities = levels.last?.identities
    report.identity = .init(
      key: identities?.path.description, isStable: identities?.isStable ?? false)
    return report
  }
}
