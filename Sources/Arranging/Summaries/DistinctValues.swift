package import TableModel

/// A value and how many records hold it.
package struct ValueCount: Sendable, Hashable {
  package var value: Value
  package var count: Int

  package init(_ value: Value, _ count: Int) {
    self.value = value
    self.count = count
  }
}

/// The different values of a field.
package struct DistinctValues: Sendable, Hashable {
  /// The most frequent first, equally frequent ones in order of first appearance. Equal numbers
  /// are one value, as it was first written.
  package var values: [ValueCount]
  /// Records that don't have the field, or where it is a list without elements.
  package var missing: Int
  /// Records whose value isn't among `values`, because only the most frequent were wanted or there
  /// were too many different ones.
  package var others: Int
  /// How many different values were counted that aren't among `values`.
  package var unlisted = 0
  /// True when there were too many different values to count each.
  package var isCapped = false
  /// Where there are lists: their elements are what was counted.
  package var elements: Elements?

  /// The elements of lists; a value beside lists is one, too.
  package struct Elements: Sendable, Hashable {
    package var count: Int
    /// The records that have any.
    package var holders: Int
    /// All records.
    package var records: Int
  }

  package var isComplete: Bool { others == 0 }
}

extension DistinctValues {
  /// - Parameters:
  ///   - counts: all values, in the order of their first appearance.
  ///   - most: how many of them to give.
  init(counted counts: [(value: Value, count: Int)], most: Int) {
    let order = counts.indices.sorted { a, b in
      counts[a].count == counts[b].count ? a < b : counts[a].count > counts[b].count
    }
    let rest = order.dropFirst(most)
    self.init(
      values: order.prefix(most).map { ValueCount(counts[$0].value, counts[$0].count) },
      missing: 0, others: rest.reduce(0) { $0 + counts[$1].count }, unlisted: rest.count)
  }
}

/// Counts different values up to a number of them.
struct DistinctCounter {
  private let limit: Int
  private var positions: [DistinctValue: Int] = [:]
  private var counts: [ValueCount] = []
  private var missing = 0
  private var others = 0
  private var hasLists = false
  private var elements = DistinctValues.Elements(count: 0, holders: 0, records: 0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts what a record has at the field: of a list the elements, and those of lists in it.
  mutating func add(elementsOf value: Value?) {
    elements.records += 1
    let before = elements.count
    guard case .array(let list)? = value else {
      if value != nil { (elements.count, elements.holders) = (before + 1, elements.holders + 1) }
      return add(value)
    }
    hasLists = true
    Self.forEachElement(of: list) { element in
      elements.count += 1
      add(element)
    }
    if elements.count > before { elements.holders += 1 }
  }

  static func forEachElement(of list: [Value], _ body: (Value) -> Void) {
    for element in list {
      if case .array(let inner) = element {
        forEachElement(of: inner, body)
      } else {
        body(element)
      }
    }
  }

  mutating func add(_ value: Value?) {
    guard let value else {
      missing += 1
      return
    }
    let key = DistinctValue(value)
    if let position = positions[key] {
      counts[position].count += 1
    } else if counts.count < limit {
      positions[key] = counts.count
      counts.append(ValueCount(value, 1))
    } else {
      others += 1
    }
  }

  /// - Parameter most: how many of the values to give.
  func finish(most: Int = .max) -> DistinctValues {
    let order = counts.indices.sorted { a, b in
      counts[a].count == counts[b].count ? a < b : counts[a].count > counts[b].count
    }
    let rest = order.dropFirst(most)
    return DistinctValues(
      values: order.prefix(most).map { counts[$0] },
      missing: hasLists ? elements.records - elements.holders : missing,
      others: others + rest.reduce(0) { $0 + counts[$1].count }, unlisted: rest.count,
      isCapped: others > 0, elements: hasLists ? elements : nil)
  }
}

/// The distinct ones among a few values.
///
/// Each insertion looks through the hashes of all of them, which for a few is quicker than a set,
/// whose type has to be made at run time first.
struct DistinctSample {
  private var hashes: [Int] = []
  private var values: [DistinctValue] = []

  var count: Int { values.count }

  /// - Complexity: O(distinct values).
  mutating func insert(_ value: Value) {
    let value = DistinctValue.digest(of: value)
    let hash = value.hashValue
    var index = 0
    while index < hashes.count {
      if hashes[index] == hash, values[index] == value { return }
      index += 1
    }
    hashes.append(hash)
    values.append(value)
  }
}

/// Counts the different values of a column up to a number of them, as `DistinctCounter` does.
struct NumberedCounts {
  private var numbers: ValueNumbers
  private var counts: [Int] = []
  private var missing = 0
  private var others = 0
  /// True when a value came up beyond the limit and one more.
  private(set) var isBeyond = false
  private let limit: Int
  private var scratch: [Int32] = []

  /// - Parameter isInOrder: whether rows come in the order of the column.
  init(_ column: FieldColumn, limit: Int, isInOrder: Bool = false) {
    self.limit = limit
    // One more shows that there are more.
    numbers = ValueNumbers(column, limit: limit + 1, allowsGaps: isInOrder)
  }

  @inline(__always)
  mutating func add(_ row: Int) {
    count(numbers.number(of: row), 1)
  }

  /// Adds rows, in less time than one by one.
  mutating func add(_ rows: RowBlock) {
    if scratch.isEmpty { scratch = Array(repeating: 0, count: RowBlock.size) }
    scratch.withUnsafeMutableBufferPointer { scratch in
      if let room = scratch.baseAddress { numbers.number(rows, into: room) }
    }
    let known = min(limit, numbers.count)
    counts.grow(to: known, 0)
    for index in 0..<rows.count {
      let number = Int(scratch[index])
      if number >= 0, number < limit { counts[number] &+= 1 } else { count(number, 1) }
    }
  }

  /// Adds what was counted of the rows that follow, which has to be within the limit.
  mutating func add(_ other: NumberedCounts) {
    missing += other.missing
    others += other.others
    for (number, more) in zip(numbers.numbers(of: other.numbers), other.counts) {
      count(Int(number), more)
    }
  }

  @inline(__always)
  private mutating func count(_ number: Int, _ added: Int) {
    if number >= 0, number < limit {
      if number >= counts.count { counts.grow(to: number + 1, 0) }
      counts[number] += added
    } else if number == ValueNumbers.missing {
      missing += added
    } else {
      others += added
      if number == ValueNumbers.beyond { isBeyond = true }
    }
  }

  /// True when there are more different values than are counted.
  var isOverfull: Bool { others > 0 }

  /// How many different values there are, null apart, up to the limit, and whether there are more.
  ///
  /// - Parameter isNull: whether the value of a row is null.
  func distinct(_ isNull: (Int) -> Bool) -> (count: Int, isCapped: Bool) {
    let count = (0..<numbers.count).count { numbers.first(of: $0).map { !isNull($0) } ?? false }
    // If null has a number, the value beyond the limit is something else.
    return count > limit || isBeyond ? (limit, true) : (count, false)
  }

  /// - Parameter most: how many of the values to give.
  func finish(
    most: Int = .max, _ read: (Int) throws(DataError) -> Value?
  ) throws(DataError) -> DistinctValues {
    var found: [(count: Int, place: Int, first: Int)] = []
    for number in counts.indices where counts[number] > 0 {
      guard let first = numbers.first(of: number) else { continue }
      found.append((counts[number], numbers.hasGaps ? first : number, first))
    }
    found.sort { $0.count == $1.count ? $0.place < $1.place : $0.count > $1.count }
    var values: [ValueCount] = []
    values.reserveCapacity(min(most, found.count))
    for value in found.prefix(most) {
      values.append(ValueCount(try read(value.first) ?? .null, value.count))
    }
    let rest = found.dropFirst(most)
    return DistinctValues(
      values: values, missing: missing, others: others + rest.reduce(0) { $0 + $1.count },
      unlisted: rest.count, isCapped: others > 0)
  }
}
