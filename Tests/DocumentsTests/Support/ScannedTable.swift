import TableModel

/// A table that has no way of its own to read columns.
struct ScannedTable: TableSource {
  let base: any TableSource

  func counts() -> Counts { base.counts() }
  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    try base.sections(range)
  }
  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    try base.rows(range, inSection: section)
  }
  func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  { try base.records(range, inSection: section, fields: fields) }
  func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  { try base.items(range, inRow: row, fields: fields) }
  func value(at address: Address) throws(DataError) -> Value? { try base.value(at: address) }
  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    try base.scan(visit)
  }
}
