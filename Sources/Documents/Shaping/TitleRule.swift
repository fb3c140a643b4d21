package import TableModel

/// How sections and rows get their titles.
package struct TitleRule: Sendable {
  /// The path that was stated; nil to go by the key in the document or by well-known names.
  package var path: FieldPath?

  package init(path: FieldPath? = nil) { self.path = path }

  /// Names of fields that title a record, the most telling first; compared without case.
  private static let names = [
    "title", "name", "label", "headline", "heading", "caption", "display_name", "displayname",
    "full_name", "fullname", "subject", "summary", "description", "login", "username", "slug",
    "text", "message", "msg", "event", "key", "code", "symbol", "id",
  ]

  /// Records that keep what describes them one level down.
  private static let inner = ["properties", "attributes", "fields", "metadata"]

  /// The title of a value that stands under a key (or under none) in the document.
  ///
  /// - Complexity: O(fields of the record).
  package func title(of value: Value, key: String?) -> String? {
    if let path, let title = value[path: path].flatMap(Self.text) { return title }
    if let key { return key }
    return Self.wellKnown(in: value)?.text
  }

  /// Where the title stands in a value; nil for one that is its key, or where there is none.
  package func path(of value: Value, key: String?) -> FieldPath? {
    if let path, value[path: path].flatMap(Self.text) != nil { return path }
    return key == nil ? Self.wellKnown(in: value)?.path : nil
  }

  private static func wellKnown(in value: Value) -> (path: FieldPath, text: String)? {
    guard let record = value.record else { return nil }
    if let title = wellKnownTitle(of: record) { return (FieldPath(key: title.key), title.text) }
    for name in inner {
      if let nested = record[name]?.record, let title = wellKnownTitle(of: nested) {
        return (FieldPath([.key(name), .key(title.key)]), title.text)
      }
    }
    return nil
  }

  private static func wellKnownTitle(of record: Record) -> (key: String, text: String)? {
    var best: (rank: Int, key: String, text: String)?
    for field in record.fields where field.key.utf8.count <= longestKey {
      guard let rank = rank(of: field.key), rank < best?.rank ?? Int.max,
        let text = text(of: field.value)
      else { continue }
      best = (rank, field.key, text)
    }
    return best.map { ($0.key, $0.text) }
  }

  private static let longestKey = 32

  /// How well a key titles a record, 0 best; behind the names come keys such as `InstanceId`.
  private static func rank(of key: String) -> Int? {
    let folded = key.lowercased()
    if let rank = names.firstIndex(of: folded) { return rank }
    if folded.hasSuffix("name") || folded.hasSuffix("title") { return names.count }
    let isIdentifier = key.hasSuffix("Id") || key.hasSuffix("ID") || key.hasSuffix("_id")
    return isIdentifier ? names.count + 1 : nil
  }

  private static func text(of value: Value) -> String? {
    guard !value.isContainer, !value.isNull else { return nil }
    let text = value.plainText
    return text.isEmpty ? nil : text
  }
}
