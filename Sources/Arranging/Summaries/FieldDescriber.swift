import TableModel

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
  /// So many of the most frequent values are told.
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
