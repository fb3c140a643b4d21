import Arranging
import CommandLanguage
import PredicateLanguage
import Results
import TableModel
import Workspaces

/// `schema`: the fields of all records.
struct SchemaCommand: ShelfCommand {
  static let declaration = Command(
    "schema", .look, "list the fields with kinds and ranges", options: [.limit, .json],
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
    related: ["describe", "distinct", "results"], needs: .everything)

  private let form: AnswerForm

  init(_ call: Invocation) throws(CommandError) { form = try AnswerForm(call) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let asked = try workspace.current().asked([], in: workspace)
    let schema = try asked.answer(in: workspace) { asked, checkpoint throws(DataError) in
      try asked.table.schema(budget: asked.budget, checkpoint: checkpoint)
    }
    let outer = try workspace.current().outerSchemas(in: workspace)
    let output = FieldReport.output(schema, around: outer, width: workspace.reportWidth)
      .with(json: FieldReport.json(schema, around: outer))
      .with(try workspace.current().shaped.source.remarksOnKeys)
    return form.give(output, ResultTable(schema, around: outer), of: asked, in: &workspace)
  }
}

/// `describe`: one field of all records.
struct DescribeCommand: ShelfCommand {
  static let declaration = Command(
    "describe", .look, "describe one field",
    parameters: [Parameter("FIELD", .key)], options: [.limit, .json],
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
    ], related: ["schema", "distinct", "results"],
    needs: .everything)

  private let field: Word
  private let form: AnswerForm

  init(_ call: Invocation) throws(CommandError) {
    field = try call.required(0)
    form = try AnswerForm(call)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let field = try workspace.questions.field(field)
    let asked = try workspace.current().asked([field], in: workspace)
    let found = try asked.answer(in: workspace) { asked, checkpoint throws(DataError) in
      try asked.table.describe(
        asked.paths[0], from: asked.columns, budget: asked.budget, checkpoint: checkpoint)
    }
    let infinity = AggregateRemarks.infinity(of: found.numbers?.infinite ?? [])
    let output = FieldReport.output(describing: found).with(field.notices + infinity)
      .with(json: FieldReport.json(describing: found))
    return form.give(output, ResultTable(found, of: asked.paths[0]), of: asked, in: &workspace)
  }
}

/// `distinct`: the values of a field, the most frequent first.
struct DistinctCommand: ShelfCommand {
  static let declaration = Command(
    "distinct", .look, "count the different values of a field",
    parameters: [Parameter("FIELD", .key), Parameter("N", .count, optional: true)],
    options: [.bars, .limit, .json],
    discussion: """
      The most frequent come first; with N only so many are listed, and the others counted. \
      FIELD may be a list or lead through lists, as in predicates: `tags.name` are the names of all \
      tags of a record, `tags.@count` is their number. Then elements are counted, not records, and \
      a note says in how many records they are. Lists and records are written as JSON and data by its \
      bytes; text is quoted where there are values of other kinds too. `results` opens the values as \
      a table, whose fields are `value`, `count` and `share`; --bars draws the shares.
      """,
    examples: [
      .init("distinct Source", "which sources, how often"),
      .init("distinct manufacturer 3", "the three with most products", on: "catalog.json"),
      .init("distinct level", "log levels, most frequent first", on: "service.ndjson"),
    ],
    errors: [.impossible: "the field has no values of the kind that is asked for"],
    related: ["group", "summarize", "results"], needs: .everything)

  private let field: Word
  /// How many values are listed at most.
  private let most: Int
  private let form: AnswerForm

  init(_ call: Invocation) throws(CommandError) {
    field = try call.required(0)
    most = try call.count(at: 1) ?? .max
    form = try AnswerForm(call)
    if most < 1, let word = call[1] {
      throw CommandError(
        .badValue(word.text, argument: "number of values", expected: "1 or more"), at: word.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let field = try workspace.questions.field(field)
    let asked = try workspace.current().asked([field], in: workspace)
    let values = try asked.distinct(asked.paths[0], most: most, in: workspace)
    let table = ResultTable(values, of: asked.paths[0])
    let output = FieldReport.output(
      values, bars: form.hasBars ? table.bars(of: "count") : nil, in: form.room(in: workspace)
    )
    .with(Self.remarks(on: values, field.path) + field.notices)
    .with(json: FieldReport.json(values, of: field.path))
    return form.give(output, table, of: asked, in: &workspace)
  }
  /// What is counted where there are lists.
  private static func remarks(on values: DistinctValues, _ field: FieldPath) -> [String] {
    guard let elements = values.elements else { return [] }
    return [
      "\(Words.number(elements.count, "element")) in \(Words.grouped(elements.holders)) of "
        + "\(Words.number(elements.records, "record")): `\(field)` leads to lists"
    ]
  }
}
