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

  /// A number to compare with whose double says all about it.
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
    case .contains, .beginsWith, .endsWith, .like, .matches: self = .constant
    }
  }
}

extension NumberTest.Bound {
  /// - Returns: nil for what is no number, and for numbers that only their digits tell apart.
  init?(_ value: Value) {
    guard let number = value.numberText, number.isExactInDouble else { return nil }
    double = number.double
    if case .int(let value) = number.numeric { integer = value } else { integer = nil }
  }
}

extension NumberTest {
  /// The verdicts on the numbers of a block.
  ///
  /// - Returns: nil when they have to be asked one by one.
  func verdicts(_ numbers: NumberColumn, _ rows: Range<Int>) -> UInt64? {
    numbers.doubles.isEmpty
      ? verdicts(numbers.integers, rows, fitDouble: numbers.fitsDouble)
      : verdicts(numbers.doubles, rows)
  }

  private func verdicts(_ values: [Double], _ rows: Range<Int>) -> UInt64? {
    switch self {
    case .constant, .each: nil
    case .compare(let relation, let bound): Self.compare(values, rows, relation, bound.double)
    case .between(let lower, let upper):
      Self.mask(values, rows) { $0 >= lower.double && $0 <= upper.double }
    case .among(let bounds):
      bounds.reduce(0) { mask, bound in mask | Self.mask(values, rows) { $0 == bound.double } }
    }
  }

  /// - Parameter fitDouble: false when some of the integers are not exact as doubles.
  private func verdicts(
    _ values: [Int64], _ rows: Range<Int>, fitDouble: Bool
  ) -> UInt64? {
    switch self {
    case .constant, .each: return nil
    case .compare(let relation, let bound):
      if let integer = bound.integer { return Self.compare(values, rows, relation, integer) }
      return fitDouble ? Self.compare(values, rows, relation, bound.double) : nil
    case .between(let lower, let upper):
      if let lower = lower.integer, let upper = upper.integer {
        return Self.mask(values, rows) { $0 >= lower && $0 <= upper }
      }
      guard fitDouble else { return nil }
      return Self.mask(values, rows) {
        Double($0) >= lower.double && Double($0) <= upper.double
      }
    case .among(let bounds):
      guard fitDouble else { return nil }
      return bounds.reduce(0) { mask, bound in
        mask | Self.mask(values, rows) { Double($0) == bound.double }
      }
    }
  }

  @inline(__always)
  private static func compare<T: Comparable>(
    _ values: [T], _ rows: Range<Int>, _ relation: Relation, _ bound: T
  ) -> UInt64 {
    switch relation {
    case .equal: mask(values, rows) { $0 == bound }
    case .notEqual: mask(values, rows) { $0 != bound }
    case .less: mask(values, rows) { $0 < bound }
    case .lessOrEqual: mask(values, rows) { $0 <= bound }
    case .greater: mask(values, rows) { $0 > bound }
    default: mask(values, rows) { $0 >= bound }
    }
  }

  private static func compare(
    _ values: [Int64], _ rows: Range<Int>, _ relation: Relation, _ bound: Double
  ) -> UInt64 {
    switch relation {
    case .equal: mask(values, rows) { Double($0) == bound }
    case .notEqual: mask(values, rows) { Double($0) != bound }
    case .less: mask(values, rows) { Double($0) < bound }
    case .lessOrEqual: mask(values, rows) { Double($0) <= bound }
    case .greater: mask(values, rows) { Double($0) > bound }
    default: mask(values, rows) { Double($0) >= bound }
    }
  }

  /// A bit for each of up to 64 rows, without a branch.
  @inline(__always)
  private static func mask<T>(
    _ values: [T], _ rows: Range<Int>, _ test: (T) -> Bool
  ) -> UInt64 {
    values.withUnsafeBufferPointer { values in
      let block = UnsafeBufferPointer(rebasing: values[rows])
      var mask: UInt64 = 0
      for index in 0..<block.count {
        mask |= (test(block[index]) ? 1 : 0) &<< UInt64(truncatingIfNeeded: index)
      }
      return mask
    }
  }
}

/// The numbers of a column as arrays, of which one is empty.
struct NumberColumn: Sendable {
  let integers: [Int64]
  let doubles: [Double]
  /// False when some of the integers are not exact as doubles.
  let fitsDouble: Bool
  /// The rows whose number only its digits tell; empty without any.
  let exceptionRows: [UInt64]

  init(_ numbers: FieldColumn.Numbers) {
    switch numbers.storage {
    case .integers(let values): (integers, doubles) = (values, [])
    case .doubles(let values): (integers, doubles) = ([], values)
    }
    fitsDouble = numbers.fitsDouble
    exceptionRows = numbers.exceptions.isEmpty ? [] : numbers.exceptionRows.words
  }
}
