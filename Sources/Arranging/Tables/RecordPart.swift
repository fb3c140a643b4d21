import Synchronization
package import TableModel

/// The records behind one row of a result, described by the values they were grouped by.
package struct RecordPart: Sendable {
  package enum Test: Sendable {
    /// The value is this one; null is a value, too.
    case value(Value)
    /// The value is a list that has this element, or is this one itself.
    case element(Value)
    /// The record lacks the field or holds null.
    case none
    case missing
    case kind(ValueKind)
    /// A number or date that is infinite, or none at all.
    case unbounded
    /// The number or date is not below the first and below the second one, or is one of both where
    /// the range is closed.
    case range(Value, Value, isClosed: Bool)
  }

  package struct Clause: Sendable {
    package var field: FieldPath
    package var test: Test

    package init(_ field: FieldPath, _ test: Test) { (self.field, self.test) = (field, test) }
  }

  /// All of them hold.
  package var clauses: [Clause]

  package init(_ clauses: [Clause]) { self.clauses = clauses }

  /// Whether a record is one of the part.
  package func holds(for record: Value) -> Bool {
    clauses.allSatisfy { ValueTest($0).holds(for: record) }
  }

  /// The records as a filter.
  ///
  /// - Parameters:
  ///   - text: what the filter is called.
  ///   - base: the table whose records are asked.
  ///   - budget: the memory that columns may take, in bytes.
  package func filter(_ text: String, of base: any TableSource, budget: Int) -> RecordFilter {
    let around = Guarded(Surroundings(of: base, for: clauses.map(\.field)))
    let tests = clauses.map { ValueTest($0) }
    return RecordFilter(text) { store throws(DataError) in
      try selection(from: store, budget)
    } matches: { address, record throws(DataError) in
      let record = try around.withLock { around throws(DataError) in
        try around?.scoped(record, at: address) ?? record
      }
      return tests.allSatisfy { $0.holds(for: record) }
    }
  }

  private func selection(
    from store: ColumnStore, _ budget: Int
  ) throws(DataError) -> RecordSelection? {
    // Columns know that there are lists, and not what is in them.
    let asksElements = clauses.contains { if case .element = $0.test { true } else { false } }
    guard !asksElements else { return nil }
    let paths = clauses.compactMap(\.field.keys)
    guard paths.count == clauses.count,
      let read = try store.columns(paths, by: .path, budget: budget)
    else { return nil }
    var rows = RowMask(
      words: Array(repeating: ~0, count: (read.count + 63) / 64), count: read.count)
    for (path, clause) in zip(paths, clauses) {
      guard let column = read.columns[path] else { return nil }
      rows = rows.intersection(ValueTest(clause).rows(of: column))
    }
    return RecordSelection(directory: read.directory, rows: rows)
  }
}

/// A clause made ready to be asked of many values.
private struct ValueTest: Sendable {
  private let field: FieldPath
  private let test: RecordPart.Test
  private let wanted: DistinctValue?

  init(_ clause: RecordPart.Clause) {
    (field, test) = (clause.field, clause.test)
    wanted =
      switch clause.test {
      case .value(let value), .element(let value): DistinctValue(value)
      default: nil
      }
  }

  func holds(for record: Value) -> Bool { holds(record[path: field]) }

  private func holds(_ value: Value?) -> Bool {
    switch test {
    case .value: value.map { DistinctValue($0) == wanted } ?? false
    case .element: value.map(hasElement) ?? false
    case .none: value?.isNull ?? true
    case .missing: value == nil
    case .kind(let kind): value?.kind == kind
    case .unbounded:
      switch value {
      case .number(let number): !number.double.isFinite
      case .date(let date): !date.secondsSince1970.isFinite
      default: false
      }
    case .range(let lower, let upper, let isClosed):
      value.map { Self.lies($0, lower, upper, isClosed) } ?? false
    }
  }

  private func hasElement(_ value: Value) -> Bool {
    guard case .array(let list) = value else { return DistinctValue(value) == wanted }
    return list.contains(where: hasElement)
  }

  private static func lies(
    _ value: Value, _ lower: Value, _ upper: Value, _ isClosed: Bool
  ) -> Bool {
    switch (value, lower, upper) {
    case (.number(let value), .number(let lower), .number(let upper)):
      guard let low = value.compare(lower), let high = value.compare(upper) else { return false }
      return low >= 0 && (high < 0 || isClosed && high == 0)
    case (.date(let value), .date(let lower), .date(let upper)):
      return value >= lower && (value < upper || isClosed && value == upper)
    default: return false
    }
  }

  /// The rows of a column for which the test holds.
  ///
  /// - Complexity: O(rows); those of values that are looked for without making them.
  func rows(of column: FieldColumn) -> RowMask {
    switch test {
    case .none: return column.absent
    case .missing:
      guard let nulls = column.nulls else { return column.absent }
      return RowMask(
        words: zip(column.absent.words, nulls.words).map { $0 & ~$1 }, count: column.count)
    case .value(.null):
      return column.nulls ?? RowMask(words: [], count: column.count)
    case .value: return rowsOfWantedValue(in: column)
    case .range, .kind, .unbounded, .element:
      var words = [UInt64](repeating: 0, count: (column.count + 63) / 64)
      for row in 0..<column.count where !column.absent.contains(row) {
        if holds(column.value(at: row)) { words[row >> 6] |= 1 << UInt64(row & 63) }
      }
      return RowMask(words: words, count: column.count)
    }
  }

  private func rowsOfWantedValue(in column: FieldColumn) -> RowMask {
    var words = [UInt64](repeating: 0, count: (column.count + 63) / 64)
    var numbers = ValueNumbers(column)
    var (known, wantedNumber): (Int, Int32) = (0, -9)
    var scratch = [Int32](repeating: 0, count: RowBlock.size)
    for start in stride(from: 0, to: column.count, by: RowBlock.size) {
      let rows = RowBlock(start..<min(start + RowBlock.size, column.count))
      scratch.withUnsafeMutableBufferPointer { scratch in
        if let room = scratch.baseAddress { numbers.number(rows, into: room) }
      }
      while known < numbers.firsts.count, wantedNumber < 0 {
        if DistinctValue(column.value(at: numbers.firsts[known])) == wanted {
          wantedNumber = Int32(truncatingIfNeeded: known)
        }
        known += 1
      }
      for index in 0..<rows.count where scratch[index] == wantedNumber {
        words[(start + index) >> 6] |= 1 << UInt64((start + index) & 63)
      }
    }
    return RowMask(words: words, count: column.count)
  }
}

/// Finds the keys of the records of a table, in whatever order they are asked for.
package struct RecordKeyReader {
  private let table: ArrangedTable
  private var section: (number: Int, title: String?)?
  /// What is known of the rows that follow one another in the base.
  private var window: (section: Int, start: Int, rows: [RowInfo])?
  private static let size = 512

  package init(_ table: ArrangedTable) {
    self.table = table
  }

  /// Whether records stand in a dictionary, so that each has a key.
  ///
  /// - Complexity: O(sections), up to a limit.
  package static func hasKeys(_ table: ArrangedTable) throws(DataError) -> Bool {
    for section in 0..<min(table.counts().sections.known, 256) {
      guard let row = try table.rows(0..<1, inSection: section).first else { continue }
      if row.items == nil, row.key != nil { return true }
    }
    return false
  }

  /// The key of a record that is shown; for a record in a list, the title of the row or section
  /// around that list.
  package mutating func key(of shown: Address) throws(DataError) -> String? {
    guard let place = table.baseAddress(of: shown), let row = place.row else { return nil }
    let info = try self.row(row, in: place.section)
    if let key = info?.key { return key }
    if place.item != nil, let title = info?.title { return title }
    if section?.number != place.section {
      let title = try table.base.sections(place.section..<place.section + 1).first?.title
      section = (place.section, title)
    }
    return section?.title
  }

  /// Rows that are asked for one after the other are read many at a time.
  private mutating func row(_ row: Int, in section: Int) throws(DataError) -> RowInfo? {
    if let window, window.section == section, row >= window.start,
      row - window.start < window.rows.count
    {
      return window.rows[row - window.start]
    }
    let isNext = window.map { $0.section == section && $0.start + $0.rows.count == row } ?? true
    let rows = try table.base.rows(row..<row + (isNext ? Self.size : 1), inSection: section)
    window = (section, row, rows)
    return rows.first
  }
}
