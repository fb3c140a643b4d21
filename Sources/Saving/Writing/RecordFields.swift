import Documents
package import TableModel

/// How the records of a table are written as records with fields: with their keys, where those are
/// wanted, and with what is not a record under a name of its own.
package struct RecordFields: Sendable {
  /// The fields of all records, in order of first appearance.
  package private(set) var names: [String] = []
  /// The name for values that are no records; another one where records have such a field.
  package private(set) var valueName = "value"
  /// The names of fields that records get before their own.
  package let added: [String]
  private var known: Set<String> = []
  private var hasOthers = false

  package init(adding added: [String] = []) {
    self.added = added
    avoidNames()
  }

  /// Takes a record's fields among those that are known.
  package mutating func take(_ value: Value) {
    guard let record = value.record else {
      if !value.isNull { hasOthers = true }
      return
    }
    for field in record.fields where known.insert(field.key).inserted { names.append(field.key) }
    avoidNames()
  }

  /// Gives the values that are no records a name that nothing else has.
  private mutating func avoidNames() {
    var number = 2
    while known.contains(valueName) || added.contains(valueName) {
      valueName = "value \(number)"
      number += 1
    }
  }

  /// One column for each field that was taken, and one for values that are no records.
  package var columns: [String] {
    let values = hasOthers ? [valueName] : []
    return added + names + values
  }

  /// A value as one of the records.
  ///
  /// - Parameter values: those of the added fields, in their order.
  /// - Throws: `DataError.shape` for a record that has such a field already.
  package func record(of value: Value, adding values: [Value]) throws(DataError) -> Value {
    if added.isEmpty {
      return value.record == nil ? .record(Record([(valueName, value)])) : value
    }
    var fields = zip(added, values).map { ($0, $1) }
    if let record = value.record {
      if let taken = added.first(where: { record[$0] != nil }) {
        throw .shape(
          message: "the records already have a field '\(taken)'",
          hint: taken.hasPrefix("$")
            ? "it is written already; leave it out"
            : "give the keys another name, or say the level, as in $row.\(taken)")
      }
      fields += record.fields.map { ($0.key, $0.value) }
    } else {
      fields.append((valueName, value))
    }
    return .record(Record(fields))
  }
}

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
