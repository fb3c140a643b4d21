import Asking
import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `stats`: what the recycling engine counted.
struct StatsCommand: ShelfCommand {
  private static let reset = CommandOption("reset", nil, "start counting again")
  private static let plot = CommandOption(
    "plot", nil, "draw the cells of every frame as a chart")

  static let declaration = Command(
    "stats", .engine, "print what the recycling engine counted",
    options: [.json, reset, plot],
    discussion: """
      For the rows and for the items of all strips, by reuse identifier: cells asked for, \
      created, reused and the hit rate, recycled, pooled now and at most, visible, alive; how \
      often the data source and delegate were called; cells that show what belongs to another \
      row. Then what the frames cost, and what happened since the last `stats`.
      `--plot` draws over the frames what was created and reused, and what lay in pools; where \
      there are more frames than columns, neighbours are added up.
      """,
    examples: [
      .init("down 3; stats", "after a few scrolls"),
      .init("stats; down 1; stats", "the second tells what the scroll did"),
      .init("stats --json", "for machines"),
      .init("down 3; up 3; stats --plot", "see when cells began to be reused"),
    ],
    errors: [.impossible: "--plot and --reset together"],
    related: ["trace", "explain", "compare", "expect"])

  private enum Wish { case report, chart, reset }

  /// The counters as they were when they were last asked for.
  struct Memory: CommandState {
    fileprivate var last: StatisticsMark?
  }

  private let wish: Wish
  private let isForMachines: Bool

  init(_ call: Invocation) throws(CommandError) {
    try call.refuse(Self.plot, beside: Self.reset)
    wish = call.has(Self.reset) ? .reset : call.has(Self.plot) ? .chart : .report
    isForMachines = call.has(.json)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    let (charset, window) = (workspace.preferences.charset, workspace.preferences.window)
    switch wish {
    case .reset:
      table.resetStatistics()
      workspace.memory[Memory.self].last = nil
      return Output("statistics start again")
    case .chart:
      let plot = FramePlot(spans: table.frameHistory.spans, charset: charset, width: window.width)
      return Output(lines: isForMachines ? [] : plot.lines, json: [plot.json])
    case .report:
      let report = Self.report(of: table, in: workspace)
      workspace.memory[Memory.self].last = StatisticsMark(table)
      let lines = isForMachines ? [] : report.lines(charset: charset, width: workspace.reportWidth)
      var output = Output(lines: lines, json: [report.json.trimmingEnd()])
      output.isMessage = true
      return output
    }
  }

  private static func report(of table: Table, in workspace: Workspace) -> StatisticsReport {
    var detail = StatisticsReport.Frames(
      totals: table.frameTotals, last: table.lastFrame, budget: table.configuration.costs.budget)
    detail.before = workspace.memory[Memory.self].last?.before(table)
    if table.hasTooManyIdentifiers {
      detail.warnings.append(
        "so many identifiers that cells can hardly be reused; see 'explain cardinality'")
    }
    var report = StatisticsReport(
      frames: table.frameCount, tables: table.statistics, detail: detail)
    report.supplementary = table.supplementaryStatistics
    let identities = workspace.levels.last?.identities
    report.identity = .init(
      key: identities?.path.description, isStable: identities?.isStable ?? false)
    return report
  }
}

/// The counters of a table at a moment.
private struct StatisticsMark {
  private let period: StatisticsPeriod
  private let frames: Int
  private let tables: [TableStatistics]

  init(_ table: Table) {
    period = table.period
    frames = table.frameCount
    tables = table.statistics
  }

  /// The counters to compare a table with; nil for another table or one that started again.
  func before(_ other: Table) -> StatisticsReport.Frames.Before? {
    guard other.period === period else { return nil }
    return StatisticsReport.Frames.Before(frames: frames, tables: tables)
  }
}
