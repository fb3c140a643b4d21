/// Shares of a whole in percent, as words that claim no more than is true.
///
/// A share that is there is never `0%`, one that is not all never `100%`, and the numbers of all
/// shares never come to more than a hundred.
package struct Shares {
  private let whole: Int
  private let counts: [Int]
  private var rounded: [Int]

  /// - Parameters:
  ///   - counts: the parts, which do not overlap.
  ///   - whole: what they are parts of.
  package init(of counts: [Int], in whole: Int) {
    self.counts = counts
    self.whole = max(whole, 1)
    rounded = counts.map { Self.percent($0, of: max(whole, 1)) }
    while isTooMuch, lowerMostRaised() {}
  }

  /// The words for a part; nothing for a part that is empty.
  package subscript(part: Int) -> String {
    let count = counts[part]
    if count <= 0 { return "" }
    if isTiny(count) { return "<1%" }
    if count < whole, Double(count) > Double(whole) * 0.99 { return ">99%" }
    return "\(rounded[part])%"
  }

  /// The nearest whole number of percent, from 1 to 99 where it is neither nothing nor all.
  private static func percent(_ count: Int, of whole: Int) -> Int {
    if count <= 0 { return 0 }
    if count >= whole { return 100 }
    return min(max(Int((Double(count) / Double(whole) * 100).rounded()), 1), 99)
  }

  private func isTiny(_ count: Int) -> Bool { count > 0 && Double(count) * 100 < Double(whole) }

  /// Less than one percent is still more than nothing: it takes room of its own beside the rest.
  private var isTooMuch: Bool {
    var sum = 0
    var hasTiny = false
    for (count, share) in zip(counts, rounded) {
      if isTiny(count) { hasTiny = true } else { sum += share }
    }
    return sum + (hasTiny ? 1 : 0) > 100
  }

  /// Lowers the shares that rounding has raised most, equal ones together.
  ///
  /// - Returns: false when none can be lowered.
  private mutating func lowerMostRaised() -> Bool {
    func raised(_ part: Int) -> Double {
      Double(rounded[part]) - Double(counts[part]) / Double(whole) * 100
    }
    let open = counts.indices.filter { !isTiny(counts[$0]) && rounded[$0] > 1 }
    guard let most = open.map(raised).max(), most > 0 else { return false }
    for part in open where raised(part) == most { rounded[part] -= 1 }
    return true
  }
}
