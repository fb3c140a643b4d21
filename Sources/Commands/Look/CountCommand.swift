import Arranging
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `count`: how much is shown, or how many records fulfil a condition.
struct CountCommand: ShelfCommand {
  static let declaration = Command(
    "count", .look, "count sections, rows and items",
    parameters: [
      Parameter(
        "where PREDICATE", .parts, optional: true,
        parts: [.init(Leader.where, .predicate, "where a predicate is true")])
    ],
    options: [.json],
    discussion: """
      Counts what is shown, and everything too when a filter is on. Records are items, and rows \
      without items; where a table has both, they are counted, too. `count where PREDICATE` \
      counts the shown records for which the predicate is true, without filtering.
      """,
    examples: [
      .init("count", "count everything"),
      .init("count where Views > 20000", "count without filtering"),
    ],
    related: ["filter", "summarize"], needs: .everything)

  private enum Leader: String, Keyword { case `where` }

  private let condition: TypedText?
  private let isForMachines: Bool

  init(_ call: Invocation) throws(CommandError) {
    isForMachines = call.has(.json)
    if call.arguments.isEmpty {
      condition = nil
    } else {
      try call.expect(Leader.where)
      condition = TypedText(call.rest(from: 1))
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if let condition { _ = try Condition(condition) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    var output =
      if let condition {
        try Self.count(condition, in: workspace)
      } else {
        try Self.count(try workspace.current())
      }
    if isForMachines { output.lines = [] }
    return output
  }

  private static func count(_ level: Level) throws(CommandError) -> Output {
    let shown = try CountOfAll(level.shown)
    let total = try CountOfAll(level.shaped.source.unnarrowed)
    var text = shown.words
    if shown.counts != total.counts { text += " (of " + total.words + ")" }
    var output = Output(text)
    output.json = [JSONWriter.text(of: countRecord(shown, total), layout: .spaced)]
    output.fields = [
      ["sections", String(shown.counts.sections.known)], ["rows", String(shown.counts.rows.known)],
      ["items", String(shown.counts.items.known)],
    ]
    return output
  }

  private static func count(
    _ typed: TypedText, in workspace: Workspace
  ) throws(CommandError) -> Output {
    let questions = workspace.questions
    let condition = try questions.condition(typed)
    let served = try questions.countServed(condition, at: typed.start)
    let answer: ConditionCount
    if let served {
      answer = served
    } else {
      let asked = try questions.ask(condition, at: typed.start)
      answer = ConditionCount(
        matching: asked.matching.count, asked: asked.asked, notices: asked.notices)
    }
    let (matching, asked) = (answer.matching, answer.asked)
    let level = try workspace.current()
    var output = Output("\(Words.grouped(matching)) of \(Words.grouped(asked)) records match")
    let record = countRecord(
      try CountOfAll(level.shown), try CountOfAll(level.shaped.source.unnarrowed),
      matching: matching)
    output.json = [JSONWriter.text(of: record, layout: .spaced)]
    output.fields = [["matching", String(matching)], ["records", String(asked)]]
    return output.with(answer.notices)
  }

  /// The `shelf.count.1` record. `records` are the items, and the rows that have none.
  private static func countRecord(
    _ shown: CountOfAll, _ total: CountOfAll, matching: Int? = nil
  ) -> Value {
    .record(
      Record(
        [("schema", .string("shelf.count.1"))] + shown.members
          + [("total", .record(Record(total.members)))]
          + (matching.map { [("matching", .integer($0))] } ?? [])))
  }
}

/// Sections, rows, items and records of a table.
private struct CountOfAll {
  let counts: Counts
  let records: Int

  init(_ source: any TableSource) throws(CommandError) {
    counts = source.counts()
    do { records = try source.recordCount() } catch { throw CommandError(error) }
  }

  /// Records are counted apart where they are neither all rows nor all items.
  var words: String {
    let hasBoth = counts.items.known > 0 && records != counts.items.known
    return Words.counts(counts) + (hasBoth ? Mark.dot + Words.number(records, "record") : "")
  }

  var members: [(String, Value)] {
    [
      ("sections", .integer(counts.sections.known)), ("rows", .integer(counts.rows.known)),
      ("items", .integer(counts.items.known)), ("records", .integer(records)),
      ("exact", .bool(counts.sections.isExact && counts.rows.isExact && counts.items.isExact)),
    ]
  }
}
