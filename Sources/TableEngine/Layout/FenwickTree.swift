/// Prefix sums of numbers that change: extents of sections, counts of rows.
struct FenwickTree: Sendable {
  /// One-based partial sums; the first element is unused.
  private var sums: [Int]
  private(set) var total = 0

  /// - Complexity: O(count)
  init(_ values: [Int]) {
    sums = [0] + values
    for index in 1..<max(sums.count, 1) {
      total += values[index - 1]
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  var count: Int { sums.count - 1 }

  /// The sum of the first `count` numbers.
  ///
  /// - Complexity: O(log n)
  func prefix(_ count: Int) -> Int {
    var index = count
    var sum = 0
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  /// - Complexity: O(log n)
  mutating func add(_ delta: Int, at index: Int) {
    guard delta != 0 else { return }
    total += delta
    var index = index + 1
    while index < sums.count {
      sums[index] += delta
      index += index & -index
    }
  }

  /// The index of the number whose share of the total contains a place; never one that is zero.
  ///
  /// - Returns: the smallest index with `prefix(index + 1) > place`; `count` beyond the total.
  /// - Complexity: O(log n)
  func index(containing place: Int) -> Int {
    var step = sums.count > 1 ? 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount) : 0
    var index = 0
    var rest = place
    while step > 0 {
      if index + step < sums.count, sums[index + step] <= rest {
        index += step
        rest -= sums[index]
      }
      step >>= 1
    }
    return index
  }
}
