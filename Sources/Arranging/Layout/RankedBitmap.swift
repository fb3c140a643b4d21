import TableModel

/// A set of indices as bits, with counts in between, so that the k-th index and the place of an
/// index are found without going through all of them.
struct RankedBitmap: Sendable, Equatable {
  /// The index of the first bit, a multiple of 64.
  private let origin: Int
  private let words: [UInt64]
  /// How many indices stand before each block of words.
  private let ranks: [Int]
  let count: Int

  /// 512 bits to a count: an eighth of the bitmap's own size.
  private static let wordsPerBlock = 8

  fileprivate init(origin: Int, words: [UInt64]) {
    self.origin = origin
    self.words = words
    var ranks: [Int] = []
    ranks.reserveCapacity(words.count / Self.wordsPerBlock + 1)
    var count = 0
    for first in stride(from: 0, to: words.count, by: Self.wordsPerBlock) {
      ranks.append(count)
      let block = words[first..<min(first + Self.wordsPerBlock, words.count)]
      count += block.reduce(0) { $0 &+ $1.nonzeroBitCount }
    }
    self.ranks = ranks
    self.count = count
  }

  /// From the first index that has a bit to the last.
  var span: Range<Int> { origin..<origin + words.count * 64 }

  var byteCount: Int { words.count * 8 + ranks.count * 8 }

  /// The index at a position, which must be below `count`.
  ///
  /// - Complexity: O(log n).
  func index(at position: Int) -> Int {
    let block = ranks.partitioningIndex { $0 > position } - 1
    var left = position - ranks[block]
    var word = block * Self.wordsPerBlock
    while words[word].nonzeroBitCount <= left {
      left -= words[word].nonzeroBitCount
      word += 1
    }
    return origin + word * 64 + words[word].withoutLowest(left).trailingZeroBitCount
  }

  /// The position of an index; nil when it isn't in the set.
  ///
  /// - Complexity: O(1).
  func position(of index: Int) -> Int? {
    guard span.contains(index) else { return nil }
    let (word, bit) = (index - origin).quotientAndRemainder(dividingBy: 64)
    guard words[word] >> UInt64(bit) & 1 == 1 else { return nil }
    let block = word / Self.wordsPerBlock
    var position = ranks[block]
    for before in block * Self.wordsPerBlock..<word { position += words[before].nonzeroBitCount }
    let below = words[word] & (1 << UInt64(bit) &- 1)
    return position + below.nonzeroBitCount
  }

  /// All indices, ascending.
  var indices: [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(count)
    for (position, word) in words.enumerated() {
      var bits = word
      while bits != 0 {
        indices.append(origin + position * 64 + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
    return indices
  }
}

extension RankedBitmap {
  /// Sets bits in ascending order.
  struct Builder {
    private let origin: Int
    private var words: [UInt64] = []

    /// - Parameter range: the first indices of the set.
    init(_ range: Range<Int>) {
      origin = range.lowerBound & ~63
      for index in range { insert(index) }
    }

    /// Goes on with a set, all of whose indices are less than those that follow.
    init(_ set: RankedBitmap) { (origin, words) = (set.origin, set.words) }

    mutating func insert(_ index: Int) {
      let (word, bit) = (index - origin).quotientAndRemainder(dividingBy: 64)
      while words.count <= word { words.append(0) }
      words[word] |= 1 << UInt64(bit)
    }

    /// Sets the bits of the rows of a set within a range, which is not empty.
    ///
    /// - Parameter offset: what has to be added to a row to get its index.
    mutating func insert(_ rows: RowMask, in range: Range<Int>, offset: Int) {
      let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
      let end = (range.upperBound + offset - origin + 63) >> 6
      if words.count <= end {
        words.append(contentsOf: repeatElement(0, count: end + 1 - words.count))
      }
      let source = rows.words
      let shift = UInt64(truncatingIfNeeded: offset - origin) & 63
      words.withUnsafeMutableBufferPointer { words in
        for block in first...last {
          var bits = source[block]
          if block == first { bits &= ~0 << UInt64(range.lowerBound & 63) }
          if block == last { bits &= RowMask.rows(ofBlock: block, range.upperBound) }
          // No bit before the origin was ever set.
          let word = (block * 64 + offset - origin) >> 6
          if word >= 0 { words[word] |= bits << shift }
          if shift > 0, word + 1 >= 0 { words[word + 1] |= bits >> (64 - shift) }
        }
      }
    }

    consuming func finish() -> RankedBitmap {
      let end = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      words.removeLast(words.count - end)
      return RankedBitmap(origin: origin, words: words)
    }
  }
}
