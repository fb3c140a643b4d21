package import Arranging
package import TableModel

/// An answer as a table: a record for each of its lines.
package struct ResultTable: Sendable {
  /// What a line leads to.
  package enum Way: Sendable {
    /// The records that it stands for.
    case records(RecordPart)
    /// The different values of a field.
    case values(FieldPath)
    /// The record at a place of the data.
    case record(Address)
  }

  /// A field of the lines.
  package struct Column: Sendable {
    /// How people get to see the values.
    package enum Style: Sendable { case value, count, figure, mean }

    package var name: String
    package var style: Style
    /// For each line its value; nil where there is none.
    package var values: @Sendable (Int) -> Value?

    package init(
      _ name: String, _ style: Style = .value, _ values: @escaping @Sendable (Int) -> Value?
    ) {
      (self.name, self.style, self.values) = (name, style, values)
    }
  }

  /// The question, as the breadcrumb has it: `distinct maker`.
  package var title: String
  package var columns: [Column]
  /// How many lines there are.
  package var count: Int
  /// What a line is called where its records are shown.
  package var name: @Sendable (Int) -> String
  package var way: @Sendable (Int) -> Way?
  /// What of the answer is in no line.
  package var remarks: [String] = []

  package init(
    _ title: String, columns: [Column], count: Int, name: @escaping @Sendable (Int) -> String,
    way: @escaping @Sendable (Int) -> Way?, remarks: [String] = []
  ) {
    (self.title, self.columns, self.count) = (title, columns, count)
    (self.name, self.way, self.remarks) = (name, way, remarks)
  }

  /// The lines in the order of a column's values, those without one last; equal ones stay as they
  /// are.
  ///
  /// - Complexity: O(n log n) for n lines.
  package func order(by column: Int, isDescending: Bool) -> [Int] {
    let values = (0..<count).map(columns[column].values)
    let keys = values.map(SortValue.init)
    return (0..<count).sorted { a, b in
      let (isNoneA, isNoneB) = (values[a]?.isNull ?? true, values[b]?.isNull ?? true)
      if isNoneA || isNoneB { return isNoneA == isNoneB ? a < b : isNoneB }
      let order = keys[a].compare(keys[b])
      if order == 0 { return a < b }
      return isDescending ? order > 0 : order < 0
    }
  }

  /// The same lines in another order.
  package func inOrder(_ lines: [Int]) -> ResultTable {
    var table = self
    table.columns = columns.map { column in
      Column(column.name, column.style) { column.values(lines[$0]) }
    }
    let (name, way) = (name, way)
    table.name = { name(lines[$0]) }
    table.way = { way(lines[$0]) }
    return table
  }

  /// A line as a record; a field without a value is left out.
  package func record(_ line: Int) -> Value {
    .record(
      Record(columns.compactMap { column in column.values(line).map { (column.name, $0) } }))
  }

  /// All lines.
  ///
  /// - Complexity: O(lines x columns).
  package var value: Value { .array((0..<count).map(record)) }
}

/// Records of a table, as a document of their own that has one shape.
package struct RecordsDocument: TableDocument {
  package let name: String
  package let format = "records of a result"
  private let shaped: ShapedTable

  package init(name: String, _ shaped: ShapedTable) { (self.name, self.shaped) = (name, shaped) }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    guard shape != nil else { return shaped }
    throw .shape(
      message: "records of a result have the shape of the table that they are from",
      hint: "'back' leads there")
  }
}

extension Double {
  /// The number with four digits, or more where more stand before the point: for people.
  package var rounded: NumberText {
    guard isFinite, self != 0, magnitude < 1e15, magnitude > 1e-290 else { return NumberText(self) }
    var power = 100.0
    while (self * power).magnitude < 1000, power < 1e290 { power *= 10 }
    return NumberText((self * power).rounded() / power)
  }
}

// MARK: - Shapes

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

// MARK: - Texts

// Answers as people read them.

extension ResultTable {
  /// For each column the text of each of the first lines.
  ///
  /// - Parameter grouped: writes a count.
  package func texts(first lines: Int, _ grouped: (Int) -> String) -> [[String]] {
    columns.map { column in
      let values = (0..<lines).map(column.values)
      switch column.style {
      case .value:
        let labels = ValueLabels(telling: values.compactMap(\.self))
        return values.map { $0.map(labels.label) ?? ValueLabels.noValueTitle }
      case .count:
        return values.map { Self.text($0) { $0.integer.map { grouped(Int($0)) } ?? $0.text } }
      case .figure: return values.map { $0?.plainText ?? "" }
      case .mean: return values.map { Self.text($0) { $0.double.rounded.text } }
      }
    }
  }

  private static func text(_ value: Value?, _ number: (NumberText) -> String) -> String {
    guard case .number(let found)? = value else { return value?.plainText ?? "" }
    return number(found)
  }

  /// The longest bar, in characters.
  private static let longestBar = 24

  /// Bars for the numbers of a column, the longest one for the largest of them; nothing for numbers
  /// below zero.
  package func bars(of name: String) -> [String] {
    guard let column = columns.first(where: { $0.name == name }) else { return [] }
    let numbers = (0..<count).map { line -> Double in
      guard case .number(let number)? = column.values(line), number.double > 0 else { return 0 }
      return number.double
    }
    let most = numbers.filter(\.isFinite).max() ?? 0
    return numbers.map { number in
      guard number > 0, most > 0 else { return "" }
      let eighths = Int((min(1, number / most) * Double(Self.longestBar) * 8).rounded())
      return Self.bar(max(1, eighths))
    }
  }

  /// A bar of so many eighths of a character, of whole ones where marks are plain.
  private static func bar(_ eighths: Int) -> String {
    if Mark.isPlain { return String(repeating: "#", count: max(1, (eighths + 4) / 8)) }
    let parts = [
      "", "\u{258F}", "\u{258E}", "\u{258D}", "\u{258C}", "\u{258B}", "\u{258A}", "\u{2589}",
    ]
    return String(repeating: "\u{2588}", count: eighths / 8) + parts[eighths % 8]
  }
}

extension Aggregate.Kind {
  /// How people get to see what comes of it.
  package var style: ResultTable.Column.Style {
    switch self {
    case .count, .distinct: .count
    case .sum, .min, .max: .figure
    case .mean, .quantile, .deviation: .mean
    }
  }
}
