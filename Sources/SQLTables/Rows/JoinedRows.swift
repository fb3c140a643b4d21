import TableModel

/// Rows of several selections of a table, one after the other: those without a value behind the
/// others, say. All parts are counted.
struct JoinedRows: RowSequence {
  let parts: [KeyedRows]

  var extent: Extent { parts.reduce(.exact(0)) { $0 + $1.extent } }

  func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError) {}

  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> {
    range.clamped(to: 0..<extent.known)
  }

  func append(_ range: Range<Int>, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    for (rows, range) in pieces(range) { try rows.append(range, plan, to: &batch) }
  }

  func records(_ range: Range<Int>, keys: RecordKeys) throws(DataError) -> [Value] {
    var records: [Value] = []
    for (rows, range) in pieces(range) { records += try rows.records(range, keys: keys) }
    return records
  }

  func fill(
    _ range: Range<Int>, _ columns: [Int], _ plan: ColumnFilling,
    into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    for (rows, range) in pieces(range) { try rows.fill(range, columns, plan, into: &builders) }
  }

  /// The part that a row stands in, and its position there.
  func part(at row: Int) -> (KeyedRows, Int)? {
    pieces(row..<row + 1).first.map { ($0, $1.lowerBound) }
  }

  /// The rows of a range, part by part.
  private func pieces(_ range: Range<Int>) -> [(KeyedRows, Range<Int>)] {
    var start = 0
    var pieces: [(KeyedRows, Range<Int>)] = []
    for part in parts {
      let own = range.clamped(to: start..<start + part.extent.known)
      if !own.isEmpty { pieces.append((part, own.lowerBound - start..<own.upperBound - start)) }
      start += part.extent.known
    }
    return pieces
  }
}
