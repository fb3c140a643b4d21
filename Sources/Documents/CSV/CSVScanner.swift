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
