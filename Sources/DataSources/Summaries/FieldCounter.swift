import TableModel

/// Gathers a field's summary value by value.
struct FieldCounter {
  private var kinds: [ValueKind: Int] = [:]
  private var nulls = 0
  private var extremes = Extremes()
  private var values: Set<DistinctValue> = []
  private var isCapped = false
  private let cap: Int

  /// - Parameter cap: how many different values are counted before counting stops.
  init(cap: Int) {
    self.cap = cap
  }

  /// How many values were added, null among them.
  var present: Int { nulls + kinds.values.reduce(0, +) }

  mutating func add(_ value: Value) {
    guard !value.isNull else {
      nulls += 1
      return
    }
    kinds[value.kind, default: 0] += 1
    extremes.add(value)
    if isCapped { return }
    let key = DistinctValue.digest(of: value)
    if values.count < cap {
      values.insert(key)
    } else if !values.contains(key) {
      isCapped = true
    }
  }

  /// - Parameter records: how many records there were, with the field or without.
  func summary(of path: FieldPath, records: Int) -> FieldSummary {
    let order = ValueKind.allCases
    let counts = order.compactMap { kind in kinds[kind].map { KindCount(kind, $0) } }
    // `max(by:)` and sorts needn't be stable, so ties go by the kinds' own order.
    let sorted = counts.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
    let ends = extremes.values(of: sorted.first?.kind)
    return FieldSummary(
      path: path, kinds: sorted, nulls: nulls, missing: records - present, minimum: ends?.least,
      maximum: ends?.most, distinct: values.count, distinctIsCapped: isCapped)
  }
}
