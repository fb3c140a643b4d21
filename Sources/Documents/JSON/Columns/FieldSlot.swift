/// What a walk over a record has found of a field: its kind and where it stands in the text.
enum FieldSlot {
  /// The record lacks the field.
  case missing
  case null
  case bool(Bool)
  /// A whole number of at most 15 digits.
  case integer(Int64, Range<Int>)
  /// A number of at most 15 digits without an exponent: its double says all about it.
  case double(Double, Range<Int>)
  /// Any other number.
  case number(Range<Int>)
  /// A text without escapes, where it stands without its quotes.
  case text(Range<Int>)
  /// A list of texts without escapes; the walker has their places.
  case texts(Range<Int>)
  /// Any other value.
  case value(Range<Int>)
  /// A value that is no record, where fields inside a record are wanted: the keys from `depth` on
  /// remain to be looked up in it.
  case outer(Range<Int>, depth: Int)
}
