import Arranging
package import Documents
import Files
package import TableModel

extension FuzzTarget {
  /// A document of any bytes is an error or a table whose parts agree.
  package static func open(
    _ bytes: [UInt8], as format: FileFormat?, among formats: FileFormats
  ) {
    let document: any TableDocument
    do {
      document = try DocumentOpener.open(
        bytes: bytes, name: "input", format: format, among: formats)
    } catch {
      return require(!error.description.isEmpty, "an error without words")
    }
    if let document = document as? ValueDocument { readAgain(document.value) }
    guard let table = try? document.table(shape: nil) else { return }
    walk(table.source)
    for shape in table.alternatives.prefix(3) {
      if let other = try? document.table(shape: shape) { walk(other.source) }
    }
  }

  /// What is written as JSON is read again as the same.
  package static func readAgain(_ value: Value) {
    let text = JSONWriter.text(of: value)
    let again = try? JSONReader.read(SourceText(file: "again", bytes: Array(text.utf8)))
    guard let again else { return require(false, "written JSON is not read again: \(text)") }
    require(JSONWriter.text(of: again) == text, "read again, it is written otherwise: \(text)")
  }

  /// Counts, sections, windows and a scan of all records say the same.
  package static func walk(_ source: any TableSource) {
    let counts = source.counts()
    do {
      let sections = try source.sections(0..<counts.sections.known)
      require(sections.count == counts.sections.known, "sections \(sections.count)")
      let fields = [FieldPath.itself, FieldPath(key: "a"), FieldPath([.key("a"), .index(0)])]
      var records = 0
      for (index, section) in sections.enumerated() {
        let rows = try source.rows(0..<section.rows.known, inSection: index)
        require(rows.count == section.rows.known, "rows \(rows.count) of \(section.rows)")
        for (row, info) in rows.enumerated().prefix(50) {
          let address = Address(index, row)
          guard let items = info.items else {
            let window = try source.records(row..<row + 1, inSection: index, fields: fields)
            require(window.count == 1, "no record at \(address)")
            continue
          }
          let window = try source.items(0..<items.known, inRow: address, fields: fields)
          require(window.count == items.known, "items \(window.count) of \(items) at \(address)")
          _ = try source.value(at: address)
        }
        records += rows.reduce(0) { $0 + ($1.items?.known ?? 1) }
      }
      var scanned = 0
      try source.scan { _, _ throws(DataError) in
        scanned += 1
        return true
      }
      require(scanned == records, "a scan gives \(scanned) of \(records) records")
      _ = try source.schema(depth: 2, distinctCap: 10, checkpoint: { _ in })
    } catch {
      require(!error.description.isEmpty, "an error without words")
    }
  }
}
