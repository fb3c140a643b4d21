import Documents
import TableModel

/// A table in a few lines: `= section`, `- row: value`, `- row > item | item`.
func outline(_ table: ShapedTable) throws -> String {
  let source = table.source
  var lines: [String] = []
  for (s, section) in try source.sections(0..<source.counts().sections.known).enumerated() {
    lines.append("=" + (section.title.map { " \($0)" } ?? ""))
    for (r, row) in try source.rows(0..<section.rows.known, inSection: s).enumerated() {
      let title = row.title.map { " \($0)" } ?? ""
      let address = Address(s, r)
      if row.items == nil {
        lines.append("-\(title): " + (try source.value(at: address).map(json) ?? "none"))
      } else {
        let items = try source.value(at: address)?.array ?? []
        lines.append("-\(title) > " + items.map(json).joined(separator: " | "))
      }
    }
    if let footer = section.footer { lines.append("_ \(footer)") }
  }
  return lines.joined(separator: "\n")
}

func table(_ text: String, _ shape: Shape? = nil) throws(DataError) -> ShapedTable {
  let value = try JSONReader.read(source(text))
  return try ValueDocument(name: "test", value: value).table(shape: shape)
}

extension Shape {
  /// `Reservations/Instances/Tags`, with `_` for a level that is not taken from the data.
  var summary: String {
    [sections, rows, items].map { $0?.description ?? "_" }.joined(separator: "/")
  }
}
