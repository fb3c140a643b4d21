/// Gathers a field's summary value by value.
package struct FieldCounter {
  private var tally = FieldTally()
  private var values: Set<DistinctValue> = []
  /// True once more different values came up than are counted.
  package private(set) var isCapped = false
  private let cap: Int

  /// - Parameter cap: how many different values are counted before counting stops.
  package init(cap: Int) {
    self.cap = cap
  }

  package mutating func add(_ value: Value) {
    tally.add(value.kind)
    if value.isNull { return }
    tally.extremes.add(value)
    addDistinct(value)
  }

  /// Counts values of a kind, and nothing else of them.
  package mutating func add(_ kind: ValueKind, count: Int) { tally.add(kind, count: count) }

  /// Takes a value for what may be an extreme, and nothing else.
  package mutating func addExtreme(_ value: Value) { tally.extremes.add(value) }

  /// The extremes so far.
  package var extremes: Extremes { tally.extremes }

  /// Adds what was counted of values that come later.
  package mutating func add(_ later: FieldCounter) {
    tally.add(later.tally)
    for key in later.values { addDistinct(key) }
    isCapped = isCapped || later.isCapped
  }

  /// Takes a value for one that may be new, and nothing else.
  package mutating func addDistinct(_ value: Value) {
    if !isCapped { addDistinct(.digest(of: value)) }
  }

  private mutating func addDistinct(_ key: DistinctValue) {
    if values.count < cap {
      values.insert(key)
    } else if !values.contains(key) {
      isCapped = true
    }
  }

  /// - Parameter records: how many records there were, with the field or without.
  package func summary(of path: FieldPath, records: Int) -> FieldSummary {
    var tally = tally
    (tally.distinct, tally.isCapped) = (values.count, isCapped)
    return tally.summary(of: path, records: records)
  }
}

/// What is counted of a field's values.
package struct FieldTally {
  /// How often each kind comes up, null among them.
  private var kinds: [ValueKind: Int] = [:]
  package var extremes = Extremes()
  /// How many different values there are, null apart, and whether there are more.
  package var distinct = 0
  package var isCapped = false

  package init() {}

  package mutating func add(_ kind: ValueKind, count: Int = 1) {
    if count > 0 { kinds[kind, default: 0] += count }
  }

  package mutating func add(_ later: FieldTally) {
    kinds.merge(later.kinds, uniquingKeysWith: +)
    extremes.add(later.extremes)
  }

  /// - Parameter records: how many records there were, with the field or without.
  package func summary(of path: FieldPath, records: Int) -> FieldSummary {
    let present = kinds.values.reduce(0, +)
    let nulls = kinds[.null] ?? 0
    let order = ValueKind.allCases.filter { $0 != .null }
    let counts = order.compactMap { kind in kinds[kind].map { KindCount(kind, $0) } }
    // `max(by:)` and sorts needn't be stable, so ties go by the kinds' own order.
    let sorted = counts.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
    let ends = extremes.values(of: sorted.first?.kind)
    return FieldSummary(
      path: path, kinds: sorted, nulls: nulls, missing: records - present, minimum: ends?.least,
      maximum: ends?.most, distinct: distinct, distinctIsCapped: isCapped)
  }
}

/// The least and the greatest number, text and date among values.
///
/// Numbers are compared by exact value, texts by their characters as they are.
package struct Extremes {
  private var numbers: (least: NumberText, most: NumberText)?
  private var texts: (least: String, most: String)?
  private var dates: (least: Instant, most: Instant)?

  package mutating func add(_ value: Value) {
    switch value {
    case .number(let number) where !number.double.isNaN:
      let (least, most) = numbers ?? (number, number)
      numbers = (
        (number.compare(least) ?? 0) < 0 ? number : least,
        (number.compare(most) ?? 0) > 0 ? number : most
      )
    case .string(let text):
      let (least, most) = texts ?? (text, text)
      texts = (min(text, least), max(text, most))
    case .date(let date) where !date.secondsSince1970.isNaN:
      let (least, most) = dates ?? (date, date)
      dates = (min(date, least), max(date, most))
    default:
      break
    }
  }

  /// Adds the extremes of values that come later.
  mutating func add(_ later: Extremes) {
    if let (least, most) = later.numbers {
      add(.number(least))
      add(.number(most))
    }
    if let (least, most) = later.texts {
      texts = texts.map { (min(least, $0.least), max($0.most, most)) } ?? (least, most)
    }
    if let (least, most) = later.dates {
      add(.date(least))
      add(.date(most))
    }
  }

  /// The extremes among values of one kind; nil for kinds that have no extremes.
  package func values(of kind: ValueKind?) -> (least: Value, most: Value)? {
    switch kind {
    case .number: numbers.map { (.number($0.least), .number($0.most)) }
    case .text: texts.map { (.string($0.least), .string($0.most)) }
    case .date: dates.map { (.date($0.least), .date($0.most)) }
    default: nil
    }
  }
}

/// A value as one of a set of distinct ones: numbers are the same when their exact values are,
/// however they are written.
package struct DistinctValue: Sendable, Hashable {
  private enum Key: Sendable, Hashable {
    case number(Number)
    case other(Value)
    case digest(kind: ValueKind, hash: Int)
  }

  private let key: Key

  package init(_ value: Value) {
    switch value {
    case .number(let number): key = .number(Number(number: number))
    default: key = .other(value)
    }
  }

  private init(key: Key) {
    self.key = key
  }

  /// The same, but never large: what is long or nested is replaced by its hash. Good for
  /// counting; two large values are taken for one once in 2^64.
  package static func digest(of value: Value) -> DistinctValue {
    switch value {
    case .string(let text) where text.utf8.count <= 64: DistinctValue(value)
    case .null, .bool, .date, .number: DistinctValue(value)
    case .string, .data, .array, .record:
      DistinctValue(key: .digest(kind: value.kind, hash: value.hashValue))
    }
  }

  private struct Number: Sendable, Hashable {
    let number: NumberText

    static func == (a: Number, b: Number) -> Bool {
      a.number.text == b.number.text || a.number.compare(b.number) == 0
        || (a.number.double.isNaN && b.number.double.isNaN)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number.double.isNaN ? .nan : number.double)
    }
  }
}
