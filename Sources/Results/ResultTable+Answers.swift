package import Arranging
package import TableModel

// Answers to the questions about fields, as tables.

extension ResultTable {
  /// The different values of a field, with a line for records that lack it.
  package init(_ found: DistinctValues, of field: FieldPath) {
    let values = found.values
    // What was counted are elements then, which records are not to be added to.
    let missing = found.elements == nil ? found.missing : 0
    let hasLists = found.elements != nil
    let whole = values.reduce(missing + found.others) { $0 + $1.count }
    let labels = ValueLabels(telling: values.map(\.value))
    var remarks: [String] = []
    if found.others > 0 {
      let unit = hasLists ? "elements" : "records with other values"
      remarks.append("\(found.others) \(hasLists ? "other " : "")\(unit) are in no line")
    }
    self.init(
      "distinct \(field)",
      columns: [
        Column("value") { $0 < values.count ? values[$0].value : nil },
        Column("count", .count) {
          .integer($0 < values.count ? values[$0].count : missing)
        },
        Column("share", .figure) {
          Self.share($0 < values.count ? values[$0].count : missing, of: whole)
        },
      ],
      count: values.count + (missing > 0 ? 1 : 0),
      name: { $0 < values.count ? labels.label(of: values[$0].value) : Self.missingName },
      way: { line in
        .records(
          RecordPart([
            .init(
              field,
              line < values.count
                ? hasLists ? .element(values[line].value) : .value(values[line].value) : .missing)
          ]))
      }, remarks: remarks)
  }

  package static let missingName = "(missing)"

  /// Four digits behind the point.
  static func share(_ count: Int, of whole: Int) -> Value {
    .double((Double(count) / Double(max(whole, 1)) * 10_000).rounded() / 10_000)
  }

  /// The figures of a field for each value of another.
  package init(_ groups: [GroupSummary], of field: FieldPath, by key: FieldPath) {
    self.init(
      "summarize \(field) by \(key)",
      columns: [
        Column(Self.name(of: key)) { groups[$0].value },
        Column("records", .count) { .integer(groups[$0].records) },
        Column("sum", .figure) { line in
          groups[line].numbers.count > 0 ? .number(groups[line].numbers.sum) : nil
        },
        Column("mean", .mean) { groups[$0].numbers.mean.map(Value.double) },
        Column("min", .figure) { groups[$0].minimum },
        Column("max", .figure) { groups[$0].maximum },
      ],
      count: groups.count, name: { groups[$0].title },
      way: { line in
        .records(RecordPart([.init(key, groups[line].value.map(RecordPart.Test.value) ?? .none)]))
      })
  }

  /// What a column of a key's values is called.
  package static func name(of key: FieldPath) -> String {
    let steps = OuterLevel(at: key) == nil ? key.steps[...] : key.steps.dropFirst()
    if steps.count == 1, case .key(let key)? = steps.first { return key }
    return FieldPath(Array(steps)).description
  }

  /// Aggregates of groups.
  ///
  /// - Parameter names: those of the keys and then of the aggregates.
  package init(
    _ found: Aggregation, of aggregates: [Aggregate], _ title: String, keys: [FieldPath],
    names: [String]
  ) {
    let keyColumns = keys.indices.map { key in
      Column(names[key]) { found.key(key, of: $0) }
    }
    let cellColumns = aggregates.indices.map { index in
      Column(names[keys.count + index], aggregates[index].kind.style) { found.cell(index, of: $0) }
    }
    self.init(
      title, columns: keyColumns + cellColumns, count: found.count,
      name: { line in
        let parts = keys.indices.map { key in
          found.key(key, of: line).map { ValueLabels(telling: [$0]).label(of: $0) }
            ?? ValueLabels.noValueTitle
        }
        return parts.isEmpty ? "(all)" : parts.joined(separator: ", ")
      },
      way: { line in
        .records(
          RecordPart(
            keys.indices.map { key in
              .init(keys[key], found.key(key, of: line).map(RecordPart.Test.value) ?? .none)
            }))
      })
  }

  /// The fields of records and of what stands around them.
  package init(
    _ schema: Schema, around outer: [(level: OuterLevel, schema: Schema)]
  ) {
    let fields: [(level: String, path: FieldPath, field: FieldSummary)] =
      outer.flatMap { level, schema in
        schema.fields.map { field in
          (level.rawValue, FieldPath([.key(level.fieldKey)] + field.path.steps), field)
        }
      } + schema.fields.map { ("record", $0.path, $0) }
    self.init(
      "schema",
      columns: (outer.isEmpty ? [] : [Column("level") { .string(fields[$0].level) }]) + [
        Column("field") { .string(fields[$0].field.path.description) },
        Column("kinds") { line in
          .string(fields[line].field.kinds.map(\.kind.rawValue).joined(separator: " "))
        },
        Column("null", .count) { .integer(fields[$0].field.nulls) },
        Column("missing", .count) { .integer(fields[$0].field.missing) },
        Column("distinct", .count) { .integer(fields[$0].field.distinct) },
        Column("min") { fields[$0].field.minimum }, Column("max") { fields[$0].field.maximum },
      ],
      count: fields.count, name: { fields[$0].path.description },
      way: { .values(fields[$0].path) },
      remarks: (outer.map(\.schema) + [schema]).contains { schema in
        schema.fields.contains(where: \.distinctIsCapped)
      } ? ["`distinct` is what was counted before counting stopped, where it is 1,000"] : [])
  }

  /// One field, with a line for each figure.
  package init(_ field: FieldDescription, of path: FieldPath) {
    let summary = field.summary
    var lines: [(String, Value)] = [
      ("records", .integer(field.records)), ("null", .integer(summary.nulls)),
      ("missing", .integer(summary.missing)), ("distinct", .integer(summary.distinct)),
    ]
    if let value = summary.minimum { lines.append(("min", value)) }
    if let value = summary.maximum { lines.append(("max", value)) }
    if let numbers = field.numbers {
      lines.append(("sum", .number(numbers.sum)))
      if let mean = numbers.mean { lines.append(("mean", .double(mean))) }
      if let deviation = numbers.deviation { lines.append(("deviation", .double(deviation))) }
    }
    if let lengths = field.textLengths {
      lines.append(("shortest", .integer(lengths.lowerBound)))
      lines.append(("longest", .integer(lengths.upperBound)))
    }
    let figures = lines
    self.init(
      "describe \(path)",
      columns: [
        Column("figure") { .string(figures[$0].0) },
        Column("value", .figure) { figures[$0].1 },
      ],
      count: figures.count, name: { figures[$0].0 }, way: { _ in .values(path) })
  }
}

/// Results for programs: every value as it stands in the data, and nothing rounded.
package enum ResultJSON {
  /// The `shelf.aggregates.1` record: an object for each group, with the columns as members; null
  /// where there is no value.
  package static func aggregates(_ table: ResultTable, keys: Int) -> Value {
    let names = table.columns.map { Value.string($0.name) }
    return .record(
      Record([
        ("schema", .string("shelf.aggregates.1")), ("by", .array(Array(names[..<keys]))),
        ("aggregates", .array(Array(names[keys...]))), ("groups", .array(lines(table))),
      ]))
  }

  /// The `shelf.pivot.1` record: `columns` are the values of the second key, as they are called.
  package static func pivot(_ table: ResultTable, by keys: [FieldPath], _ aggregate: String)
    -> Value
  {
    let names = table.columns.map { Value.string($0.name) }
    return .record(
      Record([
        ("schema", .string("shelf.pivot.1")), ("row", .string(keys[0].description)),
        ("column", .string(keys[1].description)), ("aggregate", .string(aggregate)),
        ("columns", .array(Array(names.dropFirst()))), ("rows", .array(lines(table))),
      ]))
  }

  private static func lines(_ table: ResultTable) -> [Value] {
    (0..<table.count).map { line in
      .record(Record(table.columns.map { ($0.name, $0.values(line) ?? .null) }))
    }
  }

  /// The `shelf.histogram.1` record. A bin holds what is not below `from` and below `to`, or is the
  /// same as both; `others` are values of other kinds, by kind.
  package static func histogram(_ found: Histogram, of field: FieldPath) -> Value {
    let bins = found.bins.map { bin -> Value in
      .record(Record([("from", bin.lower), ("to", bin.upper), ("count", .integer(bin.count))]))
    }
    let others = found.kinds.kinds.filter { $0 != found.kind }.map { kind in
      (kind.rawValue, Value.integer(found.kinds[kind]))
    }
    return .record(
      Record([
        ("schema", .string("shelf.histogram.1")), ("path", .string(field.description)),
        ("records", .integer(found.kinds.records)), ("bins", .array(bins)),
        ("notFinite", .integer(found.unbounded)), ("others", .record(Record(others))),
        ("null", .integer(found.kinds[.null])), ("missing", .integer(found.kinds.missing)),
      ]))
  }
}
