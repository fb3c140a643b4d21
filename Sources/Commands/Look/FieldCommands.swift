import Arranging
import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel

/// `schema`: the fields of all records.
struct SchemaCommand: ShelfCommand {
  static let declaration = Command(
    "schema", .look, "list the fields with kinds and ranges", options: [.json],
    discussion: """
      Reads every record and lists its fields, and above them those of the records around: of the \
      document, the sections, the rows; their keys can be asked for, too (see 'help scopes'). \
      It says the kinds of their values and the share of \
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
    let level = try workspace.current()
    let schema = try level.summary(in: workspace) { asked, budget, checkpoint throws(DataError) in
      try asked.table.schema(budget: budget, checkpoint: checkpoint)
    }
    let outer = try level.outerSchemas(in: workspace)
    return FieldReport.output(schema, around: outer, width: workspace.reportWidth)
      .with(json: FieldReport.json(schema, around: outer), alone: isForMachines)
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
    let found = try workspace.current().summary(of: field, in: workspace) {
      asked, budget, checkpoint throws(DataError) in
      try asked.table.describe(
        asked.paths[0], from: asked.columns, budget: budget, checkpoint: checkpoint)
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
    let values = try workspace.current().summary(of: field, in: workspace) {
      asked, budget, checkpoint throws(DataError) in
      try asked.table.distinct(
        asked.paths[0], most: most, from: asked.columns, budget: budget, checkpoint: checkpoint)
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
    let groups = try workspace.current().summary(of: field, by, in: workspace) {
      asked, budget, checkpoint throws(DataError) in
      try asked.table.summarize(
        asked.paths[0], by: asked.paths[1], from: asked.columns, budget: budget,
        checkpoint: checkpoint)
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

/// The records that a question is asked of: those of the innermost level that it names.
private struct AskedRecords {
  let table: ArrangedTable
  let columns: ColumnStore
  /// The paths of the fields from there.
  let paths: [FieldPath]
}

extension Level {
  /// Reads everything that is shown, until it is done or the user interrupts.
  fileprivate func summary<T>(
    of fields: AskedField..., in workspace: Workspace,
    _ body: (AskedRecords, _ budget: Int, @escaping Checkpoint) throws(DataError) -> T
  ) throws(CommandError) -> T {
    let counting = workspace.environment.counting(shaped.source)
    do {
      return try body(
        records(for: fields, counting), workspace.preferences.memoryBudget, counting)
    } catch {
      throw CommandError(error)
    }
  }

  private func records(for fields: [AskedField], _ checkpoint: @escaping Checkpoint)
    throws(DataError) -> AskedRecords
  {
    let levels = fields.compactMap(\.level)
    guard let level = levels.min(), levels.count == fields.count,
      let outer = OuterTable(level, of: try ungrouped(checkpoint))
    else {
      return AskedRecords(table: shown, columns: columns, paths: fields.map(\.path))
    }
    let columns =
      shown.isIdentity ? self.columns.outer(level) : nil
    return AskedRecords(
      table: ArrangedTable(base: outer), columns: columns ?? ColumnStore(source: outer),
      paths: fields.map { field in
        field.level == level ? FieldPath(Array(field.path.steps.dropFirst())) : field.path
      })
  }

  /// The fields of the levels around the records, from the outermost one inwards.
  fileprivate func outerSchemas(in workspace: Workspace)
    throws(CommandError) -> [(level: OuterLevel, schema: Schema)]
  {
    var schemas: [(OuterLevel, Schema)] = []
    for level in OuterLevel.outwards.reversed() where shaped.source.outerLevels.contains(level) {
      let schema = try summary(in: workspace) { _, budget, checkpoint throws(DataError) in
        try OuterTable(level, of: ungrouped(checkpoint))?.schema(checkpoint: checkpoint)
      }
      if let schema, !schema.fields.isEmpty { schemas.append((level, schema)) }
    }
    return schemas
  }

  /// What is shown in the sections of the data, which have records of their own.
  private func ungrouped(_ checkpoint: @escaping Checkpoint) throws(DataError) -> ArrangedTable {
    guard arrangement.grouping != nil else { return shown }
    return try ArrangedTable(
      base: shaped.source, arrangement: Arrangement(filters: arrangement.filters),
      columns: columns, checkpoint: checkpoint)
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
