import TableModel

/// How the fields that a window asks for come from columns.
struct FieldPlan {
  private enum Origin {
    /// A position in the list of columns that are read.
    case column(Int, Column)
    /// Positions of all columns.
    case wholeRecord([Int])
    case missing
  }

  /// The columns to read, each once.
  private(set) var columns: [Int] = []
  private var origins: [Origin] = []
  private let all: [Column]

  init(_ fields: [FieldPath], columns all: [Column]) {
    self.all = all
    for field in fields {
      if field == .itself {
        origins.append(.wholeRecord(all.indices.map { place(of: $0) }))
      } else if case .key(let name)? = field.steps.first, field.steps.count == 1,
        let column = all.firstIndex(where: { $0.name == name })
      {
        origins.append(.column(place(of: column), all[column]))
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

  private func text(_ statement: Statement, _ places: [Int]) -> String {
    let fields = zip(all, places).map { column, place in
      (column.name, statement.value(place, of: column))
    }
    return Value.record(Record(fields)).plainText
  }

  /// Adds the current row of a statement that reads the plan's columns.
  func append(_ statement: Statement, to batch: inout RecordBatch) {
    for origin in origins {
      switch origin {
      case .column(let place, let column): statement.append(place, of: column, to: &batch)
      case .wholeRecord(let places):
        batch.appendField(kind: .record, utf8: text(statement, places).utf8)
      case .missing: batch.appendMissingField()
      }
    }
    batch.finishRecord()
  }
}
