import TableModel

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
    if let kind = values.kind(row) { others.add(kind) }
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
