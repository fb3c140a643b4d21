/// The addresses of a table's records in the order of a scan, kept as runs of neighbours.
package struct RecordDirectory: Sendable {
  /// Records that follow each other in one strip, or plain rows in one section.
  package struct Run: Sendable, Hashable {
    /// The address of the first one.
    package var start: Address
    /// The numbers of the records in the scan.
    package var records: Range<Int>

    /// The address of a record of the run.
    package func address(of record: Int) -> Address {
      let distance = record - records.lowerBound
      guard let row = start.row else { return start }
      guard let item = start.item else { return Address(start.section, row + distance) }
      return Address(start.section, row, item + distance)
    }

    /// How far behind the first record another one stands in the same strip or section; nil when
    /// it stands elsewhere.
    package func distance(to address: Address) -> Int? {
      guard address.section == start.section, let row = address.row, let first = start.row else {
        return nil
      }
      guard let item = address.item, let firstItem = start.item else {
        return address.item == nil && start.item == nil && row >= first ? row - first : nil
      }
      return row == first && item >= firstItem ? item - firstItem : nil
    }
  }

  package private(set) var runs: [Run] = []

  package init() {}

  package var count: Int { runs.last?.records.upperBound ?? 0 }

  package mutating func append(_ address: Address) {
    if let last = runs.last, last.start.item == nil || last.start.row == address.row,
      last.address(of: last.records.upperBound) == address
    {
      runs[runs.count - 1].records = last.records.lowerBound..<last.records.upperBound + 1
    } else {
      runs.append(Run(start: address, records: count..<count + 1))
    }
  }

  /// Adds neighbours, from a first address on, that do not go on where the last ones ended.
  package mutating func append(_ start: Address, count added: Int) {
    if added > 0 { runs.append(Run(start: start, records: count..<count + added)) }
  }

  /// The run that holds the record at an address; nil when there is none.
  ///
  /// - Complexity: O(log runs).
  package func run(at address: Address) -> Run? {
    let place = (address.section, address.row ?? 0, address.item ?? 0)
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      let start = runs[middle].start
      if (start.section, start.row ?? 0, start.item ?? 0) <= place {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let (run, distance) = (runs[low - 1], runs[low - 1].distance(to: address))
    return distance.map { $0 < run.records.count } ?? false ? run : nil
  }

  /// The address of a record, which must be below `count`.
  ///
  /// - Complexity: O(log runs).
  package func address(of record: Int) -> Address {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].records.upperBound <= record { low = middle + 1 } else { high = middle }
    }
    return runs[low].address(of: record)
  }
}

/// Some records of a table, by their numbers in a scan.
package struct RecordSelection: Sendable {
  package let directory: RecordDirectory
  package let rows: RowMask

  package init(directory: RecordDirectory, rows: RowMask) {
    self.directory = directory
    self.rows = rows
  }

  /// The records that are in both; nil when they are not of the same table.
  package func intersection(_ other: RecordSelection) -> RecordSelection? {
    guard rows.count == other.rows.count else { return nil }
    return RecordSelection(directory: directory, rows: rows.intersection(other.rows))
  }

  /// The addresses of the records, in order.
  ///
  /// - Complexity: O(runs + records / 64 + records in it).
  package var addresses: [Address] {
    var addresses: [Address] = []
    for run in directory.runs {
      rows.forEach(in: run.records) { addresses.append(run.address(of: $0)) }
    }
    return addresses
  }
}

/// A set of rows as bits, 64 rows a word; bits behind the last row are never set.
package struct RowMask: Sendable, Hashable {
  package private(set) var words: [UInt64]
  /// How many rows there are, in the set or not.
  package let count: Int

  /// - Parameter words: 64 rows each; bits behind the last row are taken out.
  package init(words: [UInt64], count: Int) {
    self.words = words
    self.count = count
    let wordCount = (count + 63) / 64
    while self.words.count < wordCount { self.words.append(0) }
    self.words.removeLast(self.words.count - wordCount)
    if count % 64 != 0 { self.words[wordCount - 1] &= Self.rows(ofBlock: wordCount - 1, count) }
  }

  /// The bits of a block that stand for rows.
  @inline(__always)
  package static func rows(ofBlock block: Int, _ count: Int) -> UInt64 {
    let rest = count - block * 64
    return rest >= 64 ? ~0 : (1 << UInt64(rest)) &- 1
  }

  package func contains(_ row: Int) -> Bool {
    words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// How many rows are in the set.
  ///
  /// - Complexity: O(rows / 64).
  package var population: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// How many rows of a range are in the set.
  package func population(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
    let head = words[first] & (~0 << UInt64(range.lowerBound & 63))
    let tail = Self.rows(ofBlock: last, range.upperBound)
    if first == last { return (head & tail).nonzeroBitCount }
    return words[first + 1..<last].reduce(
      head.nonzeroBitCount + (words[last] & tail).nonzeroBitCount
    ) { $0 &+ $1.nonzeroBitCount }
  }

  /// A bit for each of up to 64 rows that is in the set.
  ///
  /// - Parameter range: not empty.
  package func bits(in range: Range<Int>) -> UInt64 {
    let (block, shift) = (range.lowerBound >> 6, UInt64(range.lowerBound & 63))
    var bits = words[block] >> shift
    if shift > 0, block + 1 < words.count { bits |= words[block + 1] << (64 - shift) }
    return bits & Self.rows(ofBlock: 0, range.count)
  }

  /// The first row of the set within a range; nil without any.
  package func first(in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    let first = range.lowerBound >> 6
    for block in first...(range.upperBound - 1) >> 6 {
      var bits = words[block]
      if block == first { bits &= ~0 << UInt64(range.lowerBound & 63) }
      if bits == 0 { continue }
      let row = block * 64 + bits.trailingZeroBitCount
      return row < range.upperBound ? row : nil
    }
    return nil
  }

  /// Visits the words of a range that have rows in it, each with its first row.
  package func forEachWord(in range: Range<Int>, _ visit: (Int, UInt64) -> Void) {
    guard !range.isEmpty else { return }
    for block in range.lowerBound >> 6...(range.upperBound - 1) >> 6 {
      var bits = words[block] & Self.rows(ofBlock: block, range.upperBound)
      let first = range.lowerBound - block * 64
      if first > 0 { bits &= ~0 << UInt64(first) }
      if bits != 0 { visit(block * 64, bits) }
    }
  }

  /// The rows that are in both.
  package func intersection(_ other: RowMask) -> RowMask {
    RowMask(words: zip(words, other.words).map { $0 & $1 }, count: min(count, other.count))
  }

  /// Visits the rows of the set within a range, in order.
  package func forEach(in range: Range<Int>, _ visit: (Int) -> Void) {
    forEachWord(in: range) { first, word in
      var bits = word
      while bits != 0 {
        visit(first + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
  }
}

extension RowMask {
  /// Puts rows into a set in ascending order.
  struct Builder {
    /// Words that are full or followed by others.
    private var words: [UInt64] = []
    /// The word behind them.
    private var last: UInt64 = 0

    @inline(__always)
    mutating func insert(_ row: Int) {
      if row >> 6 != words.count { advance(to: row >> 6) }
      last |= 1 << UInt64(row & 63)
    }

    /// Puts all rows of a range into the set.
    @inline(__always)
    mutating func insert(_ rows: Range<Int>) {
      var row = rows.lowerBound
      while row < rows.upperBound {
        if row >> 6 != words.count { advance(to: row >> 6) }
        let count = min(64 - row & 63, rows.upperBound - row)
        last |= (~0 >> UInt64(64 - count)) << UInt64(row & 63)
        row += count
      }
    }

    /// Puts rows into the set by the bits of their word, behind all that are in it.
    mutating func insert(_ bits: UInt64, intoWord word: Int) {
      guard bits != 0 else { return }
      if word != words.count { advance(to: word) }
      last |= bits
    }

    private mutating func advance(to word: Int) {
      words.append(last)
      last = 0
      while words.count < word { words.append(0) }
    }

    /// Adds the rows of another set, whose first one is a multiple of 64 here.
    mutating func append(_ other: Builder, at first: Int) {
      if words.count != first >> 6 { advance(to: first >> 6) }
      words.append(contentsOf: other.words)
      last = other.last
    }

    func finish(count: Int) -> RowMask { RowMask(words: words + [last], count: count) }
  }
}
