package import TableModel

/// What a row is known by when its place may change: its stable identity, or else its address.
package enum RowKey: Sendable, Hashable {
  case stable(String)
  case address(Address)
}
