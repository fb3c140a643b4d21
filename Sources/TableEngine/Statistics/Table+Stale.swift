import TableModel

/// A stale property that was reported: once for a cell, a property and a row.
struct StaleReport: Hashable {
  enum Leak: Hashable {
    case property(CellProperties)
    case innerData
    case innerOffset
    case selection
  }

  var serial: Int
  var leak: Leak
  var address: Address
}

extension Table {
  /// Looks for visible cells with a property that was last written for another row.
  func detectStaleCells() {
    for cell in rows.visible {
      detectLeftovers(in: cell)
      guard let strip = cell.strip else { continue }
      for item in strip.lane.visible { detectLeftovers(in: item) }
      detectInnerLeaks(in: strip, of: cell)
    }
  }

  private func detectLeftovers(in cell: Cell) {
    for leftover in cell.leftovers where leftover.writer != cell.slot.address {
      report(.property(leftover.property), cell) {
        if leftover.property.isAppearance { $0.style += 1 } else { $0.content += 1 }
      }
    }
    if cell.isSelected, let writer = cell.selectionWriter, writer != cell.slot.address {
      report(.selection, cell) { $0.selection += 1 }
    }
  }

  private func detectInnerLeaks(in strip: Strip, of cell: Cell) {
    for item in strip.lane.visible where item.writer.rowAddress != strip.row {
      report(.innerData, item) { $0.innerData += 1 }
    }
    if strip.offset != strip.layout.minOffset, let writer = strip.offsetWriter, writer != strip.row
    {
      report(.innerOffset, cell) { $0.innerOffset += 1 }
    }
  }

  private func report(
    _ leak: StaleReport.Leak, _ cell: Cell, _ count: (inout StaleCounters) -> Void
  ) {
    let entry = StaleReport(serial: cell.serial, leak: leak, address: cell.slot.address)
    guard staleReports.insert(entry).inserted else { return }
    let table: TableKind = leak == .innerOffset ? .items : cell.table
    changeLedger(table) { count(&$0.stale) }
    trace(.stale, cell)
  }
}
