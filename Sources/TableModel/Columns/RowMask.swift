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
