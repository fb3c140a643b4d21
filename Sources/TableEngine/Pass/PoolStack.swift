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

extension Table {
  /// What lies in pools now: the pools of rows, then those of strips. Empty pools are left out.
  ///
  /// - Complexity: O(cells alive).
  package var poolStacks: [PoolStack] {
    var stacks = Self.stacks(of: rows.pools.cells, owner: nil)
    if configuration.nested.sharesItemPools {
      return stacks + Self.stacks(of: sharedPools.cells, owner: nil)
    }
    let owners = rows.ownCells + rows.pools.cells
    for owner in owners.sorted(by: { $0.serial < $1.serial }) {
      guard let strip = owner.strip else { continue }
      stacks += Self.stacks(of: strip.lane.pools.cells, owner: owner.id)
    }
    return stacks
  }

  private static func stacks(of cells: [Cell], owner: CellID?) -> [PoolStack] {
    var stacks: [PoolStack] = []
    for cell in cells {
      let name = PoolStack.Name(
        table: cell.table, identifier: cell.id.identifier, owner: owner)
      if let place = stacks.firstIndex(where: { $0.name == name }) {
        stacks[place].cells.append(cell.id)
      } else {
        stacks.append(PoolStack(name: name, cells: [cell.id]))
      }
    }
    return stacks
  }
}
