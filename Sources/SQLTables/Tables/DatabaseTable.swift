package import TableModel

/// The rows of a table, a view or a query as plain rows, in one section or one for each group.
///
/// Windows are read from the database when they are asked for; nothing of them is kept.
package struct DatabaseTable: TableSource {
  package struct Section: Sendable {
    let title: String?
    package let rows: any RowSequence
    /// How many rows were known when the table was made: it keeps its length.
    let extent: Extent

    package init(title: String? = nil, rows: any RowSequence) {
      self.title = title
      self.rows = rows
      extent = rows.extent
    }
  }

  package let columns: [Column]
  package let sections: [Section]
  /// What else the database can be asked about the rows; nil where they are a query's.
  package let questions: TableQuestion?
  private let whole: (any TableSource)?
  private let keys: RecordKeys

  /// - Parameter whole: the table that this one shows a part of.
  package init(
    columns: [Column], sections: [Section], questions: TableQuestion? = nil,
    whole: (any TableSource)? = nil
  ) {
    self.columns = columns
    self.sections = sections
    self.questions = questions
    self.whole = whole
    keys = RecordKeys(distinct: columns.map(\.name))
  }

  package func counts() -> Counts {
    Counts(
      sections: .exact(sections.count),
      rows: sections.reduce(.exact(0)) { $0 + $1.extent }, items: .exact(0))
  }

  package var columnNames: [String]? { columns.map(\.name) }

  package var remarksOnKeys: [String] {
    let moments = columns.filter { $0.type?.hasTimeZone == false }.map { "`\($0.name)`" }
    return moments.isEmpty
      ? [] : ["without a time zone, taken for universal time: \(moments.joined(separator: ", "))"]
  }

  package func mayHoldValues(inside key: String) -> Bool {
    columns.first { $0.name == key }?.type?.kind.mayHoldValues ?? false
  }

  package var activity: SourceActivity? { questions?.backend.activity }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    sections[range.clamped(to: sections.indices)].map { section in
      SectionInfo(title: section.title, rows: section.extent)
    }
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    guard let rows = rows(of: section) else { return [] }
    return try rows.existing(range).map { _ in RowInfo() }
  }

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    guard let rows = rows(of: section) else { return batch }
    try rows.append(rows.existing(range), FieldPlan(fields, columns: columns), to: &batch)
    return batch
  }

  /// Rows of a database have no items.
  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    RecordBatch(fields: fields)
  }

  /// A row's record, or the records of a whole section.
  package func value(at address: Address) throws(DataError) -> Value? {
    guard let rows = rows(of: address.section), address.item == nil else { return nil }
    guard let row = address.row else { return .array(try records(ofAll: rows)) }
    return row < 0 ? nil : try rows.records(rows.existing(row..<row + 1), keys: keys).first
  }

  /// Larger sections are not shown as one value, in bytes.
  private static let largestValue = 1 << 28

  private func records(ofAll rows: any RowSequence) throws(DataError) -> [Value] {
    var values: [Value] = []
    var size = 0
    while true {
      let window = try rows.existing(values.count..<values.count + Self.rowsAtOnce)
      let records = try rows.records(window, keys: keys)
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
  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for (index, section) in sections.enumerated() {
      var start = 0
      while true {
        let window = try section.rows.existing(start..<start + Self.rowsAtOnce)
        for (row, record) in zip(window, try section.rows.records(window, keys: keys)) {
          guard try visit(Address(index, row), record) else { return }
        }
        if window.count < Self.rowsAtOnce { break }
        start += Self.rowsAtOnce
      }
      try section.rows.checkCount()
      try checkEnd(of: section.rows)
    }
  }

  /// Rows that end without an exact count go on beyond what is kept of them: that is an error.
  package func checkEnd(of rows: any RowSequence) throws(DataError) {
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
}

extension DatabaseTable {
  package func advanced() -> (any TableSource)? {
    guard sections.contains(where: { $0.extent != $0.rows.extent }) else { return nil }
    return DatabaseTable(
      columns: columns, sections: sections.map { Section(title: $0.title, rows: $0.rows) },
      questions: questions, whole: whole)
  }

  /// Counts to the end; what a query returns beyond the limit stays uncounted.
  package func settled(checkpoint: () throws(DataError) -> Void) throws(DataError)
    -> (any TableSource)?
  {
    for section in sections { try section.rows.countAll(checkpoint: checkpoint) }
    return advanced()
  }
}

// MARK: - What the database does

extension DatabaseTable {
  package var isNarrowed: Bool { whole != nil }

  package var isReordered: Bool {
    questions?.isOrdered == true && sections.contains { $0.extent.known > 1 }
  }

  package var unnarrowed: any TableSource { whole ?? self }

  package var database: (any TableDatabase)? { questions == nil ? nil : self }
  package var isOnServer: Bool { questions?.backend.dialect == .postgres }

  package func place(of address: Address, in other: any TableSource) throws(DataError) -> Address? {
    guard let other = other as? DatabaseTable, let questions, let row = address.row,
      let (rows, position) = keyedRows(at: row, inSection: address.section),
      let key = try questions.key(of: position, in: rows)
    else { return nil }
    for (index, section) in other.sections.enumerated() {
      if let position = try questions.position(of: key, in: section.rows) {
        return Address(index, position)
      }
    }
    return nil
  }

  private func keyedRows(at row: Int, inSection section: Int) -> (KeyedRows, Int)? {
    switch rows(of: section) {
    case let rows as KeyedRows: (rows, row)
    case let rows as JoinedRows: rows.part(at: row)
    default: nil
    }
  }
}

/// Filters and sorts: by an index where there is one, and else by columns that are read alone.
extension DatabaseTable {
  /// A search pays if it finds at most one row in this many: each found row is then read by itself.
  private static let worthwhileShare = 256
  /// Reading this many rows by themselves always pays.
  private static let fewRows = 64

  package func records(where key: String, within bound: FieldBound)
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
  package func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    guard let (wanted, plan) = filling(paths) else { return nil }
    var builders = paths.map { _ in FieldColumn.Builder(expecting: counts().rows.known) }
    var directory = RecordDirectory()
    for (number, section) in sections.enumerated() {
      var start = 0
      while case let window = try section.rows.existing(start..<start + Self.rowsInBatch),
        !window.isEmpty
      {
        try section.rows.fill(window, wanted, plan, into: &builders)
        start += window.count
        try checkpoint(directory.count + start)
        guard builders.reduce(0, { $0 + $1.byteCount }) <= limit else { return .tooLarge }
      }
      try checkEnd(of: section.rows)
      directory.append(Address(number, 0), count: start)
    }
    return try Self.reading(paths, builders, directory)
  }

  /// - Returns: nil for keys inside of a column's value, and for other paths that are no columns.
  private func filling(_ paths: [[String]]) -> (wanted: [Int], plan: ColumnFilling)? {
    guard paths.allSatisfy({ $0.count == 1 && $0[0] != "self" }), Set(paths).count == paths.count
    else { return nil }
    var wanted: [Int] = []
    let places = paths.map { path -> Int? in
      guard let column = columns.firstIndex(where: { $0.name == path[0] }) else { return nil }
      wanted.append(column)
      return wanted.count - 1
    }
    return (
      wanted, ColumnFilling(columns: wanted.map { columns[$0] }, places: places)
    )
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

// MARK: - Questions to the database

extension DatabaseTable: TableDatabase {
  package func asked(_ request: SourceRequest) throws(DataError) -> SourceAnswer? {
    try questions?.answer(request, from: self)
  }

  package func valueCounts(of path: [String], limit: Int) throws(DataError)
    -> [(value: Value, count: Int)]?
  {
    guard let questions, sections.count == 1 else { return nil }
    return try questions.valueCounts(of: path, limit: limit)
  }

  package func aggregates(_ aggregates: [Aggregate], by keys: [FieldPath], limit: Int)
    throws(DataError) -> AggregateAnswer?
  {
    try questions?.aggregates(aggregates, by: keys, limit: limit)
  }

  package func hasValues(at path: [String]) throws(DataError) -> Bool? {
    try questions?.hasValues(at: path)
  }

  package func strayTexts(at path: [String]) throws(DataError) -> Extent? {
    try questions?.strayTexts(at: path, among: counts().rows.known)
  }

  package func span(of path: [String]) throws(DataError) -> ValueSpan? {
    try questions?.span(of: path)
  }

  package func counts(of path: [String], below borders: [Value]) throws(DataError) -> [Int]? {
    try questions?.counts(of: path, below: borders)
  }
}
