import TableModel

/// Counts the different values of a column up to a number of them, as `DistinctCounter` does.
struct NumberedCounts {
  private var numbers: ValueNumbers
  private var counts: [Int] = []
  private var missing = 0
  private var others = 0
  private var isBeyond = false
  private let limit: Int

  init(_ column: FieldColumn, limit: Int) {
    self.limit = limit
    // One more shows that there are more.
    numbers = ValueNumbers(column, limit: limit + 1)
  }

  @inline(__always)
  mutating func add(_ row: Int) {
    let number = numbers.number(of: row)
    if number >= 0, number < limit {
      if number == counts.count { counts.append(0) }
      counts[number] += 1
    } else if number == ValueNumbers.missing {
      missing += 1
    } else {
      others += 1
      if number == ValueNumbers.beyond { isBeyond = true }
    }
  }

  /// How many different values there are, null apart, up to the limit, and whether there are more.
  ///
  /// - Parameter isNull: whether the value of a row is null.
  func distinct(_ isNull: (Int) -> Bool) -> (count: Int, isCapped: Bool) {
    let count = numbers.firsts.count { !isNull($0) }
    // What came up beyond all numbers is no null where null has one.
    return count > limit || isBeyond ? (limit, true) : (count, false)
  }

  /// - Parameter most: how many of the values to give.
  func finish(
    most: Int = .max, _ value: (Int) throws(DataError) -> Value?
  ) throws(DataError) -> DistinctValues {
    let order = counts.indices.sorted { a, b in
      counts[a] == counts[b] ? a < b : counts[a] > counts[b]
    }
    var values: [ValueCount] = []
    for number in order.prefix(most) {
      values.append(ValueCount(try value(numbers.firsts[number]) ?? .null, counts[number]))
    }
    let rest = order.dropFirst(most)
    return DistinctValues(
      values: values, missing: missing, others: others + rest.reduce(0) { $0 + counts[$1] },
      unlisted: rest.count, isCapped: others > 0)
  }
}
