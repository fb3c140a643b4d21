import TableModel

/// Finds the list inside each element that makes the next level of a table.
enum NestedList {
  /// The path from each element to its list; nil where the elements are not about a list.
  static func path(in sample: Sample) -> FieldPath? {
    if sample.isAllArrays { return .itself }
    guard sample.isAllRecords else { return nil }
    return key(in: sample.records).map(FieldPath.init(key:))
  }

  /// Names that mean a level, whatever the lists hold.
  private static let levelNames: Set<String> = ["rows", "items"]

  /// Records with no more scalars than this beside their list are about the list.
  private static let leanest = 12

  /// One field that holds a list in some records.
  private struct Candidate {
    var key: String
    var holders = 0
    var weight = 0
    var isList = true
    var hasRecords = false
    var hasOthers = false

    var isLevel: Bool { levelNames.contains(key.lowercased()) && (hasRecords || hasOthers) }
  }

  /// The key whose lists the records are about: the only one that holds records in half of them
  /// at least, unless the records say much more about themselves.
  private static func key(in records: [Record]) -> String? {
    let candidates = survey(records).values.filter { candidate in
      candidate.isList && candidate.holders * 2 >= records.count
        && (candidate.isLevel || (candidate.hasRecords && !candidate.hasOthers))
    }
    if let level = candidates.filter(\.isLevel).max(by: { $0.weight < $1.weight }) {
      return level.key
    }
    guard let best = candidates.max(by: { ($0.weight, $1.key) < ($1.weight, $0.key) }) else {
      return nil
    }
    let rivals = candidates.reduce(-best.weight) { $0 + $1.weight }
    guard rivals == 0 || best.weight >= 4 * rivals else { return nil }
    let beside = records.reduce(-best.weight) { $0 + Value.record($1).weight() }
    let isLean = beside <= leanest * records.count
    return isLean || best.weight >= beside ? best.key : nil
  }

  private static func survey(_ records: [Record]) -> [String: Candidate] {
    var candidates: [String: Candidate] = [:]
    for field in records.lazy.flatMap(\.fields) where !field.value.isNull {
      var candidate = candidates[field.key] ?? Candidate(key: field.key)
      if let list = field.value.array {
        let sample = Sample(list)
        candidate.holders += 1
        candidate.weight += field.value.weight()
        candidate.hasRecords = candidate.hasRecords || sample.isAllRecords
        candidate.hasOthers = candidate.hasOthers || !(sample.isAllRecords || sample.values.isEmpty)
      } else {
        candidate.isList = false
      }
      candidates[field.key] = candidate
    }
    return candidates
  }
}
