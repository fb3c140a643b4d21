import Files
import TableModel

/// A mapped text of separated values: a sequence of records, each of which is the list of its cells.
struct CSVText: Sendable {
  let file: MappedFile
  let layout: CSVLayout

  /// - Throws: where the first record can't be read.
  init(_ file: MappedFile, _ stated: StatedDialect) throws(DataError) {
    self.file = file
    do throws(CSVFailure) {
      layout = try CSVLayout(file.buffer, from: FileText(file: file).start, stated)
    } catch {
      throw Self.located(error, in: file)
    }
  }

  func located(_ failure: CSVFailure) -> DataError { Self.located(failure, in: file) }

  private static func located(_ failure: CSVFailure, in file: MappedFile) -> DataError {
    file.isDamaged
      ? .changedUnderneath(file: file.path)
      : failure.error(in: file.buffer) { FileText(file: file).malformed(at: $0, $1) }
  }

  func cursor(at offset: Int) -> CSVCursor {
    CSVCursor(file.bytes, from: offset, to: file.count, layout.dialect)
  }

  /// The cells of a record, and the offset of the line break behind it.
  func cells(ofRecordAt start: Int, _ cells: inout [CSVCell]) throws(DataError) -> Int {
    var cursor = cursor(at: start)
    do throws(CSVFailure) {
      try cursor.readRecord(&cells)
    } catch {
      throw located(error)
    }
    return cursor.offset
  }

  /// A record as a value, and the offset of the line break behind it.
  func record(at start: Int) throws(DataError) -> (value: Value, end: Int) {
    var cells: [CSVCell] = []
    let end = try self.cells(ofRecordAt: start, &cells)
    return (layout.record(of: cells, in: cursor(at: start)), end)
  }

  /// Where the record begins that follows a line break.
  func next(after end: Int) -> Int {
    var cursor = cursor(at: end)
    cursor.goToNextRecord()
    return cursor.offset
  }

  /// Refuses text that is not UTF-8.
  func checkUTF8(_ range: Range<Int>) throws(DataError) {
    let text = UnsafeRawBufferPointer(start: file.bytes + range.lowerBound, count: range.count)
    guard let wrong = UTF8Check.firstInvalidByte(in: text) else { return }
    throw located(.notUTF8(at: range.lowerBound + wrong))
  }
}

/// Separated values, for the tables over an index.
extension CSVText: TextNotation {
  var start: Int { layout.start }

  var emptyList: String { "" }

  /// How many records are enough to infer a shape from; all are alike.
  private static let enough = 256

  func head(isSequence: Bool?, sizes: ClosedRange<Int>) throws(DataError) -> DocumentHead {
    var records: [Value] = []
    var offset = start
    while offset < file.count, records.count < Self.enough, offset - start < sizes.upperBound {
      let record = try record(at: offset)
      records.append(record.value)
      offset = next(after: record.end)
    }
    return DocumentHead(
      value: .array(records), isWhole: offset >= file.count, isSequence: true)
  }

  func title(of head: DocumentHead, named name: String, isStated: Bool) -> String { layout.title }

  func read(_ text: SourceText, isSequence: Bool) throws(DataError) -> FileContent {
    var stated = StatedDialect()
    stated.delimiter = layout.dialect.delimiter
    stated.hasHeader = layout.hasHeader
    (stated.hasQuotes, stated.hasTypes) = (layout.dialect.hasQuotes, layout.dialect.hasTypes)
    return try CSVReader.read(text, stated)
  }

  /// Cells hold nothing that could be a further level.
  func plan(for shape: Shape, isSequence: Bool) -> LevelPlan? {
    guard let plan = LevelPlan(shape, isSequence: isSequence), plan.depth == 1 else { return nil }
    return plan
  }

  func scanned(by plan: LevelPlan) -> ShapeTracker {
    var scanner = CSVScanner(plan: plan, start: start, dialect: layout.dialect)
    scanner.scan(to: file.count, of: file)
    scanner.finish(file)
    return scanner.tracker
  }

  func indexer(
    for index: RecordIndex, _ settings: IndexedDocument.Settings
  ) -> any BackgroundIndexer {
    let beginning = CSVScanner(plan: index.plan, start: start, dialect: layout.dialect)
    let head = PieceIndexer.head(of: index, to: settings.headScan, from: beginning)
    return PieceIndexer(index: index, head: head, settings)
  }

  /// A scan stops at nothing but a quote that opens and does not close: it stands in the last record.
  func structureError(at offset: Int, isSequence: Bool) -> DataError {
    var (state, last, place) = (CSVState.record, start, start)
    while place < file.count {
      let length = min(64, file.count - place)
      let block = CSVBlock(file.bytes + place, length, layout.dialect, &state)
      let starts = block.starts(countsEmptyLines: layout.dialect.countsEmptyLines)
      if starts != 0 { last = place + 63 - starts.leadingZeroBitCount }
      place += length
    }
    var cells: [CSVCell] = []
    do throws(DataError) {
      _ = try self.cells(ofRecordAt: last, &cells)
      return .changedUnderneath(file: file.path)
    } catch {
      return error
    }
  }

  func verification(isSequence: Bool, showsAll: @escaping (Int) -> Bool) -> any TextVerification {
    CSVVerification(self)
  }

  func key(at offset: Int) -> String? { nil }

  func valueStart(at offset: Int) -> Int { offset }

  func kind(ofValueAt offset: Int) -> ShapeTracker.Kind { .record }

  func value(at start: Int) throws(DataError) -> Value { try record(at: start).value }

  func outline(at start: Int, list: KnownList?, readsLists: Bool) throws(DataError) -> Value {
    try value(at: start)
  }

  func record(at start: Int, without path: ArraySlice<String>, list: KnownList?)
    throws(DataError) -> Value
  { try value(at: start) }

  func contentStart(of container: Int) -> Int { container }

  func offset(after count: Int, recordsFrom offset: Int, isSequence: Bool) -> Int? {
    CSVState.offset(after: count, recordsFrom: offset, of: file, layout.dialect)
  }

  func nextRecord(after end: Int, isSequence: Bool) -> Int? { next(after: end) }

  func skip(valueAt offset: Int, limit: Int) -> Int? {
    var cells: [CSVCell] = []
    return try? self.cells(ofRecordAt: offset, &cells)
  }

  func end(ofContainerAfter last: Int) -> Int? { nil }

  func records(inContainerAt offset: Int, isSequence: Bool) -> any TextRecords {
    CSVRecords(text: self, offset: offset)
  }

  func fieldReader(_ fields: [FieldPath]) -> any TextFields { CSVFields(self, fields) }
}

/// The records of a text one after the other.
struct CSVRecords: TextRecords {
  let text: CSVText
  private(set) var offset: Int

  mutating func next() throws(DataError) -> Value? {
    guard offset < text.file.count else { return nil }
    let (value, end) = try text.record(at: offset)
    offset = text.next(after: end)
    return value
  }

  mutating func nextChild() throws(DataError) -> DocumentChild? {
    try next().map { DocumentChild(content: .value($0)) }
  }

  mutating func begin(at offset: Int) { self.offset = offset }
}

/// Chosen fields of records, copied from their cells.
struct CSVFields: TextFields {
  private let text: CSVText
  /// The column of each field; nil for none.
  private let columns: [Int?]
  /// True where every field is one of a record's own.
  private let isPlain: Bool
  private var cells: [CSVCell] = []

  init(_ text: CSVText, _ fields: [FieldPath]) {
    self.text = text
    let keys = fields.map { field in field.steps.count == 1 ? field.steps[0].name : nil }
    isPlain = keys.allSatisfy { $0 != nil }
    columns = keys.map { $0.flatMap(text.layout.column(named:)) }
  }

  mutating func append(recordAt start: Int, to batch: inout RecordBatch) throws(DataError) -> Int {
    let end = try text.cells(ofRecordAt: start, &cells)
    let cursor = text.cursor(at: start)
    guard isPlain else {
      batch.append(text.layout.record(of: cells, in: cursor))
      return end
    }
    for column in columns {
      guard let column, column < cells.count else {
        batch.appendMissingField()
        continue
      }
      append(cells[column], cursor, to: &batch)
    }
    batch.finishRecord()
    return end
  }

  private func append(_ cell: CSVCell, _ cursor: CSVCursor, to batch: inout RecordBatch) {
    let kind = cursor.kind(of: cell)
    if kind == .null { return batch.appendField(kind: .null, utf8: "null".utf8) }
    if cell.form == .odd {
      return batch.appendField(kind: kind, utf8: cursor.text(of: cell).utf8)
    }
    batch.appendField(
      kind: kind,
      utf8: UnsafeBufferPointer(
        start: cursor.bytes + cell.text.lowerBound, count: cell.text.count))
  }
}

/// Checks a whole text of separated values: that it is UTF-8 and all quotes close; and counts what is
/// unusual.
struct CSVVerification: TextVerification {
  private let text: CSVText
  private var stretch: CSVStretch
  private var findings = CSVFindings()
  private(set) var offset: Int

  init(_ text: CSVText) {
    self.text = text
    stretch = CSVStretch(text.file, text.layout.dialect)
    offset = text.start
  }

  var remarks: [String] {
    let file = FileText(file: text.file)
    return text.layout.remarks + findings.words(text.layout) { file.place(ofByte: $0).line }
  }

  mutating func advance(by step: Int) throws(DataError) -> Bool {
    let stop = min(text.file.count, offset + step)
    let columns = text.layout.names.count
    while offset < stop {
      stretch.find(from: offset, atMost: .max)
      guard stretch.count > 0 else {
        try advanceOverLong(columns)
        continue
      }
      try text.checkUTF8(offset..<stretch.next)
      for record in 0..<stretch.count {
        let count = stretch.cellCount(of: record)
        findings.add(count: count, at: stretch.start(of: record), columns: columns)
      }
      if stretch.trailing.count > 0 { try addTrailing() }
      offset = stretch.next
    }
    return offset < text.file.count
  }

  /// A record that is longer than a stretch.
  private mutating func advanceOverLong(_ columns: Int) throws(DataError) {
    var cells: [CSVCell] = []
    let end = try text.cells(ofRecordAt: offset, &cells)
    findings.add(cells, at: offset, text.cursor(at: offset), columns: columns)
    offset = text.next(after: end)
  }

  /// Counts the cells that go on behind their quotes, in records that are whole.
  private mutating func addTrailing() throws(DataError) {
    var cells: [CSVCell] = []
    for record in 0..<stretch.count {
      let start = stretch.start(of: record)
      _ = try text.cells(ofRecordAt: start, &cells)
      let cursor = text.cursor(at: start)
      for cell in cells where cell.form == .odd && cursor.hasTrailingText(cell) {
        findings.trailing.add(at: cell.text.lowerBound)
      }
    }
  }
}
