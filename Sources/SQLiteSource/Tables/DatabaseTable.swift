import Documents
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

/// Filters and sorts: by an index where there is one, and else by columns that are read alone.
extension DatabaseTable {
  /// A search pays if it finds at most one row in this many: each found row is then read by itself.
  private static let worthwhileShare = 256
  /// Reading this many rows by themselves always pays.
  private static let fewRows = 64

  func records(where key: String, within bound: FieldBound)
    throws(DataError) -> RecordSelection?
  {
    guard let column = columns.firstIndex(where: { $0.name == key }), sections.count == 1,
      let section = sections.first, case .exact(let count) = section.extent
    else { return nil }
    let limit = max(Self.fewRows, count / Self.worthwhileShare)
    guard
      let positions = try section.rows.positions(
        where: column, within: bound, of: count, limit: limit)
    else { return nil }
    var words = [UInt64](repeating: 0, count: (count + 63) / 64)
    for position in positions where position < count {
      words[position >> 6] |= 1 << UInt64(position & 63)
    }
    var directory = RecordDirectory()
    directory.append(Address(0, 0), count: count)
    return RecordSelection(directory: directory, rows: RowMask(words: words, count: count))
  }

  /// Columns in one pass over the rows, without records in between.
  ///
  /// - Returns: nil for keys inside of a column's value: a row has no such records.
  func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    guard paths.allSatisfy({ $0.count == 1 && $0[0] != "self" }), Set(paths).count == paths.count
    else { return nil }
    let places = paths.map { path in columns.firstIndex { $0.name == path[0] } }
    let wanted = places.compactMap { $0 }
    var builders = paths.map { _ in FieldColumn.Builder(expecting: counts().rows.known) }
    var directory = RecordDirectory()
    for (number, section) in sections.enumerated() {
      var start = 0
      while case let window = try section.rows.existing(start..<start + Self.rowsInBatch),
        !window.isEmpty
      {
        try section.rows.visit(window, columns: wanted) { statement in
          var next = 0
          for (field, place) in places.enumerated() {
            guard let place else {
              builders[field].appendMissing()
              continue
            }
            builders[field].append(statement.value(next, of: columns[place]))
            next += 1
          }
          return true
        }
        start += window.count
        try checkpoint(directory.count + start)
        guard builders.reduce(0, { $0 + $1.byteCount }) <= limit else { return .tooLarge }
      }
      try checkEnd(of: section.rows)
      directory.append(Address(number, 0), count: start)
    }
    return try Self.reading(paths, builders, directory)
  }

  private static func reading(
    _ paths: [[String]], _ builders: [FieldColumn.Builder], _ directory: RecordDirectory
  ) throws(DataError) -> ColumnReading? {
    guard directory.count <= Int(UInt32.max) else { return nil }
    var found: [[String]: FieldColumn] = [:]
    for (path, builder) in zip(paths, builders) {
      guard builder.count == directory.count, let column = builder.finish() else { return nil }
      found[path] = column
    }
    return .columns(RecordColumns(directory: directory, columns: found))
  }

  private static let rowsInBatch = 16 * AnchorIndex.standardStride
}
