import Arranging
import TableEngine
import TableModel

/// `schema`: the fields of all records.
struct SchemaCommand: ShelfCommand {
  static let declaration = Command(
    "schema", .look, "list the fields with kinds and ranges", options: [.json],
    discussion: """
      Reads every record and lists its fields: the kinds of their values and the share of \
      each, how many are null or lack the field, the smallest and the largest, how many \
      different ones (`1,000+` when there are more). With --json the shares are counts, and \
      `distinctIsExact` is false where there are more different values than `distinct` says. \
      Fields two keys deep are listed; the last line, and `deeper` in JSON, name the first one that \
      holds more, and `describe` takes a path of any length.
      """,
    examples: [
      .init("schema", "the fields of the table", on: "catalog.json"),
      .init("schema --json", "the same for machines", on: "service.ndjson"),
    ],
    related: ["describe", "distinct"], needs: .everything)

  private let isForMachines: Bool

  init(_ call: Invocation) { isForMachines = call.has(.json) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let schema = try workspace.current().summary(in: workspace) {
      level, budget, checkpoint throws(DataError) in
      try level.shown.schema(budget: budget, checkpoint: checkpoint)
    }
    return FieldReport.output(schema, width: workspace.reportWidth)
      .with(json: FieldReport.json(schema), alone: isForMachines)
  }
}

/// `describe`: one field of all records.
struct DescribeCommand: ShelfCommand {
  static let declaration = Command(
    "describe", .look, "describe one field",
    parameters: [Parameter("FIELD", .key)], options: [.json],
    discussion: """
      Says what `schema` says of the field, and for numbers their sum, mean and deviation, for \
      text its length, and which values come up most. With --json nothing is rounded.
      """,
    examples: [
      .init("describe price", "range and kinds of a number", on: "catalog.json"),
      .init("describe Source", "and of text"),
    ],
    errors: [
      .unknownKey: "no record has the field",
      .impossible: "the field has no values of the kind that is asked for",
    ], related: ["schema", "distinct"],
    needs: .everything)

  private let field: Word
  private let isForMachines: Bool

  init(_ call: Invocation) throws(CommandError) {
    field = try call.required(0)
    isForMachines = call.has(.json)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let field = try workspace.questions.field(field)
    let found = try workspace.current().summary(in: workspace) {
      level, budget, checkpoint throws(DataError) in
      try level.shown.describe(
        field.path, from: level.columns, budget: budget, checkpoint: checkpoint)
    }
    return FieldReport.output(describing: found).with(field.notices)
      .with(json: FieldReport.json(describing: found), alone: isForMachines)
  }
}

/// `distinct`: the values of a field, the most frequent first.
struct DistinctCommand: ShelfCommand {
  static let declaration = Command(
    "distinct", .look, "count the different values of a field",
    parameters: [Parameter("FIELD", .key), Parameter("N", .count, optional: true)],
    options: [.json],
    discussion: """
      The most frequent come first; with N only so many are listed, and the others counted. \
      FIELD may lead through lists, as in predicates: `tags.name` are the names of all tags of a \
      record, `tags.@count` is their number. Lists and records are written as JSON and data by its \
      bytes; text is quoted where there are values of other kinds too.
      """,
    examples: [
      .init("distinct Source", "which sources, how often"),
      .init("distinct manufacturer 3", "the three with most products", on: "catalog.json"),
      .init("distinct level", "log levels, most frequent first", on: "service.ndjson"),
    ],
    errors: [.impossible: "the field has no values of the kind that is asked for"],
    related: ["group", "summarize"], needs: .everything)

  private let field: Word
  /// How many values are listed at most.
  private let most: Int
  private let isForMachines: Bool

  init(_ call: Invocation) throws(CommandError) {
    field = try call.required(0)
    most = try call.count(at: 1) ?? .max
    isForMachines = call.has(.json)
    if most < 1, let word = call[1] {
      throw CommandError(
        .badValue(word.text, argument: "number of values", expected: "1 or more"), at: word.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let field = try workspace.questions.field(field)
    let values = try workspace.current().summary(in: workspace) {
      level, budget, checkpoint throws(DataError) in
      try level.shown.distinct(
        field.path, most: most, from: level.columns, budget: budget, checkpoint: checkpoint)
    }
    return FieldReport.output(values, width: workspace.reportWidth).with(field.notices)
      .with(json: FieldReport.json(values, of: field.path), alone: isForMachines)
  }
}

/// `summarize`: the numbers of a field, for each value of another.
struct SummarizeCommand: ShelfCommand {
  private enum Leader: String, Keyword { case by }

  static let declaration = Command(
    "summarize", .look, "sum up a field by the values of another",
    parameters: [
      Parameter("FIELD", .key), Parameter("by", .choice(of: Leader.self)), Parameter("KEY", .key),
    ],
    options: [.json],
    discussion: """
      A line for each value of KEY, in order: its records, and what the numbers of FIELD come \
      to. With --json means are not rounded, and `deviation` is given, too.
      """,
    examples: [
      .init("summarize price by manufacturer", "count, sum, mean, range", on: "catalog.json"),
      .init("summarize Views by Source", "how much each source is read"),
    ],
    errors: [.impossible: "the field has no values of the kind that is asked for"],
    related: ["group", "distinct"], needs: .everything)

  private let field: Word
  private let key: Word
  private let isForMachines: Bool

  init(_ call: Invocation) throws(CommandError) {
    field = try call.required(0)
    try call.expect(Leader.by, at: 1)
    key = try call.required(2)
    isForMachines = call.has(.json)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let questions = workspace.questions
    let field = try questions.field(field, for: .order)
    let by = try questions.field(key)
    let groups = try workspace.current().summary(in: workspace) {
      level, budget, checkpoint throws(DataError) in
      try level.shown.summarize(
        field.path, by: by.path, from: level.columns, budget: budget, checkpoint: checkpoint)
    }
    return FieldReport.output(groups, by: by.path, width: workspace.reportWidth)
      .with(field.notices + by.notices)
      .with(json: FieldReport.json(groups, of: field.path, by: by.path), alone: isForMachines)
  }
}

extension Workspace {
  /// The columns to which reports are cut; nil where they are not shown on a terminal.
  var reportWidth: Int? {
    environment.printsToTerminal ? preferences.window.width : nil
  }
}

extension Level {
  /// Reads everything that is shown, until it is done or the user interrupts.
  fileprivate func summary<T>(
    in workspace: Workspace,
    _ body: (Level, _ budget: Int, @escaping Checkpoint) throws(DataError) -> T
  ) throws(CommandError) -> T {
    let counting = workspace.environment.counting(shaped.source)
    do {
      return try body(self, workspace.preferences.memoryBudget, counting)
    } catch {
      throw CommandError(error)
    }
  }
}

extension Output {
  /// The output with what programs get.
  ///
  /// - Parameter alone: whether that is all there is.
  fileprivate func with(
    json value: @autoclosure @escaping @Sendable () -> Value, alone: Bool
  ) -> Output {
    var output = Output(
      lines: alone ? [] : lines, json: [JSONWriter.text(of: value(), layout: .spaced)])
    output.fields = fields
    output.notices = notices
    output.isMessage = isMessage
    return output
  }
}
