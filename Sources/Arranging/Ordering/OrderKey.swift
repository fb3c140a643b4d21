import TableModel

/// One sort key as a column: what the values are sorted by, without making the values.
///
/// The order is that of `SortValue`. A class, so that asking about a record copies nothing.
final class OrderKey: Sendable {
  let column: FieldColumn
  let ascending: Bool
  private let texts: TextKeys?
  /// The parts of the numbers that are asked for every record; empty without numbers.
  private let numberRows: [UInt64]
  private let integers: [Int64]
  private let doubles: [Double]
  /// False when different numbers of the column may have the same double.
  private let isExact: Bool

  private static let lastRank: UInt64 = 6
  private static let noRank: UInt64 = 7
  private static let rankBits: UInt64 = 3

  init(_ column: FieldColumn, ascending: Bool) {
    self.column = column
    self.ascending = ascending
    texts = column.texts.map { TextKeys($0, column.orderWords) }
    let numbers = column.numbers
    numberRows = numbers?.rows.words ?? []
    (integers, doubles) =
      switch numbers?.storage {
      case .integers(let values): (values, [])
      case .doubles(let values): ([], values)
      case nil: ([], [])
      }
    isExact = numbers.map { $0.fitsDouble && $0.exceptions.isEmpty } ?? true
  }

  /// Adds what a record is sorted by to its word.
  @inline(__always)
  func append(_ row: Int, to word: inout OrderWord) {
    if let texts, texts.contains(row) {
      let words = texts.words(row)
      appendRank(3, to: &word)
      append(words.first, 64, to: &word)
      append(words.second, 64, to: &word)
      // Texts whose beginnings are equal need not be equal.
      return word.close()
    }
    if !numberRows.isEmpty, numberRows[row >> 6] >> UInt64(row & 63) & 1 == 1 {
      let double = doubles.isEmpty ? Double(integers[row]) : doubles[row]
      guard !double.isNaN else { return word.append(Self.noRank, Self.rankBits) }
      appendRank(1, to: &word)
      append(Self.ordered(double), 64, to: &word)
      if !isExact { word.close() }
      return
    }
    if column.absent.contains(row) { return word.append(Self.noRank, Self.rankBits) }
    let value = SortValue(column.value(at: row))
    if value.isNone { return word.append(Self.noRank, Self.rankBits) }
    appendRank(UInt64(value.rank), to: &word)
    if case .bool(let truth) = value { append(truth ? 1 : 0, 1, to: &word) } else { word.close() }
  }

  /// The upper half of a record's word, where this is the first key.
  @inline(__always)
  func high(_ row: Int) -> UInt64 {
    var word = OrderWord()
    append(row, to: &word)
    return word.high
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { texts?.contains(row) ?? false }

  /// Replaces the words of entries with the bytes of their texts that follow those of the first
  /// words.
  ///
  /// - Parameters:
  ///   - rows: the rows that the entries' positions refer to; all of them are texts.
  ///   - step: zero for the first bytes behind the first word.
  /// - Returns: false when none of the entries has more.
  func extend(_ entries: EntrySort.Entries, at rows: RowSort.Rows, step: Int) -> Bool {
    // The rank takes three bits of the eighth byte.
    guard let texts, texts.extend(entries, at: rows, from: 7 + 16 * step) else { return false }
    if ascending { return true }
    for index in entries.indices {
      (entries[index].high, entries[index].low) = (~entries[index].high, ~entries[index].low)
    }
    return true
  }

  @inline(__always)
  private func appendRank(_ rank: UInt64, to word: inout OrderWord) {
    word.append(ascending ? rank : Self.lastRank &- rank, Self.rankBits)
  }

  @inline(__always)
  private func append(_ bits: UInt64, _ count: UInt64, to word: inout OrderWord) {
    word.append(ascending ? bits : ~bits & (~0 >> (64 &- count)), count)
  }

  /// The bits of a double, arranged so that they order as it does; both zeros are one.
  @inline(__always)
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// The order of two records by this key: negative, zero or positive.
  func compare(_ a: Int, _ b: Int) -> Int {
    if let texts, texts.contains(a), texts.contains(b) {
      return ascending ? texts.compare(a, b) : texts.compare(b, a)
    }
    if isExact, isNumber(a), isNumber(b), let order = compareNumbers(a, b) {
      return ascending ? order : -order
    }
    return SortValue(column.value(at: a))
      .compare(SortValue(column.value(at: b)), ascending: ascending)
  }

  @inline(__always)
  private func isNumber(_ row: Int) -> Bool {
    !numberRows.isEmpty && numberRows[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// - Returns: nil when either is NaN, which sorts as a missing value.
  private func compareNumbers(_ a: Int, _ b: Int) -> Int? {
    if doubles.isEmpty {
      return integers[a] < integers[b] ? -1 : integers[a] > integers[b] ? 1 : 0
    }
    if doubles[a].isNaN || doubles[b].isNaN { return nil }
    return doubles[a] < doubles[b] ? -1 : doubles[a] > doubles[b] ? 1 : 0
  }
}

/// The beginning of a record's sort keys in 128 bits that order as the records do: where two of
/// them differ they decide, where they are equal the values do.
///
/// Each key adds three bits for the kind of its value, and then the beginning of the value:
///
///     by price             001 | 64 bits of the number |
///     by sold, price       000 | 1 | 001 | 64 bits of the number |
///     by name              011 | the first 15 bytes of the text, and 5 bits | closed
struct OrderWord: Sendable {
  private(set) var high: UInt64 = 0
  private(set) var low: UInt64 = 0
  private var used: UInt64 = 0

  static let width: UInt64 = 128
  /// The greatest upper half of a record that has a value; those without one have greater ones.
  static let highestValue: UInt64 = 7 << 61 - 1

  /// True when nothing more can be added.
  var isFull: Bool { used >= Self.width }

  /// True when records with equal words of this kind have equal keys.
  var isWhole: Bool { !isCut }
  private var isCut = false

  /// Adds bits behind those that are there; what goes beyond the end is left out.
  ///
  /// - Parameter bits: the lowest `count` of them count, the others have to be zero.
  @inline(__always)
  mutating func append(_ bits: UInt64, _ count: UInt64) {
    let end = used &+ count
    if end <= 64 {
      high |= bits << (64 &- end)
    } else {
      if used < 64 { high |= bits >> (end &- 64) }
      // Shifts to the left drop what stands in the upper half already.
      low |= end <= 128 ? bits << (128 &- end) : bits >> (end &- 128)
    }
    used = end
    if end > Self.width { isCut = true }
  }

  /// Ends the word: bits after this are dropped, and equal words do not mean equal keys.
  mutating func close() { (used, isCut) = (Self.width, true) }

  static func < (a: OrderWord, b: OrderWord) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  static func == (a: OrderWord, b: OrderWord) -> Bool { a.high == b.high && a.low == b.low }
}

/// A record's position with the beginning of its keys.
struct OrderEntry: BitwiseCopyable {
  var high: UInt64
  var low: UInt64
  var position: UInt32
  /// True when records with the same words have the same keys.
  var isWhole = false
}

extension OrderEntry {
  init(_ word: OrderWord, _ position: UInt32) {
    self.init(high: word.high, low: word.low, position: position, isWhole: word.isWhole)
  }
}

/// Sorts entries by dealing them out by the first bits in which their words differ, and each part
/// in the same way, until few are left.
///
/// - Complexity: O(n) for words that are spread evenly, O(64 n) at worst, and as many questions
///   about records as a sort needs among those with the same words.
struct EntrySort {
  typealias Entries = UnsafeMutableBufferPointer<OrderEntry>
  /// Replaces the words of entries, which are all the same, with what follows them; false where
  /// nothing follows in any of them, and then the entries stay as they are.
  typealias Extension = (_ entries: Entries, _ step: Int) -> Bool

  /// The order of two records whose words are the same.
  let precedes: (OrderEntry, OrderEntry) -> Bool
  let extend: Extension
  /// True once the sort was cancelled; the entries are then left in no particular order.
  let isStopped: () -> Bool

  /// Fewer entries than this are sorted by comparing them.
  private static let few = 24
  /// At most 2^11 parts.
  private static let mostBits: UInt64 = 11
  /// Words are extended no more often than this.
  private static let mostSteps = 16

  /// - Parameters:
  ///   - spare: memory for as many entries.
  ///   - step: how often their words were extended.
  ///   - landsInSpare: true to leave the result there: parts are dealt from one memory to the other
  ///     and sorted where they are then.
  func sort(
    _ entries: Entries, _ spare: Entries, step: Int = 0, landsInSpare: Bool = false
  ) {
    if entries.count > Self.few {
      if isStopped() { return }
      if deal(entries, spare, step, landsInSpare, by: { $0.high }) { return }
      if deal(entries, spare, step, landsInSpare, by: { $0.low }) { return }
      settle(entries, spare, step)
    } else {
      insert(entries)
      settleRuns(of: entries, spare, step)
    }
    if landsInSpare { _ = spare.update(fromContentsOf: entries) }
  }

  /// Sorts entries that all have the same words by what follows these.
  private func settle(_ entries: Entries, _ spare: Entries, _ step: Int) {
    // The same keys: entries never change places without a reason.
    if entries[0].isWhole { return }
    guard step < Self.mostSteps, extend(entries, step) else { return compare(entries) }
    sort(entries, spare, step: step + 1)
  }

  /// Settles each run of neighbours with the same words, among entries that are sorted by words.
  private func settleRuns(of entries: Entries, _ spare: Entries, _ step: Int) {
    var start = 0
    while start < entries.count {
      var end = start &+ 1
      let (high, low) = (entries[start].high, entries[start].low)
      while end < entries.count, entries[end].high == high, entries[end].low == low { end &+= 1 }
      if end &- start > 1 {
        settle(
          Entries(rebasing: entries[start..<end]), Entries(rebasing: spare[start..<end]), step)
      }
      start = end
    }
  }

  /// Deals entries out by one of their words and sorts the parts; false when all have the same.
  @inline(__always)
  private func deal(
    _ entries: Entries, _ spare: Entries, _ step: Int, _ landsInSpare: Bool,
    by word: (OrderEntry) -> UInt64
  ) -> Bool {
    var (least, most) = (UInt64.max, UInt64.min)
    for entry in entries { (least, most) = (min(least, word(entry)), max(most, word(entry))) }
    guard least < most else { return false }
    // A few entries a part, where they are spread evenly.
    let size = UInt64(64 - entries.count.leadingZeroBitCount)
    let bits = min(size - 2, Self.mostBits)
    let width = UInt64(64 - (most &- least).leadingZeroBitCount)
    let shift = width > bits ? width - bits : 0
    let parts = Int((most &- least) &>> shift) + 1
    withUnsafeTemporaryAllocation(of: Int.self, capacity: parts + 1) { ends in
      ends.initialize(repeating: 0)
      for entry in entries { ends[Int((word(entry) &- least) &>> shift) &+ 1] &+= 1 }
      for part in 1...parts { ends[part] &+= ends[part &- 1] }
      // From here on an element says where the next entry of its part goes; in the end, where it
      // ends.
      for entry in entries {
        let part = Int((word(entry) &- least) &>> shift)
        spare[ends[part]] = entry
        ends[part] &+= 1
      }
      var start = 0
      for part in 0..<parts {
        let range = start..<ends[part]
        start = range.upperBound
        if range.count > 1 {
          sort(
            Entries(rebasing: spare[range]), Entries(rebasing: entries[range]), step: step,
            landsInSpare: !landsInSpare)
        } else if range.count == 1, !landsInSpare {
          entries[range.lowerBound] = spare[range.lowerBound]
        }
      }
    }
    return true
  }

  @inline(__always)
  private func isBefore(_ a: OrderEntry, _ b: OrderEntry) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  /// Puts entries in the order of their words; those with the same ones stay as they stand.
  private func insert(_ entries: Entries) {
    for index in entries.indices.dropFirst() {
      let entry = entries[index]
      var place = index
      while place > 0, isBefore(entry, entries[place &- 1]) {
        entries[place] = entries[place &- 1]
        place &-= 1
      }
      entries[place] = entry
    }
  }

  /// For entries that all have the same words.
  private func compare(_ entries: Entries) {
    var entries = entries
    let isInOrder = entries.indices.dropFirst().allSatisfy {
      !precedes(entries[$0], entries[$0 - 1])
    }
    if isInOrder { return }
    var comparisons = 0
    // An error is how a sort is left before its end.
    try? entries.sort { a, b throws(CancellationError) in
      comparisons &+= 1
      if comparisons & 0xFFFF == 0, isStopped() { throw CancellationError() }
      return precedes(a, b)
    }
  }
}

/// Memory for several threads that write to different parts of it.
struct SharedMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  private let elements: UnsafeMutableBufferPointer<Element>

  private init(_ elements: UnsafeMutableBufferPointer<Element>) { self.elements = elements }

  /// Memory that holds anything until it is written; has to be freed.
  init(count: Int) { elements = .allocate(capacity: count) }

  func free() { elements.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { elements[index] }
    nonmutating set { elements.initializeElement(at: index, to: newValue) }
  }

  func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(rebasing: elements[range])
  }

  /// An array whose elements are written by a body, all of them unless it throws.
  static func array(
    of count: Int, _ fill: (SharedMemory) throws(DataError) -> Void
  ) throws(DataError) -> [Element] {
    do {
      return try Array(unsafeUninitializedCapacity: count) { buffer, filled in
        try fill(SharedMemory(UnsafeMutableBufferPointer(rebasing: buffer[0..<count])))
        filled = count
      }
    } catch {
      throw error as? DataError ?? .cancelled
    }
  }
}
