/// What a comparison says of the value of one field, in terms that an index can search.
package enum FieldBound: Sendable, Hashable {
  /// The end of a range of numbers.
  package struct Limit: Sendable, Hashable {
    package var number: Number
    /// True when the number itself lies within.
    package var isIncluded: Bool

    package init(_ number: Number, isIncluded: Bool) {
      self.number = number
      self.isIncluded = isIncluded
    }
  }

  package enum Number: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
  }

  /// Numbers between two others; without one of them, up to or from the other one.
  case numbers(lower: Limit?, upper: Limit?)
  /// This text, byte by byte.
  case text(String)
}
