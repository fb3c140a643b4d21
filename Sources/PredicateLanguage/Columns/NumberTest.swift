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
