import TableModel

/// Which rows and items of a base table are shown where.
///
///     base        section 0: ash, oak, elm           section 1: fir, yew
///     narrowed    section 0: rows 0 and 2 (ash, elm)  section 1: row 1 (yew)
///     gathered    "leafy": 0.0, 0.1, 0.2              "conifer": 1.0, 1.1
enum Layout: Sendable {
  /// Everything as in the base, without any memory for a row.
  case identity
  /// The base's sections, rows and items, some of them left out or in another order.
  case narrowed([NarrowedSection])
  /// Records from anywhere under sections of their own.
  case gathered([GatheredSection])
}

/// A section of the base with the rows that are shown of it, and the items of its strips.
struct NarrowedSection: Sendable {
  let origin: Int
  var rows: IndexList
  /// The items that are shown, where some are left out or reordered. Other rows are shown whole.
  var items = StripItems()

  var isAscending: Bool { !rows.isPermuted && items.areAscending }
}

/// The items that are shown of some strips, by their rows in the base.
///
/// A filter over millions of items adds a list for nearly every row, and most of its time would go into
/// filling memory. So a list within the first 64 items of its strip is one word: 12 bytes with its row.
struct StripItems: Sendable {
  /// The longest strip, in items, whose lists always fit into a word.
  static let shortCount = 64

  /// Those of the first 64 items that have a bit, in order.
  private var short = ListsByRow<UInt64>()
  private var others = ListsByRow<IndexList>()
  private(set) var areAscending = true

  var isEmpty: Bool { short.isEmpty && others.isEmpty }

  /// - Parameter row: more than every row before it.
  mutating func append(_ items: IndexList, ofRow row: Int) throws(DataError) {
    if let bits = items.bitsOfFirst64 {
      try append(bits, ofRow: row)
    } else {
      others.append(items, ofRow: try compact(row))
      if items.isPermuted { areAscending = false }
    }
  }

  /// - Parameter bits: a bit for each item that is shown, at least one.
  mutating func append(_ bits: UInt64, ofRow row: Int) throws(DataError) {
    short.append(bits, ofRow: try compact(row))
  }

  /// The items of a row; nil where all are shown.
  ///
  /// - Complexity: O(log rows), and O(1) where no row before it is shown whole.
  subscript(row: Int) -> IndexList? { short[row].map { .of(0, $0) } ?? others[row] }
}

/// A value for each of some rows, found by binary search.
private struct ListsByRow<List: Sendable>: Sendable {
  /// Ascending.
  private var rows: [UInt32] = []
  private var lists: [List] = []

  var isEmpty: Bool { rows.isEmpty }

  mutating func append(_ list: List, ofRow row: UInt32) {
    rows.append(row)
    lists.append(list)
  }

  subscript(row: Int) -> List? {
    guard let first = rows.first, row >= first else { return nil }
    let guess = row - Int(first)
    if guess < rows.count, rows[guess] == row { return lists[guess] }
    let place = rows.partitioningIndex { $0 >= row }
    return place < rows.count && rows[place] == row ? lists[place] : nil
  }
}

/// A section made of records, each as a plain row, or all as the items of one strip.
struct GatheredSection: Sendable {
  var title: String?
  var records: RecordList
  var asStrip: Bool

  var rowCount: Int { asStrip ? 1 : records.count }
}

extension Layout {
  /// - Parameter keptItems: how many items the strips of a narrowed layout show.
  /// - Complexity: O(sections).
  func counts(keptItems: Int) -> Counts? {
    switch self {
    case .identity:
      return nil
    case .narrowed(let sections):
      let rows = sections.reduce(0) { $0 + $1.rows.count }
      return Counts(
        sections: .exact(sections.count), rows: .exact(rows), items: .exact(keptItems))
    case .gathered(let sections):
      let rows = sections.reduce(0) { $0 + $1.rowCount }
      let items = sections.reduce(0) { $0 + ($1.asStrip ? $1.records.count : 0) }
      return Counts(sections: .exact(sections.count), rows: .exact(rows), items: .exact(items))
    }
  }
}

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
