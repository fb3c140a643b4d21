package import PredicateLanguage
package import TableModel

/// An expression being computed of records of one table.
struct ExpressionRun: Sendable {
  let expression: ValueExpression
  let document: (any TableSource)?
  var context = EvaluationContext()
  private var places: PlaceReader?

  init(_ expression: ValueExpression, document: (any TableSource)?) {
    (self.expression, self.document) = (expression, document)
  }

  /// - Throws: what keeps the record's place from being read.
  mutating func value(of record: Value, at address: Address, in base: any TableSource)
    throws(DataError) -> Swift.Result<Value, EvaluationError>
  {
    try enter(address, in: base)
    do throws(EvaluationError) {
      return .success(try expression.value(of: record, in: &context))
    } catch {
      return .failure(error)
    }
  }

  private mutating func enter(_ address: Address, in base: any TableSource) throws(DataError) {
    guard expression.condition.readsPlaces, let data = try base.inData(address) else { return }
    if places == nil {
      places = PlaceReader(for: expression.condition, source: data.source, document: document)
    }
    context.place = try places?.place(of: data.address)
  }
}

/// What the first records tell of an expression, before a key is derived by it.
package struct ExpressionSample {
  package private(set) var records = 0
  /// How many of them are dictionaries, which alone can have keys.
  package private(set) var dictionaries = 0
  /// The first values.
  package private(set) var values: [Value] = []
  /// What stopped the expression.
  package private(set) var failure: EvaluationError?
  private var integers: [(division: ValueExpression.Division, example: (Int64, Int64))] = []
  private var mismatches = MismatchCounts()
  private var isWhole = true

  private static let most = 1000
  private static let mostValues = 3

  /// - Parameters:
  ///   - source: the table, with the keys that are derived before.
  ///   - document: what `$document` is a record of; nil for the table's own.
  ///   - isStrict: whether the first value of a kind that fits no operation stops the expression.
  /// - Complexity: O(1), 1,000 records at most.
  package init(
    of expression: ValueExpression, in source: any TableSource, document: (any TableSource)?,
    isStrict: Bool
  ) throws(DataError) {
    var run = ExpressionRun(expression, document: document)
    run.context.isStrict = isStrict
    var divisions = expression.divisions
    try source.scan { address, record throws(DataError) in
      guard records < Self.most else {
        isWhole = false
        return false
      }
      records += 1
      guard case .record = record else { return true }
      dictionaries += 1
      switch try run.value(of: record, at: address, in: source) {
      case .success(let value): if values.count < Self.mostValues { values.append(value) }
      case .failure(let error): failure = error
      }
      var context = run.context
      context.isStrict = false
      divisions.removeAll { division in
        guard let numbers = division.integers(of: record, in: &context) else { return false }
        integers.append((division, numbers))
        return true
      }
      return failure == nil
    }
    mismatches = run.context.takeMismatches()
  }

  /// The first values in words; nil where there are no records.
  package var words: String? {
    let texts = values.map { value in
      let text = value.kind == .null ? "nil" : value.plainText
      return text.count > 20 ? text.prefix(19) + Mark.ellipsis : text
    }
    return texts.isEmpty ? nil : "first \(texts.joined(separator: ", "))"
  }

  /// What is to be said of the expression.
  package var remarks: [String] {
    var remarks = integers.map { division, example in
      "`\(division.text)` divides integers as integers, as \(example.0) / \(example.1) is"
        + " \(example.0.dividedReportingOverflow(by: example.1).partialValue);"
        + " `\(division.withFractions)` keeps fractions"
    }
    let sample = isWhole ? "" : "among the first records, "
    remarks += mismatches.sentences(outOf: dictionaries).map { sample + $0 }
    if dictionaries < records {
      remarks.append(
        "\(records - dictionaries) of \(records) records are no dictionaries and have no keys")
    }
    return remarks
  }
}

extension ValueExpression {
  /// The value for one record of a table; nil for a value that is no dictionary.
  ///
  /// - Parameter document: what `$document` is a record of; nil for the table's own.
  /// - Throws: also what keeps the expression from being computed.
  package func value(
    at address: Address, of source: any TableSource, document: (any TableSource)?
  ) throws(DataError) -> Value? {
    guard let record = try source.value(at: address), case .record = record else { return nil }
    var run = ExpressionRun(self, document: document)
    return try run.value(of: record, at: address, in: source).known()
  }
}

extension Swift.Result<Value, EvaluationError> {
  /// The value.
  ///
  /// - Parameter name: the key that has it, where it has one.
  /// - Throws: what keeps it from being computed.
  func known(as name: String? = nil) throws(DataError) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error):
      let prefix = name.map { "`\($0)` has no value: " } ?? ""
      throw .shape(message: prefix + error.description, hint: error.hint)
    }
  }
}
