import TableModel

extension RecordBatch {
  /// Adds the records of another batch with the same fields.
  mutating func appendRecords(of other: RecordBatch) {
    for record in 0..<other.count {
      for field in fields.indices {
        if let kind = other.kind(record, field) {
          appendField(kind: kind, utf8: other.text(record, field).utf8)
        } else {
          appendMissingField()
        }
      }
      finishRecord()
    }
  }
}
