package import TableModel

/// Columns: those of the files, joined.
extension ConcatenatedTable {
  package func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    if form == .rows, paths.contains(where: { $0.first == Self.fileKey || $0.first == "self" }) {
      return nil
    }
    if let all = try settled(checkpoint: { () throws(DataError) in try checkpoint(0) }) {
      return try all.readColumns(paths, by: rule, limit: limit, checkpoint: checkpoint)
    }
    var builders = paths.map { _ in FieldColumn.Builder() }
    var directory = RecordDirectory()
    for part in known.parts.indices where known.parts[part].records > 0 {
      let (taken, before) = (builders.reduce(0) { $0 + $1.byteCount }, directory.count)
      let read = try RecordColumns.readPart(
        paths, by: rule, of: source(part), limit: limit - taken
      ) { count throws(DataError) in try checkpoint(before + count) }
      guard case .columns(let columns) = read else { return .tooLarge }
      for run in columns.directory.runs {
        let start = address(of: run.start, in: part, bases)
        if form == .rows, start.item == nil {
          // Rows of one file follow those of another one in the same list.
          for record in run.records {
            directory.append(address(of: run.address(of: record), in: part, bases))
          }
        } else {
          directory.append(start, count: run.records.count)
        }
      }
      for (index, path) in paths.enumerated() {
        guard let column = columns.columns[path], column.count == columns.count else { return nil }
        builders[index].append(column)
      }
    }
    guard directory.count < Int(UInt32.max) else { return .tooLarge }
    var found: [[String]: FieldColumn] = [:]
    for (path, builder) in zip(paths, builders) {
      guard let column = builder.finish() else { return .tooLarge }
      found[path] = column
    }
    return .columns(RecordColumns(directory: directory, columns: found))
  }
}
