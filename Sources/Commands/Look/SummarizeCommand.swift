import Arranging
import CommandLanguage
import PredicateLanguage
import Results
import TableModel
import Workspaces

/// `summarize`: the numbers of a field, or any aggregates, for each value of other fields.
struct SummarizeCommand: ShelfCommand {
  static let declaration = Command(
    "summarize", .look, "work out sums, means and the like for groups of records",
    parameters: [
      Parameter(
        "AGGREGATE, ... by KEY, ... sort by COLUMN [asc|desc]", .aggregates, repeated: true)
    ],
    options: [.bars, .limit, .json],
    discussion: """
      `summarize FIELD by KEY` prints a line for each value of KEY, in order: its records, and what \
      the numbers of FIELD come to. Any other figures are named one by one, for one or several \
      keys or, without `by`, for all records: `count`, the number of records; and of a field \
      count(FIELD), sum, mean (or avg), min, max, median, deviation, distinct, and percentiles \
      from p0 to p100, which lie between two numbers in proportion. `as NAME` gives a column \
      another name; a field called `count` is written in backquotes.

      Sums are exact in decimal as far as 38 digits go; the deviation is that of all numbers, not of \
      a sample. Values that an aggregate has no use for are left out, and a note says how many. \
      distinct counts different values, null apart. Lines are in the order of the keys' values; \
      `sort by COLUMN` at the end of the line orders them by a key or a figure, as it is written or \
      by its name, and `desc` puts the greatest first: with --limit N the first N of them are \
      printed. Lines without a value come last. `results` opens the lines as a table. \
      --bars draws the first figure. With --json nothing is rounded.
      """,
    examples: [
      .init("summarize price by manufacturer", "count, sum, mean, range", on: "catalog.json"),
      .init("summarize Views by Source", "how much each source is read"),
      .init(
        "summarize count, mean(price), p95(price) as high by manufacturer",
        "figures of your choice",
        on: "catalog.json"),
      .init(
        "summarize sum(price) by manufacturer sort by sum(price) desc --limit 3",
        "the first three", on: "catalog.json"),
      .init("summarize count by level, service --bars", "two keys, and bars", on: "service.ndjson"),
    ],
    errors: [.impossible: "the field has no values of the kind that is asked for"],
    related: ["group", "distinct", "pivot", "histogram", "results"], needs: .everything)

  private enum Form {
    case field(Word, by: Word)
    case aggregates(AggregateList)
  }

  private let asked: Form
  /// The column that the lines are ordered by.
  private let order: (column: Int, isDescending: Bool)?
  private let form: AnswerForm

  init(_ call: Invocation) throws(CommandError) {
    form = try AnswerForm(call)
    let list = try AggregateList(call, from: 0)
    let whole = list.field.map(list.withUsualFigures) ?? list
    order = try whole.order(in: call)
    if let field = list.field {
      guard let key = list.keys.first else {
        throw CommandError(
          .missingArgument("'by KEY' behind '\(field.text)'", usage: call.command.usage),
          at: field.range)
      }
      asked =
        list.keys.count == 1
        ? .field(Word(named: field), by: Word(named: key))
        : .aggregates(whole)
    } else {
      asked = .aggregates(list)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch asked {
    case .field(let field, let key): try summarize(field, by: key, &workspace)
    case .aggregates(let list): try aggregate(list, &workspace)
    }
  }

  private func summarize(
    _ field: Word, by key: Word, _ workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let questions = workspace.questions
    let field = try questions.field(field, for: .order)
    let by = try questions.field(key, for: .groups)
    let asked = try workspace.current().asked([field, by], in: workspace)
    let found = try asked.answer(in: workspace) { asked, checkpoint throws(DataError) in
      try asked.table.summarize(
        asked.paths[0], by: asked.paths[1], from: asked.columns, budget: asked.budget,
        checkpoint: checkpoint)
    }
    let lines = order(of: ResultTable(found, of: asked.paths[0], by: asked.paths[1]))
    let groups = lines.map { lines in lines.map { found[$0] } } ?? found
    let table = ResultTable(groups, of: asked.paths[0], by: asked.paths[1])
    let output = FieldReport.output(
      groups, by: by.path, bars: form.hasBars ? table.bars(of: "records") : nil,
      in: form.room(in: workspace)
    ).with(
      field.notices + by.notices + [asked.remark(onRepeated: asked.paths[0])].compactMap(\.self)
        + Self.remarks(on: groups, field.path)
    )
    .with(json: FieldReport.json(groups, of: field.path, by: by.path))
    return form.give(output, table, of: asked, in: &workspace)
  }

  /// The lines of a result as they were to be ordered; nil where they stay as they are.
  private func order(of table: ResultTable) -> [Int]? {
    order.map { table.order(by: $0.column, isDescending: $0.isDescending) }
  }

  /// What stands among numbers and is none.
  private static func remarks(on groups: [GroupSummary], _ field: FieldPath) -> [String] {
    let records = groups.reduce(0) { $0 + $1.records }
    let numbers = groups.reduce(0) { $0 + $1.numbers.count }
    let others = records - numbers
    let infinite = ["sum", "mean"].filter { name in
      groups.contains { $0.numbers.infinite.contains(name) }
    }
    let infinity = AggregateRemarks.infinity(of: infinite)
    guard numbers > 0, others > 0 else { return infinity }
    return [
      "`\(field)` is no number in \(others) of \(records) records, which sum and mean leave out"
    ] + infinity
  }

  private func aggregate(
    _ list: AggregateList, _ workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let question = try AggregateQuestion(list, in: workspace)
    let found = try question.answer(in: workspace)
    let unordered = ResultTable(
      found, of: question.aggregates, question.title, keys: question.keys, names: question.names)
    let table = order(of: unordered).map(unordered.inOrder) ?? unordered
    let keys = question.keys.count
    let bars = form.hasBars ? table.columns[keys].name : nil
    let output = Output(table, bars: bars, in: form.room(in: workspace))
      .with(question.notices(after: found))
      .with(json: ResultJSON.aggregates(table, keys: keys))
    return form.give(output, table, of: question.asked, in: &workspace)
  }
}

extension Word {
  init(named name: AggregateList.Name) {
    self.init(plain: name.text, at: name.range)
  }
}

extension AggregateList {
  /// Reads what was typed from an argument on; options that stand among it are left out.
  init(_ call: Invocation, from index: Int) throws(CommandError) {
    var line: [Character] = []
    for word in call.arguments.dropFirst(index) {
      line += Array(repeating: " ", count: max(0, word.range.lowerBound - line.count))
      line += Array(word.raw)
    }
    do throws(AggregateError) {
      try self.init(parsing: String(line))
    } catch {
      throw CommandError(.unreadable(error.message, hint: error.hint), at: error.range)
    }
  }

  /// The column that the lines are ordered by, among those of the result.
  fileprivate func order(in call: Invocation) throws(CommandError)
    -> (column: Int, isDescending: Bool)?
  {
    do throws(AggregateError) {
      return try orderColumn().map { ($0, order?.isDescending ?? false) }
    } catch {
      throw CommandError(.unreadable(error.message, hint: error.hint), at: error.range)
    }
  }

  /// The same with what is usually wanted of a field alone.
  func withUsualFigures(of field: Name) -> AggregateList {
    var list = self
    list.field = nil
    let kinds: [(Aggregate.Kind, String)] = [
      (.count, "records"), (.sum, "sum"), (.mean, "mean"), (.min, "min"), (.max, "max"),
    ]
    list.items = kinds.map { kind, name in
      Item(kind: kind, field: kind == .count ? nil : field, name: name, range: field.range)
    }
    return list
  }
}

/// Aggregates whose fields are known.
struct AggregateQuestion {
  let aggregates: [Aggregate]
  let names: [String]
  let keys: [FieldPath]
  let title: String
  let asked: AskedRecords
  private let fieldNotices: [String]
  private let list: AggregateList

  init(_ list: AggregateList, in workspace: Workspace) throws(CommandError) {
    let questions = workspace.questions
    var fields: [AskedField] = []
    for key in list.keys { fields.append(try questions.field(Word(named: key), for: .groups)) }
    for item in list.items {
      guard let field = item.field else { continue }
      fields.append(
        try questions.field(Word(named: field), for: item.kind.wantsOrder ? .order : .values))
    }
    asked = try workspace.current().asked(fields, in: workspace)
    keys = Array(asked.paths.prefix(list.keys.count))
    var paths = asked.paths.dropFirst(list.keys.count)
    aggregates = list.items.map { item in
      Aggregate(item.kind, of: item.field == nil ? nil : paths.popFirst())
    }
    names = list.keys.map(\.columnName) + list.items.map(\.name)
    let by = list.keys.isEmpty ? "" : " by " + list.keys.map(\.text).joined(separator: ", ")
    title = "summarize " + list.items.map(\.name).joined(separator: ", ") + by
    let repeated = aggregates.filter(\.kind.dependsOnNumber).compactMap(\.field)
      .compactMap(asked.remark)
    let countsRecords = aggregates.contains { $0.kind == .count && $0.field == nil }
    let counted = asked.recordLevel.map { ["`count` counts \($0.plural) here"] } ?? []
    fieldNotices =
      (fields.flatMap(\.notices) + (countsRecords ? counted : []) + repeated).uniqued
    self.list = list
  }

  /// - Throws: where an aggregate finds no value of the kind that it is of.
  func answer(in workspace: Workspace) throws(CommandError) -> Aggregation {
    let found = try asked.answer(in: workspace) { asked, checkpoint throws(DataError) in
      try asked.table.aggregate(
        aggregates, by: keys, from: asked.columns, budget: asked.budget, checkpoint: checkpoint)
    }
    for (aggregate, item) in zip(aggregates, list.items) where aggregate.wantsNumbers {
      guard let field = aggregate.field, let typed = item.field, let kinds = found.kinds[field],
        kinds.records > 0, kinds[.number] == 0
      else { continue }
      throw CommandError(
        .impossible(
          "no value of '\(typed.text)' is a number, and '\(item.name)' is worked out of numbers",
          hint: "count, distinct, min and max are of other values, too"), at: typed.range)
    }
    return found
  }

  func notices(after found: Aggregation) -> [String] {
    fieldNotices
      + AggregateRemarks.sentences(aggregates, Array(names.dropFirst(keys.count)), found)
  }
}

extension Aggregate.Kind {
  /// True where it matters how often the same value comes up.
  fileprivate var dependsOnNumber: Bool {
    switch self {
    case .min, .max, .distinct: false
    case .count, .sum, .mean, .quantile, .deviation: true
    }
  }

  /// True for what is worked out of values that have an order, or are numbers.
  fileprivate var wantsOrder: Bool {
    switch self {
    case .count, .distinct: false
    case .sum, .mean, .min, .max, .quantile, .deviation: true
    }
  }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var found: [String] = []
    for text in self where !found.contains(text) { found.append(text) }
    return found
  }
}
