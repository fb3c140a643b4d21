package import TableModel

/// Why the engine refused a request. The table is then as it was before.
package enum EngineError: Error, Sendable, Hashable {
  case noSection(Int, count: Int)
  case noRow(Address)
  case noItem(Address)
  /// The row or item has no cell now.
  case notOnScreen(Address)
  /// The row holds no strip, so it can't be scrolled sideways.
  case notAStrip(Address)
  /// The row only carries a strip, so it can't be selected itself.
  case notSelectable(Address)
  case notEditable(Address)
  /// The address does not say enough: a row or an item is wanted.
  case incompleteAddress(Address)
  /// The data source's counts changed and the table was not informed.
  case changedBehindTable(section: Int?, before: Int, after: Int)
  /// The same of the items in a row.
  case stripChangedBehindTable(row: Address, before: Int, after: Int)
  case invalidUpdate(UpdateProblem)
  /// Reconfiguring asked for a cell with another identifier.
  case identifierChanged(Address, from: String, to: String?)
  /// A pass that was not begun, because a table view would not survive it.
  case raised(CellException)
  /// Identifiers in a snapshot that occur more than once.
  case duplicateIdentities([String])
}

/// What is wrong with a batch of updates.
package enum UpdateProblem: Sendable, Hashable {
  /// An index out of range; `count` says how many rows or sections there are.
  case deleteRow(Int, section: Int, count: Int)
  case insertRow(Int, section: Int, count: Int)
  case deleteItem(Address, count: Int)
  case insertItem(Address, count: Int)
  case deleteSection(Int, count: Int)
  case insertSection(Int, count: Int)
  case rowBalance(SectionBalance)
  case itemBalance(row: Address, SectionBalance)
  case sectionBalance(before: Int, after: Int, inserted: Int, deleted: Int)
  /// Two updates want the same row or section.
  case conflict(String)
}

/// The counts that have to agree when rows of a section, or items of a row, change.
package struct SectionBalance: Sendable, Hashable {
  package var section: Int
  package var before: Int
  package var after: Int
  package var inserted = 0
  package var deleted = 0
  package var movedIn = 0
  package var movedOut = 0

  package init(section: Int, before: Int, after: Int) {
    self.section = section
    self.before = before
    self.after = after
  }

  package var isKept: Bool { before + inserted - deleted + movedIn - movedOut == after }
}

/// The exception that a table view raises when it does not get a cell for a place. An app would
/// crash there.
package enum CellException: Error, Sendable, Hashable {
  /// Nothing is registered for an identifier that was asked for together with a place.
  case unregistered(identifier: String, Address)
  case noCell(Address)
  /// The cell is on the screen already, at another place.
  case sameCellTwice(Address)
}

extension CellException: CustomStringConvertible {
  /// The text that UIKit's own exception has, where there is one.
  package var description: String {
    let remedy =
      "must register a nib or a class for the identifier or connect a prototype cell in a storyboard"
    return switch self {
    case .unregistered(let name, let place) where place.item != nil:
      "could not dequeue a view of kind: UICollectionElementKindCell with identifier \(name) - "
        + remedy
    case .unregistered(let name, _):
      "unable to dequeue a cell with identifier \(name) - " + remedy
    case .noCell:
      "UITableView dataSource must return a cell from tableView:cellForRowAtIndexPath:"
    case .sameCellTwice(let place):
      "the data source returned the same cell twice: for '\(place)' one that is on the screen"
    }
  }
}
