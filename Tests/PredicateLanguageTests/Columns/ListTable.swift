import TableModel

/// Records as the plain rows of one section.
struct ListTable: TableSource {
  var records: [Value]

  func counts() -> Counts {
    Counts(sections: .exact(1), rows: .exact(records.count), items: .exact(0))
  }

  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    [SectionInfo(rows: .exact(records.count))]
  }

  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    range.clamped(to: records.indices).map { _ in RowInfo() }
  }

  func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  { RecordBatch(fields: fields) }

  func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  { RecordBatch(fields: fields) }

  func value(at address: Address) throws(DataError) -> Value? {
    address.row.flatMap { records.indices.contains($0) ? records[$0] : nil }
  }

  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for (row, record) in records.enumerated() {
      guard try visit(Address(0, row), record) else { return }
    }
  }
}
