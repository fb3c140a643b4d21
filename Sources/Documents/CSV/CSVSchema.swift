import Files
import TableModel

/// Gathers a schema from the cells of records. Of most cells no more than their text is looked at.
struct CSVSchemaGatherer: CountingGatherer {
  typealias Way = CSVWay

  private let text: CSVText
  private let cursor: CSVCursor
  private let powers = ShortNumber.powers
  var builder: SchemaBuilder
  private var stretch: CSVStretch
  /// For each column its node in the builder, and none for those that were not met.
  private var nodes: [Int] = []
  var counts: [TextualCounts] = []

  init(_ text: CSVText, _ builder: SchemaBuilder) {
    (self.text, self.builder) = (text, builder)
    cursor = text.cursor(at: text.start)
    stretch = CSVStretch(text.file, text.layout.dialect)
    takeOverNodes()
  }

  mutating func add(recordsFrom start: Int, atMost most: Int) throws(DataError)
    -> (count: Int, end: Int)
  {
    stretch.find(from: start, atMost: most)
    guard stretch.count > 0 else {
      let (value, end) = try text.record(at: start)
      add(value)
      return (1, text.next(after: end))
    }
    try text.checkUTF8(start..<stretch.next)
    for record in 0..<stretch.count {
      let cells = stretch.cellCount(of: record)
      guard cells <= nodes.count || builder.depth < 1 else {
        // A column that was not met before.
        add(try text.record(at: stretch.start(of: record)).value)
        continue
      }
      builder.addRecord()
      for column in 0..<min(cells, nodes.count) {
        if let cell = stretch.cell(column, of: record) { add(cell, nodes[column]) }
      }
    }
    return (stretch.count, stretch.next)
  }

  private mutating func add(_ record: Value) {
    builder.add(record)
    takeOverNodes()
  }

  /// The columns come up from the first one on, so that their nodes do, too.
  private mutating func takeOverNodes() {
    var places: [Int: Int] = [:]
    for (node, path) in builder.nodes.map(\.path.keys).enumerated() {
      guard let path, path.count == 1, let column = text.layout.column(named: path[0]) else {
        continue
      }
      places[column] = node
    }
    nodes = (0..<places.count).map { places[$0] ?? 0 }
    while counts.count < builder.nodes.count { counts.append(TextualCounts()) }
  }

  private mutating func add(_ cell: Range<Int>, _ node: Int) {
    if cell.isEmpty { return counts[node].add(.null) }
    let bytes = cursor.bytes
    if cursor.mayBeNumber(cell) {
      if let value = exactNumber(of: cell) {
        return counts[node].add(value, bytes, cell, to: &builder.nodes[node].counter)
      }
    } else if let plain = cursor.plainText(of: cell) {
      let start = plain.count == cell.count ? cell.lowerBound : cell.lowerBound + 1
      return counts[node].add(
        text: bytes, start..<start + plain.count, to: &builder.nodes[node].counter)
    }
    switch cursor.value(of: cursor.cell(in: cell)) {
    case .bool(let value): counts[node].add(value, to: &builder.nodes[node].counter)
    case let value: builder.nodes[node].counter.add(value)
    }
  }

  /// The number of a cell whose double stands for no other number; nil for other cells.
  private func exactNumber(of cell: Range<Int>) -> Double? {
    let text = cursor.bytes + cell.lowerBound
    switch ShortNumber(text, powers) {
    case .integer(let value, cell.count): return Double(value)
    case .double(let value, cell.count): return value
    default: break
    }
    switch PlainNumber(text, powers) {
    case .integer(let value, cell.count): return Double(value)
    case .double(let value, cell.count): return value
    default: return nil
    }
  }
}
