import Files
import Foundation
import TableModel

/// Gathers a schema by counting values by how they are written.
protocol CountingGatherer: RecordGatherer where Product == SchemaBuilder {
  var builder: SchemaBuilder { get set }
  /// What is counted of the values of each of the builder's nodes.
  var counts: [TextualCounts] { get set }
}

extension CountingGatherer {
  var byteCount: Int { counts.reduce(0) { $0 + $1.byteCount } }

  /// Which fields are left out would depend on the share in which they come up.
  var isUnfit: Bool { builder.isTruncated }

  /// The builder with all that was counted.
  mutating func finish() -> SchemaBuilder {
    var (whole, counts) = (builder, counts)
    for node in counts.indices { counts[node].moveCounts(to: &whole.nodes[node].counter) }
    return whole
  }
}

/// Gathers a schema from the text of records.
///
/// It walks over records for the fields that it has met; a record with another one is read as a
/// value. Of most values no more than their text is looked at.
struct SchemaGatherer: WalkingGatherer, CountingGatherer {
  let text: RecordText
  var builder: SchemaBuilder
  var walker: RecordWalker
  /// For each field of the walker its node in the builder.
  private var nodes: [Int] = []
  /// What is counted of the values of each node.
  var counts: [TextualCounts] = []

  init(_ text: RecordText, _ builder: SchemaBuilder) {
    self.text = text
    self.builder = builder
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: [], looksAhead: true)
    takeOverNodes()
  }

  /// Records with fields that were not met before are read as values.
  @inline(__always)
  func isServed(recordAt start: Int) -> Bool {
    !walker.layout.hasOthers && text.file.bytes[start] == UInt8(ascii: "{")
  }

  @inline(__always)
  mutating func addSlots() throws(DataError) {
    builder.addRecord()
    for field in nodes.indices { try add(walker.slots[field], nodes[field]) }
    if counts.count != builder.nodes.count { takeOverNodes() }
  }

  mutating func add(odd value: Value) {
    builder.add(value)
    if counts.count != builder.nodes.count || walker.layout.hasOthers { takeOverNodes() }
  }

  /// Walks for the fields that the builder knows now.
  private mutating func takeOverNodes() {
    var paths: [[String]] = []
    var known: [Int] = []
    for (node, path) in builder.nodes.map(\.path.keys).enumerated() {
      guard let path, !path.isEmpty else { continue }
      paths.append(path)
      known.append(node)
    }
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: paths, looksAhead: true)
    nodes = walker.layout.paths.map { known[$0] }
    while counts.count < builder.nodes.count { counts.append(TextualCounts()) }
  }

  @inline(__always)
  private mutating func add(_ slot: FieldSlot, _ node: Int) throws(DataError) {
    let bytes = text.file.bytes
    switch slot {
    case .missing, .outer: break
    case .null: counts[node].add(.null)
    case .bool(let value): counts[node].add(value, to: &builder.nodes[node].counter)
    case .integer(let value, let range):
      counts[node].add(Double(value), bytes, range, to: &builder.nodes[node].counter)
    case .double(let value, let range):
      counts[node].add(value, bytes, range, to: &builder.nodes[node].counter)
    case .text(let range):
      counts[node].add(text: bytes, range, to: &builder.nodes[node].counter)
    case .number(let range): builder.nodes[node].counter.add(try text.value(in: range))
    case .texts(let range): try add(container: .array, range, node)
    case .value(let range) where bytes[range.lowerBound] == UInt8(ascii: "["):
      try add(container: .array, range, node)
    case .value(let range) where bytes[range.lowerBound] == UInt8(ascii: "{"):
      try add(container: .record, range, node)
      let level = builder.nodes[node].path.steps.count
      guard builder.nodes[node].children.isEmpty, level < builder.depth else { return }
      if let inner = try text.value(in: range).record {
        builder.addFields(of: inner, to: node, level: level + 1)
      }
    case .value(let range): builder.nodes[node].counter.add(try text.value(in: range))
    }
  }

  private mutating func add(
    container kind: ValueKind, _ range: Range<Int>, _ node: Int
  ) throws(DataError) {
    counts[node].add(kind)
    guard counts[node].isNew(text.file.bytes, range, isCapped: builder.nodes[node].counter.isCapped)
    else { return }
    builder.nodes[node].counter.addDistinct(try text.value(in: range))
  }
}
