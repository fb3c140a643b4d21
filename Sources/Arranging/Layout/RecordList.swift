import TableModel

/// Records of a base table in an order, kept as runs of neighbours.
///
/// A whole strip or section is one run, so a flattened table costs next to nothing; records
/// that are thoroughly mixed cost 16 bytes each, and 4 where columns give their order.
///
///     flattened:  strip 0.0 | strip 0.1 | strip 1.0        3 runs, whatever their length
///     regrouped:  0.0.7 | 1.0.2 | 0.1.5 | 0.0.3 | ...      a run for each record
struct RecordList: Sendable {
  private struct Run {
    var start: RecordRef
    /// The position of the run's first record in the list.
    var offset: UInt32
  }

  private var runs: [Run] = []
  private(set) var count = 0
  /// How many records the runs have, shown or not.
  private var total = 0
  /// True while every record of the runs stands after the one before it in the base table too.
  private var runsAscend = true
  /// Which positions in the runs the records are taken from, where not simply all in order; the
  /// list is a part of these, from `first` on.
  private var picked: Picked?

  private struct Picked {
    var positions: SortedPositions
    var first: Int
    /// True when the list's positions are in ascending order.
    var isAscending: Bool
  }

  /// True when every record stands after the one before it in the base table too.
  var isAscending: Bool { runsAscend && picked?.isAscending ?? true }

  /// True when finding the position of a record takes a reverse index.
  var needsReverse: Bool { !runsAscend }

  mutating func append(_ record: RecordRef) throws(DataError) {
    try append(record, count: 1)
  }

  /// Adds neighbours, from a first one on.
  mutating func append(_ start: RecordRef, count added: Int) throws(DataError) {
    guard added > 0 else { return }
    _ = try compact(count + added)
    if let run = runs.last {
      let length = count - Int(run.offset)
      let continues = run.start.distance(to: start) == length
      if !(run.start.advanced(by: length - 1) < start) { runsAscend = false }
      if !continues { runs.append(Run(start: start, offset: UInt32(count))) }
    } else {
      runs.append(Run(start: start, offset: 0))
    }
    count += added
    total = count
  }

  /// The record at a position, which must be below `count`.
  ///
  /// - Complexity: O(log runs).
  subscript(position: Int) -> RecordRef {
    record(inRunsAt: picked.map { $0.positions[$0.first + position] } ?? position)
  }

  /// The same for a reader that can be stopped while the order is being found.
  func record(at position: Int) throws(DataError) -> RecordRef {
    guard let picked else { return record(inRunsAt: position) }
    return record(inRunsAt: try picked.positions.position(at: picked.first + position))
  }

  private func record(inRunsAt position: Int) -> RecordRef {
    let run = runs[runIndex(of: position)]
    return run.start.advanced(by: position - Int(run.offset))
  }

  private func runIndex(of position: Int) -> Int {
    runs.partitioningIndex { Int($0.offset) > position } - 1
  }

  /// The position of a record; nil when it isn't in the list, or when that needs a reverse index.
  ///
  /// - Complexity: O(log runs), and O(log count) where only some of the runs' records are shown, in
  ///   order; O(count) where the records are shown in another order.
  func position(of record: RecordRef) -> Int? {
    guard runsAscend else { return nil }
    let index = runs.partitioningIndex { record < $0.start } - 1
    guard index >= 0, let distance = runs[index].start.distance(to: record) else { return nil }
    let position = Int(runs[index].offset) + distance
    guard position < end(ofRun: index) else { return nil }
    guard let picked else { return position }
    let (positions, range) = (picked.positions, picked.first..<picked.first + count)
    guard picked.isAscending else {
      return positions.place(of: position, in: range).map { $0 - picked.first }
    }
    let place = range.partitioningIndex { positions[$0] >= position }
    return place < range.upperBound && positions[place] == position ? place - picked.first : nil
  }

  private func end(ofRun index: Int) -> Int {
    index + 1 < runs.count ? Int(runs[index + 1].offset) : total
  }

  /// Visits the records of a window as runs of neighbours, in order.
  func forEachRun(
    in window: Range<Int>, _ visit: (RecordRef, Int) throws(DataError) -> Void
  ) throws(DataError) {
    let window = window.clamped(to: 0..<count)
    guard !window.isEmpty else { return }
    if picked != nil {
      for position in window { try visit(record(at: position), 1) }
      return
    }
    var position = window.lowerBound
    var index = runIndex(of: position)
    while position < window.upperBound {
      let end = min(end(ofRun: index), window.upperBound)
      let start = runs[index].start.advanced(by: position - Int(runs[index].offset))
      try visit(start, end - position)
      position = end
      index += 1
    }
  }

  /// The same records in another order; nil leaves them as they are.
  func reordered(by order: SortedPositions?) -> RecordList {
    guard let order else { return self }
    var list = self
    list.picked = Picked(positions: order, first: 0, isAscending: false)
    return list
  }

  /// Some of the records.
  ///
  /// - Parameters:
  ///   - order: positions in this list.
  ///   - range: which of them to take.
  ///   - isAscending: whether these are in ascending order.
  func picking(_ range: Range<Int>, of order: SortedPositions, isAscending: Bool) -> RecordList {
    var list = self
    list.picked = Picked(positions: order, first: range.lowerBound, isAscending: isAscending)
    list.count = range.count
    return list
  }

  /// The same records in another order; nil leaves them as they are.
  func reordered(by order: [UInt32]?) throws(DataError) -> RecordList {
    guard let order else { return self }
    var list = RecordList()
    for position in order { try list.append(self[Int(position)]) }
    return list
  }
}

/// The address of a row or an item in 12 bytes.
struct RecordRef: Sendable, Hashable, Comparable {
  var section: UInt32
  var row: UInt32
  /// `noItem` for a row.
  var item: UInt32

  static let noItem = UInt32.max

  init(section: UInt32, row: UInt32, item: UInt32 = noItem) {
    self.section = section
    self.row = row
    self.item = item
  }

  init(_ address: Address) throws(DataError) {
    section = try compact(address.section)
    row = try compact(address.row ?? 0)
    item = if let item = address.item { try compact(item) } else { Self.noItem }
  }

  var isItem: Bool { item != Self.noItem }

  var address: Address {
    Address(Int(section), Int(row), isItem ? Int(item) : nil)
  }

  /// The record at a distance in the same strip, or in the same section of plain rows.
  func advanced(by distance: Int) -> RecordRef {
    let step = UInt32(truncatingIfNeeded: distance)
    return isItem
      ? RecordRef(section: section, row: row, item: item &+ step)
      : RecordRef(section: section, row: row &+ step)
  }

  /// The distance to another record in the same strip or section; nil when it is elsewhere.
  func distance(to other: RecordRef) -> Int? {
    guard section == other.section, isItem == other.isItem else { return nil }
    if !isItem { return Int(other.row) - Int(row) }
    return row == other.row ? Int(other.item) - Int(item) : nil
  }

  static func < (a: RecordRef, b: RecordRef) -> Bool {
    (a.section, a.row, a.item &+ 1) < (b.section, b.row, b.item &+ 1)
  }
}
