import Arranging
import CommandLanguage
import Rendering
import TableModel

extension Output {
  /// A grid as text for people and as fields for programs.
  init(_ grid: TextGrid, width: Int?) {
    self.init(lines: grid.lines(width: width))
    unmadeLines = grid.count - grid.keptLines
    isMessage = true
    fields = grid.fields
  }
}

/// Schemas and summaries as text for people.
///
/// The width that they get is that of a terminal; nil where there is none.
enum FieldReport {
  /// - Parameter outer: the levels around the records, the outermost one first; each gets a heading
  ///   then, and the records, too.
  static func output(
    _ schema: Schema, around outer: [(level: OuterLevel, schema: Schema)], width: Int?
  ) -> Output {
    var whole = Output(lines: [])
    whole.isMessage = true
    for (name, schema) in outer.map({ ($0.level.plural, $0.schema) }) + [("records", schema)] {
      let part = output(schema, width: width)
      if !outer.isEmpty { whole.lines.append(StyledLine(name, TextStyle(.header))) }
      whole.lines += part.lines
      whole.fields = part.fields
    }
    return whole
  }

  private static func output(_ schema: Schema, width: Int?) -> Output {
    if schema.fields.isEmpty {
      return Output("no fields in \(Words.number(schema.records, "record"))")
    }
    var grid = TextGrid(
      ["field", "kinds", "null", "missing", "distinct", "min", "max"], numeric: [2, 3, 4])
    for field in schema.fields {
      let shares = KindShares(field, records: schema.records)
      let cells: [TextGrid.Cell] = [
        .whole(field.path.description), .whole(shares.kinds), .whole(shares.null),
        .whole(shares.missing), .whole(distinct(field)), cell(field.minimum),
        cell(field.maximum),
      ]
      var fields = cells.map(\.text)
      (fields[2], fields[3]) = (String(field.nulls), String(field.missing))
      grid.add(cells, fields: fields)
    }
    var output = Output(grid, width: width)
    var foot = Words.number(schema.records, "record")
    if schema.isTruncated {
      foot +=
        "\(Mark.dot)more fields than these: only the first \(Words.grouped(schema.fields.count)) are kept"
    }
    if let deeper = schema.deeper {
      foot +=
        "\(Mark.dot)fields in '\(deeper)' and others as deep are not listed:"
        + " 'describe KEY.PATH' tells of one"
    }
    output.lines.append(StyledLine(foot, TextStyle(.secondary, .dim)))
    return output
  }

  private static func distinct(_ field: FieldSummary) -> String {
    Words.grouped(field.distinct) + (field.distinctIsCapped ? "+" : "")
  }

  /// A value that may be cut if it is a text, and never if it is a figure.
  private static func cell(_ value: Value?) -> TextGrid.Cell {
    guard let value else { return .text("") }
    return value.string == nil ? .whole(value.plainText) : .text(value.plainText)
  }

  static func output(describing field: FieldDescription) -> Output {
    let summary = field.summary
    let shares = KindShares(summary, records: field.records)
    var grid = TextGrid(["field", summary.path.description], widest: 80)
    func add(_ name: String, _ text: String) { grid.add([.whole(name), .whole(text)]) }
    func counted(_ count: Int, _ share: String) -> String {
      Words.grouped(count) + (count > 0 ? " (\(share))" : "")
    }
    add("kinds", shares.kinds)
    add("records", Words.grouped(field.records))
    add("null", counted(summary.nulls, shares.null))
    add("missing", counted(summary.missing, shares.missing))
    add("distinct", distinct(summary))
    if let minimum = summary.minimum { grid.add([.whole("min"), cell(minimum)]) }
    if let maximum = summary.maximum { grid.add([.whole("max"), cell(maximum)]) }
    if let numbers = field.numbers {
      add("sum", numbers.sum.text)
      if let mean = numbers.mean { add("mean", rounded(mean).text) }
      if let deviation = numbers.deviation { add("deviation", rounded(deviation).text) }
    }
    if let lengths = field.textLengths {
      add("length", "\(lengths.lowerBound) to \(lengths.upperBound) characters")
    }
    let frequent = field.frequent.prefix(5)
    let labels = ValueLabels(telling: frequent.map(\.value))
    for value in frequent {
      let text = labels.label(of: value.value) + " (\(Words.grouped(value.count)))"
      grid.add([.whole("often"), .text(text)])
    }
    return Output(grid, width: nil)
  }

  /// - Parameter bars: one for each line; nil for none.
  static func output(_ distinct: DistinctValues, bars: [String]? = nil, in room: AnswerRoom)
    -> Output
  {
    let labels = ValueLabels(telling: distinct.values.map(\.value))
    var grid = TextGrid(
      ["count", "value"] + (bars == nil ? [] : [""]), numeric: [0], widest: 80, most: room.lines)
    grid.add(count: distinct.values.count) { line in
      let value = distinct.values[line]
      let label = labels.label(of: value.value)
      let isFigure = if case .number = value.value { true } else { false }
      return [.whole(Words.grouped(value.count)), isFigure ? .whole(label) : .text(label)]
        + (bars.map { [.whole($0[line])] } ?? [])
    }
    let missing = distinct.elements == nil ? distinct.missing : 0
    let rest = [(missing, "(missing)"), (distinct.others, others(distinct))]
    for (count, words) in rest where count > 0 {
      let bar = bars.map { $0.count > distinct.values.count && words == "(missing)" ? $0.last : "" }
      grid.add(
        [.whole(Words.grouped(count)), .text(words)] + (bar.map { [.whole($0 ?? "")] } ?? []))
    }
    return Output(grid, width: room.width)
  }

  /// The values that are not listed.
  private static func others(_ distinct: DistinctValues) -> String {
    if distinct.unlisted == 0 { return "(other values)" }
    let more = distinct.isCapped ? "+" : ""
    return
      "(\(Words.grouped(distinct.unlisted))\(more) other value\(distinct.unlisted == 1 ? "" : "s"))"
  }

  /// - Parameter bars: one for each line; nil for none.
  static func output(
    _ groups: [GroupSummary], by: FieldPath, bars: [String]? = nil, in room: AnswerRoom
  ) -> Output {
    let labels = ValueLabels(telling: groups.compactMap(\.value))
    var grid = TextGrid(
      [by.description, "records", "sum", "mean", "min", "max"] + (bars == nil ? [] : [""]),
      numeric: [1, 2, 3, 4, 5], most: room.lines)
    grid.add(count: groups.count) { line in
      let group = groups[line]
      let title = group.value.map(labels.label) ?? group.title
      let isFigure = if case .number? = group.value { true } else { false }
      let hasNumbers = group.numbers.count > 0
      return [
        isFigure ? .whole(title) : .text(title), .whole(Words.grouped(group.records)),
        .whole(hasNumbers ? group.numbers.sum.text : ""),
        .whole(group.numbers.mean.map { rounded($0).text } ?? ""), cell(group.minimum),
        cell(group.maximum),
      ] + (bars.map { [.whole($0[line])] } ?? [])
    }
    return Output(grid, width: room.width)
  }

  /// Two decimals at most.
  private static func rounded(_ value: Double) -> NumberText {
    guard value.isFinite, abs(value) < 1e15 else { return NumberText(value) }
    return NumberText((value * 100).rounded() / 100)
  }
}

/// The share of all records that each kind of a field has, null and missing included.
private struct KindShares {
  private let field: FieldSummary
  private let shares: Shares

  init(_ field: FieldSummary, records: Int) {
    self.field = field
    shares = Shares(of: field.kinds.map(\.count) + [field.nulls, field.missing], in: records)
  }

  var null: String { shares[field.kinds.count] }
  var missing: String { shares[field.kinds.count + 1] }

  /// The kinds, with their shares unless one kind is all there is.
  var kinds: String {
    guard let first = field.kinds.first else { return field.nulls > 0 ? "null" : "" }
    if field.kinds.count == 1, field.nulls == 0, field.missing == 0 { return first.kind.rawValue }
    return field.kinds.indices.map { "\(field.kinds[$0].kind.rawValue) \(shares[$0])" }
      .joined(separator: " ")
  }
}

// MARK: - JSON

/// Schemas and summaries for programs: every value as it stands in the data.
extension FieldReport {
  /// The `shelf.schema.1` record.
  ///
  /// Where `distinctIsExact` is false, `distinct` is what was counted before counting stopped: there
  /// are more. `levels` are the records around, from the document inwards, each with its fields.
  static func json(
    _ schema: Schema, around outer: [(level: OuterLevel, schema: Schema)]
  ) -> Value {
    let levels = outer.map { level, schema -> Value in
      .record(Record([("level", .string(level.rawValue))] + members(of: schema)))
    }
    return .record(
      Record(
        [("schema", .string("shelf.schema.1"))] + members(of: schema)
          + (levels.isEmpty ? [] : [("levels", .array(levels))])))
  }

  private static func members(of schema: Schema) -> [(String, Value)] {
    let fields = schema.fields.map { field -> Value in
      .record(Record([("name", .string(field.name))] + members(of: field)))
    }
    return [("records", .integer(schema.records)), ("fields", .array(fields))]
      + (schema.isTruncated ? [("truncated", .bool(true))] : [])
      + (schema.deeper.map { [("deeper", .string($0.description))] } ?? [])
  }

  private static func members(of field: FieldSummary) -> [(String, Value)] {
    let kinds = field.kinds.map { ($0.kind.rawValue, Value.integer($0.count)) }
    return [
      ("path", .string(field.path.description)), ("kinds", .record(Record(kinds))),
      ("null", .integer(field.nulls)), ("missing", .integer(field.missing)),
      ("min", field.minimum ?? .null), ("max", field.maximum ?? .null),
      ("distinct", .integer(field.distinct)), ("distinctIsExact", .bool(!field.distinctIsCapped)),
    ]
  }

  /// The `shelf.describe.1` record: what `shelf.schema.1` says of a field, and more.
  ///
  /// Sums are exact in decimal as far as 38 digits go; the mean and the deviation are not rounded.
  static func json(describing field: FieldDescription) -> Value {
    var record = Record(
      [
        ("schema", .string("shelf.describe.1")), ("name", .string(field.summary.name)),
        ("records", .integer(field.records)),
      ] + members(of: field.summary))
    if let numbers = field.numbers {
      for (name, value) in members(of: numbers) { record[name] = value }
    }
    if let lengths = field.textLengths {
      record["lengths"] = .record(
        Record([
          ("min", .integer(lengths.lowerBound)), ("max", .integer(lengths.upperBound)),
        ]))
    }
    record["frequent"] = .array(field.frequent.map(json))
    return .record(record)
  }

  private static func members(of numbers: NumberStatistics) -> [(String, Value)] {
    let isNone = numbers.count == 0
    return [
      ("sum", isNone ? .null : .number(numbers.sum)),
      ("mean", numbers.mean.map(Value.double) ?? .null),
      ("deviation", numbers.deviation.map(Value.double) ?? .null),
    ]
  }

  private static func json(_ value: ValueCount) -> Value {
    .record(Record([("value", value.value), ("count", .integer(value.count))]))
  }

  /// The `shelf.distinct.1` record: the values, the most frequent first.
  ///
  /// `missing` counts the records without the field, `others` those whose value is not listed
  /// because the caller limited the list or there are too many different ones. `more` counts the
  /// distinct values among these, where they were counted one by one. Where there are lists, the
  /// counts are those of `elements` in that many records, and `missing` records have none.
  static func json(_ distinct: DistinctValues, of field: FieldPath) -> Value {
    .record(
      Record(
        [
          ("schema", .string("shelf.distinct.1")), ("path", .string(field.description)),
          ("values", .array(distinct.values.map(json))), ("missing", .integer(distinct.missing)),
          ("others", .integer(distinct.others)), ("more", .integer(distinct.unlisted)),
        ]
          + (distinct.elements.map { elements in
            [
              ("elements", .integer(elements.count)),
              ("elementRecords", .integer(elements.holders)),
              ("records", .integer(elements.records)),
            ]
          } ?? [])))
  }

  /// The `shelf.summary.1` record: a group for each value, null for records without one.
  ///
  /// `present` counts the records of the group that have the field, `numbers` those where it is a
  /// number.
  static func json(_ groups: [GroupSummary], of field: FieldPath, by: FieldPath) -> Value {
    let groups = groups.map { group -> Value in
      let members: [(String, Value)] = [
        ("value", group.value ?? .null), ("records", .integer(group.records)),
        ("present", .integer(group.present)), ("numbers", .integer(group.numbers.count)),
        ("min", group.minimum ?? .null), ("max", group.maximum ?? .null),
      ]
      return .record(Record(members + Self.members(of: group.numbers)))
    }
    return .record(
      Record([
        ("schema", .string("shelf.summary.1")), ("path", .string(field.description)),
        ("by", .string(by.description)), ("groups", .array(groups)),
      ]))
  }
}
