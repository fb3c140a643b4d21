import PredicateLanguage
import TableModel
import TestSeeds
import Testing

@testable import Arranging
@testable import Documents

/// Aggregates, histograms and distinct values are what a plain evaluation of the records gives.
@Suite struct SummaryOracleTests {
  private static let fields = [
    "id", "title", "name", "tags", "author", "author.name", "é", "self", "length", "x", "price",
  ].compactMap { FieldPath(parsing: $0) }

  private static let kinds: [Aggregate.Kind] = [
    .count, .sum, .mean, .min, .max, .deviation, .distinct, .quantile(0), .quantile(0.25),
    .quantile(0.5), .quantile(0.95), .quantile(1),
  ]

  /// A table from a file, its columns or their absence, and its records as they are shown.
  private struct Round {
    let table: ArrangedTable
    let store: ColumnStore
    let records: [Value]
    let note: String
    /// Without memory for columns records are read one by one.
    let budget: Int
  }

  private static func forEachRound(
    _ rounds: Int, _ body: (inout OddRecords, Round) throws -> Void
  ) throws {
    for number in 0..<testRounds(rounds) {
      let seed = testSeed(number)
      var random = OddRecords(seed: seed)
      let isSequence = random.below(2) == 0
      let text =
        isSequence
        ? random.sequence(of: random.below(300)) : random.sections(3, of: random.below(40))
      try withFile(Array(text.utf8)) { path in
        let shape = isSequence ? Shape(rows: .itself) : OddRecords.shape
        let source = try indexedTable(path, shape: shape, isSequence: isSequence).source
        let isScanned = random.below(3) == 0
        let base: any TableSource = isScanned ? ScannedTable(base: source) : source
        var arrangement = Arrangement()
        let divisor = 1 + random.below(3)
        if divisor > 1 {
          arrangement.filters = [
            RecordFilter("some") { address, _ throws(DataError) in
              ((address.row ?? 0) + (address.item ?? 0)) % divisor == 0
            }
          ]
        }
        if random.below(3) == 0 {
          arrangement.sortKeys = [SortKey(fields[random.below(fields.count)])]
        }
        let table = try ArrangedTable(base: base, arrangement: arrangement)
        var records: [Value] = []
        try table.scan { _, value in
          records.append(value)
          return true
        }
        try body(
          &random,
          Round(
            table: table, store: ColumnStore(source: base), records: records,
            note: "seed \(seed), \(arrangement)", budget: random.below(4) == 0 ? 0 : .max))
      }
    }
  }

  private static func isNear(_ found: Value?, _ expected: Double?, within scale: Double) -> Bool {
    guard let expected else { return found == nil }
    guard case .number(let number)? = found else { return false }
    if !expected.isFinite { return !number.double.isFinite }
    return abs(number.double - expected) <= 1e-9 * max(scale, 1e-300)
  }

  // MARK: Aggregates

  @Test func aggregatesAreThoseOfTheRecords() throws {
    var (groups, cells, numbers) = (0, 0, 0)
    try Self.forEachRound(120) { random, round in
      let keys = (0..<random.below(4)).map { _ in Self.fields[random.below(Self.fields.count)] }
      let aggregates = (0..<3 + random.below(8)).map { _ in
        Aggregate(
          Self.kinds[random.below(Self.kinds.count)],
          of: Self.fields[random.below(Self.fields.count)])
      }
      let found = try round.table.aggregate(
        [Aggregate(.count)] + aggregates, by: keys, from: round.store, budget: round.budget)
      let naive = NaiveGroups(round.records, by: keys)
      let note = "\(round.note) by \(keys)"
      #expect(found.count == naive.groups.count, "\(note)")
      #expect(found.recordCount == round.records.count, "\(note)")
      for line in 0..<found.count {
        let key = keys.indices.map { DistinctValue(found.key($0, of: line) ?? .null) }
        let records = try #require(naive.groups[key], "\(note)")
        #expect(found.records[line] == records.count, "\(note)")
        #expect(found.cell(0, of: line) == .integer(records.count), "\(note)")
        groups += 1
        for (index, aggregate) in aggregates.enumerated() {
          let cell = found.cell(index + 1, of: line)
          let field = try #require(aggregate.field)
          let naive = NaiveField(records, field, ordered: NaiveField.ordered(round.records, field))
          numbers += naive.numbers.count
          cells += 1
          #expect(
            naive.agrees(aggregate.kind, with: cell, Self.isNear),
            "\(note): \(aggregate) of \(key) is \(String(describing: cell))")
        }
      }
      if !keys.isEmpty {
        let sorted = (0..<found.count).map { SortValue(found.key(0, of: $0)) }
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.compare($1) <= 0 }, "\(note)")
      }
    }
    #expect(groups > testRounds(1500))
    #expect(cells > testRounds(10_000))
    #expect(numbers > testRounds(2000))
  }

  /// Groups of records by what stands at some keys, null and nothing being the same.
  private struct NaiveGroups {
    var groups: [[DistinctValue]: [Value]] = [:]

    init(_ records: [Value], by keys: [FieldPath]) {
      for record in records {
        groups[keys.map { DistinctValue(record[path: $0] ?? .null) }, default: []].append(record)
      }
    }
  }

  /// What can be said of a field of some records, worked out in the plainest way.
  private struct NaiveField {
    var values: [Value]
    var numbers: [NumberText]
    var ordered: ValueKind?

    static func ordered(_ records: [Value], _ field: FieldPath) -> ValueKind? {
      let kinds = records.compactMap { $0[path: field]?.kind }
      let counts = [ValueKind.number, .text, .date].map { kind in kinds.count { $0 == kind } }
      guard let most = counts.max(), most > 0 else { return nil }
      return [ValueKind.number, .text, .date][counts.firstIndex(of: most) ?? 0]
    }

    init(_ records: [Value], _ field: FieldPath, ordered: ValueKind?) {
      values = records.compactMap { $0[path: field] }.filter { !$0.isNull }
      numbers = values.compactMap { if case .number(let number) = $0 { number } else { nil } }
        .sorted { ($0.compare($1) ?? 0) < 0 }
      self.ordered = ordered
    }

    func agrees(
      _ kind: Aggregate.Kind, with found: Value?, _ isNear: (Value?, Double?, Double) -> Bool
    ) -> Bool {
      let doubles = numbers.map(\.double)
      let scale = doubles.reduce(0) { $0 + abs($1) }
      let sum: Double? = doubles.isEmpty ? nil : doubles.reduce(0, +)
      let count = Double(doubles.count)
      switch kind {
      case .count: return found == .integer(values.count)
      case .distinct: return found == .integer(Set(values.map(DistinctValue.init)).count)
      case .sum: return isNear(found, sum, scale)
      case .mean: return isNear(found, sum.map { $0 / count }, scale / max(1, count))
      case .min, .max: return found.map(DistinctValue.init) == extreme(kind).map(DistinctValue.init)
      case .deviation:
        guard let sum else { return found == nil }
        let squares = doubles.reduce(0) { $0 + ($1 - sum / count) * ($1 - sum / count) }
        // Squares lose half of the digits where numbers hardly differ.
        return isNear(found, (squares / count).squareRoot(), scale * 10)
      case .quantile(let part):
        guard !doubles.isEmpty else { return found == nil }
        let place = part * (count - 1)
        let (low, high) = (Int(place.rounded(.down)), Int(place.rounded(.up)))
        if low == high {
          return found.map(DistinctValue.init) == DistinctValue(.number(numbers[low]))
        }
        let value = doubles[low] + (doubles[high] - doubles[low]) * (place - Double(low))
        return isNear(found, value, scale)
      }
    }

    private func extreme(_ kind: Aggregate.Kind) -> Value? {
      switch ordered {
      case .number: return (kind == .min ? numbers.first : numbers.last).map(Value.number)
      case .text:
        let texts = values.compactMap(\.string)
        return (kind == .min ? texts.min() : texts.max()).map(Value.string)
      default: return nil
      }
    }
  }

  // MARK: The records of a line

  @Test func thePartOfALineAreItsRecords() throws {
    var compared = 0
    try Self.forEachRound(40) { random, round in
      let keys = (0..<1 + random.below(2)).map { _ in Self.fields[random.below(Self.fields.count)] }
      let found = try round.table.aggregate(
        [Aggregate(.count)], by: keys, from: round.store, budget: round.budget)
      for line in 0..<min(found.count, 6) {
        let part = RecordPart(
          keys.indices.map { key in
            .init(keys[key], found.key(key, of: line).map(RecordPart.Test.value) ?? .none)
          })
        for columns in [nil, ColumnStore(source: round.table)] {
          let filter = part.filter("part", of: round.table, budget: .max)
          let table = try ArrangedTable(
            base: round.table, arrangement: Arrangement(filters: [filter]), columns: columns)
          #expect(try table.recordCount() == found.records[line], "\(round.note) \(keys)")
          compared += 1
        }
      }
    }
    #expect(compared > testRounds(200))
  }

  // MARK: Distinct values

  @Test func distinctValuesAreThoseOfTheRecords() throws {
    var compared = 0
    try Self.forEachRound(60) { random, round in
      let field = Self.fields[random.below(Self.fields.count)]
      let found = try round.table.distinct(field, from: round.store, budget: round.budget)
      var counts: [DistinctValue: Int] = [:]
      for record in round.records {
        for value in Self.elements(of: record[path: field]) {
          counts[DistinctValue(value), default: 0] += 1
        }
      }
      #expect(found.values.count == counts.count, "\(round.note) \(field)")
      for value in found.values {
        #expect(counts[DistinctValue(value.value)] == value.count, "\(round.note) \(field)")
        compared += 1
      }
      let all = found.values.reduce(0) { $0 + $1.count }
      let holders = round.records.filter { !Self.elements(of: $0[path: field]).isEmpty }.count
      #expect(found.missing == round.records.count - holders, "\(round.note) \(field)")
      #expect(all == found.elements?.count ?? holders, "\(round.note) \(field)")
      #expect(found.elements?.holders ?? holders == holders, "\(round.note) \(field)")
    }
    #expect(compared > testRounds(600))
  }

  /// What is counted of a value: of lists their elements, however deep.
  private static func elements(of value: Value?) -> [Value] {
    guard let value else { return [] }
    guard case .array(let list) = value else { return [value] }
    return list.flatMap { elements(of: $0) }
  }

  // MARK: Histograms

  @Test func histogramsCountTheRecords() throws {
    var (bins, values) = (0, 0)
    try Self.forEachRound(100) { random, round in
      let field = Self.fields[random.below(Self.fields.count)]
      let wanted = 1 + random.below(20)
      let (found, _) = try round.table.histogram(
        of: field, bins: wanted, from: round.store, budget: round.budget)
      let numbers = round.records.compactMap { record in
        if case .number(let number)? = record[path: field] { number } else { nil }
      }
      let finite = numbers.filter(\.double.isFinite)
      let note = "\(round.note) \(field) \(wanted)"
      guard let found else { return #expect(numbers.isEmpty, "\(note)") }
      #expect(found.unbounded == numbers.count - finite.count, "\(note)")
      #expect(found.bins.reduce(0) { $0 + $1.count } == finite.count, "\(note)")
      let others = found.kinds.records - found.kinds[.number]
      #expect(others == round.records.count - numbers.count, "\(note)")
      for bin in found.bins {
        let count = finite.count { number in
          RecordPart([.init(.itself, .range(bin.lower, bin.upper, isClosed: bin.isClosed))])
            .holds(for: .number(number))
        }
        #expect(bin.count == count, "\(note): \(bin)")
        bins += 1
        values += bin.count
      }
    }
    #expect(bins > testRounds(200))
    #expect(values > testRounds(200))
  }

  @Test(
    arguments: [
      ([0.0, 100], 10, "0 10 20 30 40 50 60 70 80 90 100 110"), ([1.0, 2, 3], 10, "1 2 3 4"),
      ([0.5, 0.75], 5, "0.5 0.55 0.6 0.65 0.7 0.75 0.8"), ([7.0], 10, "7 7"),
      ([-3.0, 3], 3, "-4 -2 0 2 4"),
      ([1e15, 1e15 + 1], 4, "1000000000000000 1000000000000001"),
    ] as [([Double], Int, String)])
  func bordersAreRound(_ values: [Double], _ wanted: Int, _ expected: String) throws {
    let source = try Self.table(values.map { ["x": Value.double($0)] })
    let (found, _) = try source.histogram(
      of: FieldPath(key: "x"), bins: wanted, from: ColumnStore(source: source), budget: 0)
    let borders = (found?.bins.map(\.lower) ?? []) + [found?.bins.last?.upper].compactMap(\.self)
    #expect(borders.map(\.plainText).joined(separator: " ") == expected)
  }

  @Test(
    arguments: [
      (["2024-01-31T10:00:00Z", "2024-09-01T00:00:00Z"], "2024-01-01 2024-02-01 2024-03-01", 9),
      (["2024-01-01T10:00:00Z", "2024-01-01T10:00:09Z"], "2024-01-01 2024-01-01 2024-01-01", 10),
      (["1999-05-01T00:00:00Z", "2031-01-01T00:00:00Z"], "1995-01-01 2000-01-01 2005-01-01", 8),
      (["2024-05-01T00:00:00Z", "2024-06-20T00:00:00Z"], "2024-04-29 2024-05-06 2024-05-13", 8),
    ] as [([String], String, Int)])
  func bordersOfDatesAreThoseOfACalendar(
    _ dates: [String], _ expected: String, _ bins: Int
  ) throws {
    let values = dates.compactMap { Instant(iso8601: $0).map { ["x": Value.date($0)] } }
    let source = try Self.table(values)
    let (found, _) = try source.histogram(
      of: FieldPath(key: "x"), bins: 10, from: ColumnStore(source: source), budget: 0)
    let borders = found?.bins.prefix(3).map { String($0.lower.plainText.prefix(10)) } ?? []
    #expect(borders.joined(separator: " ") == expected)
    #expect(found?.bins.count == bins)
    #expect(found?.bins.reduce(0) { $0 + $1.count } == 2)
  }

  private static func table(_ records: [[String: Value]]) throws -> ArrangedTable {
    let value = Value.array(records.map { .record(Record($0.map { ($0.key, $0.value) })) })
    let document = ValueDocument(name: "test", value: value)
    return ArrangedTable(base: try document.table(shape: Shape(rows: .itself)).source)
  }

  // MARK: Many records

  /// Parts that threads have gathered come to what one of them would have found.
  @Test func manyRecordsAreGatheredInParts() throws {
    var random = OddRecords(seed: testSeed())
    let count = AskedRows.manyRecords + 700
    let lines = (0..<count).map { _ in
      let price = random.below(50) == 0 ? "\"none\"" : "\(random.below(900)).\(random.below(100))"
      return
        "{\"key\":\"k\(random.below(40))\",\"number\":\(random.below(3000)),\"price\":\(price)}\n"
    }
    try withFile(Array(lines.joined().utf8)) { path in
      let source = try indexedTable(path, shape: Shape(rows: .itself), isSequence: true).source
      let store = ColumnStore(source: source)
      let whole = ArrangedTable(base: source)
      // In another order all records are gathered in one part.
      let all = try ArrangedTable(
        base: source, arrangement: Arrangement(sortKeys: [SortKey(FieldPath(key: "price"))]))
      let paths = ["key", "number", "price"].map { FieldPath(key: $0) }
      let aggregates = Self.kinds.map { Aggregate($0, of: paths[2]) }
      for keys in testCases([[paths[0]], [paths[0], paths[1]]], oneIn: 2) {
        let inParts = try whole.aggregate(aggregates, by: keys, from: store, budget: .max)
        let inOrder = try all.aggregate(aggregates, by: keys, from: store, budget: .max)
        #expect(inParts.records == inOrder.records && inParts.recordCount == count)
        for key in keys.indices {
          let isSame = inParts.records.indices.allSatisfy { line in
            inParts.key(key, of: line) == inOrder.key(key, of: line)
          }
          #expect(isSame)
        }
        for index in aggregates.indices {
          let different = inParts.records.indices.count { line in
            let (a, b) = (inParts.cell(index, of: line), inOrder.cell(index, of: line))
            guard case .number(let a)? = a, case .number(let b)? = b else { return a != b }
            return abs(a.double - b.double) > 1e-9 * max(1, abs(a.double))
          }
          #expect(different == 0)
        }
      }
      for limit in testCases([20, 2000, 100_000], oneIn: 3) {
        let inParts = try whole.distinct(paths[1], limit: limit, from: store, budget: .max)
        let inOrder = try whole.distinct(paths[1], limit: limit)
        #expect(inParts == inOrder)
      }
    }
  }
}
