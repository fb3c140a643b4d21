import Files
import Foundation
import TableModel

/// What is wrong with separated values, by the offset of a byte.
enum CSVFailure: Error {
  /// A quote that opens and is never closed.
  case unclosed(at: Int)
  case notUTF8(at: Int)
  /// A record that is too large to be held in memory.
  case tooLarge
  case tooManyCells

  /// - Parameter malformed: makes an error about a place in the text.
  func error(in bytes: UnsafeBufferPointer<UInt8>, malformed: (Int, String) -> DataError)
    -> DataError
  {
    switch self {
    case .unclosed(let offset):
      malformed(
        offset,
        "the quote that opens here is never closed (--quote none takes quotes as characters)")
    case .notUTF8(let offset):
      malformed(
        offset,
        "expected UTF-8 text, found byte \(SourceText.hexadecimal(bytes[offset]))"
          + " (convert it first, for example: iconv -f WINDOWS-1252 -t UTF-8 FILE)")
    case .tooLarge: WholeValue.tooLarge
    case .tooManyCells:
      .shape(
        message: "a record has more than \(CSVCursor.mostCells) cells",
        hint: "--delimiter CHARACTER says what stands between them")
    }
  }
}

/// A cell where it stands in the text.
struct CSVCell: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    /// Without quotes.
    case plain
    /// In quotes, between which its text stands as it is.
    case quoted
    /// In quotes, with quotes in its text or more text behind them.
    case odd
  }

  /// Its text: without the quotes around it, except for an odd one.
  var text: Range<Int>
  var form: Form
}

/// Goes through separated values cell by cell.
struct CSVCursor {
  let bytes: UnsafePointer<UInt8>
  let end: Int
  let dialect: CSVDialect
  var offset: Int

  /// The most cells that a record may have; a line with more is an error.
  static let mostCells = 1 << 20

  /// - Parameter end: no byte from here on is read.
  init(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, _ dialect: CSVDialect) {
    (self.bytes, self.end, self.dialect, offset) = (bytes, end, dialect, start)
  }

  var isAtEnd: Bool { offset >= end }

  /// The line break that stands here; the usual one at the end of the text.
  var lineBreak: String {
    guard !isAtEnd else { return CSVManner().lineBreak }
    if bytes[offset] == UInt8(ascii: "\n") { return "\n" }
    return offset + 1 < end && bytes[offset + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
  }

  /// Reads the record that begins here, and stands then at the line break behind it.
  ///
  /// - Parameter cells: become those of the record.
  /// - Complexity: O(bytes of the record).
  mutating func readRecord(_ cells: inout [CSVCell]) throws(CSVFailure) {
    cells.removeAll(keepingCapacity: true)
    let start = offset
    while true {
      cells.append(try readCell())
      guard offset - start <= WholeValue.limit else { throw .tooLarge }
      guard offset < end, bytes[offset] == dialect.delimiter else { break }
      guard cells.count < Self.mostCells else { throw .tooManyCells }
      offset += 1
    }
    try checkUTF8(from: start)
  }

  private func checkUTF8(from start: Int) throws(CSVFailure) {
    let text = UnsafeRawBufferPointer(start: bytes + start, count: offset - start)
    if let wrong = UTF8Check.firstInvalidByte(in: text) { throw .notUTF8(at: start + wrong) }
  }

  private mutating func readCell() throws(CSVFailure) -> CSVCell {
    let start = offset
    guard dialect.hasQuotes, offset < end, bytes[offset] == CSVDialect.quote else {
      skipPlain()
      return CSVCell(text: start..<offset, form: .plain)
    }
    let isWhole = try skipQuoted()
    let close = offset - 1
    skipPlain()
    guard isWhole, offset == close + 1 else { return CSVCell(text: start..<offset, form: .odd) }
    return CSVCell(text: start + 1..<close, form: .quoted)
  }

  /// Goes to the next delimiter, line break or end.
  private mutating func skipPlain() {
    while offset < end {
      let byte = bytes[offset]
      if byte == dialect.delimiter || CSVDialect.isLineBreak(byte) { return }
      offset &+= 1
    }
  }

  /// Goes behind the quote that closes.
  ///
  /// - Returns: false for text in which quotes stand.
  private mutating func skipQuoted() throws(CSVFailure) -> Bool {
    let start = offset
    var isWhole = true
    offset += 1
    while let found = memchr(bytes + offset, Int32(CSVDialect.quote), end - offset) {
      offset = UnsafeRawPointer(bytes).distance(to: UnsafeRawPointer(found)) + 1
      guard offset < end, bytes[offset] == CSVDialect.quote else { return isWhole }
      isWhole = false
      offset += 1
    }
    throw .unclosed(at: start)
  }

  /// Goes from the line break behind a record to where the next one begins, or to the end.
  mutating func goToNextRecord() {
    guard dialect.countsEmptyLines else {
      while offset < end, CSVDialect.isLineBreak(bytes[offset]) { offset &+= 1 }
      return
    }
    guard offset < end else { return }
    let isReturn = bytes[offset] == UInt8(ascii: "\r")
    offset += 1
    if isReturn, offset < end, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
  }
}

// MARK: - Values

extension CSVCursor {
  /// The value of a cell, by how it is written.
  func value(of cell: CSVCell) -> Value {
    switch kind(of: cell) {
    case .null: .null
    case .bool: .bool(cell.text.count == 4)
    case .number: .number(NumberText(text: text(of: cell)))
    default: .string(text(of: cell))
    }
  }

  /// What kind of value a cell is: a number as JSON writes it, `true`, `false`, nothing, or a text.
  func kind(of cell: CSVCell) -> ValueKind {
    guard cell.form == .plain else { return .text }
    if cell.text.isEmpty { return .null }
    guard dialect.hasTypes else { return .text }
    return PlainText.kind(
      of: UnsafeBufferPointer(start: bytes + cell.text.lowerBound, count: cell.text.count))
  }

  /// The text of a cell, which was found to be UTF-8.
  func text(of cell: CSVCell) -> String {
    if cell.form == .odd { return String(decoding: decoded(cell.text), as: UTF8.self) }
    return String(
      decoding: UnsafeBufferPointer(start: bytes + cell.text.lowerBound, count: cell.text.count),
      as: UTF8.self)
  }

  /// The text of a cell that begins with a quote: two quotes inside stand for one, and what follows
  /// the quote that closes belongs to it as it is.
  func decoded(_ cell: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(cell.count)
    var index = cell.lowerBound + 1
    while index < cell.upperBound {
      let byte = bytes[index]
      index += 1
      if byte == CSVDialect.quote {
        guard index < cell.upperBound, bytes[index] == byte else { break }
        index += 1
      }
      text.append(byte)
    }
    while index < cell.upperBound {
      text.append(bytes[index])
      index += 1
    }
    return text
  }

  /// True for a cell with text behind the quote that closes.
  func hasTrailingText(_ cell: CSVCell) -> Bool {
    guard cell.form == .odd else { return false }
    var index = cell.text.lowerBound + 1
    while index < cell.text.upperBound {
      guard bytes[index] == CSVDialect.quote else {
        index += 1
        continue
      }
      guard index + 1 < cell.text.upperBound else { return false }
      guard bytes[index + 1] == CSVDialect.quote else { return true }
      index += 2
    }
    return false
  }
}

/// Where the cells of neighbouring records stand, found for some records at once.
///
/// All that parts cells in a stretch of text is listed first, so that what is done with the cells is a
/// small loop of its own for each column. A stretch begins with a record; one that goes on beyond its
/// end is not among its records.
struct CSVStretch {
  /// How many bytes are looked at at once: few enough that they are near when cells are read.
  private static let length = 1 << 14

  private let file: MappedFile
  private let dialect: CSVDialect
  /// Where the stretch begins in the text.
  private(set) var base = 0
  /// How many records it has, whole ones only.
  private(set) var count = 0
  /// Where the record begins that follows them.
  private(set) var next = 0
  /// What unusual cells its blocks have, from the first record on.
  private(set) var trailing = CSVFindings.Kind()
  /// The distances of all that ends a cell.
  private var places: [UInt16]
  /// The distances of the beginnings of records, and for each record the number of its first place.
  private var starts: [UInt16]
  private var firsts: [UInt16]

  init(_ file: MappedFile, _ dialect: CSVDialect) {
    (self.file, self.dialect) = (file, dialect)
    let room = Self.length + 8
    places = Array(repeating: 0, count: room)
    starts = Array(repeating: 0, count: room)
    firsts = Array(repeating: 0, count: room)
  }

  /// Finds records.
  ///
  /// - Parameters:
  ///   - start: where the first one begins.
  ///   - most: how many are wanted at most.
  /// - Complexity: O(bytes of a stretch); gigabytes a second.
  mutating func find(from start: Int, atMost most: Int) {
    base = start
    trailing = CSVFindings.Kind()
    let stop = min(file.count, start &+ Self.length)
    var lists = Lists()
    var state = CSVState.record
    places.withUnsafeMutableBufferPointer { places in
      starts.withUnsafeMutableBufferPointer { starts in
        firsts.withUnsafeMutableBufferPointer { firsts in
          guard let places = places.baseAddress, let starts = starts.baseAddress,
            let firsts = firsts.baseAddress
          else { return }
          firsts[0] = 0
          var offset = start
          while offset < stop {
            let length = min(64, stop &- offset)
            let block = CSVBlock(file.bytes + offset, length, dialect, &state)
            lists.add(block, offset &- start, dialect, places, starts, firsts)
            if block.trailing != 0 {
              trailing.add(
                block.trailing.nonzeroBitCount, at: offset &+ block.trailing.trailingZeroBitCount)
            }
            offset &+= length
          }
          // The end of the text ends a record as a line break does.
          if stop == file.count, state.inside == 0, lists.records < lists.begun {
            lists.end(at: stop &- start, places, firsts)
          }
        }
      }
    }
    count = min(lists.records, most)
    next = count < lists.begun ? start &+ Int(starts[count]) : recordStart(from: stop, state)
  }

  /// What was listed so far.
  private struct Lists {
    var places = 0
    /// How many records have ended, and how many have begun.
    var records = 0
    var begun = 0

    @inline(__always)
    mutating func add(
      _ block: CSVBlock, _ distance: Int, _ dialect: CSVDialect,
      _ places: UnsafeMutablePointer<UInt16>, _ starts: UnsafeMutablePointer<UInt16>,
      _ firsts: UnsafeMutablePointer<UInt16>
    ) {
      let ends = block.ends(countsEmptyLines: dialect.countsEmptyLines)
      let marks = block.delimiters | ends
      var rest = ends
      while rest != 0 {
        let before = rest & (0 &- rest) &- 1
        records &+= 1
        firsts[records] = UInt16(
          truncatingIfNeeded: self.places &+ (marks & before).nonzeroBitCount &+ 1)
        rest &= rest &- 1
      }
      rest = block.starts(countsEmptyLines: dialect.countsEmptyLines)
      while rest != 0 {
        starts[begun] = UInt16(truncatingIfNeeded: distance &+ rest.trailingZeroBitCount)
        begun &+= 1
        rest &= rest &- 1
      }
      rest = marks
      while rest != 0 {
        places[self.places] = UInt16(truncatingIfNeeded: distance &+ rest.trailingZeroBitCount)
        self.places &+= 1
        rest &= rest &- 1
      }
    }

    mutating func end(
      at distance: Int, _ places: UnsafeMutablePointer<UInt16>,
      _ firsts: UnsafeMutablePointer<UInt16>
    ) {
      places[self.places] = UInt16(truncatingIfNeeded: distance)
      self.places += 1
      records += 1
      firsts[records] = UInt16(truncatingIfNeeded: self.places)
    }
  }

  /// Where the next record begins behind a stretch that has ended between two records.
  private func recordStart(from stop: Int, _ state: CSVState) -> Int {
    let (bytes, end) = (file.bytes, file.count)
    var offset = stop
    if dialect.countsEmptyLines {
      if state.isReturned == 1, offset < end, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
    } else {
      while offset < end, CSVDialect.isLineBreak(bytes[offset]) { offset &+= 1 }
    }
    return offset
  }
}

extension CSVStretch {
  /// Where a record begins.
  func start(of record: Int) -> Int { base &+ Int(starts[record]) }

  /// How many cells a record has.
  @inline(__always)
  func cellCount(of record: Int) -> Int { Int(firsts[record &+ 1]) &- Int(firsts[record]) }

  /// A cell with its quotes; nil where the record has fewer.
  @inline(__always)
  func cell(_ column: Int, of record: Int) -> Range<Int>? {
    let first = Int(firsts[record])
    guard first &+ column < Int(firsts[record &+ 1]) else { return nil }
    let start = column == 0 ? Int(starts[record]) : Int(places[first &+ column &- 1]) &+ 1
    return base &+ start..<base &+ Int(places[first &+ column])
  }
}
