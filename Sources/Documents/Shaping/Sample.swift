import TableModel

/// Some of the values of a list, enough to judge them all by.
///
/// Nulls say nothing about a list and are left out.
struct Sample {
  private static let limit = 256

  let values: [Value]

  /// Takes values from the whole length of a list.
  init(_ list: [Value]) {
    values = Self.indices(of: list.count).map { list[$0] }.filter { !$0.isNull }
  }

  /// Which elements of a list are its sample; a short list is its own sample.
  static func indices(of count: Int) -> [Int] {
    Array(stride(from: 0, to: count, by: max(1, count / limit)))
  }

  var isAllRecords: Bool { !values.isEmpty && values.allSatisfy { $0.record != nil } }
  var isAllArrays: Bool { !values.isEmpty && values.allSatisfy { $0.array != nil } }
  var hasContainers: Bool { values.contains(where: \.isContainer) }
  var records: [Record] { values.compactMap(\.record) }

  /// The values inside the sample's containers: of arrays, or of records.
  var inner: Sample {
    Sample(values.flatMap { Sample($0.array ?? $0.record?.values ?? []).values })
  }

  /// The values of the lists at a path in each value.
  func inner(at path: FieldPath) -> Sample {
    Sample(values.flatMap { Sample($0[path: path]?.array ?? []).values })
  }
}

extension Value {
  /// True for a list that holds records and nothing else but nulls.
  var isListOfRecords: Bool { array.map { Sample($0).isAllRecords } ?? false }

  /// True for an array or a record that holds something.
  var isFilledContainer: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty
    case .record(let record): !record.isEmpty
    default: false
    }
  }

  /// How many scalars a value holds, counted up to a limit: what it weighs beside others.
  ///
  /// - Complexity: O(limit), for empty containers are counted as steps too.
  func weight(limit: Int = 4096) -> Int {
    var open = [self]
    var weight = 0
    var steps = 0
    while weight < limit, steps < 4 * limit, let value = open.popLast() {
      steps += 1
      switch value {
      case .array(let elements): open += elements.prefix(limit)
      case .record(let record): open += record.fields.prefix(limit).map(\.value)
      default: weight += 1
      }
    }
    return weight
  }
}

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
