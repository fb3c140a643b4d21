import TableModel

/// How sections and rows get their titles.
struct TitleRule: Sendable {
  /// The path that was stated; nil to go by the key in the document or by well-known names.
  var path: FieldPath?

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
  func title(of value: Value, key: String?) -> String? {
    if let path, let title = value[path: path].flatMap(Self.text) { return title }
    if let key { return key }
    guard let record = value.record else { return nil }
    if let title = Self.wellKnownTitle(of: record) { return title }
    for name in Self.inner {
      if let nested = record[name]?.record, let title = Self.wellKnownTitle(of: nested) {
        return title
      }
    }
    return nil
  }

  private static func wellKnownTitle(of record: Record) -> String? {
    var best: (rank: Int, text: String)?
    for field in record.fields where field.key.utf8.count <= longestKey {
      guard let rank = rank(of: field.key), rank < best?.rank ?? Int.max,
        let text = text(of: field.value)
      else { continue }
      best = (rank, text)
    }
    return best?.text
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
