import TableModel

/// The first of many records, and the place of one, without the order of all.
extension RowSort {
  /// Neighbours that are looked at together: usually none of them is among the first.
  private static let few = 64

  /// The positions of the first records in sorted order.
  ///
  /// - Complexity: O(n + count^2) usually; less than a nanosecond for a record whose word is too
  ///   great.
  func first(
    _ count: Int, _ words: FirstWords, _ ask: () throws(DataError) -> Void
  ) throws(DataError) -> [UInt32] {
    try words.withView { words throws(DataError) in
      var best = Best(count)
      for start in stride(from: 0, to: rows.count, by: Self.stepsPerQuestion) {
        try ask()
        let end = min(rows.count, start + Self.stepsPerQuestion)
        for few in stride(from: start, to: end, by: Self.few) {
          let positions = few..<min(end, few &+ Self.few)
          if !rows.mayHave(words, upTo: best.bound, at: positions) { continue }
          for position in positions { consider(position, words, &best) }
        }
      }
      return best.entries.map(\.position)
    }
  }

  /// The best entries so far, in order.
  private struct Best {
    let count: Int
    var entries: [OrderEntry] = []
    /// The first word of the last one; all words while there is room.
    var bound = UInt64.max

    init(_ count: Int) { self.count = count }

    var isFull: Bool { entries.count == count }
  }

  @inline(__always)
  private func consider(_ position: Int, _ words: FirstWords.View, _ best: inout Best) {
    let row = rows[position]
    let word = words[row]
    guard word <= best.bound else { return }
    if best.isFull, let last = best.entries.last {
      // Most records that begin alike are ordered without computing all their keys.
      if word == best.bound, !order.precedes(row, rows[Int(last.position)]) { return }
      best.entries.removeLast()
    }
    let entry = entry(position)
    best.entries.insert(entry, at: best.entries.partitioningIndex { isBefore(entry, $0) })
    if best.isFull, let last = best.entries.last { best.bound = words[rows[Int(last.position)]] }
  }

  /// The place of a position in sorted order.
  ///
  /// - Complexity: O(n), as for the first; only records with the same first word are compared.
  func place(of position: Int, _ words: FirstWords) -> Int {
    let place = try? words.withView { words in
      let row = rows[position]
      let word = words[row]
      var place = 0
      for start in stride(from: 0, to: rows.count, by: Self.few) {
        let positions = start..<min(rows.count, start &+ Self.few)
        let (below, notAbove) = rows.counts(words, around: word, at: positions)
        place &+= below
        if below == notAbove { continue }
        for other in positions where words[rows[other]] >> 1 == word >> 1 {
          let otherWord = words[rows[other]]
          let isBefore = otherWord == word ? order.precedes(rows[other], row) : otherWord < word
          if isBefore, other != position { place &+= 1 }
        }
      }
      return place
    }
    return place ?? 0
  }
}

// Words are compared without their last bit, so that the sign of a difference gives their
// order: processors subtract several words at once.
extension RowSort.Rows {
  /// False when none of the rows at some positions has a word up to a bound.
  @inline(__always)
  fileprivate func mayHave(
    _ words: FirstWords.View, upTo bound: UInt64, at positions: Range<Int>
  ) -> Bool {
    var above: UInt64 = ~0
    switch self {
    case .range(let range):
      let first = range.lowerBound
      for position in positions { above &= bound >> 1 &- words[first &+ position] >> 1 }
    case .list(let list):
      for position in positions { above &= bound >> 1 &- words[Int(list[position])] >> 1 }
    }
    return above >> 63 == 0
  }

  /// How many of the rows at some positions have a word less than the given one, and how many have
  /// one that is not greater; the last bits are ignored.
  @inline(__always)
  fileprivate func counts(
    _ words: FirstWords.View, around word: UInt64, at positions: Range<Int>
  ) -> (below: Int, notAbove: Int) {
    var (below, notAbove): (UInt64, UInt64) = (0, 0)
    switch self {
    case .range(let range):
      let first = range.lowerBound
      for position in positions {
        let half = words[first &+ position] >> 1
        below &+= (half &- word >> 1) >> 63
        notAbove &+= (half &- (word >> 1 &+ 1)) >> 63
      }
    case .list(let list):
      for position in positions {
        let half = words[Int(list[position])] >> 1
        below &+= (half &- word >> 1) >> 63
        notAbove &+= (half &- (word >> 1 &+ 1)) >> 63
      }
    }
    return (Int(below), Int(notAbove))
  }
}

/// What a sort looks at first: a word for each row of a table, from the first key alone.
///
/// Different words decide the order of two rows; equal ones leave it open.
struct FirstWords: Sendable {
  /// The words in ascending order, as they are kept with the column.
  private let words: [UInt64]
  private let ascending: Bool

  /// - Complexity: O(rows), on several threads, for the first sort by a column; later ones are
  ///   given the same words.
  init(_ key: OrderKey, ask: () throws(DataError) -> Void) throws(DataError) {
    ascending = key.ascending
    words = try key.column.orderWords.words { () throws(DataError) in
      let upward = key.ascending ? key : OrderKey(key.column, ascending: true)
      return try Self.made(by: upward, ask)
    }
  }

  private static let share = 1 << 16

  private static func made(
    by key: OrderKey, _ ask: () throws(DataError) -> Void
  ) throws(DataError) -> [UInt64] {
    let count = key.column.count
    return try SharedMemory.array(of: count) { words throws(DataError) in
      try WorkCrew.run((count + share - 1) / share, ask: ask) { number, _ in
        for row in number * share..<min(count, (number + 1) * share) { words[row] = key.high(row) }
      }
    }
  }

  /// Words to sort by as they are, without asking about the direction for each.
  struct View {
    private let words: UnsafeBufferPointer<UInt64>
    private let flip: UInt64
    private let addend: UInt64

    /// Descending, a word becomes its distance from the highest word of a value. Rows without a
    /// value share one word, the next higher one, and so come last in either direction.
    fileprivate init(_ words: UnsafeBufferPointer<UInt64>, ascending: Bool) {
      self.words = words
      (flip, addend) = ascending ? (0, 0) : (~0, OrderWord.highestValue &+ 1)
    }

    @inline(__always)
    subscript(row: Int) -> UInt64 { (words[row] ^ flip) &+ addend }
  }

  func withView<T>(_ body: (View) throws(DataError) -> T) throws(DataError) -> T {
    do {
      return try words.withUnsafeBufferPointer { try body(View($0, ascending: ascending)) }
    } catch {
      throw error as? DataError ?? .cancelled
    }
  }
}
