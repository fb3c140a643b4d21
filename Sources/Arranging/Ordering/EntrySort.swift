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
