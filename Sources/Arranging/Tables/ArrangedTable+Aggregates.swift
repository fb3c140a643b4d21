package import TableModel

extension ArrangedTable {
  /// Works out aggregates of the records that have the same values at some keys.
  ///
  /// Sums are exact in decimal where 38 digits suffice; keys and extremes are written as the records have them,
  /// where there are not very many groups. Values of other kinds than an aggregate is
  /// of are passed over; `Aggregation.kinds` says how many there are.
  ///
  /// - Parameters:
  ///   - keys: none for one group of all records.
  ///   - store: the base's columns.
  ///   - budget: the memory that they may take, in bytes.
  /// - Complexity: O(records) looks at each column, besides reading it, on all processors where the
  ///   table is shown as it is; O(g log g) for the order of g groups.
  package func aggregate(
    _ aggregates: [Aggregate], by keys: [FieldPath], from store: ColumnStore, budget: Int,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> Aggregation {
    if isIdentity,
      let answer = try base.database?.aggregates(aggregates, by: keys, limit: Self.mostServedGroups)
    {
      return Aggregation(answer)
    }
    let fields = aggregates.compactMap(\.field)
    let rows = try AskedRows(
      of: self, (keys + fields).uniqued, from: store, budget: budget, checkpoint)
    var kinds: [FieldPath: KindTally] = [:]
    for field in fields where kinds[field] == nil {
      kinds[field] = try rows.kinds(of: field, checkpoint)
    }
    let plan = GatheringPlan(aggregates, kinds)
    let (columns, values) = (
      keys.map(rows.column), plan.fields.map { ColumnValues(rows.column($0)) }
    )
    let gathered = try rows.gather(checkpoint) {
      GroupGathering(columns, values, plan)
    } _: { part, rows in
      part.add(rows)
    } _: { whole, part in
      whole.add(part)
    }
    return gathered.aggregation(aggregates, keys, columns, rows, plan, kinds)
  }
}

extension ArrangedTable {
  /// More groups are not fetched from another system.
  private static let mostServedGroups = 100_000
}

extension Aggregation {
  /// What the data's own system has worked out, in the order of the keys' values, records without one
  /// last.
  fileprivate init(_ answer: AggregateAnswer) {
    let sorted = answer.lines.map { (line: $0, values: $0.keys.map { SortValue($0) }) }
      .sorted { a, b in
        for (a, b) in zip(a.values, b.values) {
          let order = a.compare(b)
          if order != 0 { return order < 0 }
        }
        return false
      }
    let lines = sorted.map(\.line)
    let records = lines.reduce(0) { $0 + $1.records }
    var kinds: [FieldPath: KindTally] = [:]
    for field in answer.fields {
      var tally = KindTally()
      tally.add(field.kind, count: field.present)
      tally.add(.null, count: records - field.present)
      kinds[FieldPath(keys: field.path)] = tally
    }
    self.init(records: lines.map(\.records), kinds: kinds) { key, line in
      lines[line].keys[key].isNull ? nil : lines[line].keys[key]
    } cell: { aggregate, line in
      lines[line].cells[aggregate].isNull ? nil : lines[line].cells[aggregate]
    }
  }
}

extension [FieldPath] {
  var uniqued: [FieldPath] {
    var found: [FieldPath] = []
    for path in self where !found.contains(path) { found.append(path) }
    return found
  }
}

/// What has to be gathered for some aggregates: each field once.
struct GatheringPlan {
  private(set) var fields: [FieldPath] = []
  private(set) var needs: [ColumnGathering.Needs] = []
  private(set) var ordered: [ValueKind?] = []

  init(_ aggregates: [Aggregate], _ kinds: [FieldPath: KindTally]) {
    for aggregate in aggregates {
      guard let field = aggregate.field else { continue }
      if !fields.contains(field) {
        fields.append(field)
        needs.append([])
        ordered.append(kinds[field]?.orderedKind)
      }
      needs[place(of: field)].formUnion(aggregate.kind.needs)
    }
  }

  func place(of field: FieldPath) -> Int { fields.firstIndex(of: field) ?? 0 }
}

extension Aggregate.Kind {
  fileprivate var needs: ColumnGathering.Needs {
    switch self {
    case .count: .present
    case .sum, .mean: .sums
    case .min, .max: .extremes
    case .quantile: .order
    case .deviation: .spread
    case .distinct: .distinct
    }
  }
}

/// What is gathered of a part of the records.
struct GroupGathering {
  private var groups: GroupNumbers
  private var columns: [ColumnGathering]
  private var records: [Int] = []
  private var scratch = [Int32](repeating: 0, count: RowBlock.size)

  init(_ keys: [FieldColumn], _ values: [ColumnValues], _ plan: GatheringPlan) {
    groups = GroupNumbers(keys)
    columns = values.indices.map {
      ColumnGathering(values[$0], plan.needs[$0], ordered: plan.ordered[$0])
    }
  }

  mutating func add(_ rows: RowBlock) {
    scratch.withUnsafeMutableBufferPointer { scratch in
      guard let numbers = scratch.baseAddress else { return }
      groups.number(rows, into: numbers)
      let count = groups.count
      records.grow(to: count, 0)
      records.withUnsafeMutableBufferPointer { records in
        for index in 0..<rows.count { records[Int(numbers[index])] &+= 1 }
      }
      for column in columns.indices { columns[column].add(rows, numbers, count) }
    }
  }

  /// Adds what was gathered of the records that follow.
  mutating func add(_ other: GroupGathering) {
    let numbers = groups.numbers(of: other.groups)
    records.grow(to: groups.count, 0)
    for (group, count) in zip(numbers, other.records) { records[Int(group)] += count }
    for column in columns.indices {
      columns[column].add(other.columns[column], groups: numbers, groups.count)
    }
  }
}

// MARK: - Results

extension GroupGathering {
  func aggregation(
    _ aggregates: [Aggregate], _ keys: [FieldPath], _ columns: [FieldColumn], _ rows: AskedRows,
    _ plan: GatheringPlan, _ kinds: [FieldPath: KindTally]
  ) -> Aggregation {
    let order = order(columns)
    let readsNotation = order.count <= Self.mostWritten
    @Sendable func written(_ field: FieldPath, _ column: FieldColumn, _ row: Int) -> Value {
      readsNotation ? rows.value(field, ofRow: row) : column.value(at: row)
    }
    let cells = aggregates.map { cell($0, plan, written) }
    let infinite = aggregates.indices.filter { isInfinite(aggregates[$0], plan) }
    return Aggregation(
      records: order.map { records[$0.group] }, kinds: kinds, infinite: infinite
    ) { key, line in
      let row = order[line].first
      return columns[key].absent.contains(row) ? nil : written(keys[key], columns[key], row)
    } cell: { aggregate, line in
      cells[aggregate](order[line].group)
    }
  }

  private func isInfinite(_ aggregate: Aggregate, _ plan: GatheringPlan) -> Bool {
    guard let field = aggregate.field else { return false }
    let column = columns[plan.place(of: field)]
    return switch aggregate.kind {
    case .sum, .mean: column.sums.hasInfinite
    case .deviation: column.hasInfiniteDeviation
    case .count, .min, .max, .quantile, .distinct: false
    }
  }

  /// Of more groups the values are made of columns alone: to print them all would mean to read the
  /// records.
  private static let mostWritten = 10_000

  private typealias Ordered = (group: Int, first: Int)

  /// The groups by their values as in a sort, those without a value last, each with its first row.
  private func order(_ keys: [FieldColumn]) -> [Ordered] {
    var found: [Ordered] = []
    for group in records.indices where records[group] > 0 {
      if let first = groups.first(of: group) { found.append((group, first)) }
    }
    guard found.count > 1 else { return found }
    let keys = keys.map { OrderKey($0, ascending: true) }
    var words = found.map { group in
      var word = OrderWord()
      for key in keys where !word.isFull { key.append(group.first, to: &word) }
      return (word: word, group: group)
    }
    words.sort { a, b in
      if !(a.word == b.word) { return a.word < b.word }
      for key in keys {
        let order = key.compare(a.group.first, b.group.first)
        if order != 0 { return order < 0 }
      }
      return a.group.first < b.group.first
    }
    return words.map(\.group)
  }

  /// What an aggregate comes to, by group.
  private func cell(
    _ aggregate: Aggregate, _ plan: GatheringPlan,
    _ written: @escaping @Sendable (FieldPath, FieldColumn, Int) -> Value
  ) -> @Sendable (Int) -> Value? {
    let records = records
    guard let field = aggregate.field else { return { .integer(records[$0]) } }
    let column = columns[plan.place(of: field)]
    switch aggregate.kind {
    case .count: return { .integer(column.present(in: $0, of: records[$0])) }
    case .sum:
      return { group in
        column.numbers(in: group, of: records[group]) > 0
          ? .number(column.sums.sum(of: group).text) : nil
      }
    case .mean:
      return { group in
        let count = column.numbers(in: group, of: records[group])
        return count > 0 ? .double(column.sums.sum(of: group).nearestDouble / Double(count)) : nil
      }
    case .min:
      return { column.extremes(of: $0).map { written(field, column.values.column, $0.least) } }
    case .max:
      return { column.extremes(of: $0).map { written(field, column.values.column, $0.most) } }
    case .deviation: return { column.deviation(of: $0).map(Value.double) }
    case .quantile(let part):
      let found = column.quantiles(part, records.count)
      return { found[$0] }
    case .distinct:
      let found = column.distinctCounts(records.count)
      return { .integer(found[$0]) }
    }
  }
}
