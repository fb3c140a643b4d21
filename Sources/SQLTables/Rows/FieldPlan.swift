package import TableModel

/// How the fields that a window asks for come from columns.
package struct FieldPlan: Sendable {
  package enum Origin: Sendable {
    /// A position in the list of columns that are read.
    case column(Int, Column)
    /// What stands inside of a column's value.
    case part(Int, Column, FieldPath)
    /// Positions of all columns.
    case wholeRecord([Int])
    case missing
  }

  /// The columns to read, each once.
  package private(set) var columns: [Int] = []
  package private(set) var origins: [Origin] = []
  package let all: [Column]

  package init(_ fields: [FieldPath], columns all: [Column]) {
    self.all = all
    for field in fields {
      if field == .itself {
        origins.append(.wholeRecord(all.indices.map { place(of: $0) }))
      } else if case .key(let name)? = field.steps.first,
        let column = all.firstIndex(where: { $0.name == name })
      {
        let rest = FieldPath(Array(field.steps.dropFirst()))
        origins.append(
          rest.steps.isEmpty
            ? .column(place(of: column), all[column])
            : .part(place(of: column), all[column], rest))
      } else {
        origins.append(.missing)
      }
    }
  }

  private mutating func place(of column: Int) -> Int {
    if let place = columns.firstIndex(of: column) { return place }
    columns.append(column)
    return columns.count - 1
  }

  /// The text of a whole record.
  ///
  /// - Parameter value: the value of a column at its place.
  package func text(_ places: [Int], value: (Int, Column) -> Value) -> String {
    let fields = zip(all, places).map { column, place in (column.name, value(place, column)) }
    return Value.record(Record(fields)).plainText
  }
}
