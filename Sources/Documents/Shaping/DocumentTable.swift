package import TableModel

/// A table that shows a document, whose values can be asked for where they stand.
package protocol DocumentTable: TableSource {
  var shape: Shape { get }

  var root: any DocumentNode { get }

  /// Whether the first section gathers the scalars that stand among the others.
  var hasLooseSection: Bool { get }

  /// The first element of the document where that names the columns of the others, which are lists.
  var header: [String]? { get }

  /// The section, row or item at an address, with its key.
  func child(at address: Address) throws(DataError) -> DocumentChild?

  /// The rows of a section that is no gathering, or the items of a row, from an index on.
  func children(of parent: Address, from index: Int) throws(DataError) -> any DocumentChildren

  /// The sections from an index on, where none of them is a gathering.
  func sectionChildren(from index: Int) throws(DataError) -> any DocumentChildren

  /// Reads the document, which has to be as it was when it was opened, to its end.
  func readingDocument(_ read: () throws(DataError) -> Void) throws(DataError)
}

extension DocumentTable {
  package var header: [String]? { nil }
}
