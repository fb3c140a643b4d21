package import TableModel

/// A large property list in binary form that stays in its file.
package struct BinaryDocument: TableDocument {
  package let name: String
  package var format: String { FileForm.binaryPropertyList.title }
  private let objects: BinaryObjects
  private let head: DocumentHead
  private let check: BinaryCheck

  /// How many objects are read to find out the shape.
  static let headShare = 1 << 14
  /// Documents that have to be read as a whole are refused beyond this size.
  private static let eagerLimit = 1 << 29

  /// Maps a file and reads its trailer and its head.
  ///
  /// - Parameter headShare: how many objects to read to find out the shape.
  init(path: String, name: String, headShare: Int = headShare) throws(DataError) {
    self.name = name
    let file = try MappedFile(path: path)
    let objects = try BinaryObjects(file: file)
    self.objects = objects
    check = BinaryCheck(objects)
    head = try file.reading { () throws(DataError) in try objects.head(headShare) }
  }

  package var hasChanged: Bool { objects.file.hasChanged }

  package var isLost: Bool { objects.file.isLost }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    let (stated, words, isTrusted) = try head.fitting(shape)
    guard stated.sections != nil || stated.rows != nil || stated.items != nil else {
      return try eagerTable(shape)
    }
    let source = try objects.file.reading { () throws(DataError) in
      try BinaryTable(objects, shape: stated, check: check)
    }
    let counts = source.counts()
    let lowest =
      stated.items != nil ? counts.items : stated.rows != nil ? counts.rows : counts.sections
    if !isTrusted, lowest == .exact(0) {
      // The shape has found nothing anywhere in the document: the head says what is missing.
      _ = try TableBuilder(shape: stated, root: head.value).checked()
    }
    check.start()
    return ShapedTable(source: source, shape: stated, explanation: words)
  }

  /// For shapes that can only be served from memory.
  private func eagerTable(_ shape: Shape?) throws(DataError) -> ShapedTable {
    guard objects.file.count <= Self.eagerLimit else {
      throw .shape(
        message: "'\(name)' is too large for this shape: \(objects.file.count >> 20) MiB",
        hint: "state where its rows are, for example --rows PATH or --sections PATH")
    }
    let value = try objects.file.reading { () throws(DataError) in try objects.value(objects.top) }
    return try ValueDocument(name: name, value: value, format: format).table(shape: shape)
  }
}
