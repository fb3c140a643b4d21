import TableModel

/// The first of many records, and the place of one, without the order of all.
extension RowSort {
  /// So many neighbours are looked at together: mostly none of them is wanted.
  private static let few = 64

  /// The positions of the first records in sorted order.
  ///
  /// - Complexity: O(n + count^2) mostly; less than a nanosecond for a record whose word is too
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
      // Most that begin alike are told apart, or found to be the same, without all their keys.
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

// Words are compared without their last bit, so that the sign of a difference tells which is
// greater: that is what processors do with several words at once.
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
