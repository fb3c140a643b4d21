import TableModel

/// Sorts some of the records of a table.
struct RowSort: Sendable {
  let order: RowOrder
  let rows: Rows

  /// The records to sort, in the order in which they stand.
  enum Rows: Sendable {
    case range(Range<Int>)
    case list([UInt32])

    /// - Parameter kept: nil for all rows of the range.
    init(_ range: Range<Int>, keeping kept: RowMask?) {
      guard let kept, kept.population(in: range) < range.count else {
        self = .range(range)
        return
      }
      var list: [UInt32] = []
      kept.forEach(in: range) { list.append(UInt32(truncatingIfNeeded: $0)) }
      self = .list(list)
    }

    var count: Int {
      switch self {
      case .range(let range): range.count
      case .list(let list): list.count
      }
    }

    @inline(__always)
    subscript(position: Int) -> Int {
      switch self {
      case .range(let range): range.lowerBound &+ position
      case .list(let list): Int(list[position])
      }
    }
  }

  /// The numbers of records from which on sorting is done in another way.
  struct Limits: Sendable {
    /// From here on they are dealt out before they are sorted, and to several threads.
    var many = 1 << 16
    /// From here on they are sorted in the background; fewer take too little time to notice.
    var late = 1 << 18
    /// How many of those are found at once.
    var first = 512
  }

  private let limits: Limits

  init(_ order: RowOrder, _ rows: Rows, limits: Limits = Limits()) {
    self.order = order
    self.rows = rows
    self.limits = limits
  }

  static let stepsPerQuestion = 1 << 16

  /// The records' positions in sorted order; nil when they are in order as they stand.
  ///
  /// - Parameter ask: called every few thousand steps; throws to stop the work.
  /// - Complexity: O(n) when in order, else O(n) steps and as many comparisons as a sort needs
  ///   among records that begin alike.
  func sorted(ask: () throws(DataError) -> Void) throws(DataError) -> [UInt32]? {
    guard rows.count >= limits.many, let words = try order.firstWords(ask: ask) else {
      return try isInOrder(ask) ? nil : sortedAtOnce(ask)
    }
    return try isInOrder(words, ask) ? nil : dealtOut(words, ask)
  }

  /// The same, but of many records only the first screens at once, and the rest in a while.
  ///
  /// - Parameter isInterrupted: asked while a reader waits for the rest; true stops the waiting.
  func sortedSoon(
    isInterrupted: @escaping @Sendable () -> Bool, ask: () throws(DataError) -> Void
  ) throws(DataError) -> SortedPositions? {
    guard rows.count >= limits.late, let words = try order.firstWords(ask: ask) else {
      return try sorted(ask: ask).map(SortedPositions.init)
    }
    if try isInOrder(words, ask) { return nil }
    let first = try first(limits.first, words, ask)
    return SortedPositions(
      count: rows.count, first: first,
      work: .init(
        all: { (ask) throws(DataError) in try dealtOut(words, ask) },
        place: { place(of: $0, words) }), isInterrupted: isInterrupted)
  }

  @inline(__always)
  func entry(_ position: Int) -> OrderEntry {
    OrderEntry(order.word(rows[position]), UInt32(truncatingIfNeeded: position))
  }

  /// Sorts entries of these rows.
  func entrySort(isStopped: @escaping () -> Bool) -> EntrySort {
    EntrySort(
      precedes: precedes,
      extend: { entries, step in order.extend(entries, at: rows, step: step) },
      isStopped: isStopped)
  }

  func precedes(_ a: OrderEntry, _ b: OrderEntry) -> Bool {
    order.precedes(rows[Int(a.position)], rows[Int(b.position)])
  }

  @inline(__always)
  func isBefore(_ a: OrderEntry, _ b: OrderEntry) -> Bool {
    if a.high != b.high { return a.high < b.high }
    if a.low != b.low { return a.low < b.low }
    return a.isWhole ? a.position < b.position : precedes(a, b)
  }

  private func isInOrder(_ ask: () throws(DataError) -> Void) throws(DataError) -> Bool {
    guard rows.count > 1 else { return true }
    var before = order.word(rows[0])
    for position in 1..<rows.count {
      if position % Self.stepsPerQuestion == 0 { try ask() }
      let word = order.word(rows[position])
      if word < before { return false }
      if word == before, order.precedes(rows[position], rows[position - 1]) { return false }
      before = word
    }
    return true
  }

  /// The same for many records, most of which are decided by their first words.
  private func isInOrder(
    _ words: FirstWords, _ ask: () throws(DataError) -> Void
  ) throws(DataError) -> Bool {
    try words.withView { words throws(DataError) in
      for position in 1..<rows.count {
        if position % Self.stepsPerQuestion == 0 { try ask() }
        let (row, before) = (rows[position], rows[position - 1])
        if words[row] < words[before] { return false }
        if words[row] == words[before], isBefore(entry(position), entry(position - 1)) {
          return false
        }
      }
      return true
    }
  }

  /// For few records: at most a few milliseconds, without a question in between.
  private func sortedAtOnce(_ ask: () throws(DataError) -> Void) throws(DataError) -> [UInt32] {
    try ask()
    var entries = (0..<rows.count).map(entry)
    entries.withUnsafeMutableBufferPointer { entries in
      withUnsafeTemporaryAllocation(of: OrderEntry.self, capacity: entries.count) { spare in
        entrySort { false }.sort(entries, spare)
      }
    }
    return entries.map(\.position)
  }
}

/// Sorting many records: they are dealt out to parts that follow each other in order, and threads
/// sort those.
extension RowSort {
  /// 2^10 parts.
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

/// The order of records by sort keys, from the columns of those.
///
/// It is the order of `SortColumns`: stable, and records without a value last.
struct RowOrder: Sendable {
  /// Most sorts have no other key, and going through a list costs more than asking it.
  private let first: OrderKey?
  private let others: [OrderKey]

  init(_ keys: [OrderKey]) {
    first = keys.first
    others = Array(keys.dropFirst())
  }

  /// - Returns: nil when a column is missing.
  init?(_ sortKeys: [SortKey], _ columns: RecordColumns) {
    var keys: [OrderKey] = []
    for key in sortKeys {
      guard let path = key.path.keys, let column = columns.columns[path] else { return nil }
      keys.append(OrderKey(column, ascending: key.ascending))
    }
    self.init(keys)
  }

  /// The beginning of a record's keys.
  @inline(__always)
  func word(_ row: Int) -> OrderWord {
    var word = OrderWord()
    first?.append(row, to: &word)
    for key in others {
      // What does not fit any more has no part in the word.
      if word.isFull {
        word.close()
        break
      }
      key.append(row, to: &word)
    }
    return word
  }

  /// Replaces the words of entries, which are all the same, with what follows them: the next bytes
  /// where the first key is a text, else the beginning of all keys. False at the end of the keys.
  ///
  /// - Parameter step: zero for entries whose words hold nothing but the first word.
  func extend(_ entries: EntrySort.Entries, at rows: RowSort.Rows, step: Int) -> Bool {
    guard let first else { return false }
    if first.isText(rows[Int(entries[0].position)]) {
      return first.extend(entries, at: rows, step: step)
    }
    if step > 0 { return false }
    for index in entries.indices {
      let position = entries[index].position
      entries[index] = OrderEntry(word(rows[Int(position)]), position)
    }
    return true
  }

  /// What the first key says about all rows of the table; nil without keys.
  func firstWords(ask: () throws(DataError) -> Void) throws(DataError) -> FirstWords? {
    guard let first else { return nil }
    return try FirstWords(first, ask: ask)
  }

  /// True when a record comes before another one with the same word.
  func precedes(_ a: Int, _ b: Int) -> Bool {
    if let order = first?.compare(a, b), order != 0 { return order < 0 }
    for key in others {
      let order = key.compare(a, b)
      if order != 0 { return order < 0 }
    }
    return a < b
  }
}
