import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

/// `expect`: fails unless a condition over the state of the table holds.
struct ExpectCommand: ShelfCommand {
  static let declaration = Command(
    "expect", .shell, "fail unless a condition holds",
    parameters: [Parameter("CONDITION", .predicate)],
    discussion: """
      A predicate over the numbers of `stats` and `count` and the state: created, reused, \
      recycled, pooled, visible, requests, highWater (of the items, or of the rows in a plain \
      table; rows.created and items.created name the table), count (the records shown; also \
      rows.count, items.count), sections, offset, focus, selected, marked. Passes silently.
      """,
    examples: [
      .init("expect created <= 60", "few cells"),
      .init("select 0.0.3; expect selected CONTAINS \"0.0.3\"", "the selection"),
    ],
    errors: [.expectationFailed: "with what was expected and what was found"],
    related: ["stats", "count"], needs: .everything)

  private let condition: TypedText
  private let line: Range<Int>

  init(_ call: Invocation) throws(CommandError) {
    condition = TypedText(call.rest())
    line = call.range
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    _ = try Condition(condition)
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let typed = condition
    let condition = try Condition(typed)
    let level = try workspace.current()
    if condition.keyPaths.contains(where: \.namesCount) {
      // Counts that were known before a file changed underneath say nothing about it.
      _ = try reading { () throws(DataError) in try level.shaped.source.sections(0..<1) }
    }
    let state = Value.record(level.state(depth: workspace.levels.count))
    let holds: Bool
    do {
      var context = EvaluationContext()
      holds = try condition.evaluate(state, in: &context)
    } catch {
      throw CommandError(.evaluation(error), at: line)
    }
    if holds { return Output() }
    let found = condition.keyPaths.map { path in
      "\(path) = \(state[path: path]?.plainText ?? "nothing")"
    }
    throw CommandError(
      .expectationFailed(
        expected: condition.format, found: found.joined(separator: ", ")), at: typed.range)
  }
}

extension Level {
  /// The names that `expect` knows, with their values now.
  ///
  /// - Parameter depth: how many tables are open, this one the last.
  func state(depth: Int) -> Record {
    let counts = shown.counts()
    let isPlain = counts.items == .exact(0)
    var record = Record()
    for statistics in table.statistics {
      var counters = Self.record(of: statistics)
      counters["count"] = .integer(
        (statistics.table == .rows ? counts.rows : counts.items).known)
      record[statistics.table.rawValue] = .record(counters)
      if (statistics.table == .rows) == isPlain {
        for field in counters.fields { record[field.key] = field.value }
      }
    }
    for (name, value) in Self.frameRecord(of: table) { record[name] = value }
    for kind in table.supplementaryStatistics {
      record[kind.identifier + "s"] = .record(Self.record(of: kind.counters.named))
    }
    record["count"] = .integer((isPlain ? counts.rows : counts.items).known)
    record["sections"] = .integer(counts.sections.known)
    record["offset"] = .integer(table.offset)
    record["focus"] = table.focus.map { .string($0.description) } ?? .null
    func places(_ addresses: Set<Address>) -> Value {
      .array(addresses.sorted().map { .string($0.description) })
    }
    record["selected"] = places(table.selection)
    record["marked"] = places(presenter.marks)
    record["level"] = .integer(depth)
    record["editing"] = table.editing.map { .string($0.description) } ?? .null
    return record
  }

  /// What the frames were and cost, and the state of the content.
  private static func frameRecord(of table: Table) -> [(String, Value)] {
    let totals = table.frameTotals
    return [
      ("frames", .integer(table.frameCount)), ("contentHeight", .integer(table.contentHeight)),
      ("cost", .integer(totals.cost)), ("hitch", .integer(totals.hitch)),
      ("drift", .integer(totals.drift)),
      ("invisibleRequests", .integer(totals.invisibleRequests)),
      ("repeatedBinds", .integer(totals.repeatedBinds)),
      ("prefetchHits", .integer(totals.rowPrefetch.hits)),
      ("prefetchWaste", .integer(totals.rowPrefetch.waste)),
      ("prefetchLate", .integer(totals.rowPrefetch.late)),
      ("itemPrefetchHits", .integer(totals.itemPrefetch.hits)),
      ("itemPrefetchWaste", .integer(totals.itemPrefetch.waste)),
      ("itemPrefetchLate", .integer(totals.itemPrefetch.late)),
      ("imagesApplied", .integer(totals.asyncApplied)),
      ("imagesRejected", .integer(totals.asyncRejected)),
      ("imagesRead", .integer(totals.imagesRead)), ("comparisons", .integer(totals.comparisons)),
      ("subviews", .integer(table.lastFrame.subviews)),
      ("imagesPending", .integer(table.pendingImages)),
    ]
  }

  private static func record(of statistics: TableStatistics) -> Record {
    var record = record(of: statistics.totals.named + statistics.namedCalls)
    record["stale"] = .record(Self.record(of: statistics.stale.named))
    return record
  }

  private static func record(of figures: [(name: String, figure: NamedFigure)]) -> Record {
    Record(
      figures.map { name, figure in
        switch figure {
        case .count(let count): (name, .integer(count))
        case .share(let share): (name, .double(share))
        }
      })
  }
}

extension FieldPath {
  /// True for `count`, `items.count`, `sections`: how much data there is.
  fileprivate var namesCount: Bool {
    guard case .key(let name) = steps.last else { return false }
    return name == "count" || name == "sections"
  }
}
