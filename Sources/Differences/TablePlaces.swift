import Documents
package import TableModel

/// A step of the way to a value in a document: a key with its place in the record, or a place in a
/// list.
package struct DocumentStep: Sendable, Hashable {
  package var key: String?
  package var index: Int

  package var fieldStep: FieldPath.Step { key.map { .key($0) } ?? .index(index) }
}

extension FieldPath {
  init(_ steps: some Sequence<DocumentStep>) {
    self.init(steps.map(\.fieldStep))
  }
}

/// The sections, rows and items of a table, by the ways that lead to them in the document.
struct TablePlaces: Sendable {
  private let shape: Shape
  private let header: [String]?
  /// Where scalars among sections gather in a section of their own: which of them are containers.
  private let areContainers: [Bool]?

  /// A list of records that is the whole document.
  static let plainRows = TablePlaces(Shape(rows: .itself))

  private init(_ shape: Shape) {
    (self.shape, header, areContainers) = (shape, nil, nil)
  }

  init(_ table: any DocumentTable, root: any DocumentNode) throws(DataError) {
    shape = table.shape
    header = table.header
    guard table.hasLooseSection, let path = shape.sections else {
      areContainers = nil
      return
    }
    areContainers = try root.find(path)?.fields().map { $0.content.isContainer } ?? []
  }

  /// The thing of the table that a way leads to or into.
  ///
  /// - Returns: with it, how many steps lead there; nil for what stands beside the table.
  func place(of steps: [DocumentStep]) -> (address: Address, depth: Int)? {
    var depth = 0
    var address = Address(0)
    var isThing = false
    if let path = shape.sections {
      guard let child = child(of: path, in: steps, &depth), let number = section(child) else {
        return nil
      }
      address = Address(number)
      isThing = true
    }
    if let path = shape.rows {
      guard let child = child(of: path, in: steps, &depth) else {
        return isThing ? (address, depth) : nil
      }
      let row = header == nil ? child.index : child.index - 1
      guard row >= 0 else { return nil }
      address = Address(address.section, row)
      isThing = true
    }
    guard let path = shape.items else {
      return (address.row == nil ? Address(address.section, 0) : address, depth)
    }
    guard let child = child(of: path, in: steps, &depth) else {
      return isThing ? (address, depth) : nil
    }
    return (Address(address.section, address.row ?? 0, child.index), depth)
  }

  /// Goes along a path and into a child of what it leads to.
  private func child(
    of path: FieldPath, in steps: [DocumentStep], _ depth: inout Int
  ) -> DocumentStep? {
    let end = depth + path.steps.count
    guard end < steps.count, zip(path.steps, steps[depth...]).allSatisfy({ $0 == $1.fieldStep })
    else { return nil }
    depth = end + 1
    return steps[end]
  }

  private func section(_ child: DocumentStep) -> Int? {
    guard let areContainers else { return child.index }
    guard areContainers.indices.contains(child.index), areContainers[child.index] else {
      return nil
    }
    return 1 + areContainers[..<child.index].count { $0 }
  }

  /// The field that the steps from a row or an item on lead to.
  func field(_ steps: ArraySlice<DocumentStep>) -> FieldPath {
    guard let header, let first = steps.first, first.key == nil,
      header.indices.contains(first.index)
    else { return FieldPath(steps) }
    return FieldPath([.key(header[first.index])] + FieldPath(steps.dropFirst()).steps)
  }
}
