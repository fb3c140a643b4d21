import CStructuralScan
import TableModel

/// A comparison as it looks to a number on its left.
enum NumberTest: Sendable {
  /// No number's verdict differs from another's.
  case constant
  case compare(Relation, Bound)
  case between(Bound, Bound)
  /// Equal to one of these.
  case among([Bound])
  /// Every number has to be asked.
  case each

  /// A number to compare with that has no more digits than doubles distinguish.
  struct Bound: Sendable {
    let double: Double
    /// The number as an integer, when it is written as one.
    let integer: Int64?
  }

  /// More members than this are looked up, not compared one after the other.
  private static let mostMembers = 16

  init(_ relation: Relation, _ right: Value) {
    switch relation {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      if right.numberText == nil {
        self = .constant
      } else {
        self = Bound(right).map { .compare(relation, $0) } ?? .each
      }
    case .between:
      guard case .array(let bounds) = right, bounds.count == 2, let lower = Bound(bounds[0]),
        let upper = Bound(bounds[1])
      else {
        self = .each
        return
      }
      self = .between(lower, upper)
    case .in:
      guard case .array(let members) = right else {
        self = right.record == nil ? .constant : .each
        return
      }
      let numbers = members.filter { $0.numberText != nil }
      let bounds = numbers.compactMap { Bound($0) }
      let isShort = bounds.count == numbers.count && bounds.count <= Self.mostMembers
      self = isShort ? .among(bounds) : .each
    case .contains: self = .constant
    case _ where relation.isTextual: self = .constant
    default: self = .each
    }
  }
}

extension NumberTest.Bound {
  /// - Returns: nil for other kinds, and for numbers with more digits than doubles distinguish.
  init?(_ value: Value) {
    guard let number = value.numberText, number.isExactInDouble else { return nil }
    double = number.double
    if case .int(let value) = number.numeric { integer = value } else { integer = nil }
  }
}

/// A comparison with numbers as spans of a column's numbers: what lies in one of them fulfils it,
/// or does not where it is negated.
struct NumberKernel: Sendable {
  private let spans: Spans
  private let isNegated: Bool

  private enum Spans: Sendable {
    case doubles([Double], [ClosedRange<Double>])
    case integers([Int64], [ClosedRange<Int64>])
  }

  /// - Returns: nil for a comparison in which all numbers are alike, or each has to be asked.
  init?(_ test: NumberTest, _ numbers: FieldColumn.Numbers) {
    let intervals: [Interval]
    var isNegated = false
    switch test {
    case .constant, .each: return nil
    case .compare(let relation, let bound):
      intervals = [Interval(relation, bound)]
      isNegated = relation == .notEqual
    case .between(let lower, let upper):
      intervals = [Interval(lower: .including(lower), upper: .including(upper))]
    case .among(let bounds): intervals = bounds.map { Interval(.equal, $0) }
    }
    switch numbers.storage {
    case .doubles(let values):
      spans = .doubles(values, intervals.compactMap(\.doubles))
    case .integers(let values):
      // How integers that are not exact as doubles compare with a fraction can be decided only from
      // their digits.
      guard numbers.fitsDouble || intervals.allSatisfy(\.isIntegral) else { return nil }
      spans = .integers(values, intervals.compactMap(\.integers))
    }
    self.isNegated = isNegated
  }

  /// The verdicts on the numbers of some blocks.
  ///
  /// - Parameter rows: those that are asked, block by block; a block without one is not looked at.
  /// - Complexity: O(rows x spans), without a branch for any of them.
  func verdicts(_ blocks: Range<Int>, _ rows: [UInt64]) -> [UInt64] {
    let found =
      switch spans {
      case .doubles(let values, let spans): Self.found(values, spans, blocks, rows)
      case .integers(let values, let spans): Self.found(values, spans, blocks, rows)
      }
    return isNegated ? rows.without(found[...]) : rows.common(found[...])
  }

  private static func found(
    _ values: [Double], _ spans: [ClosedRange<Double>], _ blocks: Range<Int>, _ rows: [UInt64]
  ) -> [UInt64] {
    var found = rows.map { _ in UInt64(0) }
    // The last block of a column may have fewer values than the others.
    let whole = max(0, min(rows.count, values.count >> 6 &- blocks.lowerBound))
    values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress.map({ $0 + blocks.lowerBound &* 64 }) else { return }
      let rest = Int32(truncatingIfNeeded: values.count &- (blocks.lowerBound &+ whole) &* 64)
      for span in spans {
        column_within_blocks(first, rows, whole, span.lowerBound, span.upperBound, &found)
        if whole < rows.count {
          found[whole] |= column_within_portable(
            first + whole &* 64, rest, span.lowerBound, span.upperBound)
        }
      }
    }
    return found
  }

  private static func found(
    _ values: [Int64], _ spans: [ClosedRange<Int64>], _ blocks: Range<Int>, _ rows: [UInt64]
  ) -> [UInt64] {
    var found = rows.map { _ in UInt64(0) }
    values.withUnsafeBufferPointer { values in
      guard let base = values.baseAddress else { return }
      for (index, asked) in rows.enumerated() where asked != 0 {
        let first = (blocks.lowerBound &+ index) &* 64
        let count = Int32(truncatingIfNeeded: min(64, values.count &- first))
        for span in spans {
          let distance = UInt64(bitPattern: span.upperBound &- span.lowerBound)
          found[index] |= column_integers_portable(base + first, count, span.lowerBound, distance)
        }
      }
    }
    return found
  }
}

/// The numbers between two bounds, as a condition gives them.
private struct Interval {
  enum End {
    case none
    case including(NumberTest.Bound)
    case excluding(NumberTest.Bound)
  }

  var lower = End.none
  var upper = End.none
}

extension Interval {
  init(_ relation: Relation, _ bound: NumberTest.Bound) {
    switch relation {
    case .less: upper = .excluding(bound)
    case .lessOrEqual: upper = .including(bound)
    case .greater: lower = .excluding(bound)
    case .greaterOrEqual: lower = .including(bound)
    default: (lower, upper) = (.including(bound), .including(bound))
    }
  }

  /// True when all bounds are written as integers.
  var isIntegral: Bool { [lower, upper].allSatisfy { $0.bound.map { $0.integer != nil } ?? true } }

  /// The doubles between the bounds; nil without any.
  var doubles: ClosedRange<Double>? {
    let least =
      switch lower {
      case .none: -Double.infinity
      case .including(let bound): bound.double
      case .excluding(let bound): bound.double.nextUp
      }
    let most =
      switch upper {
      case .none: Double.infinity
      case .including(let bound): bound.double
      case .excluding(let bound): bound.double.nextDown
      }
    return least <= most ? least...most : nil
  }

  /// The integers between the bounds; nil without any.
  var integers: ClosedRange<Int64>? {
    let least =
      switch lower {
      case .none: Int64.min
      case .including(let bound): bound.rounded(.up)
      case .excluding(let bound): bound.rounded(.down) + 1
      }
    let most =
      switch upper {
      case .none: Int64.max
      case .including(let bound): bound.rounded(.down)
      case .excluding(let bound): bound.rounded(.up) - 1
      }
    return least <= most ? least...most : nil
  }
}

extension Interval.End {
  fileprivate var bound: NumberTest.Bound? {
    switch self {
    case .none: nil
    case .including(let bound), .excluding(let bound): bound
    }
  }
}

extension NumberTest.Bound {
  /// No bound is an integer beyond this: doubles do not distinguish neighbours there.
  private static let beyond = Double(1 << 60)

  /// The bound as an integer that is far from the ends of the type.
  fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> Int64 {
    integer ?? Int64(min(max(double, -Self.beyond), Self.beyond).rounded(rule))
  }
}
