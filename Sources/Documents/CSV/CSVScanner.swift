import Files
import TableModel

/// Scans separated values from place to place for the beginnings of records.
struct CSVScanner: PieceScanner {
  /// Where the scan stands: everything before it has been seen.
  private(set) var offset: Int
  /// Keeps what was found; a list of records has no brackets to follow.
  var tracker: ShapeTracker
  private let dialect: CSVDialect
  private var state = CSVState.record

  /// - Parameter start: where the first record begins.
  init(plan: LevelPlan, start: Int, dialect: CSVDialect) {
    offset = start
    self.dialect = dialect
    tracker = ShapeTracker(plan: plan, start: start, keys: NoKeys.self)
  }

  /// - Complexity: O(bytes); several gigabytes a second.
  mutating func scan(to end: Int, of file: MappedFile) {
    let bytes = file.bytes
    // What changes with each block stays in registers.
    var (offset, state, tables) = (offset, state, ChunkTables(levels: 1))
    swap(&tables, &tracker.tables)
    while offset < end {
      let length = min(64, end &- offset)
      let block = CSVBlock(bytes + offset, length, dialect, &state)
      let starts = block.starts(countsEmptyLines: dialect.countsEmptyLines)
      if starts != 0 { tables.addRecords(after: starts, from: offset &- 1) }
      offset &+= length
    }
    swap(&tables, &tracker.tables)
    (self.offset, self.state) = (offset, state)
  }

  /// Text in quotes that do not close is no record.
  mutating func finish(_ file: MappedFile) {
    if state.inside != 0 { tracker.note(.malformed(at: offset)) }
  }

  mutating func settle(_ file: MappedFile) {}

  func continued() -> CSVScanner {
    var next = self
    next.tracker = tracker.continued()
    return next
  }

  func restarted(at start: Int) -> CSVScanner {
    CSVScanner(plan: tracker.plan, start: start, dialect: dialect)
  }

  /// The guess is that a record begins where the other scan began.
  func agrees(withGuessOf other: CSVScanner, at start: Int) -> Bool {
    offset == start && state.inside == 0 && state.isBroken == 1
  }

  /// Keys of records stand in the header.
  private enum NoKeys: KeyNotation {
    static func string(
      in range: Range<Int>, of bytes: UnsafePointer<UInt8>, equals name: String
    ) -> Bool { false }
  }
}

// MARK: - Beginning in the middle

extension CSVScanner {
  /// How much of a text is looked at from a border on.
  private static let window = 1 << 16

  /// A scan that takes up where a record seems to begin behind a border; nil where none does.
  ///
  /// Whether a border lies in quotes only the text before it shows. But quotes open where cells
  /// begin and close where they end, so that one of the two assumptions soon meets quotes in the
  /// wrong places: the other one is taken. It stays a guess, which is compared with the scan before.
  ///
  /// - Complexity: O(1): two looks at 64 KiB.
  func guess(after border: Int, reach: Int, of file: MappedFile) -> CSVScanner? {
    let end = min(file.count, border + min(reach, Self.window))
    let looks = [false, true].map { look(from: border, to: end, inQuotes: $0, file) }
    guard let best = looks.min(by: { $0.misfits < $1.misfits }), let start = best.start else {
      return nil
    }
    var scanner = continued()
    scanner.offset = start
    scanner.state = .record
    return scanner
  }

  /// Where the first record begins, and how many quotes stand where none is to be expected.
  private func look(from border: Int, to end: Int, inQuotes: Bool, _ file: MappedFile)
    -> (start: Int?, misfits: Int)
  {
    var state = CSVState.cell(inQuotes: inQuotes)
    var (start, misfits): (Int?, Int) = (nil, 0)
    var offset = border
    while offset < end {
      let length = min(64, end - offset)
      let block = CSVBlock(file.bytes + offset, length, dialect, &state)
      let starts = block.starts(countsEmptyLines: dialect.countsEmptyLines)
      if start == nil, starts != 0 { start = offset + starts.trailingZeroBitCount }
      misfits += block.literals + block.trailing.nonzeroBitCount
      offset += length
    }
    return (start, misfits)
  }

  func guess(_ file: MappedFile, reach: Int) -> (@Sendable (Int) -> CSVScanner?)? {
    { guess(after: $0, reach: reach, of: file) }
  }
}

extension CSVState {
  /// How many records further on one begins: the offset of its first byte, nil where there
  /// are fewer.
  ///
  /// - Parameter start: where a record begins.
  /// - Complexity: O(bytes), several gigabytes a second.
  static func offset(
    after count: Int, recordsFrom start: Int, of file: MappedFile, _ dialect: CSVDialect
  ) -> Int? {
    var (state, offset, left) = (CSVState.record, start, count)
    while offset < file.count {
      let length = min(64, file.count &- offset)
      let block = CSVBlock(file.bytes + offset, length, dialect, &state)
      var starts = block.starts(countsEmptyLines: dialect.countsEmptyLines)
      let found = starts.nonzeroBitCount
      if found > left {
        for _ in 0..<left { starts &= starts &- 1 }
        return offset &+ starts.trailingZeroBitCount
      }
      left &-= found
      offset &+= length
    }
    return nil
  }
}

/// Where a scan of separated values stands, between two bytes.
struct CSVState: Sendable, Hashable {
  /// All ones inside quotes, else zero.
  var inside: UInt64 = 0
  /// One where a quote would open: behind a delimiter or a line break, and behind a quote that
  /// closes, where two of them stand for one that is text.
  var mayOpen: UInt64 = 1
  /// One behind a quote that closes.
  var isClosed: UInt64 = 0
  /// One behind a line break that is not in quotes.
  var isBroken: UInt64 = 1
  /// One behind such a line break that is a carriage return, to which a line feed may belong.
  var isReturned: UInt64 = 0

  /// At the beginning of a record.
  static let record = CSVState()

  /// In the middle of a cell, in quotes or not.
  static func cell(inQuotes: Bool) -> CSVState {
    CSVState(inside: inQuotes ? ~0 : 0, mayOpen: 0, isBroken: 0)
  }
}

/// Where the quotes, delimiters and line breaks are in up to 64 bytes of separated values. Bit i of a
/// mask is set when byte i is one.
///
/// Which bytes are in quotes follows from counting quotes, as in JSON, as long as every quote that
/// opens does so where a cell begins. A quote in the middle of a cell is a character like any other:
///
///     6" nails,"a, b"      the first quote opens nothing
///
/// A block with such a quote is gone through byte by byte, so that what a table holds never depends
/// on how fast it was read.
struct CSVBlock {
  /// Delimiters and line breaks that are not in quotes.
  let delimiters: UInt64
  private let feeds: UInt64
  private let returns: UInt64
  /// Text that stands right behind a quote that closes.
  let trailing: UInt64
  /// How many quotes stand where none may open.
  let literals: Int
  /// Bytes behind a line break, and behind a carriage return.
  private let broken: UInt64
  private let returned: UInt64
  /// A bit for each byte that counts.
  private let kept: UInt64

  /// - Parameters:
  ///   - bytes: 64 of them must be readable.
  ///   - length: how many of them count; at least one.
  ///   - state: where the scan stands before them, and then behind them.
  /// - Complexity: a few instructions, unless quotes stand in the middle of cells.
  @inline(__always)
  init(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ dialect: CSVDialect, _ state: inout CSVState
  ) {
    let masks = NativeClassifier.cells(bytes, dialect.delimiter)
    kept = ~0 &>> UInt64(truncatingIfNeeded: 64 &- length)
    let quotes = dialect.hasQuotes ? masks.quotes & kept : 0
    let marks = (masks.delimiters | masks.feeds | masks.returns) & kept
    var found = QuotedText(inside: 0, closing: 0, literals: 0)
    if quotes | state.inside != 0 { found = QuotedText(quotes, marks, kept, state) }
    let outside = kept & ~found.inside
    delimiters = masks.delimiters & outside
    feeds = masks.feeds & outside
    returns = masks.returns & outside
    literals = found.literals
    trailing = (found.closing &<< 1 | state.isClosed) & outside & ~(marks | quotes)
    let breaks = feeds | returns
    broken = breaks &<< 1 | state.isBroken
    returned = returns &<< 1 | state.isReturned
    let last = UInt64(truncatingIfNeeded: length &- 1)
    state.inside = 0 &- (found.inside &>> last & 1)
    state.mayOpen = (delimiters | breaks | found.closing) &>> last & 1
    state.isClosed = found.closing &>> last & 1
    state.isBroken = breaks &>> last & 1
    state.isReturned = returns &>> last & 1
  }

  /// Where records begin.
  ///
  /// - Parameter countsEmptyLines: whether an empty line is a record, too.
  @inline(__always)
  func starts(countsEmptyLines: Bool) -> UInt64 {
    (countsEmptyLines ? broken & ~(feeds & returned) : broken & ~(feeds | returns)) & kept
  }

  /// Where records end: one line break for each of them.
  @inline(__always)
  func ends(countsEmptyLines: Bool) -> UInt64 {
    countsEmptyLines ? returns | feeds & ~returned : (feeds | returns) & ~broken
  }
}

/// Which bytes of a block are in quotes.
private struct QuotedText {
  /// Bytes in quotes, opening quotes included.
  var inside: UInt64
  /// The quotes that close.
  var closing: UInt64
  /// How many quotes neither open nor close.
  var literals: Int

  init(inside: UInt64, closing: UInt64, literals: Int) {
    (self.inside, self.closing, self.literals) = (inside, closing, literals)
  }

  /// - Parameters:
  ///   - marks: delimiters and line breaks, in quotes or not.
  ///   - kept: the bytes that count.
  @inline(__always)
  init(_ quotes: UInt64, _ marks: UInt64, _ kept: UInt64, _ state: CSVState) {
    inside = TextState.parities(of: quotes) ^ state.inside
    closing = quotes & ~inside
    literals = 0
    let openable = (marks | closing) &<< 1 | state.mayOpen
    if quotes & inside & ~openable != 0 { self = Self.followed(quotes, marks, kept, state) }
  }

  /// Follows quotes one by one.
  @inline(never)
  private static func followed(
    _ quotes: UInt64, _ marks: UInt64, _ kept: UInt64, _ state: CSVState
  ) -> QuotedText {
    var found = QuotedText(inside: 0, closing: 0, literals: 0)
    var (isInside, mayOpen) = (state.inside != 0, state.mayOpen != 0)
    var bit: UInt64 = 1
    while bit & kept != 0 {
      if quotes & bit == 0 {
        if !isInside { mayOpen = marks & bit != 0 }
      } else if isInside {
        (isInside, mayOpen) = (false, true)
        found.closing |= bit
      } else if mayOpen {
        isInside = true
      } else {
        found.literals += 1
      }
      if isInside { found.inside |= bit }
      bit = bit &<< 1
    }
    return found
  }
}
