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
