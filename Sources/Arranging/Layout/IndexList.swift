import Synchronization
import TableModel

/// Which indices of a sequence are shown, in which order.
///
/// The representation is this type's own business: a range and a few neighbours cost nothing, a
/// bitmap 1.1 bits for each index it spans, a list or an order 4 bytes for each index in it.
enum IndexList: Sendable, Equatable {
  case range(Range<Int>)
  /// Those of the 64 neighbours from an origin on that have a bit. Most strips are no longer than that,
  /// and a filter makes a list for each of them.
  case few(origin: Int, bits: UInt64)
  case ascending([UInt32])
  case bitmap(RankedBitmap)
  case permuted([UInt32])
  /// The indices of another list, in an order that may not have been fully found yet.
  indirect case sorted(IndexList, SortedPositions)

  var count: Int {
    switch self {
    case .range(let range): range.count
    case .few(_, let bits): bits.nonzeroBitCount
    case .ascending(let list), .permuted(let list): list.count
    case .bitmap(let bitmap): bitmap.count
    case .sorted(let list, _): list.count
    }
  }

  var isPermuted: Bool {
    switch self {
    case .permuted, .sorted: true
    default: false
    }
  }

  /// True when finding the position of an index takes a reverse index.
  var needsReverse: Bool { if case .permuted = self { true } else { false } }

  /// True for all indices up to a count, in order.
  func isWhole(_ count: Int) -> Bool {
    if case .range(0..<count) = self { true } else { false }
  }

  /// The index shown at a position, which must be below `count`.
  subscript(position: Int) -> Int {
    switch self {
    case .range(let range): range.lowerBound + position
    case .few(let origin, let bits): origin + bits.withoutLowest(position).trailingZeroBitCount
    case .ascending(let list), .permuted(let list): Int(list[position])
    case .bitmap(let bitmap): bitmap.index(at: position)
    case .sorted(let list, let positions): list[positions[position]]
    }
  }

  /// The same for a reader that can be stopped while the order is being found.
  func index(at position: Int) throws(DataError) -> Int {
    guard case .sorted(let list, let positions) = self else { return self[position] }
    return list[try positions.position(at: position)]
  }

  /// The position at which an index is shown; nil when it isn't, or when it needs a reverse index.
  ///
  /// - Complexity: O(log n); O(n) in a sorted list, even while its order is not fully known.
  func position(of index: Int) -> Int? {
    switch self {
    case .range(let range):
      return range.contains(index) ? index - range.lowerBound : nil
    case .few(let origin, let bits):
      guard (origin..<origin + 64).contains(index) else { return nil }
      let bit: UInt64 = 1 << UInt64(index - origin)
      return bits & bit == 0 ? nil : (bits & (bit - 1)).nonzeroBitCount
    case .ascending(let list):
      let position = list.partitioningIndex { Int($0) >= index }
      return position < list.count && Int(list[position]) == index ? position : nil
    case .bitmap(let bitmap):
      return bitmap.position(of: index)
    case .sorted(let list, let positions):
      return list.position(of: index).flatMap { positions.place(of: $0, in: 0..<positions.count) }
    case .permuted:
      return nil
    }
  }

  /// Visits the indices shown in a window as runs of consecutive ones, in order.
  func forEachRun(
    in window: Range<Int>, _ visit: (Range<Int>) throws(DataError) -> Void
  ) throws(DataError) {
    let window = window.clamped(to: 0..<count)
    guard let first = window.first else { return }
    if case .range(let range) = self {
      let lower = range.lowerBound
      return try visit(lower + window.lowerBound..<lower + window.upperBound)
    }
    if case .few(let origin, let bits) = self {
      var (bits, left) = (bits.withoutLowest(first), window.count)
      while left > 0 {
        let start = bits.trailingZeroBitCount
        let length = min(left, (~(bits >> UInt64(start))).trailingZeroBitCount)
        try visit(origin + start..<origin + start + length)
        bits = start + length < 64 ? bits & (~0 << UInt64(start + length)) : 0
        left -= length
      }
      return
    }
    let start = try index(at: first)
    var run = start..<start + 1
    for position in window.dropFirst() {
      let index = try index(at: position)
      if index == run.upperBound {
        run = run.lowerBound..<index + 1
      } else {
        try visit(run)
        run = index..<index + 1
      }
    }
    try visit(run)
  }
}

extension IndexList {
  /// Collects ascending indices; consecutive ones stay a range.
  struct Builder {
    /// All indices as long as they are consecutive; nil without any.
    private var range: Range<Int>?
    /// All of them as long as they are near one another, and no range.
    private var few: (origin: Int, bits: UInt64)?
    /// All of them from then on.
    private var bitmap: RankedBitmap.Builder?

    var isEmpty: Bool { range == nil }

    init() {}

    /// Goes on with a list that is in order.
    ///
    /// - Complexity: O(n) for n indices in a list, less for those in bits.
    init(_ list: IndexList) {
      switch list {
      case .range(let indices): range = indices.isEmpty ? nil : indices
      case .bitmap(let set):
        range = set.span
        bitmap = RankedBitmap.Builder(set)
      case .few, .ascending, .permuted, .sorted:
        for position in 0..<list.count { append(list[position]) }
      }
    }

    /// What is collected so far as a few bits, where further indices leave it at that.
    private func bits(from start: Int, upTo end: Int) -> (origin: Int, bits: UInt64)? {
      guard bitmap == nil else { return nil }
      let origin = few?.origin ?? range?.lowerBound ?? start
      guard end - origin <= 64 else { return nil }
      return few ?? (origin, range.map { RowMask.rows(ofBlock: 0, $0.count) } ?? 0)
    }

    /// Goes on with a bitmap of all that is collected.
    private mutating func widen(_ first: Int) {
      if bitmap != nil { return }
      guard let (origin, bits) = few else {
        bitmap = RankedBitmap.Builder(range ?? first..<first)
        return
      }
      var wide = RankedBitmap.Builder(origin..<origin)
      var rest = bits
      while rest != 0 {
        wide.insert(origin + rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
      (bitmap, few) = (wide, nil)
    }

    /// - Parameter index: more than every index before it.
    mutating func append(_ index: Int) {
      if bitmap != nil {
        bitmap?.insert(index)
      } else if range == nil {
        range = index..<index + 1
      } else if few == nil, let range, range.upperBound == index {
        self.range = range.lowerBound..<index + 1
      } else if let (origin, bits) = bits(from: index, upTo: index + 1) {
        few = (origin, bits | 1 << UInt64(index - origin))
      } else {
        widen(index)
        bitmap?.insert(index)
      }
    }

    /// Adds the rows of a set within a range.
    ///
    /// - Parameters:
    ///   - index: the index of the range's first row, more than every index before it.
    ///   - isWhole: true where these are all rows of the range, whatever the set says.
    mutating func append(
      _ rows: RowMask, in range: Range<Int>, startingAt index: Int, isWhole: Bool
    ) {
      let offset = index - range.lowerBound
      if bitmap == nil, few == nil, isWhole, self.range.map({ $0.upperBound == index }) ?? true {
        self.range = (self.range?.lowerBound ?? index)..<index + range.count
        return
      }
      guard let first = rows.first(in: range).map({ $0 + offset }) else { return }
      if let (origin, bits) = bits(from: index, upTo: index + range.count) {
        few = (origin, bits | rows.bits(in: range) << UInt64(index - origin))
        if self.range == nil { self.range = first..<first }
        return
      }
      if self.range == nil { self.range = first..<first }
      widen(first)
      bitmap?.insert(rows, in: range, offset: offset)
    }

    func finish() -> IndexList {
      if let (origin, bits) = few { return .of(origin, bits) }
      guard let bitmap = bitmap?.finish() else { return .range(range ?? 0..<0) }
      guard bitmap.count * MemoryLayout<UInt32>.size < bitmap.byteCount,
        bitmap.span.upperBound < Int(UInt32.max)
      else { return .bitmap(bitmap) }
      return .ascending(bitmap.indices.map { UInt32($0) })
    }
  }

  /// The same indices in another order; nil leaves them as they are.
  func reordered(by order: SortedPositions?) -> IndexList {
    order.map { .sorted(self, $0) } ?? self
  }

  /// The same indices in another order.
  ///
  /// - Parameter order: positions in this list; nil leaves it as it is.
  func reordered(by order: [UInt32]?) throws(DataError) -> IndexList {
    guard let order else { return self }
    var list: [UInt32] = []
    list.reserveCapacity(order.count)
    for position in order { list.append(try compact(self[Int(position)])) }
    return .permuted(list)
  }
}

extension IndexList {
  /// The indices as a bit each, where none is beyond 63 and they are in order; nil for others, and for none.
  var bitsOfFirst64: UInt64? {
    switch self {
    case .range(let range) where !range.isEmpty && range.upperBound <= 64:
      (~0 >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
    case .few(let origin, let bits) where origin <= bits.leadingZeroBitCount: bits << UInt64(origin)
    default: nil
    }
  }

  /// Those of 64 neighbours that have a bit.
  static func of(_ origin: Int, _ bits: UInt64) -> IndexList {
    let start = bits.trailingZeroBitCount
    let run = bits >> UInt64(start)
    guard run & (run &+ 1) == 0 else { return .few(origin: origin, bits: bits) }
    return .range(origin + start..<origin + start + run.nonzeroBitCount)
  }
}

extension UInt64 {
  /// The same without a number of its lowest bits that are 1.
  func withoutLowest(_ count: Int) -> UInt64 {
    var bits = self
    for _ in 0..<count { bits &= bits &- 1 }
    return bits
  }
}

/// An index in 4 bytes.
func compact(_ index: Int) throws(DataError) -> UInt32 {
  guard let index = UInt32(exactly: index), index < .max else {
    throw .shape(
      message: "more than \(UInt32.max) rows or items in one place cannot be arranged", hint: nil)
  }
  return index
}

/// Finds where records of the base are shown, for the parts of a layout whose order cannot be
/// computed: a binary search over (base, shown) pairs. It is built when it is first asked, and
/// shared by copies of the table.
package final class ReverseIndex: Sendable {
  private struct Entry: Sendable {
    var base: RecordRef
    var shown: RecordRef
  }

  private let layout: Layout
  private let isComplete: Bool
  private let entries = Guarded<[Entry]?>(nil)

  /// - Parameter isComplete: whether all rows and rearranged items are wanted, not only those whose
  ///   position needs a reverse index.
  init(_ layout: Layout, isComplete: Bool = false) {
    self.layout = layout
    self.isComplete = isComplete
  }

  /// - Complexity: O(log n); O(n log n) the first time.
  func shown(_ base: RecordRef) -> Address? {
    let entries = sortedEntries()
    let index = entries.partitioningIndex { $0.base >= base }
    return index < entries.count && entries[index].base == base ? entries[index].shown.address : nil
  }

  private func sortedEntries() -> [Entry] {
    entries.withLock { entries in
      if let entries { return entries }
      let built = build().sorted { $0.base < $1.base }
      entries = built
      return built
    }
  }

  private func build() -> [Entry] {
    var entries: [Entry] = []
    switch layout {
    case .identity: break
    case .narrowed(let sections):
      for (index, section) in sections.enumerated() { append(section, at: index, to: &entries) }
    case .gathered(let sections):
      for (index, section) in sections.enumerated() {
        Self.append(section, at: index, to: &entries)
      }
    }
    return entries
  }

  private func append(_ section: NarrowedSection, at index: Int, to entries: inout [Entry]) {
    for position in 0..<section.rows.count
    where isComplete || section.rows.needsReverse || !section.items.isEmpty {
      let row = section.rows[position]
      guard let base = try? RecordRef(Address(section.origin, row)),
        let shown = try? RecordRef(Address(index, position))
      else { continue }
      if isComplete || section.rows.needsReverse { entries.append(Entry(base: base, shown: shown)) }
      guard let items = section.items[row], isComplete || items.needsReverse else { continue }
      for place in 0..<items.count {
        var (base, shown) = (base, shown)
        (base.item, shown.item) = (UInt32(items[place]), UInt32(place))
        entries.append(Entry(base: base, shown: shown))
      }
    }
  }

  private static func append(_ section: GatheredSection, at index: Int, to entries: inout [Entry]) {
    for position in 0..<section.records.count {
      let place = UInt32(position)
      let shown =
        section.asStrip
        ? RecordRef(section: UInt32(index), row: 0, item: place)
        : RecordRef(section: UInt32(index), row: place)
      entries.append(Entry(base: section.records[position], shown: shown))
    }
  }
}
