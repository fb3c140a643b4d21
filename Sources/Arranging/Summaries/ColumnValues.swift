import TableModel

/// The parts of a column that are asked for every row, taken out of it once: copying a column costs
/// more than looking at a row.
///
/// Each list is empty where the column has no such values.
struct ColumnParts: Sendable {
  let codes: [UInt32]
  /// One of these two holds the numbers.
  let integers: [Int64]
  let doubles: [Double]
  let textRows: [UInt64]
  let numberRows: [UInt64]
  let exceptionRows: [UInt64]

  init(_ column: FieldColumn) {
    textRows = column.texts?.rows.words ?? []
    codes = column.texts?.codes ?? []
    numberRows = column.numbers?.rows.words ?? []
    exceptionRows = column.numbers.map { $0.exceptions.isEmpty ? [] : $0.exceptionRows.words } ?? []
    switch column.numbers?.storage {
    case .integers(let values): (integers, doubles) = (values, [])
    case .doubles(let values): (integers, doubles) = ([], values)
    case nil: (integers, doubles) = ([], [])
    }
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { contains(textRows, row) }

  @inline(__always)
  func isNumber(_ row: Int) -> Bool { contains(numberRows, row) }

  /// True for a number with more digits than its double keeps.
  @inline(__always)
  func isException(_ row: Int) -> Bool { contains(exceptionRows, row) }

  @inline(__always)
  private func contains(_ words: [UInt64], _ row: Int) -> Bool {
    !words.isEmpty && words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }
}

/// A column made ready to be looked at row by row.
///
/// A class, so that handing it on copies nothing.
final class ColumnValues: Sendable {
  let column: FieldColumn
  let pool: TextPool
  let parts: ColumnParts

  init(_ column: FieldColumn) {
    self.column = column
    parts = ColumnParts(column)
    pool = column.texts?.pool ?? TextPool()
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { parts.isText(row) }

  @inline(__always)
  func isNumber(_ row: Int) -> Bool { parts.isNumber(row) }

  /// True where the numbers are kept as doubles.
  var hasDoubles: Bool { !parts.doubles.isEmpty }

  /// The rows with a number of more digits than its double keeps, as bits; empty without any.
  var exceptionRows: [UInt64] { parts.exceptionRows }

  @inline(__always)
  func isException(_ row: Int) -> Bool { parts.isException(row) }

  /// True when each row has a number.
  var areAllNumbers: Bool { column.numbers?.rows.population == column.count }

  @inline(__always)
  func withIntegers(_ body: (UnsafeBufferPointer<Int64>) -> Void) {
    parts.integers.withUnsafeBufferPointer(body)
  }

  @inline(__always)
  func withDoubles(_ body: (UnsafeBufferPointer<Double>) -> Void) {
    parts.doubles.withUnsafeBufferPointer(body)
  }

  /// The number of a row as the double nearest to it.
  @inline(__always)
  func nearestDouble(_ row: Int) -> Double {
    parts.doubles.isEmpty ? Double(parts.integers[row]) : parts.doubles[row]
  }

  /// The place in the pool of the text of a row.
  @inline(__always)
  func code(_ row: Int) -> UInt32 { parts.codes[row] }

  /// The kind of a row's value; nil where the record lacks the field.
  func kind(_ row: Int) -> ValueKind? {
    if column.absent.contains(row) { return column.nulls?.contains(row) ?? false ? .null : nil }
    if isText(row) { return .text }
    if isNumber(row) { return .number }
    if let truths = column.truths, truths.rows.contains(row) { return .bool }
    if let lists = column.lists, lists.rows.contains(row) { return .array }
    return column.value(at: row).kind
  }
}

// MARK: - Numbers

extension ColumnValues {
  /// The number of a row as a double, if it has at most 15 digits, which a double identifies.
  @inline(__always)
  func exactDouble(_ row: Int) -> Double? {
    if parts.doubles.isEmpty {
      let value = parts.integers[row]
      return value.magnitude < 1_000_000_000_000_000 ? Double(value) : nil
    }
    let value = parts.doubles[row]
    return parts.isException(row) || value.magnitude >= 1e15 ? nil : value
  }

  /// The number of a row, however large.
  func number(_ row: Int) -> NumberText {
    column.numbers?.number(at: row) ?? NumberText(0)
  }

  /// The order of two rows' numbers by their exact values.
  @inline(__always)
  func compareNumbers(_ a: Int, _ b: Int) -> Int {
    if parts.doubles.isEmpty {
      let (a, b) = (parts.integers[a], parts.integers[b])
      return a < b ? -1 : a > b ? 1 : 0
    }
    if parts.doubles[a] < parts.doubles[b] { return -1 }
    if parts.doubles[a] > parts.doubles[b] { return 1 }
    guard parts.isException(a) || parts.isException(b) else { return 0 }
    return number(a).compare(number(b)) ?? 0
  }
}

// MARK: - Texts

extension ColumnValues {
  /// The order of two rows' texts as strings have it: negative, zero or positive.
  @inline(__always)
  func compareTexts(_ a: Int, _ b: Int) -> Int {
    let (codeA, codeB) = (code(a), code(b))
    if codeA == codeB { return 0 }
    if pool.isASCII(codeA), pool.isASCII(codeB) {
      return pool.withBytes(codeA) { a in
        pool.withBytes(codeB) { b in
          let order = compareBytes(a, b)
          return order == 0 ? a.count - b.count : order
        }
      }
    }
    let (textA, textB) = (pool.text(codeA), pool.text(codeB))
    return textA < textB ? -1 : textA > textB ? 1 : 0
  }

  private func compareBytes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return Int(a[index]) - Int(b[index])
    }
    return 0
  }

  /// How many characters a text has.
  func length(_ code: UInt32) -> Int {
    // In ASCII only a carriage return and a line feed make one character of two bytes.
    if pool.isASCII(code), pool.withBytes(code, { !$0.contains(0x0D) }) {
      return pool.withBytes(code) { $0.count }
    }
    return pool.text(code).count
  }
}

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
