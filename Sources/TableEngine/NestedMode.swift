/// What happens to the strip inside a row cell when the cell is given to another row.
package enum NestedMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing: items, offset and all else of the former row stay.
  case none
  /// Its items are reloaded; the offset stays.
  case reload
  /// Its items are reloaded and the offset is set to zero.
  case reset
  /// Its items are reloaded and the row's own offset comes back.
  case restore
  /// Every strip keeps a row cell of its own, which is never given away.
  case prebuilt
  /// As `restore`, and all items live in the outer table's pools.
  case orthogonal
  /// As `restore`, with one set of pools for all strips.
  case shared

  /// True where the items of all strips lie in the same pools.
  package var sharesItemPools: Bool { self == .shared || self == .orthogonal }
}
