/// Finds the list inside each element that makes the next level of a table.
enum NestedList {
  /// The path from each element to its list; nil where the elements are not about a list.
  static func path(in sample: ElementSample) -> FieldPath? {
    if sample.isAllArrays { return .itself }
    guard sample.isAllRecords else { return nil }
    return key(in: sample.records).map(FieldPath.init(key:))
  }

  /// True where the list is only one of many fields: a table of its items would hide the others.
  static func isOneOfMany(_ list: FieldPath, in sample: ElementSample) -> Bool {
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
      if ElementSample.isListOfRecords(field.value) { return true }
      let inner = ElementSample(field.value.record?.values ?? [])
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
    let sample = ElementSample(list)
    holders += 1
    weight += value.weight()
    hasRecords = hasRecords || sample.isAllRecords
    hasOthers = hasOthers || !(sample.isAllRecords || sample.values.isEmpty)
  }
}

/// What the records of a list say about themselves beside the one list that each of them holds.
struct ListOwners {
  /// The field that titles them; nil where a well-known one does, or none differs in all of them.
  private(set) var title: FieldPath?
  /// Names what the table does not show, and how to see it; empty where there is nothing else.
  private(set) var remark = ""

  private static let mostNames = 4
  /// Longer texts are no titles.
  private static let longestTitle = 200

  /// - Parameters:
  ///   - list: the way to the list in each record.
  ///   - haveKeys: true where the keys of a dictionary title the records.
  init(_ records: [Record], list: FieldPath, haveKeys: Bool) {
    let rule = TitleRule()
    var titleKeys: Set<String> = []
    if !haveKeys {
      for record in records {
        if let key = rule.path(of: .record(record), key: nil)?.steps.first?.name {
          titleKeys.insert(key)
        }
      }
      if titleKeys.isEmpty, let key = Self.telling(records) {
        title = FieldPath(key: key)
        titleKeys = [key]
      }
    }
    let shown = titleKeys.union(["footer"] + list.steps.compactMap(\.name))
    remark = Self.remark(on: Self.keys(of: records).filter { !shown.contains($0) })
  }

  /// The field that titles them; nil where records of another level have it too, which have titles of
  /// their own: a shape says one field for all levels.
  func title(unlessIn others: [Record]) -> FieldPath? {
    title.flatMap { title in
      others.contains { Value.record($0)[path: title] != nil } ? nil : title
    }
  }

  /// The first field that is a text in every record, and another one in each.
  private static func telling(_ records: [Record]) -> String? {
    records.first?.fields.first { field in
      var texts: Set<String> = []
      return records.allSatisfy { record in
        guard let text = record[field.key]?.string, !text.isEmpty,
          text.utf8.count <= longestTitle
        else { return false }
        return texts.insert(text).inserted
      }
    }?.key
  }

  private static func keys(of records: [Record]) -> [String] {
    var places = KeyPlaces()
    for record in records {
      places.beginRecord()
      for field in record.fields { _ = places.place(of: field.key) }
    }
    return places.keys
  }

  private static func remark(on keys: [String]) -> String {
    if keys.isEmpty { return "" }
    let names = keys.prefix(mostNames).map { $0.clipped() }.joined(separator: ", ")
    return " (each has more: \(names)\(keys.count > mostNames ? ", ..." : ""); 'show 0' shows it)"
  }
}

/// Numbers keys in the order in which records show them first.
///
/// Records are mostly alike: the key that came next in the record before is tried first.
package struct KeyPlaces {
  private(set) var keys: [String] = []
  private var places: [String: Int] = [:]
  private var expected = 0

  package init() {}

  package mutating func beginRecord() { expected = 0 }

  /// The number of a key, which is a new one when it was never met.
  ///
  /// - Complexity: O(1).
  package mutating func place(of key: String) -> Int {
    let place: Int
    if expected < keys.count, keys[expected] == key {
      place = expected
    } else if let known = places[key] {
      place = known
    } else {
      place = keys.count
      keys.append(key)
      places[key] = place
    }
    expected = place + 1
    return place
  }
}

/// The one list of records that a document is about, beside what it says about the list:
/// `{type, features: [...]}`, `{count, next, results: [...]}`, `{statuses: [...], meta: {...}}`.
package struct WrappedList {
  /// The way from the wrapper to the list.
  var path: FieldPath
  var list: Value
  var weight: Int
  /// Names what the wrapper holds beside the list, for the explanation.
  var remark = ""

  /// Names under which interfaces hand out their lists.
  private static let listNames: Set<String> = [
    "content", "data", "docs", "documents", "edges", "elements", "entries", "entry", "features",
    "hits", "items", "list", "nodes", "objects", "payload", "records", "resources", "response",
    "results", "rows", "statuses", "value", "values",
  ]

  /// Parts of the names of what only describes a list.
  private static let remarkNames = [
    "meta", "info", "pag", "link", "header", "param", "cursor", "status", "stat", "shards", "crs",
    "bbox", "request", "query", "error", "warning", "next", "prev", "count", "total", "token",
    "limit", "offset", "more",
  ]

  private static func isRemark(_ field: Record.Field) -> Bool {
    let name = field.key.lowercased()
    return field.value.isNull || remarkNames.contains { name.contains($0) }
  }

  /// How the remark on what stands beside the list begins.
  package static let beginningOfRemark = " (beside it: "

  /// A record with fewer scalars than this is about the one list in it.
  private static let few = 4
  private static let deepest = 8
  private static let widest = 64

  /// The list that a record wraps; nil when the record is about more than one thing.
  static func find(in record: Record, depth: Int = 0) -> WrappedList? {
    guard depth < deepest, record.count <= widest else { return nil }
    let candidates = record.fields.compactMap { candidate($0, depth) }
    guard var best = candidates.max(by: { $0.weight < $1.weight }),
      case .key(let key)? = best.path.steps.first
    else { return nil }
    let others = record.fields.filter { $0.key != key }
    guard dominates(best, key, others, rivals: candidates.count - 1) else { return nil }
    let names = others.map(\.key)
    if !names.isEmpty {
      let shown =
        names.prefix(4).map { $0.clipped() }.joined(separator: ", ")
        + (names.count > 4 ? ", ..." : "")
      best.remark =
        (best.remark.isEmpty ? beginningOfRemark : best.remark.dropLast() + "; ") + shown + ")"
    }
    return best
  }

  private static func candidate(_ field: Record.Field, _ depth: Int) -> WrappedList? {
    if ElementSample.isListOfRecords(field.value) {
      return WrappedList(
        path: FieldPath(key: field.key), list: field.value, weight: field.value.weight())
    }
    guard let record = field.value.record, var inner = find(in: record, depth: depth + 1) else {
      return nil
    }
    inner.path = FieldPath([.key(field.key)] + inner.path.steps)
    return inner
  }

  /// True when the list outweighs the rest so far that the rest can be left aside at first.
  private static func dominates(
    _ best: WrappedList, _ key: String, _ others: [Record.Field], rivals: Int
  ) -> Bool {
    let isListName = listNames.contains(key.lowercased())
    let containers = others.filter { field in
      field.value.isFilledContainer && !(isListName && isRemark(field))
    }
    let weight = containers.reduce(0) { $0 + $1.value.weight() }
    if rivals > 0 { return best.weight >= 20 * weight && weight > 0 }
    if isListName { return best.weight >= 2 * weight }
    let scalars = others.count { !$0.value.isFilledContainer && !isRemark($0) }
    if containers.isEmpty, scalars < few { return true }
    return best.weight >= (containers.isEmpty ? 8 * scalars : 20 * (weight + scalars))
  }

  /// The place of the list among a few elements, where an array serves as the wrapper.
  static func index(in elements: [Value]) -> Int? {
    guard (2...4).contains(elements.count) else { return nil }
    let lists = elements.indices.filter { ElementSample.isListOfRecords(elements[$0]) }
    guard let index = lists.first, lists.count == 1 else { return nil }
    let weight = elements[index].weight()
    let rest = elements.reduce(-weight) { $0 + $1.weight() }
    return weight >= 2 * rest ? index : nil
  }
}

/// Tables that are written as lists of lists, with the names of the columns in the first one.
package enum HeaderTable {
  /// The rows as records by the names of the header; nil where it is not sure that there is a header.
  ///
  /// A first row counts as a header when all its cells are different texts, all rows are as
  /// long as it, and at least one column holds no text below it.
  ///
  /// - Complexity: O(cells).
  static func records(of rows: [Value]) -> Value? {
    guard rows.count >= 2, let names = header(rows[0]) else { return nil }
    let lists = rows.dropFirst().compactMap(\.array)
    guard lists.count == rows.count - 1,
      lists.allSatisfy({ $0.count == names.count && !$0.contains(where: \.isContainer) }),
      names.indices.contains(where: { isColumnWithoutText($0, lists) })
    else { return nil }
    return .array(lists.map { .record(Record(zip(names, $0))) })
  }

  /// True when the first of some rows may name the columns of a table.
  package static func mayBegin(_ rows: [Value]) -> Bool {
    rows.first.map { header($0) != nil } ?? false
  }

  private static func header(_ row: Value) -> [String]? {
    guard let cells = row.array, cells.count >= 2 else { return nil }
    let names = cells.compactMap(\.string).filter { !$0.isEmpty }
    guard names.count == cells.count, Set(names).count == names.count else { return nil }
    return names
  }

  private static func isColumnWithoutText(_ column: Int, _ lists: [[Value]]) -> Bool {
    lists.allSatisfy { $0[column].kind != .text } && lists.contains { !$0[column].isNull }
  }
}
