import TableModel

/// Sums of a column's numbers for each group, exact in decimal as those of `ExactSum`.
///
/// Numbers with a few digits behind the point are added as whole numbers of the same unit, cents
/// say; the few others one by one.
struct GroupSums {
  /// Whole numbers of 10^-`scale`.
  private var sums: [Int64] = []
  private var scale = 0
  /// No sum is farther from zero than this.
  private var bound = 0.0
  /// What does not fit there, by group.
  private var exact: [Int: ExactSum] = [:]
  /// How many of the values are NaN, by group: they are no numbers.
  private(set) var strangers: [Int: Int] = [:]
  private var terms = [Int64](repeating: 0, count: RowBlock.size)
  private var copies = [Double](repeating: 0, count: RowBlock.size)

  /// Sums below this have room for one more block.
  private static let mostBound = 4e18
  private static let largestTerm = 1e15
  /// Adding and taking away this rounds to a whole number, whose bits are the last ones.
  private static let magic = 6_755_399_441_055_744.0

  /// Adds the numbers of rows.
  ///
  /// - Parameters:
  ///   - groups: the group of each row.
  ///   - count: how many groups there are.
  mutating func add(
    _ rows: RowBlock, of values: ColumnValues, _ groups: UnsafePointer<Int32>, _ count: Int
  ) {
    sums.grow(to: count, 0)
    if values.hasDoubles {
      addDoubles(rows, values, groups)
    } else {
      addIntegers(rows, values, groups)
    }
  }

  // MARK: Whole numbers

  private mutating func addIntegers(
    _ rows: RowBlock, _ values: ColumnValues, _ groups: UnsafePointer<Int32>
  ) {
    var largest: UInt64 = 0
    values.withIntegers { integers in
      guard !integers.isEmpty else { return }
      for index in 0..<rows.count {
        let value = integers[rows[index]]
        terms[index] = value
        largest = max(largest, value.magnitude)
      }
    }
    if Double(largest) <= Self.largestTerm {
      addTerms(rows.count, groups, largest: Double(largest))
    } else {
      for index in 0..<rows.count where terms[index] != 0 {
        exact[Int(groups[index]), default: ExactSum()].add(Int128(terms[index]), scale: 0)
      }
    }
  }

  private mutating func addTerms(
    _ count: Int, _ groups: UnsafePointer<Int32>, largest: Double
  ) {
    bound += largest * Double(count)
    if bound > Self.mostBound {
      flush()
      bound = largest * Double(count)
    }
    sums.withUnsafeMutableBufferPointer { sums in
      terms.withUnsafeBufferPointer { terms in
        for index in 0..<count { sums[Int(groups[index])] &+= terms[index] }
      }
    }
  }

  private mutating func flush() {
    for group in sums.indices where sums[group] != 0 {
      exact[group, default: ExactSum()].add(Int128(sums[group]), scale: scale)
      sums[group] = 0
    }
  }

  // MARK: Fractions

  private mutating func addDoubles(
    _ rows: RowBlock, _ values: ColumnValues, _ groups: UnsafePointer<Int32>
  ) {
    let isPlain = rows.areNeighbours && rows.areNone(in: values.exceptionRows)
    values.withDoubles { doubles in
      guard !doubles.isEmpty else { return }
      if isPlain {
        addDoubles(
          UnsafeBufferPointer(rebasing: doubles[rows.first..<rows.first + rows.count]), groups)
        return
      }
      for index in 0..<rows.count {
        let row = rows[index]
        copies[index] = values.isException(row) ? 0 : doubles[row]
        if values.isException(row), values.isNumber(row) {
          exact[Int(groups[index]), default: ExactSum()].add(values.number(row))
        }
      }
      let copies = copies
      copies.withUnsafeBufferPointer {
        addDoubles(UnsafeBufferPointer(rebasing: $0[..<rows.count]), groups)
      }
    }
  }

  private mutating func addDoubles(
    _ values: UnsafeBufferPointer<Double>, _ groups: UnsafePointer<Int32>
  ) {
    var largest = setTerms(values)
    if largest == nil, let finer = finerScale(for: values), finer > scale {
      flush()
      (scale, bound) = (finer, 0)
      largest = setTerms(values)
    }
    addTerms(values.count, groups, largest: largest ?? setTermsOneByOne(values, groups))
  }

  /// Makes whole numbers of the numbers.
  ///
  /// - Returns: the largest of them; nil where not all are such numbers.
  private mutating func setTerms(_ values: UnsafeBufferPointer<Double>) -> Double? {
    let power = ExactSum.powers[scale]
    var (areExact, largest) = (true, 0.0)
    terms.withUnsafeMutableBufferPointer { terms in
      for index in 0..<values.count {
        let shifted = values[index] * power + Self.magic
        let term = shifted - Self.magic
        areExact = areExact && term / power == values[index]
        largest = max(largest, abs(term))
        terms[index] = Int64(bitPattern: shifted.bitPattern &- Self.magic.bitPattern)
      }
    }
    return areExact && largest < Self.largestTerm ? largest : nil
  }

  /// How many digits behind the point the numbers have that can be added as whole numbers.
  private func finerScale(for values: UnsafeBufferPointer<Double>) -> Int? {
    var finest: Int?
    for value in values {
      if let scale = Self.scale(of: value, from: finest ?? 0) { finest = scale }
    }
    return finest
  }

  private static func scale(of value: Double, from first: Int) -> Int? {
    guard abs(value) < largestTerm else { return nil }
    for scale in first..<ExactSum.powers.count {
      let power = ExactSum.powers[scale]
      let term = (value * power).rounded()
      if abs(term) >= largestTerm { return nil }
      if term / power == value { return scale }
    }
    return nil
  }

  private mutating func setTermsOneByOne(
    _ values: UnsafeBufferPointer<Double>, _ groups: UnsafePointer<Int32>
  ) -> Double {
    let power = ExactSum.powers[scale]
    var largest = 0.0
    for index in 0..<values.count {
      let value = values[index]
      let term = (value * power).rounded()
      if abs(term) < Self.largestTerm, term / power == value {
        terms[index] = Int64(term)
        largest = max(largest, abs(term))
        continue
      }
      terms[index] = 0
      let group = Int(groups[index])
      if value.isNaN {
        strangers[group, default: 0] += 1
      } else {
        exact[group, default: ExactSum()].add(NumberText(value))
      }
    }
    return largest
  }

  // MARK: Results

  /// Adds the sums of another part of the records.
  ///
  /// - Parameter groups: the numbers here of the groups there.
  mutating func add(_ other: GroupSums, groups: [Int32], _ count: Int) {
    sums.grow(to: count, 0)
    let isSameUnit = scale == other.scale && bound + other.bound <= Self.mostBound
    if isSameUnit { bound += other.bound }
    for (group, sum) in zip(groups, other.sums) where sum != 0 {
      if isSameUnit {
        sums[Int(group)] &+= sum
      } else {
        exact[Int(group), default: ExactSum()].add(Int128(sum), scale: other.scale)
      }
    }
    for (group, sum) in other.exact {
      exact[Int(groups[group]), default: ExactSum()].add(sum)
    }
    for (group, count) in other.strangers { strangers[Int(groups[group]), default: 0] += count }
  }

  /// True where a sum, or a number in it, is beyond the largest double.
  var hasInfinite: Bool { exact.values.contains { !$0.double.isFinite } }

  /// The sum of a group's numbers.
  func sum(of group: Int) -> ExactSum {
    var sum = exact[group] ?? ExactSum()
    if group < sums.count { sum.add(Int128(sums[group]), scale: scale) }
    return sum
  }
}

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
          let (distance, share) = (above.double - below.double, place - Double(low))
          // Between numbers of two signs there may be farther than a double goes.
          value = NumberText(
            distance.isFinite
              ? below.double + distance * share
              : below.double * (1 - share) + above.double * share)
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
