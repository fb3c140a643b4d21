import Files
import TableModel

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
