import Files
import TableModel

/// Columns straight from the text.
extension CSVText {
  func readSchema(
    of table: IndexedTable, depth: Int, distinctCap: Int, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Schema? {
    let builder = SchemaBuilder(depth: depth, distinctCap: distinctCap)
    return try table.schema(of: builder, limit, workers, checkpoint) { CSVSchemaGatherer(self, $0) }
  }

  func readColumns(
    of table: IndexedTable, _ paths: [[String]], by rule: FieldRule, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    // A cell is a scalar, so a path of two keys finds nothing. `self` is the record, unless a column is
    // called that.
    let columns = paths.map { path in path.count == 1 ? layout.column(named: path[0]) : nil }
    let isServed = zip(paths, columns).allSatisfy { path, column in
      path.count == 1 && (column != nil || path[0] != "self")
    }
    guard isServed, Set(paths).count == paths.count else { return nil }
    return try table.withAllRecords(checkpoint) { (table, directory) throws(DataError) in
      let crew = RecordCrew<CSVColumnGatherer>(table, limit: limit, workers: workers)
      let outcome = try crew.run(
        { CSVColumnGatherer(self, columns, expecting: $0) }, checkpoint: checkpoint)
      return ColumnReading(outcome, paths, directory)
    }
  }
}

/// The way through separated values: one record follows the other.
struct CSVWay: TextWay {
  private(set) var offset: Int
  private var left: Int

  init(_ table: IndexedTable, _ records: Range<Int>) throws(DataError) {
    left = records.count
    offset = records.isEmpty ? 0 : try table.start(ofRecord: records.lowerBound)
  }

  var isUnfit: Bool { false }

  var neighbours: Int { left }

  mutating func next() -> Int? { left > 0 ? offset : nil }

  /// - Parameter end: where the next record begins.
  mutating func pass(_ count: Int, to end: Int) {
    left -= count
    offset = end
  }
}

/// Builds columns from the cells of records, a stretch of records at a time and column by column.
struct CSVColumnGatherer: RecordGatherer {
  typealias Way = CSVWay

  private let text: CSVText
  private let columns: [Int?]
  private var stretch: CSVStretch
  private var fillers: [CSVColumnFiller]

  /// - Parameters:
  ///   - columns: those that are wanted; nil for one that no record has.
  ///   - expected: how many records there are in the whole table.
  init(_ text: CSVText, _ columns: [Int?], expecting expected: Int) {
    (self.text, self.columns) = (text, columns)
    stretch = CSVStretch(text.file, text.layout.dialect)
    fillers = columns.map { _ in CSVColumnFiller(text, expecting: expected) }
  }

  var byteCount: Int { fillers.reduce(0) { $0 + $1.builder.byteCount } }

  var isUnfit: Bool { false }

  mutating func finish() -> [FieldColumn.Builder] {
    defer { fillers = [] }
    return fillers.map(\.builder)
  }

  mutating func add(recordsFrom start: Int, atMost most: Int) throws(DataError)
    -> (count: Int, end: Int)
  {
    stretch.find(from: start, atMost: most)
    guard stretch.count > 0 else { return try addLong(start) }
    try text.checkUTF8(start..<stretch.next)
    for index in fillers.indices {
      if let column = columns[index] {
        fillers[index].add(column, of: stretch)
      } else {
        fillers[index].addMissing(stretch.count)
      }
    }
    return (stretch.count, stretch.next)
  }

  /// Adds a record that is longer than a stretch.
  private mutating func addLong(_ start: Int) throws(DataError) -> (count: Int, end: Int) {
    var cells: [CSVCell] = []
    let end = try text.cells(ofRecordAt: start, &cells)
    let cursor = text.cursor(at: start)
    for index in fillers.indices {
      if let column = columns[index], column < cells.count {
        fillers[index].add(cursor.value(of: cells[column]))
      } else {
        fillers[index].addMissing(1)
      }
    }
    return (1, text.next(after: end))
  }
}

/// Fills the column of one field with what its cells hold.
struct CSVColumnFiller {
  private let cursor: CSVCursor
  private let powers = ShortNumber.powers
  private(set) var builder: FieldColumn.Builder
  /// Room for numbers of neighbouring records.
  private var numbers: [Double] = []

  /// - Parameter expected: how many records there are going to be.
  init(_ text: CSVText, expecting expected: Int) {
    cursor = text.cursor(at: text.start)
    builder = FieldColumn.Builder(expecting: expected)
  }

  mutating func add(_ value: Value) { builder.append(value) }

  mutating func addMissing(_ count: Int) {
    for _ in 0..<count { builder.appendMissing() }
  }

  /// Adds the cells of a column, those of one kind that follow each other together.
  mutating func add(_ column: Int, of stretch: borrowing CSVStretch) {
    var record = 0
    while record < stretch.count {
      guard let cell = stretch.cell(column, of: record) else {
        builder.appendMissing()
        record &+= 1
        continue
      }
      if cell.isEmpty {
        builder.append(.null)
        record &+= 1
        continue
      }
      var added = 0
      if cursor.mayBeNumber(cell) {
        added = add(numbers: column, of: stretch, from: record)
      } else {
        added = add(texts: column, of: stretch, from: record)
      }
      if added == 0 {
        add(odd: cell)
        added = 1
      }
      record &+= added
    }
  }

  /// Adds numbers up to the first cell that is not a short one.
  private mutating func add(
    numbers column: Int, of stretch: borrowing CSVStretch, from first: Int
  ) -> Int {
    let (bytes, powers) = (cursor.bytes, powers)
    let most = stretch.count &- first
    if numbers.count < most { numbers = Array(repeating: 0, count: most) }
    var (added, areSmall) = (0, true)
    numbers.withUnsafeMutableBufferPointer { numbers in
      while added < most, let cell = stretch.cell(column, of: first &+ added), !cell.isEmpty {
        switch ShortNumber(bytes + cell.lowerBound, powers) {
        case .integer(let value, cell.count): numbers[added] = Double(value)
        case .double(let value, cell.count): (numbers[added], areSmall) = (value, false)
        default: return
        }
        added &+= 1
      }
    }
    if added == 0 { return 0 }
    numbers.withUnsafeBufferPointer {
      builder.append(numbers: UnsafeBufferPointer(rebasing: $0[..<added]), areSmall: areSmall)
    }
    return added
  }

  /// Adds texts up to the first cell that may be something else, or has to be decoded.
  private mutating func add(
    texts column: Int, of stretch: borrowing CSVStretch, from first: Int
  ) -> Int {
    let most = stretch.count &- first
    var added = 0
    withUnsafeTemporaryAllocation(of: TextPool.Text.self, capacity: most) { texts in
      while added < most, let cell = stretch.cell(column, of: first &+ added),
        let text = cursor.plainText(of: cell)
      {
        texts[added] = text
        added &+= 1
      }
      if added == 0 { return }
      builder.appendTexts(atMost: added) { pool, codes in
        pool.number(UnsafeBufferPointer(rebasing: texts[..<added]), into: codes)
        return added
      }
    }
    return added
  }

  /// Adds a long number, a truth value or a text with quotes inside.
  private mutating func add(odd cell: Range<Int>) {
    let bytes = cursor.bytes + cell.lowerBound
    if cursor.mayBeNumber(cell) {
      switch PlainNumber(bytes, powers) {
      case .integer(let value, cell.count): return builder.append(small: value)
      case .double(let value, cell.count): return builder.append(exact: value)
      default: break
      }
    }
    builder.append(cursor.value(of: cursor.cell(in: cell)))
  }
}

extension CSVCursor {
  /// True for a cell that begins as numbers do.
  @inline(__always)
  func mayBeNumber(_ cell: Range<Int>) -> Bool {
    let first = bytes[cell.lowerBound]
    return dialect.hasTypes && (first &- 0x30 < 10 || first == UInt8(ascii: "-"))
  }

  /// The text of a cell that is nothing else and stands in the text as it is; nil for other cells.
  @inline(__always)
  func plainText(of cell: Range<Int>) -> TextPool.Text? {
    guard !cell.isEmpty, !mayBeNumber(cell) else { return nil }
    let raw = TextPool.Text(start: bytes + cell.lowerBound, count: cell.count)
    switch raw[0] {
    case CSVDialect.quote where dialect.hasQuotes: return quotedText(raw)
    case UInt8(ascii: "t") where raw.count == 4:
      return kind(of: self.cell(in: cell)) == .bool ? nil : raw
    case UInt8(ascii: "f") where raw.count == 5:
      return kind(of: self.cell(in: cell)) == .bool ? nil : raw
    default: return raw
    }
  }

  /// What stands in quotes, if there are no other quotes in the cell.
  @inline(__always)
  private func quotedText(_ raw: TextPool.Text) -> TextPool.Text? {
    guard raw.count >= 2, raw[raw.count &- 1] == CSVDialect.quote else { return nil }
    var index = 1
    while raw[index] != CSVDialect.quote { index &+= 1 }
    guard index == raw.count &- 1 else { return nil }
    return TextPool.Text(rebasing: raw[1..<index])
  }

  /// The cell whose text, quotes included, lies in a range of the file.
  func cell(in range: Range<Int>) -> CSVCell {
    guard dialect.hasQuotes, !range.isEmpty, bytes[range.lowerBound] == CSVDialect.quote else {
      return CSVCell(text: range, form: .plain)
    }
    let raw = TextPool.Text(start: bytes + range.lowerBound, count: range.count)
    guard quotedText(raw) != nil else { return CSVCell(text: range, form: .odd) }
    return CSVCell(text: range.lowerBound + 1..<range.upperBound - 1, form: .quoted)
  }
}

/// Gathers a schema from the cells of records. Of most cells no more than their text is looked at.
struct CSVSchemaGatherer: CountingGatherer {
  typealias Way = CSVWay

  private let text: CSVText
  private let cursor: CSVCursor
  private let powers = ShortNumber.powers
  var builder: SchemaBuilder
  private var stretch: CSVStretch
  /// For each column its node in the builder, and none for those that were not met.
  private var nodes: [Int] = []
  var counts: [TextualCounts] = []

  init(_ text: CSVText, _ builder: SchemaBuilder) {
    (self.text, self.builder) = (text, builder)
    cursor = text.cursor(at: text.start)
    stretch = CSVStretch(text.file, text.layout.dialect)
    takeOverNodes()
  }

  mutating func add(recordsFrom start: Int, atMost most: Int) throws(DataError)
    -> (count: Int, end: Int)
  {
    stretch.find(from: start, atMost: most)
    guard stretch.count > 0 else {
      let (value, end) = try text.record(at: start)
      add(value)
      return (1, text.next(after: end))
    }
    try text.checkUTF8(start..<stretch.next)
    for record in 0..<stretch.count {
      let cells = stretch.cellCount(of: record)
      guard cells <= nodes.count || builder.depth < 1 else {
        // A column that was not met before.
        add(try text.record(at: stretch.start(of: record)).value)
        continue
      }
      builder.addRecord()
      for column in 0..<min(cells, nodes.count) {
        if let cell = stretch.cell(column, of: record) { add(cell, nodes[column]) }
      }
    }
    return (stretch.count, stretch.next)
  }

  private mutating func add(_ record: Value) {
    builder.add(record)
    takeOverNodes()
  }

  /// The columns come up from the first one on, so that their nodes do, too.
  private mutating func takeOverNodes() {
    var places: [Int: Int] = [:]
    for (node, path) in builder.nodes.map(\.path.keys).enumerated() {
      guard let path, path.count == 1, let column = text.layout.column(named: path[0]) else {
        continue
      }
      places[column] = node
    }
    nodes = (0..<places.count).map { places[$0] ?? 0 }
    while counts.count < builder.nodes.count { counts.append(TextualCounts()) }
  }

  private mutating func add(_ cell: Range<Int>, _ node: Int) {
    if cell.isEmpty { return counts[node].add(.null) }
    let bytes = cursor.bytes
    if cursor.mayBeNumber(cell) {
      if let value = exactNumber(of: cell) {
        return counts[node].add(value, bytes, cell, to: &builder.nodes[node].counter)
      }
    } else if let plain = cursor.plainText(of: cell) {
      let start = plain.count == cell.count ? cell.lowerBound : cell.lowerBound + 1
      return counts[node].add(
        text: bytes, start..<start + plain.count, to: &builder.nodes[node].counter)
    }
    switch cursor.value(of: cursor.cell(in: cell)) {
    case .bool(let value): counts[node].add(value, to: &builder.nodes[node].counter)
    case let value: builder.nodes[node].counter.add(value)
    }
  }

  /// The number in a cell, if a double holds it exactly; nil for texts and for longer numbers.
  private func exactNumber(of cell: Range<Int>) -> Double? {
    let text = cursor.bytes + cell.lowerBound
    switch ShortNumber(text, powers) {
    case .integer(let value, cell.count): return Double(value)
    case .double(let value, cell.count): return value
    default: break
    }
    switch PlainNumber(text, powers) {
    case .integer(let value, cell.count): return Double(value)
    case .double(let value, cell.count): return value
    default: return nil
    }
  }
}
