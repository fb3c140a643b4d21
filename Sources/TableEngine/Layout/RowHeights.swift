import TableModel

/// The heights of a section's rows: one number, or a table of them.
enum RowHeights: Sendable {
  case uniform(Int, count: Int)
  case measured(MeasuredHeights)

  var count: Int {
    switch self {
    case .uniform(_, let count): count
    case .measured(let heights): heights.count
    }
  }

  var total: Int {
    switch self {
    case .uniform(let height, let count): height * count
    case .measured(let heights): heights.total
    }
  }

  func height(_ row: Int) -> Int {
    switch self {
    case .uniform(let height, _): height
    case .measured(let heights): heights.height(row)
    }
  }

  func isMeasured(_ row: Int) -> Bool {
    switch self {
    case .uniform: true
    case .measured(let heights): heights.isMeasured(row)
    }
  }

  /// The distance of a row's top from the first row's.
  func offset(of row: Int) -> Int {
    switch self {
    case .uniform(let height, _): height * row
    case .measured(let heights): heights.offset(of: row)
    }
  }

  /// The first row that ends after a distance from the first row's top; `count` if none does.
  func row(containing offset: Int) -> Int {
    switch self {
    case .uniform(let height, let count):
      height <= 0 ? count : min(count, max(0, offset) / height)
    case .measured(let heights): heights.row(containing: max(0, offset))
    }
  }

  /// Notes the height of a row; returns by how much the total changed.
  mutating func measure(_ row: Int, as height: Int) -> Int {
    guard case .measured(var heights) = self else { return 0 }
    // Without this the array inside would be shared and copied by the change.
    self = .uniform(0, count: 0)
    let delta = heights.measure(row, as: height)
    self = .measured(heights)
    return delta
  }
}

/// The heights of a section's rows where they differ, measured all at once or as they are seen.
///
/// Rows lie in chunks; a chunk without a measured row takes no memory of its own.
struct MeasuredHeights: Sendable {
  private static let chunkSize = 256
  private static let unmeasured: Int32 = -1

  let count: Int
  let estimate: Int
  private(set) var measuredCount = 0
  private var chunks: [[Int32]]
  private var sums: FenwickTree

  /// Rows that are all assumed to have an estimated height until they are measured.
  init(count: Int, estimate: Int) {
    self.count = count
    self.estimate = estimate
    let chunkCount = (count + Self.chunkSize - 1) / Self.chunkSize
    chunks = Array(repeating: [], count: chunkCount)
    sums = FenwickTree(
      (0..<chunkCount).map { min(Self.chunkSize, count - $0 * Self.chunkSize) * estimate })
  }

  /// Rows that are all measured.
  ///
  /// - Complexity: O(count), one question a row.
  init(count: Int, measure: (Int) -> Int) {
    self.count = count
    estimate = 0
    measuredCount = count
    chunks = []
    var extents: [Int] = []
    for start in stride(from: 0, to: count, by: Self.chunkSize) {
      let heights = (start..<min(start + Self.chunkSize, count)).map { Int32(measure($0)) }
      extents.append(heights.reduce(0) { $0 + Int($1) })
      chunks.append(heights)
    }
    sums = FenwickTree(extents)
  }

  var total: Int { sums.total }

  func isMeasured(_ row: Int) -> Bool {
    let chunk = chunks[row / Self.chunkSize]
    return !chunk.isEmpty && chunk[row % Self.chunkSize] != Self.unmeasured
  }

  /// Calls for every row that was measured, in order, with its height.
  func forEachMeasured(_ body: (Int, Int) -> Void) {
    for (index, chunk) in chunks.enumerated() {
      for (within, height) in chunk.enumerated() where height != Self.unmeasured {
        body(index * Self.chunkSize + within, Int(height))
      }
    }
  }

  func height(_ row: Int) -> Int {
    let chunk = chunks[row / Self.chunkSize]
    return chunk.isEmpty ? estimate : known(chunk[row % Self.chunkSize])
  }

  private func known(_ height: Int32) -> Int {
    height == Self.unmeasured ? estimate : Int(height)
  }

  /// The distance of a row's top from the first row's; the total for the row after the last.
  ///
  /// - Complexity: O(log chunks + chunk)
  func offset(of row: Int) -> Int {
    let index = row / Self.chunkSize
    var offset = sums.prefix(index)
    guard index < chunks.count else { return offset }
    let within = row % Self.chunkSize
    let chunk = chunks[index]
    if chunk.isEmpty { return offset + within * estimate }
    for height in chunk[..<within] { offset += known(height) }
    return offset
  }

  /// The first row that ends after a distance from the first row's top; `count` if none does.
  func row(containing offset: Int) -> Int {
    guard offset < total else { return count }
    let index = sums.index(containing: offset)
    var rest = offset - sums.prefix(index)
    let chunk = chunks[index]
    let first = index * Self.chunkSize
    if chunk.isEmpty { return first + rest / max(estimate, 1) }
    for (within, height) in chunk.enumerated() {
      rest -= known(height)
      if rest < 0 { return first + within }
    }
    return count
  }

  /// Notes the height of a row; returns by how much the total changed.
  mutating func measure(_ row: Int, as height: Int) -> Int {
    let index = row / Self.chunkSize
    if chunks[index].isEmpty {
      let size = min(Self.chunkSize, count - index * Self.chunkSize)
      chunks[index] = Array(repeating: Self.unmeasured, count: size)
    }
    if chunks[index][row % Self.chunkSize] == Self.unmeasured { measuredCount += 1 }
    let delta = height - known(chunks[index][row % Self.chunkSize])
    chunks[index][row % Self.chunkSize] = Int32(height)
    sums.add(delta, at: index)
    return delta
  }
}

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
