/// Some rows of a column that are looked at in one go: neighbours, or any in a list.
struct RowBlock {
  /// The most rows in one block, chosen so that the intermediate results fit in the CPU cache.
  static let size = 4096

  let first: Int
  let count: Int
  private let list: UnsafePointer<UInt32>?

  /// Neighbours.
  init(_ rows: Range<Int>) {
    (first, count, list) = (rows.lowerBound, rows.count, nil)
  }

  /// Rows in any order; the list has to outlive the block.
  init(_ list: UnsafeBufferPointer<UInt32>) {
    (first, count, self.list) = (0, list.count, list.baseAddress)
  }

  @inline(__always)
  subscript(index: Int) -> Int { list.map { Int($0[index]) } ?? first &+ index }

  /// True for neighbours, the first of which is `first`.
  var areNeighbours: Bool { list == nil }

  /// True when the rows are neighbours and all in a set of rows, given as bits.
  func areAll(in words: [UInt64]) -> Bool {
    guard areNeighbours, !words.isEmpty, count > 0 else { return false }
    return allSatisfy { block, wanted in words[block] & wanted == wanted }
  }

  /// True when none of the rows is in a set of rows; false where the rows are no neighbours, too,
  /// unless the set is empty.
  func areNone(in words: [UInt64]) -> Bool {
    if words.isEmpty { return true }
    return areNeighbours && allSatisfy { block, wanted in words[block] & wanted == 0 }
  }

  /// Visits the places in the block of those rows that are in a set of rows, given as bits, or of
  /// those that are not.
  @inline(__always)
  func forEach(in words: [UInt64], isIn: Bool, _ visit: (Int) -> Void) {
    if words.isEmpty, isIn { return }
    guard areNeighbours, !words.isEmpty else {
      for index in 0..<count {
        let row = self[index]
        if words.isEmpty || (words[row >> 6] >> UInt64(row & 63) & 1 == 1) == isIn { visit(index) }
      }
      return
    }
    let last = first + count
    var row = first
    while row < last {
      let word = isIn ? words[row >> 6] : ~words[row >> 6]
      let end = min(last, (row >> 6 + 1) << 6)
      var bits = word >> UInt64(row & 63)
      if end - row < 64 { bits &= (1 << UInt64(end - row)) - 1 }
      while bits != 0 {
        visit(row - first + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
      row = end
    }
  }

  @inline(__always)
  private func allSatisfy(_ holds: (_ block: Int, _ wanted: UInt64) -> Bool) -> Bool {
    guard count > 0 else { return true }
    let last = first + count - 1
    for block in first >> 6...last >> 6 {
      var wanted: UInt64 = ~0
      if block == first >> 6 { wanted &= ~0 << UInt64(first & 63) }
      if block == last >> 6 { wanted &= ~0 >> UInt64(63 - last & 63) }
      if !holds(block, wanted) { return false }
    }
    return true
  }
}

/// Gives each different word a number, in the order in which the words come up.
struct WordNumbers<Word: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private struct Slot {
    var word: Word
    /// Negative for a free slot.
    var number: Int32
  }

  private var slots = Array(repeating: Slot(word: 0, number: -1), count: 256)
  /// How many words have a number.
  private(set) var count = 0
  /// Words are taken from files, which must not be able to make many of them meet.
  private let seed = WordSeed.ofProgram

  @inline(__always)
  private func place(_ word: Word) -> Int { seed.mixed(word) & (slots.count &- 1) }

  /// The number of a word; negative where it has none.
  @inline(__always)
  func known(_ word: Word) -> Int {
    slots.withUnsafeBufferPointer { slots in
      var place = place(word)
      while slots[place].number >= 0, slots[place].word != word {
        place = (place &+ 1) & (slots.count &- 1)
      }
      return Int(slots[place].number)
    }
  }

  /// Finds the numbers of words, negative ones for those that have none, and for some that stand
  /// neither at their first place nor at the next.
  ///
  /// Nothing is decided from word to word, so that a processor looks many of them up at once.
  @inline(__always)
  func quicklyKnown(
    _ words: UnsafePointer<Word>, _ count: Int, into numbers: UnsafeMutablePointer<Int32>
  ) {
    let (mask, seed) = (slots.count &- 1, seed)
    slots.withUnsafeBufferPointer { slots in
      for index in 0..<count {
        let (word, place) = (words[index], seed.mixed(words[index]) & mask)
        let (slot, next) = (slots[place], slots[(place &+ 1) & mask])
        let other = next.word == word ? next.number : -1
        numbers[index] = slot.word == word ? slot.number : other
      }
    }
  }

  /// Gives a word that has none a number.
  mutating func insert(_ word: Word, as number: Int) {
    if count * 2 >= slots.count { grow() }
    put(word, Int32(truncatingIfNeeded: number))
    count += 1
  }

  /// The words that have a number, each with it, in no order.
  func visitAll(_ visit: (Word, Int) -> Void) {
    for slot in slots where slot.number >= 0 { visit(slot.word, Int(slot.number)) }
  }

  private mutating func put(_ word: Word, _ number: Int32) {
    var place = place(word)
    while slots[place].number >= 0 { place = (place &+ 1) & (slots.count &- 1) }
    slots[place] = Slot(word: word, number: number)
  }

  private mutating func grow() {
    let before = slots
    let factor = before.count < 1 << 20 ? 4 : 2
    slots = Array(repeating: Slot(word: 0, number: -1), count: before.count * factor)
    for slot in before where slot.number >= 0 { put(slot.word, slot.number) }
  }
}

/// What makes the places of words unforeseeable.
private struct WordSeed {
  static let ofProgram = WordSeed(seed: .random(in: .min ... .max))
  let seed: UInt64

  @inline(__always)
  func mixed(_ word: some FixedWidthInteger & UnsignedInteger) -> Int {
    let (high, low) = (UInt64(truncatingIfNeeded: word) ^ seed)
      .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: high ^ low)
  }
}
