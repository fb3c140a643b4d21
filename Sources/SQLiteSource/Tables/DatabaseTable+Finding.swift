import DataSources
import TableModel

/// Filters and sorts: by an index where there is one, and else by columns that are read alone.
extension DatabaseTable {
  /// A search pays if it finds at most one row in this many: each found row is then read by itself.
  private static let worthwhileShare = 256
  /// Reading this many rows by themselves always pays.
  private static let fewRows = 64

  func records(where key: String, within bound: FieldBound)
    throws(DataError) -> RecordSelection?
  {
    guard let column = columns.firstIndex(where: { $0.name == key }), sections.count == 1,
      let section = sections.first, case .exact(let count) = section.extent
    else { return nil }
    let limit = max(Self.fewRows, count / Self.worthwhileShare)
    guard
      let positions = try section.rows.positions(
        where: column, within: bound, of: count, limit: limit)
    else { return nil }
    var words = [UInt64](repeating: 0, count: (count + 63) / 64)
    for position in positions where position < count {
      words[position >> 6] |= 1 << UInt64(position & 63)
    }
    var directory = RecordDirectory()
    directory.append(Address(0, 0), count: count)
    return RecordSelection(directory: directory, rows: RowMask(words: words, count: count))
  }

  /// Columns in one pass over the rows, without records in between.
  ///
  /// - Returns: nil for keys inside of a column's value: a row has no such records.
  func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    guard paths.allSatisfy({ $0.count == 1 && $0[0] != "self" }), Set(paths).count == paths.count
    else { return nil }
    let places = paths.map { path in columns.firstIndex { $0.name == path[0] } }
    let wanted = places.compactMap { $0 }
    var builders = paths.map { _ in FieldColumn.Builder(expecting: counts().rows.known) }
    var directory = RecordDirectory()
    for (number, section) in sections.enumerated() {
      var start = 0
      while case let window = try section.rows.existing(start..<start + Self.rowsInBatch),
        !window.isEmpty
      {
        try section.rows.visit(window, columns: wanted) { statement in
          var next = 0
          for (field, place) in places.enumerated() {
            guard let place else {
              builders[field].appendMissing()
              continue
            }
            builders[field].append(statement.value(next, of: columns[place]))
            next += 1
          }
          return true
        }
        start += window.count
        try checkpoint(directory.count + start)
        guard builders.reduce(0, { $0 + $1.byteCount }) <= limit else { return .tooLarge }
      }
      try checkEnd(of: section.rows)
      directory.append(Address(number, 0), count: start)
    }
    return try Self.reading(paths, builders, directory)
  }

  private static func reading(
    _ paths: [[String]], _ builders: [FieldColumn.Builder], _ directory: RecordDirectory
  ) throws(DataError) -> ColumnReading? {
    guard directory.count <= Int(UInt32.max) else { return nil }
    var found: [[String]: FieldColumn] = [:]
    for (path, builder) in zip(paths, builders) {
      guard builder.count == directory.count, let column = builder.finish() else { return nil }
      found[path] = column
    }
    return .columns(RecordColumns(directory: directory, columns: found))
  }

  private static let rowsInBatch = 16 * AnchorIndex.standardStride
}
