import TableModel

/// Reads all records of a text of separated values at once: for small ones.
struct CSVReader {
  private let layout: CSVLayout
  private var findings: CSVFindings

  /// - Returns: the records, and what is worth a word about them.
  /// - Complexity: O(bytes).
  static func read(_ text: SourceText, _ stated: StatedDialect) throws(DataError) -> FileContent {
    let result = text.bytes.withUnsafeBufferPointer { bytes -> Result<FileContent, DataError> in
      do throws(CSVFailure) {
        let layout = try CSVLayout(bytes, from: text.start, stated)
        var reader = CSVReader(layout: layout, findings: CSVFindings())
        let records = try reader.records(bytes)
        let remarks = layout.remarks + reader.findings.words(layout) { text.place(ofByte: $0).line }
        return .success(
          FileContent(
            value: .array(records), title: layout.title, remarks: remarks, manner: layout.manner))
      } catch {
        return .failure(error.error(in: bytes) { text.malformed(at: $0, $1) })
      }
    }
    return try result.get()
  }

  private mutating func records(_ bytes: UnsafeBufferPointer<UInt8>) throws(CSVFailure) -> [Value] {
    guard let base = bytes.baseAddress else { return [] }
    var cursor = CSVCursor(base, from: layout.start, to: bytes.count, layout.dialect)
    var cells: [CSVCell] = []
    var records: [Value] = []
    while !cursor.isAtEnd {
      let start = cursor.offset
      try cursor.readRecord(&cells)
      findings.add(cells, at: start, cursor, columns: layout.names.count)
      records.append(layout.record(of: cells, in: cursor))
      cursor.goToNextRecord()
    }
    return records
  }
}

/// What is unusual about the records of a text, though no mistake: how many there are of each kind,
/// and where the first one stands.
struct CSVFindings: Sendable {
  struct Kind: Sendable {
    var count = 0
    var first = 0

    mutating func add(_ count: Int = 1, at offset: Int) {
      if self.count == 0 { first = offset }
      self.count += count
    }
  }

  /// Records of fewer cells than the first one, and of more.
  var short = Kind()
  var long = Kind()
  /// Cells with text behind the quote that closes.
  var trailing = Kind()

  mutating func add(_ cells: [CSVCell], at start: Int, _ cursor: CSVCursor, columns: Int) {
    add(count: cells.count, at: start, columns: columns)
    for cell in cells where cell.form == .odd && cursor.hasTrailingText(cell) {
      trailing.add(at: cell.text.lowerBound)
    }
  }

  @inline(__always)
  mutating func add(count: Int, at start: Int, columns: Int) {
    if count == columns { return }
    if count < columns { short.add(at: start) } else { long.add(at: start) }
  }

  /// In words, for people.
  ///
  /// - Parameter line: the line of an offset.
  func words(_ layout: CSVLayout, line: (Int) -> Int) -> [String] {
    var words: [String] = []
    let columns = layout.names.count
    let usual = "\(columns) \(columns == 1 ? "cell" : "cells")"
    if short.count > 0 {
      let what = short.count == 1 ? "a record has" : "\(short.count) records have"
      let first = short.count == 1 ? "" : "the first "
      words.append(
        "\(what) fewer than \(usual), \(first)on line \(line(short.first)): the other fields are"
          + " missing")
    }
    if long.count > 0 {
      let what = long.count == 1 ? "a record has" : "\(long.count) records have"
      let first = long.count == 1 ? "" : "the first "
      words.append(
        "\(what) more than \(usual), \(first)on line \(line(long.first)): what is beyond is"
          + " '\(layout.name(ofColumn: columns))' and so on")
    }
    if trailing.count > 0 {
      let what = trailing.count == 1 ? "a cell goes" : "\(trailing.count) cells go"
      let first = trailing.count == 1 ? "" : "the first "
      words.append(
        "\(what) on behind the quote that closes, \(first)on line \(line(trailing.first)): the text"
          + " is kept")
    }
    return words
  }
}
