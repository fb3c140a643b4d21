import Synchronization

/// A table whose records have keys beside their own, each computed from its record.
///
/// What is derived is computed when it is asked for and kept nowhere: a window costs an evaluation for
/// each record that it shows, a column or a scan one for every record, which is read whole for it. What
/// asks for the records' own fields alone goes to the base by its quickest way. Only records that are
/// dictionaries get the keys; rows of items, sections and what else stands around records do not. A
/// record that has a key of the name itself keeps its own value.
package struct DerivedTable: Sendable {
  package let base: any TableSource
  /// In the order in which they are computed: each may read those before it.
  package let fields: [DerivedField]
  private let readings: Readings

  package init(_ base: any TableSource, _ fields: [DerivedField]) {
    self.base = base
    self.fields = fields
    readings = Readings()
  }

  /// The computations for this base, made when the first value is wanted.
  private final class Readings: Sendable {
    private let made = Guarded<[DerivedField.Reading]?>(nil)

    func all(_ make: () -> [DerivedField.Reading]) -> [DerivedField.Reading] {
      made.withLock { made in
        let readings = made ?? make()
        made = readings
        return readings
      }
    }
  }

  /// A record with its derived keys; any other value as it is.
  private func derived(_ value: Value, at address: Address) throws(DataError) -> Value {
    guard !fields.isEmpty, case .record(var record) = value else { return value }
    let readings = readings.all { fields.map { $0.reading(base) } }
    for (field, reading) in zip(fields, readings) where record[field.name] == nil {
      if let value = try reading(address, .record(record)) { record[field.name] = value }
    }
    return .record(record)
  }

  /// The same table with no more than what some keys need.
  ///
  /// - Parameter names: keys of the records; nil for the whole of them.
  private func limited(to names: Set<String>?) -> DerivedTable {
    guard var wanted = names else { return self }
    var kept: [DerivedField] = []
    for (index, field) in fields.enumerated().reversed() where wanted.contains(field.name) {
      kept.append(field)
      wanted.formUnion(field.keys ?? fields[..<index].map(\.name))
    }
    return DerivedTable(base, kept.reversed())
  }
}

/// A key that is computed from each record.
package struct DerivedField: Sendable {
  /// The value for the record at an address of the base, which has what is derived before it.
  /// Nil where the record lacks the key.
  package typealias Reading = @Sendable (Address, Value) throws(DataError) -> Value?

  /// A quicker way to the column of a path behind the name than asking the records one by one: of a
  /// table with what is derived before, by a rule, within a limit of memory.
  ///
  /// It gives the column under that path, and nil where there is no such way.
  package typealias Columns =
    @Sendable (any TableSource, [String], FieldRule, Int, Checkpoint) throws(DataError) ->
    RecordColumns?

  /// The command that adds a key.
  package enum Origin: String, Sendable { case derive, lookup }

  package let name: String
  package let origin: Origin
  /// What it is computed by, as it was typed.
  package let expression: String
  /// The first keys of all that is read of a record; nil where that is the record as a whole.
  package let keys: [String]?
  /// True where what stands around a record, or its place, is read as well.
  package let readsPlaces: Bool
  let reading: @Sendable (any TableSource) -> Reading
  let columns: Columns?

  /// - Parameter reading: how values are computed over a base.
  package init(
    _ name: String, expression: String, keys: [String]?, readsPlaces: Bool,
    origin: Origin = .derive, columns: Columns? = nil,
    reading: @escaping @Sendable (any TableSource) -> Reading
  ) {
    (self.name, self.expression, self.keys) = (name, expression, keys)
    (self.readsPlaces, self.reading) = (readsPlaces, reading)
    (self.origin, self.columns) = (origin, columns)
  }
}

extension DerivedTable: TableSource {
  package func counts() -> Counts { base.counts() }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    try base.sections(range)
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    try base.rows(range, inSection: section)
  }

  package func rowsGoByKey(inSection section: Int) throws(DataError) -> Bool {
    try base.rowsGoByKey(inSection: section)
  }

  package func recordCount() throws(DataError) -> Int { try base.recordCount() }

  package var columnNames: [String]? { base.columnNames.map { $0 + fields.map(\.name) } }

  package func mayHoldValues(inside key: String) -> Bool { base.mayHoldValues(inside: key) }

  package var underived: any TableSource { base.underived }

  // MARK: Requests

  package var isNarrowed: Bool { base.isNarrowed }
  package var isReordered: Bool { base.isReordered }
  package var unnarrowed: any TableSource { DerivedTable(base.unnarrowed, fields) }

  package var remarksOnKeys: [String] { base.remarksOnKeys }
  package var database: (any TableDatabase)? {
    base.database == nil ? nil : self
  }
  package var isOnServer: Bool { base.isOnServer }

  package func place(of address: Address, in other: any TableSource) throws(DataError) -> Address? {
    try base.place(of: address, in: (other as? DerivedTable)?.base ?? other)
  }

  // MARK: Windows

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    guard needsDerived(fields) else {
      return try base.records(range, inSection: section, fields: fields)
    }
    var batch = RecordBatch(fields: fields)
    let rows = try base.rows(range, inSection: section)
    for (row, info) in zip(max(0, range.lowerBound)..., rows) {
      if info.items == nil, let value = try value(at: Address(section, row)) {
        batch.append(value)
      } else {
        batch.appendRecords(
          of: try base.records(row..<row + 1, inSection: section, fields: fields))
      }
    }
    return batch
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    guard needsDerived(fields) else {
      return try base.items(range, inRow: row, fields: fields)
    }
    var batch = RecordBatch(fields: fields)
    for item in 0..<(try base.items(range, inRow: row, fields: []).count) {
      let address = row.with(item: max(0, range.lowerBound) + item)
      batch.append(try value(at: address) ?? .null)
    }
    return batch
  }

  /// True where a field is a derived one, or reads the record as a whole.
  private func needsDerived(_ paths: [FieldPath]) -> Bool {
    paths.contains { path in
      guard case .key(let key)? = path.steps.first else { return true }
      return fields.contains { $0.name == key }
    }
  }

  // MARK: Values

  package func value(at address: Address) throws(DataError) -> Value? {
    guard let value = try base.value(at: address), let row = address.row else {
      return try base.value(at: address)
    }
    guard address.item == nil, case .array(let elements) = value else {
      return try derived(value, at: address)
    }
    let info = try base.rows(row..<row + 1, inSection: address.section).first
    guard info?.items != nil else { return value }
    var items: [Value] = []
    for (item, element) in elements.enumerated() {
      items.append(try derived(element, at: address.with(item: item)))
    }
    return .array(items)
  }

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    try base.scan { address, value throws(DataError) in
      try visit(address, derived(value, at: address))
    }
  }

  // MARK: Columns

  /// The records' own fields by the base's way, and what is derived by a way of its own; the rest by a
  /// scan that computes no more than that.
  package func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    guard let found = try ownColumns(paths, rule, limit, checkpoint) else {
      return try computedColumns(paths, by: rule, limit, checkpoint)
    }
    let rest = paths.filter { found.columns[$0] == nil }
    if rest.isEmpty { return .columns(found) }
    let taken = found.columns.values.reduce(0) { $0 + $1.byteCount }
    let computed = try computedColumns(rest, by: rule, limit - taken, checkpoint)
    guard case .columns(let others)? = computed, others.count == found.count else {
      return computed
    }
    return .columns(
      RecordColumns(
        directory: found.directory, columns: found.columns.merging(others.columns) { $1 }))
  }

  /// The columns to which derived keys have ways of their own; nil without any.
  private func ownColumns(
    _ paths: [[String]], _ rule: FieldRule, _ limit: Int, _ checkpoint: Checkpoint
  ) throws(DataError) -> RecordColumns? {
    var found: RecordColumns?
    var limit = limit
    for path in paths {
      guard let index = fields.firstIndex(where: { $0.name == path.first }),
        let way = fields[index].columns,
        let read = try way(
          DerivedTable(base, Array(fields[..<index])), Array(path.dropFirst()), rule, limit,
          checkpoint),
        let column = read.columns[Array(path.dropFirst())], column.byteCount <= limit,
        found.map({ $0.count == read.count }) ?? true
      else { continue }
      limit -= column.byteCount
      found = RecordColumns(
        directory: read.directory, columns: (found?.columns ?? [:]).merging([path: column]) { $1 })
    }
    return found
  }

  private func computedColumns(
    _ paths: [[String]], by rule: FieldRule, _ limit: Int, _ checkpoint: Checkpoint
  ) throws(DataError) -> ColumnReading? {
    let own = paths.filter { !isDerived($0) }
    let others = paths.filter(isDerived)
    let quick =
      own.isEmpty
      ? nil : try base.readColumns(own, by: rule, limit: limit, checkpoint: checkpoint)
    guard case .columns(let read)? = quick, !others.isEmpty else {
      if quick != nil { return quick }
      return try RecordColumns.scan(
        paths, by: rule, of: limited(to: names(paths)), limit, checkpoint)
    }
    let taken = read.columns.values.reduce(0) { $0 + $1.byteCount }
    let scanned = try RecordColumns.scan(
      others, by: rule, of: limited(to: names(others)), limit - taken, checkpoint)
    guard case .columns(let derived)? = scanned, derived.count == read.count else {
      return scanned
    }
    return .columns(
      RecordColumns(
        directory: read.directory, columns: read.columns.merging(derived.columns) { $1 }))
  }

  private func isDerived(_ path: [String]) -> Bool {
    path.first.map { key in fields.contains { $0.name == key } } ?? true
  }

  private func names(_ paths: [[String]]) -> Set<String>? {
    paths.contains([]) ? nil : Set(paths.compactMap(\.first))
  }

  package func records(where key: String, within bound: FieldBound)
    throws(DataError) -> RecordSelection?
  {
    isDerived([key]) ? nil : try base.records(where: key, within: bound)
  }

  // MARK: Around the records

  package var outerLevels: [OuterLevel] { base.outerLevels }

  package func inData(_ address: Address) throws(DataError) -> DataPlace? {
    try base.inData(address).map { place in
      DataPlace(source: DerivedTable(place.source, fields), address: place.address)
    }
  }

  /// The record of a plain row has the derived keys as well.
  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    let record = try base.outerRecord(level, around: address)
    guard level == .row, let record, let row = address.row,
      let info = try base.rows(row..<row + 1, inSection: address.section).first, info.items == nil
    else { return record }
    return try derived(record, at: address.rowAddress)
  }

  // MARK: Growth

  package var activity: SourceActivity? { base.activity }

  package func advanced() -> (any TableSource)? {
    base.advanced().map { DerivedTable($0, fields) }
  }

  package func begun(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    try base.begun(checkpoint: checkpoint).map { DerivedTable($0, fields) }
  }

  package func grown(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    try base.grown(checkpoint: checkpoint).map { DerivedTable($0, fields) }
  }

  package var asKnown: any TableSource { DerivedTable(base.asKnown, fields) }

  package func settled(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    try base.settled(checkpoint: checkpoint).map { DerivedTable($0, fields) }
  }
}

// MARK: - Questions to a database

/// What asks for derived keys is nothing that the base's database can answer.
extension DerivedTable: TableDatabase {
  private func database(for keys: [String?]) -> (any TableDatabase)? {
    fields.contains { keys.contains($0.name) } ? nil : base.database
  }

  package func asked(_ request: SourceRequest) throws(DataError) -> SourceAnswer? {
    guard var answer = try database(for: Array(request.firstKeys))?.asked(request) else {
      return nil
    }
    answer.source = DerivedTable(answer.source, fields)
    return answer
  }

  package func valueCounts(of path: [String], limit: Int) throws(DataError)
    -> [(value: Value, count: Int)]?
  {
    try database(for: [path.first])?.valueCounts(of: path, limit: limit)
  }

  package func aggregates(_ aggregates: [Aggregate], by keys: [FieldPath], limit: Int)
    throws(DataError) -> AggregateAnswer?
  {
    needsDerived(keys + aggregates.compactMap(\.field))
      ? nil : try base.database?.aggregates(aggregates, by: keys, limit: limit)
  }

  package func span(of path: [String]) throws(DataError) -> ValueSpan? {
    try database(for: [path.first])?.span(of: path)
  }

  package func counts(of path: [String], below borders: [Value]) throws(DataError) -> [Int]? {
    try database(for: [path.first])?.counts(of: path, below: borders)
  }

  package func strayTexts(at path: [String]) throws(DataError) -> Extent? {
    try database(for: [path.first])?.strayTexts(at: path)
  }

  package func hasValues(at path: [String]) throws(DataError) -> Bool? {
    try database(for: [path.first])?.hasValues(at: path)
  }
}
