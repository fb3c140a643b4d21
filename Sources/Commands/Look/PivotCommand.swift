import Arranging
import CommandLanguage
import Results
import TableModel
import Workspaces

/// `pivot`: an aggregate with the values of one key as lines and those of another as columns.
struct PivotCommand: ShelfCommand {
  static let declaration = Command(
    "pivot", .look, "tabulate an aggregate by two keys",
    parameters: [
      Parameter("ROWKEY", .key), Parameter("COLUMNKEY", .key),
      Parameter("AGGREGATE", .aggregates, optional: true, repeated: true),
    ],
    options: [.limit, .json],
    discussion: """
      A line for each value of ROWKEY, a column for each of COLUMNKEY, and in each cell what \
      AGGREGATE comes to: one of those that `summarize` knows, `count` where none is named. Where \
      no record is, counts are 0 and other cells are empty. More than 200 columns are refused: \
      `summarize AGGREGATE by ROWKEY, COLUMNKEY` has lines for them.
      """,
    examples: [
      .init("pivot level service", "how many of each", on: "service.ndjson"),
      .init("pivot service level p95(latency_ms)", "a figure in each cell", on: "service.ndjson"),
    ],
    errors: [.impossible: "too many columns, or the field has no numbers"],
    related: ["summarize", "group", "results"], needs: .everything)

  private let keys: [Word]
  private let list: AggregateList
  private let form: AnswerForm

  init(_ call: Invocation) throws(CommandError) {
    try Self.refuseOrderOfSummarize(call)
    keys = [try call.required(0), try call.required(1)]
    form = try AnswerForm(call)
    var list = AggregateList.ofRecords
    if let word = call[2] {
      list = try AggregateList(call, from: 2)
      guard list.items.count == 1, list.keys.isEmpty, list.order == nil else {
        throw CommandError(
          .badValue(
            call.arguments.dropFirst(2).map(\.raw).joined(separator: " "), argument: "aggregate",
            expected: "one, like mean(price)"), at: word.range)
      }
    }
    list.keys = keys.map { AggregateList.Name(text: $0.text, range: $0.range) }
    self.list = list
  }

  /// Says where the keys stand to those who write them as `summarize` has them.
  private static func refuseOrderOfSummarize(_ call: Invocation) throws(CommandError) {
    guard let list = try? AggregateList(call, from: 0), list.keys.count == 2, list.field == nil,
      let item = list.items.first
    else { return }
    throw CommandError(
      .impossible(
        "the two keys stand first, without 'by'",
        hint: "like 'pivot \(list.keys[0].text) \(list.keys[1].text) \(item.name)'"),
      at: list.keys[0].range)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let question = try AggregateQuestion(list, in: workspace)
    let found = try question.answer(in: workspace)
    let name = list.items[0].name
    let title = "pivot \(keys[0].raw) \(keys[1].raw) \(name)"
    guard
      let table = ResultTable(
        pivot: found, of: list.items[0].kind, title, keys: question.keys)
    else {
      throw CommandError(
        .impossible(
          "'\(keys[1].text)' has more than \(ResultTable.mostPivotColumns) values, too many for columns",
          hint: "'summarize \(name) by \(keys[0].raw), \(keys[1].raw)' has a line for each"),
        at: keys[1].range)
    }
    let output = Output(table, bars: nil, in: form.room(in: workspace))
      .with(question.notices(after: found))
      .with(json: ResultJSON.pivot(table, by: question.keys, name))
    return form.give(output, table, of: question.asked, in: &workspace)
  }
}
