/// The cells that wait in a pool, in the order in which they came.
package struct PoolStack: Sendable, Hashable {
  /// Which pool it is. All cells of a pool have the same identifier.
  package struct Name: Sendable, Hashable {
    package var table: TableKind
    package var identifier: String
    /// The row cell whose strip has the pool to itself; nil for a pool that rows or strips share.
    package var owner: CellID?

    package init(table: TableKind, identifier: String, owner: CellID? = nil) {
      (self.table, self.identifier, self.owner) = (table, identifier, owner)
    }
  }

  package var name: Name
  /// The last one is the one that came last.
  package var cells: [CellID]

  package init(name: Name, cells: [CellID]) {
    (self.name, self.cells) = (name, cells)
  }
}

extension PoolStack.Name: CustomStringConvertible {
  /// `rows: pool of 'Row'`, or `items in Strip#2: pool of 'Item'`.
  package var description: String {
    let place = owner.map { "\(table.rawValue) in \($0)" } ?? table.rawValue
    return "\(place): pool of '\(identifier)'"
  }
}
