package import Arranging
package import TableModel

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
