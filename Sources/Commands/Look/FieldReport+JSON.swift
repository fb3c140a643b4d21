import Arranging
import TableModel

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
