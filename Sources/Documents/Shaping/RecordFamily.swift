import TableModel

/// Whether the records of a dictionary are of one kind.
enum RecordFamily {
  /// True when at least half of the records' fields are fields that most records have.
  static func isSimilar(_ records: [Record]) -> Bool {
    var counts: [String: Int] = [:]
    for key in records.lazy.flatMap(\.keys) { counts[key, default: 0] += 1 }
    let all = counts.values.reduce(0, +)
    let shared = counts.values.filter { $0 * 2 > records.count }.reduce(0, +)
    return all > 0 && shared * 2 >= all
  }

  /// True for a few records that are long columns of scalars of one kind, as translations are:
  /// a row for each field reads better than one row with all of them.
  static func isColumns(_ records: [Record]) -> Bool {
    let values = records.flatMap(\.values).filter { !$0.isNull }
    guard let first = values.first, !first.isContainer,
      values.allSatisfy({ $0.kind == first.kind })
    else { return false }
    let length = values.count / records.count
    return length > 8 && length > records.count
  }
}
