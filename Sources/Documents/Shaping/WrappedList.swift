package import TableModel

/// The one list of records that a document is about, beside what it says about the list:
/// `{type, features: [...]}`, `{count, next, results: [...]}`, `{statuses: [...], meta: {...}}`.
struct WrappedList {
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
  fileprivate static let beginningOfRemark = " (beside it: "

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
    if field.value.isListOfRecords {
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
    let lists = elements.indices.filter { elements[$0].isListOfRecords }
    guard let index = lists.first, lists.count == 1 else { return nil }
    let weight = elements[index].weight()
    let rest = elements.reduce(-weight) { $0 + $1.weight() }
    return weight >= 2 * rest ? index : nil
  }
}

extension ShapedTable {
  /// True when the table shows one list of a document that holds more, as its explanation says.
  package var leavesSomethingBeside: Bool {
    explanation.contains(WrappedList.beginningOfRemark)
  }
}
