import TableModel

/// Sorting many records: they are dealt out to parts that follow each other in order, and threads
/// sort those.
extension RowSort {
  /// Into so many parts, as a power of two.
  private static let partBits: UInt64 = 10

  func dealtOut(
    _ words: FirstWords, _ ask: () throws(DataError) -> Void
  ) throws(DataError) -> [UInt32] {
    let dealing = try words.withView { words throws(DataError) in
      try Dealing(words, rows, bits: Self.partBits, ask)
    }
    let entries = SharedMemory<OrderEntry>(count: rows.count)
    defer { entries.free() }
    try WorkCrew.run(dealing.shares.count, ask: ask) { share, crew in
      try? words.withView { words throws(DataError) in deal(share, words, dealing, entries, crew) }
    }
    return try SharedMemory.array(of: rows.count) { positions throws(DataError) in
      try WorkCrew.run(dealing.parts, ask: ask) { part, crew in
        sort(dealing.starts[part]..<dealing.starts[part + 1], of: entries, into: positions, crew)
      }
    }
  }

  /// Puts the records of a share where they belong.
  private func deal(
    _ share: Int, _ words: FirstWords.View, _ dealing: Dealing,
    _ entries: SharedMemory<OrderEntry>, _ crew: WorkCrew
  ) {
    var next = dealing.places[share]
    for position in dealing.shares[share] {
      if position % Self.stepsPerQuestion == 0, crew.isStopped { return }
      let word = words[rows[position]]
      let part = dealing.part(of: word)
      entries[next[part]] = OrderEntry(
        high: word, low: 0, position: UInt32(truncatingIfNeeded: position))
      next[part] += 1
    }
  }

  private func sort(
    _ range: Range<Int>, of entries: SharedMemory<OrderEntry>,
    into positions: SharedMemory<UInt32>, _ crew: WorkCrew
  ) {
    let spare = EntrySort.Entries.allocate(capacity: range.count)
    defer { spare.deallocate() }
    let part = entries.part(range)
    entrySort { crew.isStopped }.sort(part, spare)
    for (index, entry) in part.enumerated() { positions[range.lowerBound + index] = entry.position }
  }

  /// Where words are cut into parts: by the first bits in which they differ. Records without a value
  /// get a part of their own, as their word is far from all others.
  private struct Cut: Sendable {
    private let least: UInt64
    private let most: UInt64
    private let shift: UInt64
    let parts: Int

    init(_ words: FirstWords.View, _ rows: Rows, bits: UInt64) {
      var (least, most) = (OrderWord.highestValue, UInt64.min)
      for position in 0..<rows.count {
        let word = words[rows[position]]
        if word <= OrderWord.highestValue { (least, most) = (min(least, word), max(most, word)) }
      }
      most = max(least, most)
      let width = UInt64(64 - (most - least).leadingZeroBitCount)
      shift = width > bits ? width - bits : 0
      parts = Int((most - least) &>> shift) + 2
      (self.least, self.most) = (least, most)
    }

    @inline(__always)
    func part(of word: UInt64) -> Int {
      word > most ? parts &- 1 : Int((word &- least) &>> shift)
    }
  }

  /// How records are dealt out.
  private struct Dealing: Sendable {
    private let cut: Cut
    var parts: Int { cut.parts }
    /// The positions that a thread deals out.
    let shares: [Range<Int>]
    /// Where each part begins; one more than there are parts.
    let starts: [Int]
    /// For each share where its first record of each part goes.
    let places: [[Int]]

    init(
      _ words: FirstWords.View, _ rows: Rows, bits: UInt64, _ ask: () throws(DataError) -> Void
    ) throws(DataError) {
      let cut = Cut(words, rows, bits: bits)
      try ask()
      let size = (rows.count + WorkCrew.size - 1) / WorkCrew.size
      let shares = stride(from: 0, to: rows.count, by: size).map {
        $0..<min(rows.count, $0 + size)
      }
      var places = shares.map { share in
        var counts = Array(repeating: 0, count: cut.parts)
        for position in share { counts[cut.part(of: words[rows[position]])] += 1 }
        return counts
      }
      var starts: [Int] = []
      var place = 0
      for part in 0..<cut.parts {
        starts.append(place)
        for share in shares.indices {
          let count = places[share][part]
          places[share][part] = place
          place += count
        }
      }
      starts.append(place)
      (self.cut, self.shares, self.starts, self.places) = (cut, shares, starts, places)
    }

    @inline(__always)
    func part(of word: UInt64) -> Int { cut.part(of: word) }
  }
}
