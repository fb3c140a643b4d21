import Documents
import TableModel

/// The beginning of a table with its values, to see which table a document of it opens to: what is
/// inferred from a document is inferred from its beginning.
struct TableSample {
  private let outline: TableOutline
  /// The values of the rows of each section: of a strip, an array of its first items.
  private var values: [[Value]] = []

  /// How many sections are taken, how many rows of each, and how many items of a strip.
  private static let limit = 200

  init(of source: any TableSource) throws(DataError) {
    outline = try TableOutline(of: source, limit: Self.limit)
    for (number, section) in outline.sections.enumerated() {
      var rows: [Value] = []
      for index in 0..<section.count {
        let address = Address(number, index)
        rows.append(
          section.row(index).isStrip
            ? .array(try Self.items(of: address, in: source))
            : try source.value(at: address) ?? .null)
      }
      values.append(rows)
    }
  }

  private static func items(of row: Address, in source: any TableSource) throws(DataError)
    -> [Value]
  {
    var items: [Value] = []
    while items.count < limit, let item = try source.value(at: row.with(item: items.count)) {
      items.append(item)
    }
    return items
  }

  /// Whether a document in some form opens to the table that it was written from.
  func opens(as form: TableWriting.Form) -> Bool {
    guard outline.fits(form), let document = try? document(form),
      let opened = try? TableSample(of: ShapeInference.table(of: document).source)
    else { return false }
    return opened.outline == outline && opened.values == values
  }

  private func document(_ form: TableWriting.Form) throws(DataError) -> Value {
    var run = TableWritingRun(outline, form, ValueWriter())
    try run.begin()
    for (section, rows) in values.enumerated() {
      for (row, value) in rows.enumerated() {
        let address = Address(section, row)
        guard outline.sections[section].row(row).isStrip else {
          try run.add(value, at: address)
          continue
        }
        for (item, value) in (value.array ?? []).enumerated() {
          try run.add(value, at: address.with(item: item))
        }
      }
    }
    try run.finish()
    return run.writer.root
  }
}
