/// A table that computes every record when it is asked for and stores none.
///
/// The same specification gives the same records on every machine.
package struct GeneratedTable: TableSource {
  package let specification: GeneratedSpecification

  package init(_ specification: GeneratedSpecification) {
    self.specification = specification
  }

  private var isPlain: Bool { specification.items == 0 }

  package var isInMemory: Bool { true }

  package func counts() -> Counts {
    let rows = specification.sections * specification.rows
    return Counts(
      sections: .exact(specification.sections), rows: .exact(rows),
      items: .exact(rows * specification.items))
  }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    range.clamped(to: 0..<specification.sections).map { section in
      SectionInfo(title: "Section \(section)", rows: .exact(specification.rows))
    }
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    rowRange(range, section).map { row in
      if isPlain { return RowInfo(title: invented(section, row, 0).title) }
      return RowInfo(title: "Row \(row)", items: .exact(specification.items))
    }
  }

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    batch(rowRange(range, section), fields) { rowRecord(section, $0) }
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    guard let index = row.row, holds(row.section, index) else { return RecordBatch(fields: fields) }
    let items = range.clamped(to: 0..<specification.items)
    return batch(items, fields) { record(row.section, index, $0) }
  }

  private func batch(_ range: Range<Int>, _ fields: [FieldPath], _ record: (Int) -> Value)
    -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    batch.reserve(records: range.count)
    for index in range { batch.append(record(index)) }
    return batch
  }

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for section in 0..<specification.sections {
      for row in 0..<specification.rows {
        if isPlain {
          guard try visit(Address(section, row), record(section, row, 0)) else { return }
          continue
        }
        for item in 0..<specification.items {
          let address = Address(section, row, item)
          guard try visit(address, record(section, row, item)) else { return }
        }
      }
    }
  }
}

extension GeneratedTable {
  /// The longest strip that is given as a whole.
  private static let longestStrip = 1_000_000

  /// A section gives nil: it may hold more rows than there is memory for.
  ///
  /// - Throws: `DataError.shape` for a strip that is too long to be made at once.
  package func value(at address: Address) throws(DataError) -> Value? {
    guard let row = address.row, holds(address.section, row) else { return nil }
    guard let item = address.item else {
      if isPlain { return record(address.section, row, 0) }
      guard specification.items <= Self.longestStrip else {
        throw .shape(
          message: "a strip of \(specification.items) items is too long to be shown whole",
          hint: "name an item: \(address).0")
      }
      return .array((0..<specification.items).map { record(address.section, row, $0) })
    }
    guard (0..<specification.items).contains(item) else { return nil }
    return record(address.section, row, item)
  }

  private func holds(_ section: Int, _ row: Int) -> Bool {
    (0..<specification.sections).contains(section) && (0..<specification.rows).contains(row)
  }

  private func rowRange(_ range: Range<Int>, _ section: Int) -> Range<Int> {
    guard (0..<specification.sections).contains(section) else { return 0..<0 }
    return range.clamped(to: 0..<specification.rows)
  }
}

extension GeneratedTable {
  private static let materials = [
    "Amber", "Birch", "Cobalt", "Copper", "Ivory", "Linen", "Maple", "Marble", "Opal", "Pewter",
    "Quartz", "Saffron", "Slate", "Velvet", "Walnut", "Willow",
  ]
  private static let things = [
    "anchor", "basket", "beacon", "bottle", "cabinet", "compass", "drum", "kettle", "ladder",
    "lantern", "mirror", "needle", "pitcher", "puzzle", "saddle", "teapot",
  ]
  private static let makers = ["Alder & Sons", "Brightwell", "Corvin", "Dunmore", "Eastlake"]

  /// What is random about a record, drawn from its address.
  private func invented(_ section: Int, _ row: Int, _ item: Int) -> (title: String, bits: UInt64) {
    var bits = SplitMix64.mixed(UInt64(bitPattern: Int64(specification.seed)))
    for part in [section, row, item] { bits = SplitMix64.mixed(bits ^ UInt64(part)) }
    let material = Self.materials[Int(bits % 16)]
    let thing = Self.things[Int(bits >> 4 % 16)]
    return ("\(material) \(thing)", bits >> 8)
  }

  private func kind(ofRow row: Int) -> Value { .string("Cell\(row % specification.kinds + 1)") }

  private func record(_ section: Int, _ row: Int, _ item: Int) -> Value {
    let (title, bits) = invented(section, row, item)
    let index = (section * specification.rows + row) * max(1, specification.items) + item
    let cents = Int(bits % 100)
    let price = "\(bits >> 8 % 900 + 1).\(cents < 10 ? "0" : "")\(cents)"
    let values: [Value] = [
      .integer(index), .string(title),
      .string(isPlain ? "row \(row)" : "item \(item) of row \(row)"),
      .number(NumberText(text: price)), .integer(Int(bits >> 20 % 50)),
      .string(Self.makers[Int(bits >> 28 % 5)]), .bool(bits >> 32 & 3 != 0), kind(ofRow: row),
    ]
    return .record(Record(Self.keys, values: values[...]))
  }

  private static let keys = RecordKeys(
    distinct: ["id", "title", "detail", "price", "quantity", "maker", "inStock", "kind"])

  /// The record of a row: the data itself for a plain row, title and kind for a strip's row cell.
  private func rowRecord(_ section: Int, _ row: Int) -> Value {
    if isPlain { return record(section, row, 0) }
    return .record(Record([("title", .string("Row \(row)")), ("kind", kind(ofRow: row))]))
  }
}

/// A table of invented records, for demonstrations, tests and measurements.
package struct GeneratedDocument: TableDocument {
  package let specification: GeneratedSpecification

  package init(specification: GeneratedSpecification) {
    self.specification = specification
  }

  package var name: String { "generated" }

  package var format: String { "generated" }

  /// The table. It is computed and has no document behind it, so it knows no other shape.
  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    guard shape == nil else {
      throw .shape(
        message: "a generated table has the shape it was made with",
        hint: "state it when opening: generated:sections=3,rows=100,items=20")
    }
    let isPlain = specification.items == 0
    return ShapedTable(
      source: GeneratedTable(specification),
      shape: Shape(sections: .itself, rows: .itself, items: isPlain ? nil : .itself),
      explanation: isPlain ? "generated: plain rows" : "generated: rows of items")
  }
}

/// What a generated table is to contain: `generated:sections=2,rows=100,items=20,kinds=2,seed=7`.
///
/// Counts are per parent; without items the rows are plain records.
package struct GeneratedSpecification: Sendable, Hashable {
  package static let prefix = "generated:"

  package var sections = 1
  package var rows = 100
  package var items = 0
  /// How many kinds (`Cell1`, `Cell2`...) alternate from row to row.
  package var kinds = 1
  package var seed = 1

  package init(sections: Int = 1, rows: Int = 100, items: Int = 0, kinds: Int = 1, seed: Int = 1) {
    self.sections = sections
    self.rows = rows
    self.items = items
    self.kinds = kinds
    self.seed = seed
  }

  private static let keys: [(name: String, path: any WritableKeyPath<Self, Int> & Sendable)] = [
    ("sections", \.sections), ("rows", \.rows), ("items", \.items), ("kinds", \.kinds),
    ("seed", \.seed),
  ]

  /// The largest count of any level.
  private static let countLimit = 1_000_000_000

  /// The largest number of records in all.
  private static let totalLimit = 1_000_000_000_000_000
}

extension GeneratedSpecification {
  /// Reads a specification, with or without the word `generated:` before it.
  ///
  /// - Throws: `DataError.shape` that names the part which is wrong.
  package init(parsing text: String) throws(DataError) {
    self.init()
    let list = text.hasPrefix(Self.prefix) ? text.dropFirst(Self.prefix.count) : text[...]
    var seen: Set<String> = []
    guard !list.isEmpty else { return }
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = try apply(part)
      guard seen.insert(name).inserted else {
        throw .shape(message: "'\(name)' is given twice", hint: nil)
      }
    }
    try checkTotal()
  }

  private static let example =
    "for example generated:sections=3,rows=100,items=20,kinds=2,seed=7"

  private mutating func apply(_ part: Substring) throws(DataError) -> String {
    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    guard let key = Self.keys.first(where: { $0.name == name }) else {
      let near = Spelling.nearest(to: name, in: Self.keys.map(\.name))
      throw .shape(
        message: "a generated table has no '\(name)'",
        hint: near.map { "did you mean '\($0)'?" } ?? Self.example)
    }
    guard halves.count == 2 else {
      throw .shape(message: "'\(name)' needs a number: \(name)=10", hint: Self.example)
    }
    let least = name == "kinds" ? 1 : name == "seed" ? Int.min : 0
    let most = name == "seed" ? Int.max : Self.countLimit
    guard let value = Int(halves[1]), value >= least, value <= most else {
      let wanted = name == "seed" ? "a whole number" : "a whole number from \(least) to \(most)"
      throw .shape(message: "'\(name)' is '\(halves[1])', not \(wanted)", hint: nil)
    }
    self[keyPath: key.path] = value
    return name
  }

  private func checkTotal() throws(DataError) {
    let (allRows, overflow) = sections.multipliedReportingOverflow(by: rows)
    let (all, more) = allRows.multipliedReportingOverflow(by: max(1, items))
    guard !overflow, !more, all <= Self.totalLimit else {
      throw .shape(message: "a generated table holds at most \(Self.totalLimit) records", hint: nil)
    }
  }
}

extension GeneratedSpecification: CustomStringConvertible {
  package var description: String {
    Self.prefix + Self.keys.map { "\($0.name)=\(self[keyPath: $0.path])" }.joined(separator: ",")
  }
}
