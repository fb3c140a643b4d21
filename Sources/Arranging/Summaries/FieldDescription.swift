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

/// Gathers the description of one field.
struct FieldDescriber {
  private let field: FieldPath
  private var records = 0
  private var counter: FieldCounter
  private var distinct: DistinctCounter
  private var numbers = NumberStatistics()
  private var lengths: ClosedRange<Int>?

  init(field: FieldPath, limit: Int) {
    self.field = field
    counter = FieldCounter(cap: limit)
    distinct = DistinctCounter(limit: limit)
  }

  mutating func add(_ record: Value) {
    records += 1
    guard let value = record[path: field] else { return }
    counter.add(value)
    distinct.add(value)
    switch value {
    case .number(let number): numbers.add(number)
    case .string(let text): addLength(text.count)
    default: break
    }
  }

  private mutating func addLength(_ length: Int) {
    let known = lengths ?? length...length
    lengths = min(known.lowerBound, length)...max(known.upperBound, length)
  }

  func finish() -> FieldDescription {
    FieldDescription(
      summary: counter.summary(of: field, records: records), records: records,
      numbers: numbers, textLengths: lengths,
      frequent: Array(distinct.finish().values.prefix(FieldDescription.frequentCount)))
  }
}

extension FieldDescription {
  /// At most this many frequent values are listed.
  static let frequentCount = 5

  /// - Parameters:
  ///   - numbers: of all values that are numbers; there may be none.
  ///   - frequent: the most frequent values, even if each occurs once.
  init(
    summary: FieldSummary, records: Int, numbers: NumberStatistics,
    textLengths: ClosedRange<Int>?, frequent: [ValueCount]
  ) {
    self.summary = summary
    self.records = records
    self.numbers = numbers.count == 0 ? nil : numbers
    self.textLengths = textLengths
    self.frequent = frequent.first.map { $0.count > 1 } ?? false ? frequent : []
  }
}

/// Gathers the description of one field from its column, as `FieldDescriber` does from records.
struct ColumnDescriber {
  private let values: ColumnValues
  private var tally = ColumnTally()
  private var counts: NumberedCounts
  private var lengths: ClosedRange<Int>?
  /// The texts of the pool whose length is known.
  private var measured: [Bool]

  init(_ column: FieldColumn, limit: Int) {
    values = ColumnValues(column)
    counts = NumberedCounts(column, limit: limit)
    measured = Array(repeating: false, count: values.pool.count)
  }

  mutating func add(_ row: Int) {
    tally.add(row, values)
    counts.add(row)
    guard values.isText(row) else { return }
    let code = values.code(row)
    guard !measured[Int(code)] else { return }
    measured[Int(code)] = true
    let length = values.length(code)
    let known = lengths ?? length...length
    lengths = min(known.lowerBound, length)...max(known.upperBound, length)
  }

  /// - Parameter value: gives the value of a row as its source has it.
  func finish(_ field: FieldPath, _ value: ColumnTally.ValueReader) throws(DataError)
    -> FieldDescription
  {
    var found = try tally.tally(value)
    let distinct = counts.distinct { values.column.absent.contains($0) }
    (found.distinct, found.isCapped) = (distinct.count, distinct.isCapped)
    let frequent = try counts.finish(most: FieldDescription.frequentCount, value)
    return FieldDescription(
      summary: found.summary(of: field, records: tally.records), records: tally.records,
      numbers: try tally.statistics(value), textLengths: lengths, frequent: frequent.values)
  }
}
