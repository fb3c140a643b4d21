import Files

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
