package import TableModel

/// A table that computes every record when it is asked for and stores none.
///
/// The same specification gives the same records on every machine.
package struct GeneratedTable: TableSource {
  package let specification: GeneratedSpecification

  package init(_ specification: GeneratedSpecification) {
    self.specification = specification
  }

  private var isPlain: Bool { specification.items == 0 }

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
    RecordBatch(rowRange(range, section).lazy.map { rowRecord(section, $0) }, fields: fields)
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    guard let index = row.row, holds(row.section, index) else { return RecordBatch(fields: fields) }
    let items = range.clamped(to: 0..<specification.items)
    return RecordBatch(items.lazy.map { record(row.section, index, $0) }, fields: fields)
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
