import TableModel

/// What columns that are read in two ways may differ in.
enum ColumnDifference {
  /// Says in which way they differ; nil when they are the same.
  static func words(
    _ columns: RecordColumns, _ expected: RecordColumns, _ paths: [[String]]
  ) -> String? {
    guard columns.directory.runs == expected.directory.runs else {
      return "\(columns.directory.runs) != \(expected.directory.runs)"
    }
    for path in paths {
      guard let a = columns.columns[path], let b = expected.columns[path] else { return "\(path)" }
      if let words = words(a, b) { return "\(path): \(words)" }
    }
    return nil
  }

  private static func words(_ a: FieldColumn, _ b: FieldColumn) -> String? {
    guard a.count == b.count else { return "\(a.count) records != \(b.count)" }
    for row in 0..<a.count where a.value(at: row) != b.value(at: row) {
      return "record \(row): \(a.value(at: row)) != \(b.value(at: row))"
    }
    let masks = { (column: FieldColumn) in
      [
        column.absent, column.truths?.rows, column.truths?.values,
        column.numbers?.rows,
        column.numbers?.exceptionRows, column.texts?.rows, column.lists?.rows, column.others?.rows,
      ]
    }
    guard masks(a) == masks(b) else { return "\(masks(a)) != \(masks(b))" }
    guard a.numbers?.fitsDouble == b.numbers?.fitsDouble,
      a.numbers?.exceptions == b.numbers?.exceptions
    else { return "numbers" }
    return nil
  }
}
