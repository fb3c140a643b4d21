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
    add(value, times: 1)
  }

  /// Adds to the figures of numbers and texts.
  private mutating func add(_ value: Value, times count: Int) {
    switch value {
    case .number(let number): numbers.add(number, times: count)
    case .string(let text): addLength(text.count)
    default: break
    }
  }

  /// Adds a value that some records have.
  mutating func addCounted(_ value: Value, _ count: Int) {
    records += count
    counter.add(value)
    counter.add(value.kind, count: count - 1)
    add(value, times: count)
  }

  var hasExactSum: Bool { numbers.isExact }

  private mutating func addLength(_ length: Int) {
    let known = lengths ?? length...length
    lengths = min(known.lowerBound, length)...max(known.upperBound, length)
  }

  func finish() -> FieldDescription {
    finish(distinct.finish())
  }

  /// - Parameter distinct: the values, the most frequent ones first.
  func finish(_ distinct: DistinctValues) -> FieldDescription {
    FieldDescription(
      summary: counter.summary(of: field, records: records), records: records,
      numbers: numbers, textLengths: lengths,
      frequent: Array(distinct.values.prefix(FieldDescription.frequentCount)))
  }
}

extension FieldDescription {
  /// - Parameter counts: all values, null among them, in the order in which they first come up.
  /// - Returns: nil where the sum depends on the order of the records.
  init?(counted counts: [(value: Value, count: Int)], of field: FieldPath) {
    var describer = FieldDescriber(field: field, limit: counts.count)
    for (value, count) in counts { describer.addCounted(value, count) }
    guard describer.hasExactSum else { return nil }
    self = describer.finish(DistinctValues(counted: counts, most: Self.frequentCount))
  }

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

/// Gathers a field's numbers for each value of another field.
struct GroupSummarizer {
  private let field: FieldPath
  private let group: FieldPath?
  private var positions: [DistinctValue: Int] = [:]
  private var groups: [Group] = []

  private struct Group {
    var value: Value
    var records = 0
    var counter = FieldCounter(cap: 0)
    var numbers = NumberStatistics()
  }

  /// The title of the single group that holds all records when nothing is grouped.
  static let everythingTitle = "(all)"

  init(field: FieldPath, group: FieldPath?) {
    self.field = field
    self.group = group
    if group == nil { groups.append(Group(value: .null)) }
  }

  mutating func add(_ record: Value) {
    let index = groupIndex(of: record)
    groups[index].records += 1
    guard let value = record[path: field] else { return }
    groups[index].counter.add(value)
    if case .number(let number) = value { groups[index].numbers.add(number) }
  }

  private mutating func groupIndex(of record: Value) -> Int {
    guard let group else { return 0 }
    let value = record[path: group] ?? .null
    let key = DistinctValue(value)
    if let index = positions[key] { return index }
    positions[key] = groups.count
    groups.append(Group(value: value))
    return groups.count - 1
  }

  func finish() -> [GroupSummary] {
    groups.map(summary).inOrder
  }

  private func summary(of group: Group) -> GroupSummary {
    let summary = group.counter.summary(of: field, records: group.records)
    guard self.group == nil else {
      return GroupSummary(
        of: group.value, summary, records: group.records, group.numbers)
    }
    return GroupSummary(
      value: nil, title: Self.everythingTitle, records: group.records, present: summary.count,
      numbers: group.numbers, minimum: summary.minimum, maximum: summary.maximum)
  }
}

extension GroupSummary {
  /// - Parameters:
  ///   - value: what the group's records share; null for those that lack it.
  ///   - summary: what was found of the field that is summed up.
  init(of value: Value, _ summary: FieldSummary, records: Int, _ numbers: NumberStatistics) {
    self.init(
      value: value.isNull ? nil : value,
      title: value.isNull ? ValueLabels.noValueTitle : value.plainText,
      records: records, present: summary.count, numbers: numbers, minimum: summary.minimum,
      maximum: summary.maximum)
  }
}

extension [GroupSummary] {
  /// In the sort order of the groups' values, the group without a value last.
  var inOrder: [GroupSummary] {
    let keys = map { SortValue($0.value) }
    let order = indices.sorted { a, b in
      let order = keys[a].compare(keys[b])
      return order == 0 ? a < b : order < 0
    }
    return order.map { self[$0] }
  }
}

/// What `FieldCounter` and `NumberStatistics` say of values, gathered from rows of a column.
struct ColumnTally {
  private(set) var records = 0
  private var numbers = NumberStatistics()
  private var counts = (numbers: 0, texts: 0)
  private var others = FieldTally()
  /// Of equal numbers the first one is an extreme of the field, the last one of the statistics.
  private var least = Ends()
  private var most = Ends()
  private var texts = Ends()
  private var dates = Ends()

  /// The rows of two values; negative while there are none.
  private struct Ends {
    var first = -1
    var last = -1
  }

  @inline(__always)
  mutating func add(_ row: Int, _ values: ColumnValues) {
    records += 1
    if values.isNumber(row) { return addNumber(row, values) }
    if values.isText(row) { return addText(row, values) }
    guard let kind = values.kind(row) else { return }
    others.add(kind)
    if kind == .date, let date = values.date(row) { addDate(row, date, values) }
  }

  private mutating func addDate(_ row: Int, _ date: Double, _ values: ColumnValues) {
    if dates.first < 0 { dates = Ends(first: row, last: row) }
    if let first = values.date(dates.first), date < first { dates.first = row }
    if let last = values.date(dates.last), date > last { dates.last = row }
  }

  @inline(__always)
  private mutating func addNumber(_ row: Int, _ values: ColumnValues) {
    counts.numbers += 1
    if let value = values.exactDouble(row) {
      numbers.add(exact: value)
    } else {
      numbers.addInside(values.number(row))
    }
    guard counts.numbers > 1 else {
      least = Ends(first: row, last: row)
      most = least
      return
    }
    let low = values.compareNumbers(row, least.last)
    if low < 0 { least.first = row }
    if low <= 0 { least.last = row }
    let high = values.compareNumbers(row, most.last)
    if high > 0 { most.first = row }
    if high >= 0 { most.last = row }
  }

  /// Of equal texts the last one is the least, the first one the greatest.
  private mutating func addText(_ row: Int, _ values: ColumnValues) {
    counts.texts += 1
    guard counts.texts > 1 else {
      texts = Ends(first: row, last: row)
      return
    }
    if values.compareTexts(row, texts.first) <= 0 { texts.first = row }
    if values.compareTexts(row, texts.last) > 0 { texts.last = row }
  }
}

extension ColumnTally {
  /// Gives the value of a row as its source has it.
  typealias ValueReader = (Int) throws(DataError) -> Value?

  func tally(_ value: ValueReader) throws(DataError) -> FieldTally {
    var tally = others
    tally.add(.number, count: counts.numbers)
    tally.add(.text, count: counts.texts)
    var rows: [Int] = []
    if counts.numbers > 0 { rows += [least.first, most.first] }
    if counts.texts > 0 { rows += [texts.first, texts.last] }
    if dates.first >= 0 { rows += [dates.first, dates.last] }
    for row in rows {
      if let value = try value(row) { tally.extremes.add(value) }
    }
    return tally
  }

  func statistics(_ value: ValueReader) throws(DataError) -> NumberStatistics {
    guard counts.numbers > 0 else { return numbers }
    func number(_ row: Int) throws(DataError) -> NumberText? {
      if case .number(let number)? = try value(row) { number } else { nil }
    }
    var numbers = numbers
    numbers.setExtremes(try number(least.last), try number(most.last))
    return numbers
  }
}
