import TableModel

/// Finds the list inside each element that makes the next level of a table.
enum NestedList {
  /// The path from each element to its list; nil where the elements are not about a list.
  static func path(in sample: Sample) -> FieldPath? {
    if sample.isAllArrays { return .itself }
    guard sample.isAllRecords else { return nil }
    return key(in: sample.records).map(FieldPath.init(key:))
  }

  /// True where the list is only one of many fields: a table of its items would hide the others.
  static func isOneOfMany(_ list: FieldPath, in sample: Sample) -> Bool {
    guard case .key(let key)? = list.steps.first, !levelNames.contains(key.lowercased()) else {
      return false
    }
    let records = sample.records
    var places = KeyPlaces()
    var counts: [Int] = []
    for record in records {
      places.beginRecord()
      for field in record.fields {
        let place = places.place(of: field.key)
        if place == counts.count { counts.append(0) }
        counts[place] += 1
      }
    }
    return counts.count { $0 * 2 > records.count } >= many
  }

  /// From here on, fields that most records have are many.
  private static let many = 5

  /// The keys of lists of records, the one that holds most first.
  static func keys(in records: [Record]) -> [String] {
    survey(records).filter { $0.isList && $0.hasRecords && !$0.hasOthers }
      .sorted { ($1.weight, $0.key) < ($0.weight, $1.key) }.map(\.key)
  }

  /// The keys under which a record has lists of records, or dictionaries of similar ones: tables of
  /// their own, the one that holds most first.
  static func tables(in record: Record) -> [String] {
    let tables = record.fields.filter { field in
      if field.value.isListOfRecords { return true }
      let inner = Sample(field.value.record?.values ?? [])
      return inner.values.count > 2 && inner.isAllRecords && RecordFamily.isSimilar(inner.records)
    }
    return tables.map { (key: $0.key, weight: $0.value.weight()) }
      .sorted { ($1.weight, $0.key) < ($0.weight, $1.key) }.map(\.key)
  }

  /// Names that mean a level, whatever the lists hold.
  private static let levelNames: Set<String> = ["rows", "items"]

  /// Records with no more scalars than this beside their list are about the list.
  private static let leanest = 12

  /// One field that holds a list in some records.
  fileprivate struct Candidate {
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
    let candidates = survey(records).filter { candidate in
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

  private static func survey(_ records: [Record]) -> [Candidate] {
    var candidates: [Candidate] = []
    var places = KeyPlaces()
    for record in records {
      places.beginRecord()
      for field in record.fields where !field.value.isNull {
        let place = places.place(of: field.key)
        if place == candidates.count { candidates.append(Candidate(key: field.key)) }
        candidates[place].add(field.value)
      }
    }
    return candidates
  }
}

extension NestedList.Candidate {
  fileprivate mutating func add(_ value: Value) {
    guard let list = value.array else {
      isList = false
      return
    }
    let sample = Sample(list)
    holders += 1
    weight += value.weight()
    hasRecords = hasRecords || sample.isAllRecords
    hasOthers = hasOthers || !(sample.isAllRecords || sample.values.isEmpty)
  }
}
