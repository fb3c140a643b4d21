import Documents
package import TableModel

/// What a document holds beside the records of the table that it is shown as: fields next to the
/// list of rows, and fields of sections and strips next to theirs.
package struct BesideRecords {
  /// By the way that leads to each, in words, in their order.
  package private(set) var values: [(place: String, value: Value)] = []
  private let titles: TitleRule

  /// - Returns: nil for a table that shows no document, as those of a database.
  /// - Complexity: O(sections and rows above the records), and what is found.
  package init?(_ source: any TableSource) throws(DataError) {
    guard let table = Self.document(source) else { return nil }
    titles = TitleRule(path: table.shape.title)
    let paths = [table.shape.sections, table.shape.rows, table.shape.items].compactMap(\.self)
    try collect(table.root, paths[...], "")
  }

  private static func document(_ source: any TableSource) -> (any DocumentTable)? {
    ((source as? EditedSource)?.base ?? source) as? any DocumentTable
  }

  /// The places whose values two versions do not share, in their order.
  package func differences(from older: BesideRecords) -> [String] {
    func values(_ beside: BesideRecords) -> [String: Value] {
      Dictionary(beside.values.map { ($0.place, $0.value) }, uniquingKeysWith: { $1 })
    }
    let (before, now) = (values(older), values(self))
    let changed = self.values.filter { before[$0.place] != $0.value }.map(\.place)
    return changed + older.values.filter { now[$0.place] == nil }.map(\.place)
  }

  /// - Parameter paths: the way to the children of the thing, and from these to theirs.
  private mutating func collect(
    _ thing: any DocumentNode, _ paths: ArraySlice<FieldPath>, _ place: String
  ) throws(DataError) {
    // A thing without such a list is a record itself.
    guard let path = paths.first, let list = try thing.find(path) else { return }
    var node = thing
    for step in path.steps {
      guard case .key(let key) = step, node.kind == .record else { break }
      for field in try node.fields() where field.key != key {
        values.append((Self.join(place, field.key ?? ""), try field.content.node.value()))
      }
      guard let next = try node.find(FieldPath(key: key)) else { return }
      node = next
    }
    if paths.count > 1 { try collectChildren(of: list, paths.dropFirst(), place) }
  }

  private mutating func collectChildren(
    of list: any DocumentNode, _ paths: ArraySlice<FieldPath>, _ place: String
  ) throws(DataError) {
    var seen: [String: Int] = [:]
    var children = try list.children()
    while let child = try children.next() {
      let node = child.content.node
      // Titles stay when things move; those that are not alone are numbered.
      var name = titles.title(of: try node.outline(), key: child.key) ?? "#"
      let count = seen[name, default: 0]
      seen[name] = count + 1
      if count > 0 || name == "#" { name += "\(count)" }
      try collect(node, paths, Self.join(place, name))
    }
  }

  private static func join(_ place: String, _ name: String) -> String {
    place.isEmpty ? name.clipped() : place + Mark.step + name.clipped()
  }
}
