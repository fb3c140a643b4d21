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

// MARK: - Wording

extension EngineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSection(let section, let count):
      "no section \(section): there \(count == 1 ? "is 1" : "are \(count)")"
    case .noRow(let address): "no row '\(address)'"
    case .noItem(let address): "no item '\(address)'"
    case .notOnScreen(let address): "'\(address)' is not on the screen, so it has no cell"
    case .notAStrip(let address): "row '\(address)' is a plain row and does not scroll sideways"
    case .notSelectable(let address): "row '\(address)' holds items and is not selectable itself"
    case .notEditable(let address): "row '\(address)' holds items and is not editable itself"
    case .incompleteAddress(let address): "'\(address)' does not name a row"
    case .changedBehindTable(let section?, let before, let after):
      "the data source changed behind the table's back: "
        + "section \(section) had \(before) rows, now \(after)"
    case .changedBehindTable(nil, let before, let after):
      "the data source changed behind the table's back: it had \(before) sections, now \(after)"
    case .stripChangedBehindTable(let row, let before, let after):
      "the data source changed behind the table's back: row \(row) had \(before) items, now \(after)"
    case .invalidUpdate(let problem): problem.description
    case .identifierChanged(let address, let old, let new):
      "cannot reconfigure '\(address)': its cell is a '\(old)', "
        + (new.map { "'\($0)' is asked for" } ?? "none is asked for")
    case .raised(let exception): exception.description
    case .duplicateIdentities(let names):
      "identities are not unique: \(names.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .notSelectable(let address): "select one of its items, '\(address).0' for example"
    case .notEditable(let address): "edit one of its items, '\(address).0' for example"
    case .notOnScreen(let address): "'goto \(address)' scrolls to it"
    case .changedBehindTable, .stripChangedBehindTable:
      "reload the data, or tell the table with a batch of updates"
    case .identifierChanged: "reload the row instead"
    case .duplicateIdentities: "another key may be unique; 'distinct KEY' counts its values"
    case .raised: "an app would crash here; 'set dequeue registered' makes cells again"
    default: nil
    }
  }
}

extension UpdateProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .deleteRow(let row, let section, let count):
      "attempt to delete row \(row) from section \(section) "
        + "which only contains \(count) rows before the update"
    case .insertRow(let row, let section, let count):
      "attempt to insert row \(row) into section \(section), "
        + "but there are only \(count) rows in section \(section) after the update"
    case .deleteItem(let address, let count):
      "attempt to delete item \(address) from a row "
        + "which only contains \(count) items before the update"
    case .insertItem(let address, let count):
      "attempt to insert item \(address), "
        + "but there are only \(count) items in its row after the update"
    case .deleteSection(let section, let count):
      "attempt to delete section \(section), "
        + "but there are only \(count) sections before the update"
    case .insertSection(let section, let count):
      "attempt to insert section \(section), "
        + "but there are only \(count) sections after the update"
    case .rowBalance(let balance): balance.explanation
    case .itemBalance(let row, let balance): balance.explanation(ofItemsIn: row)
    case .sectionBalance(let before, let after, let inserted, let deleted):
      "Invalid update: invalid number of sections. The number of sections contained in the "
        + "table view after the update (\(after)) must be equal to the number of sections "
        + "contained in the table view before the update (\(before)), plus or minus the number "
        + "of sections inserted or deleted (\(inserted) inserted, \(deleted) deleted)."
    case .conflict(let what): "conflicting updates: \(what)"
    }
  }
}

extension SectionBalance {
  var explanation: String {
    "Invalid update: invalid number of rows in section \(section). The number of rows contained "
      + "in an existing section after the update (\(after)) must be equal to the number of rows "
      + "contained in that section before the update (\(before)), plus or minus the number of "
      + "rows inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted) "
      + "and plus or minus the number of rows moved into or out of that section "
      + "(\(movedIn) moved in, \(movedOut) moved out)."
  }

  func explanation(ofItemsIn row: Address) -> String {
    "invalid number of items in row \(row): \(before) before the update, \(after) after it, "
      + "but \(inserted) inserted, \(deleted) deleted, \(movedIn) moved in, \(movedOut) moved out"
  }
}
