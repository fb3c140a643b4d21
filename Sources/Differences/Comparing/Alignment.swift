/// Elements that two lists have in common, in the order of both.
struct AlignedRun: Hashable {
  var a: Int
  var b: Int
  var count: Int
}

/// Parts of two lists between the runs that they have in common.
struct AlignedGap: Hashable {
  var a: Range<Int>
  var b: Range<Int>
}

/// Finds what two lists have in common in the same order, by the digests of their elements.
///
/// Lists that are alike but for some places are gone through side by side; where they part, the
/// nearest place is looked for at which they go on together. What is left is divided at elements
/// that stand once in both lists, and small parts are compared by all their elements.
///
/// - Complexity: O(elements) for lists that differ at some places, O(n log n) at worst.
struct Alignment {
  private let a: [UInt64]
  private let b: [UInt64]
  private(set) var runs: [AlignedRun] = []

  /// How far ahead the place is looked for at which two lists go on together, and how many
  /// elements have to be the same there.
  private static let window = 48
  private static let proof = 3
  /// Parts with fewer pairs of elements are compared by all of them.
  private static let mostPairs = 1 << 16
  /// Parts with more elements are not divided, which takes 16 bytes for each.
  private static let mostDivided = 1 << 25

  init(_ a: [UInt64], _ b: [UInt64]) {
    (self.a, self.b) = (a, b)
    align(a.indices, b.indices, depth: 0)
  }

  /// Aligns only parts of two lists, one after the other.
  init(_ a: [UInt64], _ b: [UInt64], within gaps: [AlignedGap]) {
    (self.a, self.b) = (a, b)
    for gap in gaps { align(gap.a, gap.b, depth: 0) }
  }

  private mutating func align(_ wholeA: Range<Int>, _ wholeB: Range<Int>, depth: Int) {
    var (ra, rb) = (wholeA, wholeB)
    let head = commonPrefix(ra, rb)
    add(ra.lowerBound, rb.lowerBound, head)
    (ra, rb) = (ra.dropFirst(head), rb.dropFirst(head))
    let tail = commonSuffix(ra, rb)
    (ra, rb) = (ra.dropLast(tail), rb.dropLast(tail))
    alignMiddle(ra, rb, depth: depth)
    add(ra.upperBound, rb.upperBound, tail)
  }

  private mutating func alignMiddle(_ ra: Range<Int>, _ rb: Range<Int>, depth: Int) {
    if ra.isEmpty || rb.isEmpty { return }
    if ra.count.multipliedReportingOverflow(by: rb.count).partialValue <= Self.mostPairs,
      ra.count <= Self.mostPairs, rb.count <= Self.mostPairs
    {
      return alignByPairs(ra, rb)
    }
    let (endA, endB) = walk(ra, rb)
    let (restA, restB) = (endA..<ra.upperBound, endB..<rb.upperBound)
    if restA.isEmpty || restB.isEmpty || depth > 8 { return }
    divide(restA, restB, depth: depth)
  }

  private func commonPrefix(_ ra: Range<Int>, _ rb: Range<Int>) -> Int {
    let most = min(ra.count, rb.count)
    var count = 0
    while count < most, a[ra.lowerBound &+ count] == b[rb.lowerBound &+ count] { count &+= 1 }
    return count
  }

  private func commonSuffix(_ ra: Range<Int>, _ rb: Range<Int>) -> Int {
    let most = min(ra.count, rb.count)
    var count = 0
    while count < most, a[ra.upperBound &- 1 &- count] == b[rb.upperBound &- 1 &- count] {
      count &+= 1
    }
    return count
  }

  private mutating func add(_ placeA: Int, _ placeB: Int, _ count: Int) {
    guard count > 0 else { return }
    if let last = runs.last, last.a + last.count == placeA, last.b + last.count == placeB {
      runs[runs.count - 1].count += count
    } else {
      runs.append(AlignedRun(a: placeA, b: placeB, count: count))
    }
  }

  /// Goes through two parts side by side, as long as they go on together after each difference.
  ///
  /// - Returns: where they part for good.
  private mutating func walk(_ ra: Range<Int>, _ rb: Range<Int>) -> (Int, Int) {
    var (i, j) = (ra.lowerBound, rb.lowerBound)
    while true {
      let same = commonPrefix(i..<ra.upperBound, j..<rb.upperBound)
      add(i, j, same)
      (i, j) = (i + same, j + same)
      guard i < ra.upperBound, j < rb.upperBound,
        let (nextA, nextB) = meeting(i..<ra.upperBound, j..<rb.upperBound)
      else { return (i, j) }
      (i, j) = (nextA, nextB)
    }
  }

  /// The nearest place at which two parts go on together.
  private func meeting(_ ra: Range<Int>, _ rb: Range<Int>) -> (Int, Int)? {
    for distance in 1...2 * Self.window {
      for step in max(0, distance - Self.window)...min(distance, Self.window) {
        let (i, j) = (ra.lowerBound + distance - step, rb.lowerBound + step)
        guard i < ra.upperBound, j < rb.upperBound, a[i] == b[j] else { continue }
        let wanted = min(Self.proof, ra.upperBound - i, rb.upperBound - j)
        if (1..<max(1, wanted)).allSatisfy({ a[i + $0] == b[j + $0] }) { return (i, j) }
      }
    }
    return nil
  }

  /// The longest common part of two small lists, by all pairs of their elements.
  private mutating func alignByPairs(_ ra: Range<Int>, _ rb: Range<Int>) {
    let width = rb.count + 1
    var best = [UInt32](repeating: 0, count: (ra.count + 1) * width)
    for i in stride(from: ra.count - 1, through: 0, by: -1) {
      for j in stride(from: rb.count - 1, through: 0, by: -1) {
        let same = a[ra.lowerBound + i] == b[rb.lowerBound + j]
        best[i * width + j] =
          same
          ? best[(i + 1) * width + j + 1] + 1
          : max(best[(i + 1) * width + j], best[i * width + j + 1])
      }
    }
    var (i, j) = (0, 0)
    while i < ra.count, j < rb.count {
      if a[ra.lowerBound + i] == b[rb.lowerBound + j] {
        add(ra.lowerBound + i, rb.lowerBound + j, 1)
        (i, j) = (i + 1, j + 1)
      } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
  }

  /// Divides two parts at the elements that stand once in each of them, or where there are none, at
  /// sequences that do.
  private mutating func divide(_ ra: Range<Int>, _ rb: Range<Int>, depth: Int) {
    guard ra.count + rb.count <= Self.mostDivided else { return }
    var borders = Self.rising(Self.uniquePairs(a, b, ra, rb))
    if borders.count < max(1, min(ra.count, rb.count) / 64) {
      let (x, y) = (Self.sequences(a, ra), Self.sequences(b, rb))
      let pairs = Self.uniquePairs(x, y, x.indices, y.indices)
      let found = Self.rising(pairs.map { ($0.0 + ra.lowerBound, $0.1 + rb.lowerBound) })
      if found.count > borders.count { borders = found }
    }
    guard !borders.isEmpty else { return }
    var (i, j) = (ra.lowerBound, rb.lowerBound)
    for (borderA, borderB) in borders where borderA >= i && borderB >= j && a[borderA] == b[borderB]
    {
      align(i..<borderA, j..<borderB, depth: depth + 1)
      add(borderA, borderB, 1)
      (i, j) = (borderA + 1, borderB + 1)
    }
    align(i..<ra.upperBound, j..<rb.upperBound, depth: depth + 1)
  }

  private static let sequenceLength = 6

  /// A digest of each element with those behind it.
  private static func sequences(_ list: [UInt64], _ range: Range<Int>) -> [UInt64] {
    guard range.count >= sequenceLength else { return [] }
    return (range.lowerBound...range.upperBound - sequenceLength).map { start in
      list[start..<start + sequenceLength].reduce(0) {
        ($0 &<< 7 | $0 &>> 57) &* 0x9E37_79B9_7F4A_7C15 ^ $1
      }
    }
  }

  /// The elements that stand once in each of two parts, in the order of the first one.
  private static func uniquePairs(
    _ a: [UInt64], _ b: [UInt64], _ ra: Range<Int>, _ rb: Range<Int>
  ) -> [(Int, Int)] {
    let (sortedA, sortedB) = (ra.sorted { a[$0] < a[$1] }, rb.sorted { b[$0] < b[$1] })
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    func end(_ list: [UInt64], _ sorted: [Int], _ start: Int) -> Int {
      var end = start + 1
      while end < sorted.count, list[sorted[end]] == list[sorted[start]] { end += 1 }
      return end
    }
    while i < sortedA.count, j < sortedB.count {
      let (x, y) = (a[sortedA[i]], b[sortedB[j]])
      let (endA, endB) = (x <= y ? end(a, sortedA, i) : i, y <= x ? end(b, sortedB, j) : j)
      if x == y, endA == i + 1, endB == j + 1 { pairs.append((sortedA[i], sortedB[j])) }
      (i, j) = (endA, endB)
    }
    return pairs.sorted { $0.0 < $1.0 }
  }

  /// The longest part of some pairs whose second places rise as their first ones do.
  ///
  /// - Complexity: O(n log n), O(n) where most rise already.
  static func rising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var place = tails.count
      if let last = tails.last, pairs[last].1 >= pair.1 {
        var (low, high) = (0, tails.count)
        while low < high {
          let middle = (low + high) / 2
          if pairs[tails[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
        }
        place = low
      }
      if place > 0 { before[index] = tails[place - 1] }
      if place == tails.count { tails.append(index) } else { tails[place] = index }
    }
    var result: [(Int, Int)] = []
    var index = tails.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = before[index]
    }
    return result.reversed()
  }
}

extension [AlignedRun] {
  /// What lies between runs, before the first and behind the last; nothing where both are empty.
  func gaps(_ countA: Int, _ countB: Int) -> [AlignedGap] {
    var gaps: [AlignedGap] = []
    var (i, j) = (0, 0)
    for run in self + [AlignedRun(a: countA, b: countB, count: 0)] {
      if i < run.a || j < run.b { gaps.append(AlignedGap(a: i..<run.a, b: j..<run.b)) }
      (i, j) = (run.a + run.count, run.b + run.count)
    }
    return gaps
  }
}

extension Range where Bound == Int {
  fileprivate func dropFirst(_ count: Int) -> Range<Int> { lowerBound + count..<upperBound }
  fileprivate func dropLast(_ count: Int) -> Range<Int> { lowerBound..<upperBound - count }
}
