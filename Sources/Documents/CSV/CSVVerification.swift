import Files
import TableModel

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
