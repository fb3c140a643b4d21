import GRDB
import TableModel

/// How the fields that a window asks for come from columns.
struct FieldPlan {
  private enum Origin {
    /// A position in the list of columns that are read.
    case column(Int, Column)
    case wholeRecord
    case missing
  }

  /// The columns to read, each once.
  private(set) var columns: [Int] = []
  private var origins: [Origin] = []
  private let fieldCount: Int

  init(_ fields: [FieldPath], columns all: [Column]) {
    fieldCount = all.count
    for field in fields {
      if field == .itself {
        origins.append(.wholeRecord)
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

  /// Adds the current row of a statement that reads the plan's columns.
  func append(_ statement: Statement, to batch: inout RecordBatch) {
    for origin in origins {
      switch origin {
      case .column(let place, let column): statement.append(place, of: column, to: &batch)
      case .wholeRecord:
        batch.appendField(kind: .record, utf8: Value.text(ofFields: fieldCount).utf8)
      case .missing: batch.appendField(kind: nil, utf8: EmptyCollection())
      }
    }
    batch.finishRecord()
  }
}
