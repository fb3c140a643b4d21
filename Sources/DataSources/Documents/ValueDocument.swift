package import TableModel

/// A document whose whole value is in memory: a file that was read, or a value that was opened
/// out of another table.
package struct ValueDocument: TableDocument {
  package let name: String
  package let format: String
  package let value: Value

  package init(name: String, value: Value, format: String = "value") {
    self.name = name
    self.format = format
    self.value = value
  }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    guard let shape else { return ShapeInference.table(of: value) }
    let source = try TableBuilder(shape: shape, root: value).checked()
    return ShapedTable(source: source, shape: shape, explanation: shape.stated)
  }
}

extension Shape {
  /// A shape that was given, in words.
  var stated: String {
    let levels = [("sections", sections), ("rows", rows), ("items", items), ("title", title)]
    let words = levels.compactMap { name, path in path.map { "\(name) \($0)" } }
    return words.isEmpty ? "the document as one row" : "as stated: " + words.joined(separator: ", ")
  }
}
