package import TableModel

/// Where the records of a base table are shown, for whoever asks about many of them.
package struct ShownPlaces: Sendable {
  private let table: ArrangedTable
  private let reverse: ReverseIndex

  package init(_ table: ArrangedTable) {
    self.table = table
    reverse = ReverseIndex(table.layout, isComplete: true)
  }

  /// - Complexity: O(log n), whatever the order; O(n log n) the first time.
  package func address(ofBase address: Address) -> Address? {
    guard address.row != nil else { return table.address(ofBase: address) }
    switch table.layout {
    case .identity: return address
    case .gathered: return (try? RecordRef(address)).flatMap(reverse.shown)
    case .narrowed(let sections):
      guard let row = (try? RecordRef(address.rowAddress)).flatMap(reverse.shown) else {
        return nil
      }
      let hasOwnItems = address.row.map { sections[row.section].items[$0] != nil } ?? false
      guard address.item != nil, hasOwnItems else { return row.with(item: address.item) }
      return (try? RecordRef(address)).flatMap(reverse.shown)
    }
  }
}
