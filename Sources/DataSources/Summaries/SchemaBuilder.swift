import TableModel

/// Gathers the schema of records one by one, as a tree of the keys met so far.
struct SchemaBuilder {
  private struct Node {
    var path: FieldPath
    var counter: FieldCounter
    var children: [Int] = []
    var childOfKey: [String: Int] = [:]
  }

  private let depth: Int
  private let distinctCap: Int
  private var nodes: [Node]
  private(set) var records = 0
  private var isTruncated = false
  private var hasOtherThanRecords = false

  /// Records that are dictionaries with keys of their own would otherwise fill the memory.
  private static let fieldLimit = 2000

  /// - Parameter depth: how many keys deep fields are listed.
  init(depth: Int, distinctCap: Int) {
    self.depth = depth
    self.distinctCap = distinctCap
    nodes = [Node(path: .itself, counter: FieldCounter(cap: distinctCap))]
  }

  mutating func add(_ value: Value) {
    records += 1
    if let record = value.record {
      addFields(of: record, to: 0, level: 1)
    } else {
      hasOtherThanRecords = true
      nodes[0].counter.add(value)
    }
  }

  private mutating func addFields(of record: Record, to parent: Int, level: Int) {
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
    let path = nodes[parent].path.appending(.key(key))
    nodes.append(Node(path: path, counter: FieldCounter(cap: distinctCap)))
    nodes[parent].childOfKey[key] = child
    nodes[parent].children.append(child)
    return child
  }

  func finish(isComplete: Bool) -> Schema {
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
