import Files
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
    try self.init(try MappedFile(path: path), name: name, headShare: headShare)
  }

  init(_ file: MappedFile, name: String, headShare: Int = headShare) throws(DataError) {
    self.name = name
    let objects = try BinaryObjects(file: file)
    self.objects = objects
    check = BinaryCheck(objects)
    head = try file.reading { () throws(DataError) in try objects.head(headShare) }
  }

  package var hasChanged: Bool { objects.file.hasChanged }

  package var isLost: Bool { objects.file.isLost }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    let fit = try head.fitting(shape)
    let stated = fit.shape
    guard stated.sections != nil || stated.rows != nil || stated.items != nil else {
      return try eagerTable(shape)
    }
    let source = try objects.file.reading { () throws(DataError) in
      try BinaryTable(objects, shape: stated, check: check)
    }
    let counts = source.counts()
    let lowest =
      stated.items != nil ? counts.items : stated.rows != nil ? counts.rows : counts.sections
    if !fit.isTrusted, lowest == .exact(0) {
      // The shape has found nothing anywhere in the document: the head says what is missing.
      _ = try TableBuilder(shape: stated, root: head.value).checked()
    }
    check.start()
    return fit.table(source)
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

extension BinaryTable: DocumentTable {
  package var root: any DocumentNode {
    BinaryNode(objects: objects, child: objects.top, depth: depth)
  }

  /// How many containers lie around a record at most: these are gone through child by child.
  ///
  /// Objects may be shared, so that going through all would take time without a bound.
  private var depth: Int {
    [shape.sections, shape.rows, shape.items].reduce(0) { depth, path in
      depth + (path.map { $0.steps.count + 1 } ?? 0)
    }
  }

  package func child(at address: Address) throws(DataError) -> DocumentChild? {
    guard let child = try binaryChild(at: address) else { return nil }
    return DocumentChild(
      key: child.key, content: .node(BinaryNode(objects: objects, child: child, depth: depth)))
  }

  package func children(of parent: Address, from index: Int) throws(DataError)
    -> any DocumentChildren
  {
    guard let children = try binaryChildren(of: parent) else { return ValueChildren([]) }
    return BinaryNodeChildren(objects: objects, children: children, number: index, depth: depth)
  }

  package func sectionChildren(from index: Int) throws(DataError) -> any DocumentChildren {
    guard let path = shape.sections, let container = try objects.find(path, from: objects.top)
    else { return ValueChildren([]) }
    return BinaryNodeChildren(
      objects: objects, children: try objects.children(of: container), number: index, depth: depth)
  }

  package func readingDocument(_ read: () throws(DataError) -> Void) throws(DataError) {
    try objects.file.reading(read)
  }
}

/// An object of a mapped binary property list.
package struct BinaryNode: DocumentNode {
  let objects: BinaryObjects
  let child: BinaryChildren.Child
  /// How many levels of containers below it are gone through child by child.
  let depth: Int

  package var kind: DocumentNodeKind {
    // What can't be read says so when its value is asked for.
    switch try? objects.kind(child) {
    case .record: .record
    case .list: .list
    case .null, .scalar, nil: .scalar
    }
  }

  package func value() throws(DataError) -> Value { try objects.value(child) }

  package func children() throws(DataError) -> any DocumentChildren {
    guard kind != .scalar else { return ValueChildren([]) }
    return BinaryNodeChildren(
      objects: objects, children: try objects.children(of: child), number: 0, depth: depth)
  }
}

private struct BinaryNodeChildren: DocumentChildren {
  let objects: BinaryObjects
  let children: BinaryChildren
  var number: Int
  let depth: Int

  mutating func next() throws(DataError) -> DocumentChild? {
    guard number < children.count else { return nil }
    defer { number += 1 }
    let child = children.child(number, in: objects)
    let node = BinaryNode(objects: objects, child: child, depth: depth - 1)
    guard depth > 1, node.kind != .scalar else {
      return DocumentChild(key: child.key, content: .value(try node.value()))
    }
    return DocumentChild(key: child.key, content: .node(node))
  }
}
