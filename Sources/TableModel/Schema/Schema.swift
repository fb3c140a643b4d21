/// The fields of a table's records: their kinds, extremes, and how many records have them.
package struct Schema: Sendable, Hashable {
  /// In order of first appearance, fields inside a field right after it.
  package var fields: [FieldSummary]
  /// How many records were read.
  package var records: Int
  /// False when reading stopped at the sample's size, with records left.
  package var isComplete: Bool
  /// True when records have more different fields than are listed.
  package var isTruncated: Bool

  package init(
    fields: [FieldSummary] = [], records: Int = 0, isComplete: Bool = true,
    isTruncated: Bool = false
  ) {
    self.fields = fields
    self.records = records
    self.isComplete = isComplete
    self.isTruncated = isTruncated
  }

  package subscript(path: FieldPath) -> FieldSummary? {
    fields.first { $0.path == path }
  }

  /// The first field as deep as any that is listed which holds records.
  package var deeper: FieldPath? {
    let depth = 2
    return fields.first { field in
      field.path.steps.count >= depth && field.kinds.contains { $0.kind == .record }
    }?.path
  }
}

/// What is known of one field over many records.
package struct FieldSummary: Sendable, Hashable {
  package var path: FieldPath
  /// How often each kind occurs, the most frequent first, without null.
  package var kinds: [KindCount]
  package var nulls: Int
  /// Records that don't have the field.
  package var missing: Int
  /// The extremes of the most frequent kind, when it is number, text or date.
  package var minimum: Value?
  package var maximum: Value?
  /// Different values, null apart; equal numbers are one value however they are written.
  package var distinct: Int
  /// True when there are at least `distinct` different values, and counting stopped there.
  package var distinctIsCapped: Bool

  /// The last key of the path, or the path when it has none.
  package var name: String {
    if case .key(let key)? = path.steps.last { key } else { path.description }
  }

  /// Values that aren't null.
  package var count: Int { kinds.reduce(0) { $0 + $1.count } }
}

/// How often values of a kind occur.
package struct KindCount: Sendable, Hashable {
  package var kind: ValueKind
  package var count: Int

  package init(_ kind: ValueKind, _ count: Int) {
    self.kind = kind
    self.count = count
  }
}

/// Gathers the schema of records one by one, as a tree of the keys met so far.
package struct SchemaBuilder {
  package struct Node {
    package let path: FieldPath
    package var counter: FieldCounter
    package fileprivate(set) var children: [Int] = []
    fileprivate var childOfKey: [String: Int] = [:]

    fileprivate init(_ path: FieldPath, cap: Int) {
      self.path = path
      counter = FieldCounter(cap: cap)
    }
  }

  package let depth: Int
  private let distinctCap: Int
  /// The first one is the records themselves.
  package var nodes: [Node]
  package private(set) var records = 0
  package private(set) var isTruncated = false
  private var hasOtherThanRecords = false

  /// Records that are dictionaries with keys of their own would otherwise fill the memory.
  private static let fieldLimit = 2000

  /// - Parameter depth: how many keys deep fields are listed.
  package init(depth: Int, distinctCap: Int) {
    self.depth = depth
    self.distinctCap = distinctCap
    nodes = [Node(.itself, cap: distinctCap)]
  }

  package mutating func add(_ value: Value) {
    records += 1
    if let record = value.record {
      addFields(of: record, to: 0, level: 1)
    } else {
      hasOtherThanRecords = true
      nodes[0].counter.add(value)
    }
  }

  /// Counts a record whose fields are added to the nodes one by one.
  package mutating func addRecord() { records += 1 }

  /// - Parameter level: how many keys deep the fields are.
  package mutating func addFields(of record: Record, to parent: Int, level: Int) {
    guard level <= depth else { return }
    for field in record.fields {
      guard let node = child(of: parent, key: field.key) else { continue }
      nodes[node].counter.add(field.value)
      if let inner = field.value.record { addFields(of: inner, to: node, level: level + 1) }
    }
  }

  private mutating func child(of parent: Int, key: String) -> Int? {
    if let child = nodes[parent].childOfKey[key] { return child }
    guard nodes.count <= Self.fieldLimit else {
      isTruncated = true
      return nil
    }
    let child = nodes.count
    nodes.append(Node(nodes[parent].path.appending(.key(key)), cap: distinctCap))
    nodes[parent].childOfKey[key] = child
    nodes[parent].children.append(child)
    return child
  }

  /// Adds what was gathered of records that come later.
  package mutating func add(_ later: SchemaBuilder) {
    records += later.records
    isTruncated = isTruncated || later.isTruncated
    hasOtherThanRecords = hasOtherThanRecords || later.hasOtherThanRecords
    add(later, later.nodes[0], to: 0)
  }

  private mutating func add(_ later: SchemaBuilder, _ node: Node, to known: Int) {
    nodes[known].counter.add(node.counter)
    for (place, key) in node.keys {
      guard let child = child(of: known, key: key) else { continue }
      add(later, later.nodes[place], to: child)
    }
  }

  package func finish(isComplete: Bool) -> Schema {
    var fields: [FieldSummary] = []
    if hasOtherThanRecords { fields.append(summary(of: nodes[0])) }
    appendFields(below: 0, to: &fields)
    return Schema(
      fields: fields, records: records, isComplete: isComplete, isTruncated: isTruncated)
  }

  private func appendFields(below parent: Int, to fields: inout [FieldSummary]) {
    for child in nodes[parent].children {
      fields.append(summary(of: nodes[child]))
      appendFields(below: child, to: &fields)
    }
  }

  private func summary(of node: Node) -> FieldSummary {
    node.counter.summary(of: node.path, records: records)
  }
}

extension SchemaBuilder.Node {
  /// The places of the fields below with their keys, in order of first appearance.
  fileprivate var keys: [(place: Int, key: String)] {
    let keys = Dictionary(uniqueKeysWithValues: childOfKey.map { ($1, $0) })
    return children.compactMap { place in keys[place].map { (place, $0) } }
  }
}
