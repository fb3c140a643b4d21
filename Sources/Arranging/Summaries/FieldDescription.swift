package import TableModel

/// One field looked at closely.
package struct FieldDescription: Sendable {
  package var summary: FieldSummary
  /// How many records there are, with the field or without.
  package var records: Int
  /// Nil when no value is a number.
  package var numbers: NumberStatistics?
  /// The shortest and the longest text, in characters; nil when no value is a text.
  package var textLengths: ClosedRange<Int>?
  /// The most frequent values; empty when each occurs once.
  package var frequent: [ValueCount]
}

/// A group of records by the value of a field, with another field's numbers summed up.
package struct GroupSummary: Sendable {
  /// The value that the group's records share; nil for those that lack it or hold null.
  package var value: Value?
  /// The value's text, or `(none)`.
  package var title: String
  package var records: Int
  /// Records in which the field that is summed up has a value.
  package var present: Int
  package var numbers: NumberStatistics
  /// The extremes of the field's most frequent kind, when it is number, text or date.
  package var minimum: Value?
  package var maximum: Value?
}
