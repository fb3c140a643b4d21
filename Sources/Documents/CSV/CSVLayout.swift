import Files
import TableModel

/// How a text of separated values is laid out: its dialect, what its columns are called, and where
/// its first record begins.
struct CSVLayout: Sendable {
  let dialect: CSVDialect
  /// The names of the columns, each once.
  let names: [String]
  /// The same, prepared for records.
  let keys: RecordKeys
  /// How the text is written again.
  let manner: CSVManner
  /// Where the first record begins.
  let start: Int
  /// What was changed or assumed and is worth a word.
  let remarks: [String]
  private let columns: [String: Int]

  /// How much of a text is looked at to find out how it is written, in bytes.
  static let reach = 1 << 16

  /// Finds out what was not stated.
  ///
  /// - Parameters:
  ///   - text: all of it.
  ///   - begin: where it begins, behind a byte order mark.
  /// - Throws: where the first record can't be read.
  /// - Complexity: O(1): what stands behind the first 64 KiB makes no difference, but for a first
  ///   record that is longer.
  init(_ text: UnsafeBufferPointer<UInt8>, from begin: Int, _ stated: StatedDialect)
    throws(CSVFailure)
  {
    var (begin, stated, remarks) = (begin, stated, [String]())
    if let line = DelimiterLine(text, from: begin) {
      (begin, stated.delimiter) = (line.end, stated.delimiter ?? line.delimiter)
      remarks = ["its first line names the delimiter, and is no record"]
    }
    let sample = CSVSample(text, from: begin, stated)
    var dialect = sample.dialect
    // A text of no bytes has no record.
    guard let base = text.baseAddress, sample.start < text.count else {
      self.init(dialect, [], CSVManner(delimiter: dialect.delimiter), start: text.count, remarks)
      return
    }
    var cursor = CSVCursor(base, from: sample.start, to: text.count, dialect)
    var first: [CSVCell] = []
    try cursor.readRecord(&first)
    dialect.countsEmptyLines = first.count == 1
    let hasHeader = stated.hasHeader ?? sample.beginsWithNames
    let manner = CSVManner(
      delimiter: dialect.delimiter, hasHeader: hasHeader, lineBreak: cursor.lineBreak)
    var start = sample.start
    if hasHeader {
      cursor = CSVCursor(base, from: cursor.offset, to: text.count, dialect)
      cursor.goToNextRecord()
      start = cursor.offset
    }
    self.init(
      dialect, first.map { hasHeader ? cursor.text(of: $0) : "" }, manner, start: start, remarks)
  }

  private init(
    _ dialect: CSVDialect, _ written: [String], _ manner: CSVManner, start: Int, _ found: [String]
  ) {
    (self.dialect, self.start) = (dialect, start)
    var columns: [String: Int] = Dictionary(minimumCapacity: written.count)
    var numbers: [String: Int] = [:]
    var names: [String] = []
    var repeated: [String] = []
    for (index, name) in written.enumerated() {
      let wanted = name.isEmpty ? Self.name(ofColumn: index) : name
      let own = Self.free(wanted, &numbers[wanted, default: 2]) { columns[$0] != nil }
      if own != wanted { repeated.append("'\(own)'") }
      columns[own] = index
      names.append(own)
    }
    (self.names, self.columns, keys) = (names, columns, RecordKeys(distinct: names))
    var manner = manner
    if manner.hasHeader { (manner.names, manner.header) = (names, written) }
    self.manner = manner
    remarks = found + (repeated.isEmpty ? [] : [Self.words(onRepeated: repeated)])
  }

  private static func words(onRepeated names: [String]) -> String {
    let some = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", ..." : "")
    let count = names.count == 1 ? "a column has" : "\(names.count) columns have"
    return "\(count) the name of another one: called \(some)"
  }

  private static func name(ofColumn index: Int) -> String { "column \(index + 1)" }

  /// The name, or with the first number behind it that makes another one of it.
  ///
  /// - Parameter number: the first one that may be free.
  private static func free(
    _ name: String, _ number: inout Int, isTaken: (String) -> Bool
  ) -> String {
    var own = name
    while isTaken(own) {
      own = "\(name) \(number)"
      number += 1
    }
    return own
  }
}

extension CSVLayout {
  /// Whether the first line names the columns.
  var hasHeader: Bool { manner.hasHeader }

  /// What people call the text.
  var title: String {
    let name: String
    switch dialect.delimiter {
    case UInt8(ascii: ","): name = "CSV"
    case UInt8(ascii: "\t"): name = "TSV"
    case UInt8(ascii: " "): name = "CSV with blanks"
    case let byte: name = "CSV with '\(Character(UnicodeScalar(byte)))'"
    }
    return hasHeader ? name : name + ", no header"
  }

  /// The name of a column, of one behind those of the first record as well.
  func name(ofColumn index: Int) -> String {
    if names.indices.contains(index) { return names[index] }
    var number = 2
    return Self.free(Self.name(ofColumn: index), &number) { columns[$0] != nil }
  }

  /// The column of a name; nil where no record can have one.
  func column(named name: String) -> Int? {
    if let column = columns[name] { return column }
    let words = name.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let number = Int(words[1]), number > names.count,
      number <= CSVCursor.mostCells, self.name(ofColumn: number - 1) == name
    else { return nil }
    return number - 1
  }

  /// The record of some cells.
  func record(of cells: [CSVCell], in cursor: CSVCursor) -> Value {
    let values = cells.prefix(names.count).map { cursor.value(of: $0) }
    var record = Record(keys, values: values[...])
    for index in cells.indices.dropFirst(names.count) {
      record[name(ofColumn: index)] = cursor.value(of: cells[index])
    }
    return .record(record)
  }
}

/// The beginning of a text of separated values, from which its dialect and its header are found out.
struct CSVSample {
  private(set) var dialect: CSVDialect
  /// Where the first record begins: behind empty lines.
  let start: Int
  /// The first records, whole ones only; those of the dialect.
  private var records: [[CSVCell]] = []
  private let cursor: CSVCursor?
  /// How many records were looked at at most.
  private static let mostRecords = 1000

  /// - Parameters:
  ///   - text: all of the text; no more than the first 64 KiB of it are looked at.
  ///   - begin: where it begins, behind a byte order mark.
  init(_ text: UnsafeBufferPointer<UInt8>, from begin: Int, _ stated: StatedDialect) {
    dialect = CSVDialect(
      delimiter: stated.delimiter ?? CSVDialect.usualDelimiters[0], hasQuotes: stated.hasQuotes,
      hasTypes: stated.hasTypes)
    let end = min(text.count, begin + CSVLayout.reach)
    var start = begin
    while start < end, CSVDialect.isLineBreak(text[start]) { start += 1 }
    self.start = start < end ? start : text.count
    guard let base = text.baseAddress, start < end else {
      cursor = nil
      return
    }
    let isWhole = end == text.count
    let candidates = stated.delimiter.map { [$0] } ?? CSVDialect.usualDelimiters
    var best = Fit.none
    for delimiter in candidates {
      var dialect = dialect
      dialect.delimiter = delimiter
      let cursor = CSVCursor(base, from: start, to: end, dialect)
      let records = Self.read(cursor, isWhole: isWhole)
      let fit = Fit(records, strayQuotes: cursor.strayQuotes(in: records))
      guard self.records.isEmpty || fit.isBetter(than: best) else { continue }
      (best, self.records, self.dialect) = (fit, records, dialect)
    }
    cursor = CSVCursor(base, from: start, to: end, dialect)
  }

  /// How well a delimiter fits.
  private struct Fit {
    /// The share of the records that have the same number of cells.
    var share = 0.0
    var cells = 1
    /// How many cells have a quote in their middle: with another delimiter it may well be where a
    /// cell begins.
    var strayQuotes = 0

    static let none = Fit()

    private init() {}

    init(_ records: [[CSVCell]], strayQuotes: Int) {
      var counts: [Int: Int] = [:]
      for record in records { counts[record.count, default: 0] += 1 }
      // Of numbers that come up as often the least counts, so that the answer is always the same.
      let usual = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }
      cells = usual?.key ?? 1
      share = Double(usual?.value ?? 0) / Double(max(1, records.count))
      self.strayQuotes = strayQuotes
    }

    /// True for a delimiter that parts more of the records alike, or parts them into more cells.
    func isBetter(than other: Fit) -> Bool {
      guard cells > 1, share >= 0.5 else { return false }
      return other.cells <= 1
        || (share, -strayQuotes, cells) > (other.share, -other.strayQuotes, other.cells)
    }
  }

  /// The records up to the end; the last one may be cut short there unless the text is whole.
  private static func read(_ begin: CSVCursor, isWhole: Bool) -> [[CSVCell]] {
    var (cursor, records): (CSVCursor, [[CSVCell]]) = (begin, [])
    while !cursor.isAtEnd, records.count < mostRecords {
      var cells: [CSVCell] = []
      guard (try? cursor.readRecord(&cells)) != nil, isWhole || !cursor.isAtEnd else { break }
      records.append(cells)
      cursor.goToNextRecord()
    }
    return records
  }
}

extension CSVSample {
  /// True for a text of several records that all have the same number of cells, more than one.
  var isTable: Bool {
    guard let first = records.first, first.count > 1, records.count > 1 else { return false }
    return records.allSatisfy { $0.count == first.count }
  }

  /// Whether the first record names the columns: its cells are all different and none is empty but
  /// perhaps the first, and none is a number (or `true`, or `false`) where a later record has one in
  /// the same column.
  var beginsWithNames: Bool {
    guard let cursor, let first = records.first else { return true }
    guard first.dropFirst().allSatisfy({ !$0.text.isEmpty }) else { return false }
    let names = first.map { cursor.text(of: $0) }
    guard Set(names).count == names.count else { return false }
    for (column, cell) in first.enumerated() {
      // Without types a number is known by its form all the same.
      guard let kind = Self.typed(cell, cursor) else { continue }
      if records.count == 1 { return false }
      let hasMore = records.dropFirst().contains { record in
        record.indices.contains(column) && Self.typed(record[column], cursor) == kind
      }
      if hasMore { return false }
    }
    return true
  }

  /// The kind of a number or a truth value; nil for all else.
  private static func typed(_ cell: CSVCell, _ cursor: CSVCursor) -> ValueKind? {
    var dialect = cursor.dialect
    dialect.hasTypes = true
    let kind = CSVCursor(cursor.bytes, from: 0, to: cursor.end, dialect).kind(of: cell)
    return kind == .number || kind == .bool ? kind : nil
  }
}

extension CSVCursor {
  /// How many cells without quotes around them have a quote in their text.
  fileprivate func strayQuotes(in records: [[CSVCell]]) -> Int {
    guard dialect.hasQuotes else { return 0 }
    return records.reduce(0) { count, record in
      count
        + record.count { cell in
          cell.form == .plain && cell.text.contains { bytes[$0] == CSVDialect.quote }
        }
    }
  }
}

/// The line `sep=;` with which spreadsheets begin a text to say how it is written.
private struct DelimiterLine {
  let delimiter: UInt8
  /// Where the next line begins.
  let end: Int

  /// - Returns: nil for a text that begins otherwise.
  init?(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    let line = text[start...].prefix(8).prefix { !CSVDialect.isLineBreak($0) }
    let word = String(decoding: line.dropLast(), as: UTF8.self)
    guard word.lowercased() == "sep=", let last = line.last,
      let delimiter = StatedDialect.delimiter(String(UnicodeScalar(last)))
    else { return nil }
    var end = line.endIndex
    if end < text.count, text[end] == UInt8(ascii: "\r") { end += 1 }
    if end < text.count, text[end] == UInt8(ascii: "\n") { end += 1 }
    (self.delimiter, self.end) = (delimiter, end)
  }
}
