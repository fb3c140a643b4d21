package import TableModel

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
