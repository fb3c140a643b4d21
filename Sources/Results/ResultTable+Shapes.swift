package import Arranging
package import TableModel

// Answers whose lines or columns are made of the values themselves.

extension ResultTable {
  /// How many values lie between borders, with lines for all that are in no bin.
  package init(_ found: Histogram, of field: FieldPath) {
    let (bins, kinds) = (found.bins, found.kinds)
    var rest: [(name: String, count: Int, test: RecordPart.Test)] = []
    if found.unbounded > 0 { rest.append(("(not finite)", found.unbounded, .unbounded)) }
    for kind in kinds.kinds where kind != found.kind {
      rest.append(("(\(kind.rawValue))", kinds[kind], .kind(kind)))
    }
    if kinds[.null] > 0 { rest.append(("(null)", kinds[.null], .value(.null))) }
    if kinds.missing > 0 { rest.append((Self.missingName, kinds.missing, .missing)) }
    let others = rest
    @Sendable func count(_ line: Int) -> Int {
      line < bins.count ? bins[line].count : others[line - bins.count].count
    }
    self.init(
      "histogram \(field)",
      columns: [
        Column("from", .figure) { line in
          line < bins.count ? bins[line].lower : .string(others[line - bins.count].name)
        },
        Column("to", .figure) { $0 < bins.count ? bins[$0].upper : nil },
        Column("count", .count) { .integer(count($0)) },
        Column("share", .figure) { Self.share(count($0), of: kinds.records) },
      ],
      count: bins.count + others.count,
      name: { line in
        guard line < bins.count else { return others[line - bins.count].name }
        return "\(bins[line].lower.plainText) to \(bins[line].upper.plainText)"
      },
      way: { line in
        let test: RecordPart.Test =
          line < bins.count
          ? .range(bins[line].lower, bins[line].upper, isClosed: bins[line].isClosed)
          : others[line - bins.count].test
        return .records(RecordPart([.init(field, test)]))
      })
  }

  /// The most columns that values make: nobody reads more.
  package static let mostPivotColumns = 200

  /// An aggregate with a line for each value of one key and a column for each value of another.
  ///
  /// - Parameters:
  ///   - found: one aggregate by both keys.
  /// - Returns: nil where there would be too many columns.
  package init?(
    pivot found: Aggregation, of kind: Aggregate.Kind, _ title: String, keys: [FieldPath]
  ) {
    guard keys.count == 2 else { return nil }
    let lines = 0..<found.count
    let (rows, rowOfGroup) = Self.numbered(lines.map { found.key(0, of: $0) })
    let (labels, columnOfGroup) = Self.numbered(lines.map { found.key(1, of: $0) })
    guard labels.count <= Self.mostPivotColumns else { return nil }
    var values: [Int: Value?] = [:]
    for group in lines {
      values[rowOfGroup[group] * labels.count + columnOfGroup[group]] = found.cell(0, of: group)
    }
    let (table, width) = (values, labels.count)
    let empty: Value? = kind.style == .count ? .integer(0) : nil
    let rowName = Self.name(of: keys[0])
    let rowLabels = ValueLabels(telling: rows.compactMap(\.self))
    let names = Self.columnNames(labels, besides: rowName)
    // Values that only some groups have are in order of these; columns have an order of their own.
    let order = Self.order(of: labels)
    self.init(
      title,
      columns: [Column(rowName) { rows[$0] }]
        + order.map { column in
          Column(names[column], kind.style) { line in
            table[line * width + column] ?? empty
          }
        },
      count: rows.count,
      name: { rows[$0].map(rowLabels.label) ?? ValueLabels.noValueTitle },
      way: { line in
        .records(RecordPart([.init(keys[0], rows[line].map(RecordPart.Test.value) ?? .none)]))
      })
  }

  /// The different values in order of appearance, and for each value its place among them.
  private static func numbered(_ values: [Value?]) -> (different: [Value?], places: [Int]) {
    var (places, different): ([DistinctValue: Int], [Value?]) = ([:], [])
    let numbers = values.map { value -> Int in
      let key = DistinctValue(value ?? .null)
      if let place = places[key] { return place }
      places[key] = different.count
      different.append(value)
      return different.count - 1
    }
    return (different, numbers)
  }

  private static func order(of labels: [Value?]) -> [Int] {
    let keys = labels.map(SortValue.init)
    return labels.indices.sorted { a, b in
      let order = keys[a].compare(keys[b])
      return order == 0 ? a < b : order < 0
    }
  }

  /// Different names for different values.
  private static func columnNames(_ values: [Value?], besides taken: String) -> [String] {
    let labels = ValueLabels(telling: values.compactMap(\.self))
    var names: [String] = []
    for value in values {
      var name = value.map(labels.label) ?? ValueLabels.noValueTitle
      while name == taken || names.contains(name) { name = "\"\(name)\"" }
      names.append(name)
    }
    return names
  }
}
