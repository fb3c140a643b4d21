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
    let sample = CSVSample(text, from: begin, stated)
    var dialect = sample.dialect
    // A text of no bytes has no record.
    guard let base = text.baseAddress, sample.start < text.count else {
      self.init(dialect, [], CSVManner(delimiter: dialect.delimiter), start: text.count)
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
      dialect, first.map { hasHeader ? cursor.text(of: $0) : "" }, manner, start: start)
  }

  private init(_ dialect: CSVDialect, _ written: [String], _ manner: CSVManner, start: Int) {
    (self.dialect, self.manner, self.start) = (dialect, manner, start)
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
    remarks = repeated.isEmpty ? [] : [Self.words(onRepeated: repeated)]
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
    var record = Record(
      keys, values: cells.prefix(names.count).lazy.map { cursor.value(of: $0) })
    for index in cells.indices.dropFirst(names.count) {
      record[name(ofColumn: index)] = cursor.value(of: cells[index])
    }
    return .record(record)
  }
}
