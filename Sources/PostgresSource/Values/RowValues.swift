import SQLTables
import TableModel

/// The values of rows by the types of their columns.
struct RowValues {
  /// Where the rows are.
  enum Rows {
    case returned(PostgresResult)
    case kept([[[UInt8]?]])
  }

  private let rows: Rows
  private let types: [PostgresType]
  let count: Int

  init(_ rows: Rows, types: [PostgresType]) {
    (self.rows, self.types) = (rows, types)
    count =
      switch rows {
      case .returned(let result): result.count
      case .kept(let rows): rows.count
      }
  }

  func value(_ row: Int, _ column: Int) -> Value {
    withBytes(row, column) { $0.map { types[column].value($0) } ?? .null }
  }

  @inline(__always)
  private func withBytes<Result>(
    _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    switch rows {
    case .returned(let result): body(result.bytes(row, column))
    case .kept(let rows): rows[row][column]?.withUnsafeBufferPointer { body($0) } ?? body(nil)
    }
  }

  /// Adds the rows to a window, by the plan whose columns they are.
  func append(_ plan: FieldPlan, to batch: inout RecordBatch) {
    for row in 0..<count {
      for origin in plan.origins {
        switch origin {
        case .column(let place, _): append(row, place, to: &batch)
        case .part(let place, _, let path): batch.append(field: value(row, place)[path: path])
        case .wholeRecord(let places):
          let text = plan.text(places) { place, _ in value(row, place) }
          batch.appendField(kind: .record, utf8: text.utf8)
        case .missing: batch.appendMissingField()
        }
      }
      batch.finishRecord()
    }
  }

  /// Adds a value's text, where it can be done without the value.
  private func append(_ row: Int, _ column: Int, to batch: inout RecordBatch) {
    withBytes(row, column) { bytes in
      guard let bytes else { return batch.appendField(kind: .null, utf8: "null".utf8) }
      switch types[column] {
      case .text: batch.appendField(kind: .text, utf8: bytes)
      case .number where PostgresType.isRegular(bytes):
        batch.appendField(kind: .number, utf8: bytes)
      case let type: batch.append(field: type.value(bytes))
      }
    }
  }

  /// The rows as records, whose fields are all columns.
  func records(_ keys: RecordKeys) -> [Value] {
    (0..<count).map { row in
      .record(Record(keys, values: types.indices.lazy.map { value(row, $0) }))
    }
  }

  /// Adds the rows to columns.
  func fill(_ plan: ColumnFilling, into builders: inout [FieldColumn.Builder]) {
    for row in 0..<count {
      for (field, place) in plan.places.enumerated() {
        if let place {
          builders[field].append(value(row, place))
        } else {
          builders[field].appendMissing()
        }
      }
    }
  }
}
