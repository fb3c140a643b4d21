import TableModel

/// A time in which one table counts, to be known again by who keeps it: until then no other has its
/// place in memory, as a table may that was made after another had gone.
package final class StatisticsPeriod: Sendable {
  init() {}
}

extension Table {
  /// The statistics of the rows and of the items of all strips, in this order.
  package var statistics: [TableStatistics] {
    [statistics(of: .rows), statistics(of: .items)]
  }

  private func statistics(of table: TableKind) -> TableStatistics {
    let ledger = table == .rows ? rowLedger : itemLedger
    return TableStatistics(
      table: table, policy: configuration.policy,
      identifiers: ledger.order.map {
        IdentifierStatistics(identifier: identifiers.names[$0], counters: ledger[$0])
      },
      totals: ledger.totals, callbacks: ledger.callbacks, stale: ledger.stale)
  }

  /// The views of section headers and footers, under the names `header` and `footer`.
  package var supplementaryStatistics: [IdentifierStatistics] {
    [
      IdentifierStatistics(identifier: "header", counters: supplementary.headers),
      IdentifierStatistics(identifier: "footer", counters: supplementary.footers),
    ]
  }

  /// Counts from zero again. Cells stay where they are, and `highWater` starts at the pools' size.
  package func resetStatistics() {
    period = StatisticsPeriod()
    rowLedger.reset()
    itemLedger.reset()
    supplementary.resetCounters()
    frameTotals = FrameTotals()
    frameHistory = FrameHistory()
  }

  func changeLedger(
    _ table: TableKind, _ change: (inout TableLedger) -> Void
  ) {
    switch table {
    case .rows: change(&rowLedger)
    case .items: change(&itemLedger)
    }
  }

  /// Changes the statistics of a cell's table, unless the cell is only a carrier.
  func changeLedger(of cell: Cell, _ change: (inout TableLedger) -> Void) {
    if !cell.isCarrier { changeLedger(cell.table, change) }
  }

  /// True when rows, or items, use more identifiers than there can plausibly be layouts, so that
  /// their cells can't be reused: more than ten, or more than three with one per request.
  package var hasTooManyIdentifiers: Bool {
    [rowLedger, itemLedger].contains { ledger in
      let count = ledger.order.count
      return count > 10 || (count > 3 && count == ledger.totals.requests)
    }
  }

  // MARK: Trace

  /// The events since the last call, oldest first; at most the last 131,072.
  package func takeTrace() -> [TraceEvent] {
    traceBuffer.take().map(event)
  }

  /// All events that are still remembered, oldest first.
  package var allTrace: [TraceEvent] { traceBuffer.entries(from: 0).map(event) }

  /// What happened in the last frame.
  ///
  /// - Complexity: O(events of the frame).
  package var traceOfLastFrame: [TraceEvent] {
    traceBuffer.suffix { $0.frame == frameCount }.map(event)
  }

  func event(_ entry: TraceBuffer.Entry) -> TraceEvent {
    let name = entry.identifier < 0 ? nil : identifiers.names[Int(entry.identifier)]
    let row = entry.row < 0 ? nil : entry.row
    let item = entry.item < 0 ? nil : entry.item
    return TraceEvent(
      frame: entry.frame, kind: entry.kind, table: entry.table, identifier: name,
      cell: name.map {
        CellID(identifier: $0, ordinal: Int(entry.ordinal), serial: Int(entry.serial))
      },
      address: entry.section < 0 ? nil : Address(entry.section, row, item))
  }

  func trace(_ kind: TraceEvent.Kind, _ cell: Cell?) {
    if cell?.isCarrier == true { return }
    let address = cell?.slot.address
    traceBuffer.append(
      TraceBuffer.Entry(
        frame: frameCount, kind: kind, table: cell?.table ?? .rows,
        identifier: Int32(clamping: cell?.identifier ?? -1),
        ordinal: Int32(clamping: cell?.id.ordinal ?? 0),
        serial: Int32(clamping: cell?.id.serial ?? 0), section: address?.section ?? -1,
        row: address?.row ?? -1, item: address?.item ?? -1))
  }

  /// Notes an event at an address, with the cell that shows it if there is one.
  func trace(_ kind: TraceEvent.Kind, at address: Address) {
    if let cell = cell(for: address) {
      trace(kind, cell)
      return
    }
    traceBuffer.append(
      TraceBuffer.Entry(
        frame: frameCount, kind: kind, table: address.item == nil ? .rows : .items,
        identifier: -1, ordinal: 0, serial: 0, section: address.section, row: address.row ?? -1,
        item: address.item ?? -1))
  }
}

/// A stale property that was reported: once for a cell, a property and a row.
struct StaleReport: Hashable {
  enum Leak: Hashable {
    case property(CellProperties)
    case innerData
    case innerOffset
    case selection

    /// What leaks, in a word.
    var name: String {
      switch self {
      case .property(let property):
        CellProperties.named.first { $0.element == property }?.name ?? "content"
      case .innerData: "items"
      case .innerOffset: "offset"
      case .selection: "selection"
      }
    }

    func count(in counters: inout StaleCounters) {
      switch self {
      case .property(let property) where property.isAppearance: counters.style += 1
      case .property: counters.content += 1
      case .innerData: counters.innerData += 1
      case .innerOffset: counters.innerOffset += 1
      case .selection: counters.selection += 1
      }
    }
  }

  var serial: Int
  var leak: Leak
  var address: Address
}

extension Table {
  /// Looks for visible cells with a property that was last written for another row.
  func detectStaleCells() {
    for cell in rows.visible {
      for (leak, _) in leaks(of: cell) { report(leak, cell) }
      guard let strip = cell.strip else { continue }
      for item in strip.lane.visible {
        for (leak, _) in leaks(of: item, in: strip) { report(leak, item) }
      }
    }
  }

  /// What a cell shows that was last written for another row, and for which one.
  ///
  /// - Parameter strip: the one that an item stands in.
  func leaks(of cell: Cell, in strip: Strip? = nil) -> [(leak: StaleReport.Leak, writer: Address)] {
    var leaks: [(StaleReport.Leak, Address)] = []
    for leftover in cell.leftovers where leftover.writer != cell.slot.address {
      leaks.append((.property(leftover.property), leftover.writer))
    }
    if cell.isSelected, let writer = cell.selectionWriter, writer != cell.slot.address {
      leaks.append((.selection, writer))
    }
    if let strip, cell.writer.rowAddress != strip.row { leaks.append((.innerData, cell.writer)) }
    if let own = cell.strip, own.offset != own.layout.minOffset, let writer = own.offsetWriter,
      writer != own.row
    {
      leaks.append((.innerOffset, writer))
    }
    return leaks
  }

  private func report(_ leak: StaleReport.Leak, _ cell: Cell) {
    let entry = StaleReport(serial: cell.serial, leak: leak, address: cell.slot.address)
    guard staleReports.insert(entry).inserted else { return }
    let table: TableKind = leak == .innerOffset ? .items : cell.table
    changeLedger(table) { leak.count(in: &$0.stale) }
    trace(.stale, cell)
  }
}
