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
      let part = dealing.part(of: words[rows[position]])
      entries[next[part]] = entry(position)
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

  /// How records are dealt out by the first bits in which their words differ.
  private struct Dealing: Sendable {
    private let least: UInt64
    private let shift: UInt64
    let parts: Int
    /// The positions that a thread deals out.
    let shares: [Range<Int>]
    /// Where each part begins; one more than there are parts.
    let starts: [Int]
    /// For each share where its first record of each part goes.
    let places: [[Int]]

    init(
      _ words: FirstWords.View, _ rows: Rows, bits: UInt64, _ ask: () throws(DataError) -> Void
    ) throws(DataError) {
      var (least, most) = (UInt64.max, UInt64.min)
      for position in 0..<rows.count {
        let word = words[rows[position]]
        (least, most) = (min(least, word), max(most, word))
      }
      try ask()
      let width = UInt64(64 - (most &- least).leadingZeroBitCount)
      let shift = width > bits ? width - bits : 0
      let parts = Int((most &- least) &>> shift) + 1
      let size = (rows.count + WorkCrew.size - 1) / WorkCrew.size
      let shares = stride(from: 0, to: rows.count, by: size).map {
        $0..<min(rows.count, $0 + size)
      }
      var places = shares.map { share in
        var counts = Array(repeating: 0, count: parts)
        for position in share { counts[Int((words[rows[position]] &- least) &>> shift)] += 1 }
        return counts
      }
      var starts: [Int] = []
      var place = 0
      for part in 0..<parts {
        starts.append(place)
        for share in shares.indices {
          let count = places[share][part]
          places[share][part] = place
          place += count
        }
      }
      starts.append(place)
      (self.least, self.shift, self.parts) = (least, shift, parts)
      (self.shares, self.starts, self.places) = (shares, starts, places)
    }

    @inline(__always)
    func part(of word: UInt64) -> Int { Int((word &- least) &>> shift) }
  }
}
