import Files
package import TableModel

/// A document whose whole value is in memory: a file that was read, or a value that was opened
/// out of another table.
package struct ValueDocument: TableDocument {
  package let name: String
  package let format: String
  package let value: Value
  /// The file that it was read from; nil for a value without one.
  private let file: ReadFile?
  package let remarks: [String]
  package let savingRemark: String?
  /// How its lines are written, if it was read from separated values.
  private(set) var manner: CSVManner?

  package init(name: String, value: Value, format: String = "value") {
    self.init(name: name, value: value, format: format, file: nil)
  }

  /// - Parameters:
  ///   - remarks: what was found while the value was read.
  ///   - lone: halves of characters that were found, and what to say of them.
  init(
    name: String, value: Value, format: String, file: ReadFile?, remarks: [String] = [],
    lone: (LoneSurrogates, remark: String)? = nil
  ) {
    self.init(
      name: name, value: value, format: format, file: file,
      remarks: remarks + [lone?.remark].compactMap(\.self), savingRemark: lone?.0.savingRemark)
  }

  private init(
    name: String, value: Value, format: String, file: ReadFile?, remarks: [String],
    savingRemark: String?
  ) {
    self.name = name
    self.format = format
    self.value = value
    self.file = file
    self.remarks = remarks
    self.savingRemark = savingRemark
  }

  package var hasChanged: Bool { file?.hasChanged ?? false }

  /// The same document as the content of a file.
  func read(from file: ReadFile) -> ValueDocument { copy(of: value, file) }

  /// The document with another value, such as the one that edits have made of it.
  package func holding(_ value: Value) -> ValueDocument { copy(of: value, file) }

  /// The document as one of separated values, if it is.
  func written(in manner: CSVManner?) -> ValueDocument {
    var document = self
    document.manner = manner
    return document
  }

  private func copy(of value: Value, _ file: ReadFile?) -> ValueDocument {
    ValueDocument(
      name: name, value: value, format: format, file: file, remarks: remarks,
      savingRemark: savingRemark
    ).written(in: manner)
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
