import GRDB
import TableModel

/// The rows of a table, a view or a query as plain rows, in one section or one for each group.
///
/// Windows are read from the database when they are asked for; nothing of them is kept.
struct DatabaseTable: TableSource {
  struct Section: Sendable {
    let title: String?
    let rows: any RowSequence
    /// How many rows were known when the table was made: it keeps its length.
    let extent: Extent

    init(title: String? = nil, rows: any RowSequence) {
      self.title = title
      self.rows = rows
      extent = rows.extent
    }
  }

  let columns: [Column]
  let sections: [Section]
  private let keys: RecordKeys

  init(columns: [Column], sections: [Section]) {
    self.columns = columns
    self.sections = sections
    keys = RecordKeys(distinct: columns.map(\.name))
  }

  func counts() -> Counts {
    Counts(
      sections: .exact(sections.count),
      rows: sections.reduce(.exact(0)) { $0 + $1.extent }, items: .exact(0))
  }

  var columnNames: [String]? { columns.map(\.name) }

  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    sections[range.clamped(to: sections.indices)].map { section in
      SectionInfo(title: section.title, rows: section.extent)
    }
  }

  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    guard let rows = rows(of: section) else { return [] }
    return try rows.existing(range).map { _ in RowInfo() }
  }

  func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    guard let rows = rows(of: section) else { return batch }
    let plan = FieldPlan(fields, columns: columns)
    try rows.visit(rows.existing(range), columns: plan.columns) { statement in
      plan.append(statement, to: &batch)
      return true
    }
    return batch
  }

  /// Rows of a database have no items.
  func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    RecordBatch(fields: fields)
  }

  /// A row's record, or the records of a whole section.
  func value(at address: Address) throws(DataError) -> Value? {
    guard let rows = rows(of: address.section), address.item == nil else { return nil }
    guard let row = address.row else { return .array(try records(ofAll: rows)) }
    return row < 0 ? nil : try records(rows.existing(row..<row + 1), of: rows).first
  }

  /// Larger sections are not shown as one value, in bytes.
  private static let largestValue = 1 << 28

  private func records(ofAll rows: any RowSequence) throws(DataError) -> [Value] {
    var values: [Value] = []
    var size = 0
    while true {
      let window = try rows.existing(values.count..<values.count + Self.rowsAtOnce)
      let records = try records(window, of: rows)
      values += records
      size += records.reduce(0) { $0 + $1.roughSize }
      guard size <= Self.largestValue else {
        throw .shape(
          message: "these rows are more than 256 MiB: too much to be shown as one value",
          hint: "'export' writes all of them, 'show 0.0' shows one")
      }
      if window.count < Self.rowsAtOnce { break }
    }
    try checkEnd(of: rows)
    return values
  }

  /// Reads windows one after the other, so that the visitor may read from the table as well.
  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for (index, section) in sections.enumerated() {
      var start = 0
      while true {
        let window = try section.rows.existing(start..<start + Self.rowsAtOnce)
        for (row, record) in zip(window, try records(window, of: section.rows)) {
          guard try visit(Address(index, row), record) else { return }
        }
        if window.count < Self.rowsAtOnce { break }
        start += Self.rowsAtOnce
      }
      try checkEnd(of: section.rows)
    }
  }

  /// Rows that end without an exact count go on beyond what is kept of them: that is an error.
  func checkEnd(of rows: any RowSequence) throws(DataError) {
    guard !rows.extent.isExact else { return }
    throw .shape(
      message: "the query returns more than \(rows.extent.known) rows, and no more are kept",
      hint: "add a LIMIT to the query")
  }

  /// As many as lie between two anchors of a large table.
  private static let rowsAtOnce = AnchorIndex.standardStride

  private func rows(of section: Int) -> (any RowSequence)? {
    sections.indices.contains(section) ? sections[section].rows : nil
  }

  private func records(_ range: Range<Int>, of rows: any RowSequence) throws(DataError)
    -> [Value]
  {
    var records: [Value] = []
    try rows.visit(range, columns: Array(columns.indices)) { statement in
      let values = columns.indices.lazy.map { statement.value($0, of: columns[$0]) }
      records.append(.record(Record(keys, values: values)))
      return true
    }
    return records
  }
}

extension DatabaseTable {
  func advanced() -> (any TableSource)? {
    guard sections.contains(where: { $0.extent != $0.rows.extent }) else { return nil }
    return DatabaseTable(
      columns: columns, sections: sections.map { Section(title: $0.title, rows: $0.rows) })
  }

  /// Counts to the end; what a query returns beyond the limit stays uncounted.
  func settled(checkpoint: () throws(DataError) -> Void) throws(DataError) -> (any TableSource)? {
    for section in sections where !section.rows.extent.isExact {
      while try section.rows.advance() { try checkpoint() }
    }
    return advanced()
  }
}
