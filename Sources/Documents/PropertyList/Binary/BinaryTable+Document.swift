package import TableModel

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
