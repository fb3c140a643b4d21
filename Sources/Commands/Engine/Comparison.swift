import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// The statistics of one script under two sets of rules, side by side.
struct Comparison {
  struct Side {
    var name: String
    var frames: Int
    var tables: [TableStatistics]
    var totals: FrameTotals
    var budget: Int

    init(name: String, table: Table) {
      self.name = name
      frames = table.frameCount
      tables = table.statistics
      totals = table.frameTotals
      budget = table.configuration.costs.budget
    }
  }

  /// A number that both sides have.
  private struct Figure {
    var name: String
    var values: [Int]

    var isWorthALine: Bool { values.contains { $0 != 0 } }
  }

  let left: Side
  let right: Side
  /// What was run, in words.
  let script: String

  // MARK: Figures

  private func figures(_ table: Int) -> [Figure] {
    let sides = [left, right].map { $0.tables[table] }
    func figure(_ name: String, _ value: (TableStatistics) -> Int) -> Figure {
      Figure(name: name, values: sides.map(value))
    }
    return [
      figure("requests") { $0.totals.requests }, figure("created") { $0.totals.created },
      figure("reused") { $0.totals.reused },
      figure("hits %") { Int(($0.totals.hitRate * 100).rounded()) },
      figure("revived") { $0.totals.revived }, figure("retained") { $0.totals.retained },
      figure("recycled") { $0.totals.recycled },
      figure("discarded") { $0.totals.discarded }, figure("pooled") { $0.totals.pooled },
      figure("high-water") { $0.totals.highWater }, figure("visible") { $0.totals.visible },
      figure("alive") { $0.totals.alive },
      figure("prepareForReuse") { $0.callbacks.prepareForReuse },
      figure("willDisplay") { $0.callbacks.willDisplay },
      figure("didEndDisplaying") { $0.callbacks.didEndDisplaying },
      figure("heightForRow") { $0.callbacks.heightForRow },
      figure("stale content") { $0.stale.content }, figure("stale style") { $0.stale.style },
      figure("stale inner data") { $0.stale.innerData },
      figure("stale inner offset") { $0.stale.innerOffset },
      figure("stale selection") { $0.stale.selection }, figure("stale async") { $0.stale.async },
    ]
  }

  private var frameFigures: [Figure] {
    func figure(_ name: String, _ value: (Side) -> Int) -> Figure {
      Figure(name: name, values: [value(left), value(right)])
    }
    return [
      figure("frames", \.frames), figure("cost", \.totals.cost),
      figure("over budget", \.totals.hitch),
      figure("hitch ms/s") { $0.totals.hitchRate(budget: $0.budget) },
      figure("worst frame over", \.totals.worstHitch),
      figure("requests out of view", \.totals.invisibleRequests),
      figure("repeated binds", \.totals.repeatedBinds), figure("drift", \.totals.drift),
      figure("prefetch hits", \.totals.rowPrefetch.hits),
      figure("prefetch waste", \.totals.rowPrefetch.waste),
      figure("prefetch late", \.totals.rowPrefetch.late),
      figure("item prefetch hits", \.totals.itemPrefetch.hits),
      figure("item prefetch waste", \.totals.itemPrefetch.waste),
      figure("item prefetch late", \.totals.itemPrefetch.late),
      figure("images applied", \.totals.asyncApplied),
      figure("images rejected", \.totals.asyncRejected),
    ]
  }

  // MARK: Text

  func lines(width: Int) -> [StyledLine] {
    var grid = TextGrid(["", left.name, right.name, "difference"], numeric: [1, 2, 3])
    for figure in frameFigures where figure.isWorthALine { grid.add(Self.row(figure, indent: "")) }
    for (index, table) in left.tables.enumerated() {
      let figures = figures(index).filter(\.isWorthALine)
      if figures.isEmpty { continue }
      grid.add([table.table.rawValue, "", "", ""])
      for figure in figures { grid.add(Self.row(figure, indent: "  ")) }
    }
    return [StyledLine("compared over \(script)")] + grid.lines(width: width)
  }

  private static func row(_ figure: Figure, indent: String) -> [String] {
    let difference = figure.values[1] - figure.values[0]
    let sign = difference > 0 ? "+" : ""
    return [indent + figure.name] + figure.values.map(Words.grouped)
      + [difference == 0 ? "" : sign + Words.grouped(difference)]
  }

  // MARK: JSON

  var json: String {
    func numbers(_ figures: [Figure], _ side: Int) -> Value {
      .record(Record(figures.map { (Self.key($0.name), .integer($0.values[side])) }))
    }
    let sides = [left, right].enumerated().map { index, side -> Value in
      var record = Record([("name", .string(side.name)), ("frames", numbers(frameFigures, index))])
      for (table, statistics) in side.tables.enumerated() {
        record[statistics.table.rawValue] = numbers(figures(table), index)
      }
      return .record(record)
    }
    return JSONWriter.text(
      of: .record(
        Record([
          ("schema", .string("shelf.compare.1")), ("script", .string(script)),
          ("sides", .array(sides)),
        ])), layout: .spaced)
  }

  /// `stale inner data` as `staleInnerData`.
  private static func key(_ name: String) -> String {
    let words = name.split { !$0.isLetter }
    return words.enumerated().map { index, word in
      index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }
}

/// One side of a comparison: a policy, settings, or both, `recyclerview` or `nested=reset`.
struct Contender: Sendable {
  let name: String
  private var changes: [SettingChange] = []

  /// - Throws: an unknown policy or setting, or a value that is not allowed.
  init(_ word: Word) throws(CommandError) {
    name = word.text
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves.count == 2 ? String(halves[0]) : Setting.policy.name
      guard let setting = Setting.named(name), setting.scope != .screen else {
        let names = Setting.all.filter { $0.scope != .screen }.map(\.name)
        throw CommandError(
          .unknownSetting(name, nearest: Spelling.matches(for: name, among: names)), at: word.range)
      }
      var value = word
      value.text = String(halves[halves.count - 1])
      changes.append(try SettingChange(setting, to: value))
    }
  }

  func apply(to preferences: inout Preferences) {
    for change in changes { change.apply(to: &preferences) }
  }

  /// True for a command that would undo what is being compared.
  func isOverruled(by command: any ShelfCommand) -> Bool {
    guard let command = command as? any SettingAssigning else { return false }
    return changes.contains { command.changes($0.setting) }
  }
}
