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

  /// The sum of a group's numbers.
  func sum(of group: Int) -> ExactSum {
    var sum = exact[group] ?? ExactSum()
    if group < sums.count { sum.add(Int128(sums[group]), scale: scale) }
    return sum
  }
}
