import Documents
package import TableModel

/// What changed inside one record, in words: ` Ada: age 36 -> 37, city Bonn -> Rome`.
package struct RecordChange {
  /// To stand behind its place.
  package let words: String

  private static let mostFields = 6

  /// - Parameter key: the key that names records, for one without a name.
  package init(from old: Value, to new: Value, key: FieldPath?) throws(DataError) {
    let comparison = try DocumentComparison(of: old, and: new)
    let name = try RecordName(key: key).name(of: .value(new)).map { " \($0.clipped())" } ?? ""
    let changes = comparison.changes
    if changes.isEmpty {
      words = name + ": written in another way"
      return
    }
    var parts: [String] = []
    for change in changes.prefix(Self.mostFields) { parts.append(try Self.words(change)) }
    if changes.count > Self.mostFields {
      parts.append("and \(changes.count - Self.mostFields) more")
    }
    words = name + ": " + parts.joined(separator: ", ")
  }

  private static func words(_ change: Change) throws(DataError) -> String {
    let way = FieldPath(change.newWay ?? change.oldWay ?? [])
    let field = way.steps.isEmpty ? "" : "\(way) "
    if change.kind == .moved { return "\(field)from \(FieldPath(change.oldWay ?? []))" }
    let values = ChangeWords.change(
      from: try change.old?.node.value(), to: try change.new?.node.value())
    let mark = change.kind == .changed ? "" : "\(change.kind.mark) "
    return mark + field + (values ?? "")
  }
}
