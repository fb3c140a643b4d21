import SQLTables
import TableModel

/// What tables ask of the database: one statement for each window.
extension PostgresDatabase: SQLBackend {
  var dialect: SQLDialect { .postgres }

  /// A statement takes a tenth of a millisecond to be answered at all, and passes some thousand rows of
  /// an index in each further one.
  var pace: CountingPace {
    CountingPace(stride: 1 << 16, anchorsAtOnce: 1, rowsAtFirst: 512, countsByItself: true)
  }

  func rows(_ query: SQLQuery) throws(DataError) -> [[KeyValue]] {
    let result = try run(query)
    return (0..<result.count).map { row in
      (0..<result.columnCount).map { column in
        result.bytes(row, column).map { .typed(result.type(column), Array($0)) } ?? .null
      }
    }
  }

  func anchors(of selection: KeyedSelection, after last: [KeyValue]?, stride: Int, count: Int)
    throws(DataError) -> AnchorPiece
  {
    do {
      return try selection.anchors(after: last, stride: stride, count: count, ask: rows)
    } catch let error as DataError {
      throw error
    } catch {
      throw .shape(message: "\(error)", hint: nil)
    }
  }

  func append(_ query: SQLQuery, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    try shown(query).append(plan, to: &batch)
  }

  func records(_ query: SQLQuery, _ columns: [Column], keys: RecordKeys) throws(DataError)
    -> [Value]
  {
    try shown(query).records(keys)
  }

  func fill(
    _ query: SQLQuery, _ plan: ColumnFilling, into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    try values(query).fill(plan, into: &builders)
  }

  func plan(of query: SQLQuery) throws(DataError) -> [String] {
    let result = try run(SQLQuery("EXPLAIN " + query.text, query.arguments))
    return (0..<result.count).compactMap { result.text($0, 0) }
  }

  func value(_ key: KeyValue, of column: Column) -> Value {
    guard case .typed(let number, let bytes) = key, let type = try? types.type(number, self) else {
      return key.value
    }
    return bytes.withUnsafeBufferPointer { type.value($0) }
  }

  var seesOneMoment: Bool { !mayHaveChanged }

  var activity: SourceActivity? {
    let remarks = remarks
    // Answers of another moment than before are not about all the records that were shown.
    let later = remarks.filter { $0.hasSuffix(Self.advice) }
    return remarks.isEmpty ? nil : SourceActivity(remarks: remarks, leftOut: later)
  }

  private func values(_ query: SQLQuery) throws(DataError) -> RowValues {
    let result = try run(query)
    return RowValues(.returned(result), types: try types(of: result))
  }

  /// Values that somebody looks at, with a remark on what is shown as something else than its type says.
  private func shown(_ query: SQLQuery) throws(DataError) -> RowValues {
    let result = try run(query)
    let types = try types(of: result)
    for (column, type) in types.enumerated() {
      guard let oddity = type.oddity,
        (0..<result.count).contains(where: { result.bytes($0, column).map(oddity.isFound) == true })
      else { continue }
      remark("`\(result.name(column))` has \(oddity.words)")
    }
    return RowValues(.returned(result), types: types)
  }

  private func types(of result: PostgresResult) throws(DataError) -> [PostgresType] {
    try (0..<result.columnCount).map { column throws(DataError) in
      try types.type(result.type(column), self)
    }
  }
}
