import DataSources
import Rendering
import TableModel

extension Output {
  /// A grid as text for people and as fields for programs.
  init(_ grid: TextGrid, width: Int?) {
    self.init(lines: grid.lines(width: width))
    fields = grid.fields
  }
}

/// Schemas and summaries as text for people and as JSON for machines.
enum FieldReport {
  static func output(_ schema: Schema, width: Int?) -> Output {
    if schema.fields.isEmpty {
      return Output("no fields in \(Words.number(schema.records, "record"))")
    }
    var grid = TextGrid(
      ["field", "kinds", "null", "missing", "distinct", "min", "max"], numeric: [2, 3, 4])
    for field in schema.fields {
      grid.add([
        field.path.description, kinds(field), blankZero(field.nulls), blankZero(field.missing),
        Words.grouped(field.distinct) + (field.distinctIsCapped ? "+" : ""),
        field.minimum?.plainText ?? "", field.maximum?.plainText ?? "",
      ])
    }
    var output = Output(grid, width: width)
    var foot = Words.number(schema.records, "record")
    if schema.isTruncated {
      foot +=
        " · more fields than these: only the first \(Words.grouped(schema.fields.count)) are kept"
    }
    output.lines.append(StyledLine(foot, TextStyle(.secondary, .dim)))
    return output
  }

  private static func kinds(_ field: FieldSummary) -> String {
    let total = field.count
    if field.kinds.count <= 1 { return field.kinds.first?.kind.rawValue ?? "null" }
    return field.kinds.map { kind in
      "\(kind.kind.rawValue) \(max(1, (kind.count * 100 + total / 2) / total))%"
    }.joined(separator: " ")
  }

  private static func blankZero(_ count: Int) -> String {
    count == 0 ? "" : Words.grouped(count)
  }

  /// The `shelf.schema.1` record.
  static func json(_ schema: Schema) -> Value {
    let fields = schema.fields.map { field -> Value in
      let kinds = field.kinds.map { ($0.kind.rawValue, Value.integer($0.count)) }
      return .record(
        Record([
          ("name", .string(field.name)), ("path", .string(field.path.description)),
          ("kinds", .record(Record(kinds))), ("null", .integer(field.nulls)),
          ("missing", .integer(field.missing)), ("min", field.minimum ?? .null),
          ("max", field.maximum ?? .null), ("distinct", .integer(field.distinct)),
        ]))
    }
    return .record(
      Record(
        [
          ("schema", .string("shelf.schema.1")), ("records", .integer(schema.records)),
          ("fields", .array(fields)),
        ] + (schema.isTruncated ? [("truncated", .bool(true))] : [])))
  }

  static func output(describing field: FieldDescription) -> Output {
    let summary = field.summary
    var grid = TextGrid(["field", summary.path.description])
    grid.add(["kinds", kinds(summary)])
    grid.add(["records", Words.grouped(field.records)])
    grid.add(["null", Words.grouped(summary.nulls)])
    grid.add(["missing", Words.grouped(summary.missing)])
    grid.add([
      "distinct", Words.grouped(summary.distinct) + (summary.distinctIsCapped ? "+" : ""),
    ])
    if let minimum = summary.minimum { grid.add(["min", minimum.plainText]) }
    if let maximum = summary.maximum { grid.add(["max", maximum.plainText]) }
    if let numbers = field.numbers {
      grid.add(["sum", numbers.sum.text])
      if let mean = numbers.mean { grid.add(["mean", rounded(mean)]) }
      if let deviation = numbers.deviation { grid.add(["deviation", rounded(deviation)]) }
    }
    if let lengths = field.textLengths {
      grid.add(["length", "\(lengths.lowerBound) to \(lengths.upperBound) characters"])
    }
    for value in field.frequent.prefix(5) {
      grid.add(["often", "\(value.value.plainText) (\(Words.grouped(value.count)))"])
    }
    return Output(grid, width: nil)
  }

  static func output(_ distinct: DistinctValues, width: Int?) -> Output {
    var grid = TextGrid(["count", "value"], numeric: [0])
    for value in distinct.values { grid.add([Words.grouped(value.count), value.value.plainText]) }
    if distinct.missing > 0 { grid.add([Words.grouped(distinct.missing), "(missing)"]) }
    if distinct.others > 0 { grid.add([Words.grouped(distinct.others), "(other values)"]) }
    return Output(grid, width: width)
  }

  static func output(_ groups: [GroupSummary], by: FieldPath, width: Int?) -> Output {
    var grid = TextGrid(
      [by.description, "records", "sum", "mean", "min", "max"], numeric: [1, 2, 3, 4, 5])
    for group in groups {
      let hasNumbers = group.numbers.count > 0
      grid.add([
        group.title, Words.grouped(group.records), hasNumbers ? group.numbers.sum.text : "",
        group.numbers.mean.map(rounded) ?? "", group.minimum?.plainText ?? "",
        group.maximum?.plainText ?? "",
      ])
    }
    return Output(grid, width: width)
  }

  /// Two decimals at most.
  private static func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return NumberText(value).text }
    return NumberText((value * 100).rounded() / 100).text
  }
}
