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
    /// From here on they are sorted in the background; fewer are sorted before anybody could look.
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
  /// - Parameter isInterrupted: asked by whoever waits for the rest; true stops the waiting.
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

  /// The same for many records: most words tell the order of neighbours.
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

  /// So few records take a few milliseconds.
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
