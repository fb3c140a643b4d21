import DataSources
import TableModel

extension Session {
  func count(_ call: Invocation) throws(CommandError) -> Output {
    let level = try current()
    if call[0] != nil, call[0]?.raw != "--json" { return try countMatching(call) }
    let shown = try CountOfAll(level.shown)
    let total = try CountOfAll(level.shaped.source)
    var text = shown.words
    if shown.counts != total.counts { text += " (of " + total.words + ")" }
    var output = Output(text)
    output.json = [JSONWriter.text(of: Self.countRecord(shown, total), layout: .spaced)]
    output.fields = [
      ["sections", String(shown.counts.sections.known)], ["rows", String(shown.counts.rows.known)],
      ["items", String(shown.counts.items.known)],
    ]
    if call.has("json") { output.lines = [] }
    return output
  }

  private func countMatching(_ call: Invocation) throws(CommandError) -> Output {
    try expectWord("where", call[0], in: call)
    let (text, start) = call.rest(from: 1)
    let condition = try conditionKnowingKeys(text, at: start)
    let answer = try ask(condition, at: start)
    let (matching, asked) = (answer.matching, answer.asked)
    let level = try current()
    var output = Output(
      "\(Words.grouped(matching.count)) of \(Words.grouped(asked)) records match")
    let record = Self.countRecord(
      try CountOfAll(level.shown), try CountOfAll(level.shaped.source), matching: matching.count)
    output.json = [JSONWriter.text(of: record, layout: .spaced)]
    output.fields = [["matching", String(matching.count)], ["records", String(asked)]]
    output.notices = answer.notices
    return output
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

  /// Records are told where they are neither all rows nor all items.
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
