import TableModel

/// The numbers of a column by groups, for those that lie at some part of the way from the least to
/// the greatest.
struct GroupedNumbers {
  private var groups: [Int32] = []
  private var rows: [UInt32] = []

  mutating func add(_ rows: RowBlock, of values: ColumnValues, _ groups: UnsafePointer<Int32>) {
    let areAll = rows.areAll(in: values.numberRows)
    for index in 0..<rows.count {
      let row = rows[index]
      guard areAll || values.isNumber(row), !values.nearestDouble(row).isNaN else { continue }
      self.groups.append(groups[index])
      self.rows.append(UInt32(truncatingIfNeeded: row))
    }
  }

  /// Adds the numbers of another part of the records.
  ///
  /// - Parameter groups: the numbers here of the groups there.
  mutating func add(_ other: GroupedNumbers, groups: [Int32]) {
    self.groups.append(contentsOf: other.groups.lazy.map { groups[Int($0)] })
    rows.append(contentsOf: other.rows)
  }

  /// The quantile of each group; nil for those without numbers.
  ///
  /// - Parameters:
  ///   - part: from 0 for the least to 1 for the greatest.
  ///   - count: how many groups there are.
  /// - Complexity: O(numbers) on average.
  func quantiles(_ part: Double, of values: ColumnValues, _ count: Int) -> [Value?] {
    var starts = [Int](repeating: 0, count: count + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    if values.areDoublesExact {
      var sorted = [Double](repeating: 0, count: rows.count)
      distribute(starts) { sorted[$0] = values.nearestDouble(Int($1)) }
      return Self.quantiles(
        part, starts, &sorted, isBefore: { $0 < $1 }, number: { NumberText($0) })
    }
    var sorted = [UInt32](repeating: 0, count: rows.count)
    distribute(starts) { sorted[$0] = $1 }
    return Self.quantiles(
      part, starts, &sorted, isBefore: { values.compareNumbers(Int($0), Int($1)) < 0 },
      number: { values.number(Int($0)) })
  }

  /// Puts the numbers of each group beside each other.
  private func distribute(_ starts: [Int], _ put: (_ place: Int, _ row: UInt32) -> Void) {
    var next = starts
    for (group, row) in zip(groups, rows) {
      put(next[Int(group)], row)
      next[Int(group)] += 1
    }
  }

  @inline(__always)
  private static func quantiles<Element>(
    _ part: Double, _ starts: [Int], _ sorted: inout [Element],
    isBefore: (Element, Element) -> Bool, number: (Element) -> NumberText
  ) -> [Value?] {
    var found: [Value?] = []
    for group in 0..<starts.count - 1 {
      let range = starts[group]..<starts[group + 1]
      let place = part * Double(range.count - 1)
      let low = min(Int(max(0, place)), range.count - 1)
      guard !range.isEmpty else {
        found.append(nil)
        continue
      }
      Selection.select(&sorted, range, range.lowerBound + low, isBefore: isBefore)
      let below = number(sorted[range.lowerBound + low])
      var value = below
      if place > Double(low), low + 1 < range.count {
        let next = range.lowerBound + low + 1
        Selection.select(&sorted, next..<range.upperBound, next, isBefore: isBefore)
        let above = number(sorted[next])
        if above.compare(below) != 0 {
          let distance = above.double - below.double
          value = NumberText(below.double + distance * (place - Double(low)))
        }
      }
      found.append(.number(value))
    }
    return found
  }
}

/// Finds the k-th smallest element of a list without sorting the whole list (quickselect).
private enum Selection {
  /// Puts elements in such an order that the one at a place is where it belongs, with none behind it
  /// that belongs before it.
  ///
  /// - Complexity: O(elements of the range) on average.
  @inline(__always)
  static func select<Element>(
    _ elements: inout [Element], _ range: Range<Int>, _ place: Int,
    isBefore: (Element, Element) -> Bool
  ) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(elements[middle], elements[low]) { elements.swapAt(middle, low) }
      if isBefore(elements[high], elements[low]) { elements.swapAt(high, low) }
      if isBefore(elements[high], elements[middle]) { elements.swapAt(high, middle) }
      let pivot = elements[middle]
      var (left, right) = (low, high)
      while left <= right {
        while isBefore(elements[left], pivot) { left += 1 }
        while isBefore(pivot, elements[right]) { right -= 1 }
        if left <= right {
          elements.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if place <= right { high = right } else if place >= left { low = left } else { return }
    }
  }
}
