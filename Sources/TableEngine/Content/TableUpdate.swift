package import TableModel

/// One change of the data, as the table is informed of it in a batch.
///
/// An address with a section alone names a section, with a row a row, with an item an item.
/// What is deleted, reloaded or moved away is named by its place before the batch, what is
/// inserted or moved to by its place after it.
package enum TableUpdate: Sendable, Hashable {
  case delete(Address)
  case insert(Address)
  case reload(Address)
  case move(from: Address, to: Address)
}

extension TableUpdate: CustomStringConvertible {
  package var description: String {
    switch self {
    case .delete(let address): "delete \(Self.name(address))"
    case .insert(let address): "insert \(Self.name(address))"
    case .reload(let address): "reload \(Self.name(address))"
    case .move(let from, let to): "move \(Self.name(from)) to \(to)"
    }
  }

  private static func name(_ address: Address) -> String {
    let kind = address.row == nil ? "section" : address.item == nil ? "row" : "item"
    return "\(kind) \(address)"
  }
}

/// What a row is known by when its place may change: its stable identity, or else its address.
package enum RowKey: Sendable, Hashable {
  case stable(String)
  case address(Address)
}
