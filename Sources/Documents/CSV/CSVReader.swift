import Files
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
    let columns = layout.names.count
    let usual = "\(columns) \(columns == 1 ? "cell" : "cells")"
    func sentence(_ kind: Kind, _ one: String, _ many: String, _ what: String, _ end: String)
      -> String?
    {
      if kind.count == 0 { return nil }
      let who = kind.count == 1 ? one : "\(kind.count) \(many)"
      let first = kind.count == 1 ? "" : "the first "
      return "\(who) \(what), \(first)on line \(line(kind.first)): \(end)"
    }
    return [
      sentence(
        short, "a record has", "records have", "fewer than \(usual)",
        "the other fields are missing"),
      sentence(
        long, "a record has", "records have", "more than \(usual)",
        "what is beyond is '\(layout.name(ofColumn: columns))' and so on"),
      sentence(
        trailing, "a cell goes", "cells go", "on behind the quote that closes",
        "the text is kept"),
    ].compactMap(\.self)
  }
}
