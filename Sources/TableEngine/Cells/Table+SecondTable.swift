import TableModel

/// The cells of a table view with what was counted about them.
struct TableCells {
  var rows: CellLane
  var sharedPools: CellPools
  var rowLedger = TableLedger()
  var itemLedger = TableLedger()
  var supplementary = SupplementaryViews()
}

/// A second table view that lies over the first one, as the results of a search once did.
extension Table {
  /// True while what is shown has cells, pools and statistics of its own, and those of the table below
  /// wait.
  package var isSecondTable: Bool { covered != nil }

  /// Begins a second table over this one, or takes it away with its cells; the caller reloads the data
  /// that is shown from now on.
  package func setSecondTable(_ isWanted: Bool) {
    if isWanted == isSecondTable { return }
    endEditing()
    if isWanted {
      for strip in rows.visible.compactMap(\.strip) {
        saveOffset(of: strip)
        strip.isAbandoned = true
      }
      covered = TableCells(
        rows: Self.makeLane(.rows, configuration, pools: nil),
        sharedPools: Self.makePools(configuration))
      exchangeWithCovered()
    } else {
      for cell in rows.ownCells + rows.pools.cells + sharedPools.cells { discard(cell) }
      exchangeWithCovered()
      covered = nil
    }
    pendingCells.removeAll()
    period = StatisticsPeriod()
  }

  /// Does something with the cells of the table below, too.
  func forBothTables(_ body: () -> Void) {
    body()
    guard isSecondTable else { return }
    exchangeWithCovered()
    body()
    exchangeWithCovered()
  }

  private func exchangeWithCovered() {
    guard let other = covered else { return }
    covered = TableCells(
      rows: rows, sharedPools: sharedPools, rowLedger: rowLedger, itemLedger: itemLedger,
      supplementary: supplementary)
    (rows, sharedPools) = (other.rows, other.sharedPools)
    (rowLedger, itemLedger) = (other.rowLedger, other.itemLedger)
    supplementary = other.supplementary
  }
}
