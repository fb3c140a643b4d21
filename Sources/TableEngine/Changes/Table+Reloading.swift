package import TableModel

extension Table {
  /// Reads everything anew: pools and offset are kept, the selection is not; one frame.
  ///
  /// No cell is made as long as there are as many rows in view as before. The cells go through
  /// their pool, which reverses the order in which rows get them.
  package func reloadData() {
    trace(.reloadData, nil)
    rebuildLayout(asking: configuration.policy.heightRounds)
    giveUpAll(in: rows)
    for (cell, _) in everyCell() where cell.place == .pooled { cell.isOutdated = true }
    if configuration.policy.isOnScrollView {
      forgetMissingRows()
    } else {
      supplementary.recycleAll(policy: configuration)
    }
    for cell in rows.stored.values { cell.isOutdated = true }
    for cell in rows.exempt { retireUnbound(cell, in: rows) }
    rows.exempt = []
    selection.removeAll()
    lockedRows = lockedRows.filter { layout.contains(row: $0) }
    if let place = focus, !exists(place) { focus = nil }
    prefetcher.clear(counters: &frameTotals.rowPrefetch)
    offset = min(max(offset, minOffset), maxOffset)
    frameUnchecked()
  }

  /// Adapts the cells that stayed on the screen of a table on a scroll view to the new data: a cell
  /// now stands for the row at its place, and a cell beyond the last row is removed.
  private func forgetMissingRows() {
    let shown = rows.visible
    rows.visible = []
    for cell in shown {
      guard let row = layout.address(ofPosition: cell.slot.position),
        let slot = layout.slot(of: row)
      else {
        endSilently(cell)
        discard(cell)
        continue
      }
      cell.slot = slot
      rows.visible.append(cell)
      if storesRows { cell.boundKey = key(ofRow: row) }
      // What a strip may ask for is bounded by the new data, what it shows stays as it is.
      cell.strip?.row = row
      cell.strip?.key = key(ofRow: row)
      cell.strip?.isAbandoned = false
      cell.strip?.dataCount = min(max(0, content.itemCount(inRow: row) ?? 0), TableLayout.mostRows)
    }
  }

  /// Lays everything out anew.
  ///
  /// - Parameter rounds: how often the table asks for the heights of all rows in doing so.
  func rebuildLayout(asking rounds: Int = 1) {
    layout = TableLayout(
      of: content, metrics: metrics, estimate: configuration.effectiveEstimate)
    countHeights(rounds * layout.heightsAsked)
  }

  /// Changes the geometry: the offset is clamped, cells are kept, one frame.
  package func setMetrics(_ new: TableMetrics) {
    let old = offset
    metrics = new.withinLimits
    rebuildLayout()
    offset = min(max(offset, minOffset), maxOffset)
    for cell in rows.visible { revisitStrip(of: cell) }
    for cell in rows.kept.cells + rows.exempt {
      cell.slot = layout.slot(of: cell.slot.address) ?? cell.slot
    }
    frameUnchecked(backwards: offset < old)
  }

  /// Changes settings. Those of the policy and the pools empty pools and screen, and the next frame
  /// starts afresh, with statistics that begin with it: figures of two policies do not add up.
  package func setConfiguration(_ new: EngineConfiguration) {
    let old = configuration
    let empties = new.needsFreshStart(from: old)
    if empties { emptyEverything() }
    configuration = new
    if !empties, new.policy.isOnScrollView, new.delegate != old.delegate { giveUpAll(in: rows) }
    if empties {
      rows = Self.makeLane(.rows, new, pools: nil)
      sharedPools = Self.makePools(new)
      resetStatistics()
    }
    if new.effectiveEstimate != old.effectiveEstimate {
      rebuildLayout()
      offset = min(max(offset, minOffset), maxOffset)
    }
    if new.mistakes.contains(.sectionLoop) != old.mistakes.contains(.sectionLoop) {
      rebuildLayout()
      giveUpAll(in: rows)
      offset = min(max(offset, minOffset), maxOffset)
    }
    if new.selection == .none { clearSelection() }
    // Strips ask ahead after a pass over them, rows in every frame.
    if new.prefetch != old.prefetch { pendingCells += rows.visible.filter { $0.strip != nil } }
    if frameCount > 0 { frameUnchecked() }
  }

  /// Starts the engine afresh, in one frame: without cells, statistics and trace, and with every
  /// offset at its start.
  package func reset() {
    emptyEverything()
    rows = Self.makeLane(.rows, configuration, pools: nil)
    sharedPools = Self.makePools(configuration)
    identifiers = IdentifierTable()
    (rowLedger, itemLedger) = (TableLedger(), TableLedger())
    period = StatisticsPeriod()
    traceBuffer = TraceBuffer()
    frameTotals = FrameTotals()
    frameHistory = FrameHistory()
    report = FrameReport()
    stripOffsets = [:]
    staleReports.removeAll()
    supplementary = SupplementaryViews()
    lockedOffset = 0
    lastSerial = 0
    frameCount = 0
    rebuildLayout(asking: configuration.policy.heightRounds)
    selection = selection.filter { exists($0) }
    offset = minOffset
    frameUnchecked()
  }

  /// Throws away every cell, on the screen and off it.
  private func emptyEverything() {
    if let edited { resign(edited.cell) }
    poolWaitingRows()
    if rowLedger.totals.alive + itemLedger.totals.alive > 0 { trace(.restart, nil) }
    endDisplaying(all: rows.visible)
    for cell in rows.ownCells + rows.pools.cells + sharedPools.cells { discard(cell) }
    supplementary.discardAll()
    covered = nil
    pendingCells.removeAll()
    imageLoader.clear()
  }

  /// Empties all pools, as a system short of memory does. Cells on the screen stay.
  package func receiveMemoryWarning() {
    trace(.memoryWarning, nil)
    forBothTables {
      let lanes = rows.ownCells.compactMap { $0.strip?.lane }
      for cell in rows.pools.drain() + sharedPools.drain() { discard(cell) }
      for lane in lanes {
        for cell in lane.pools.drain() { discard(cell) }
      }
      supplementary.drainPools()
    }
  }

  /// Writes anew into cells that stay with their rows; one frame. The rows are measured again, and
  /// no cell is made unless that brings other rows into view.
  ///
  /// - Parameter addresses: rows or items; only those that have a cell are written. Nil for all on
  ///   the screen and all that are kept. The cell that a row off the screen has for itself is
  ///   written when the row comes back.
  /// - Throws: when a cell would need another identifier; nothing is written then.
  package func reconfigure(_ addresses: [Address]? = nil) throws(EngineError) {
    try verifyCounts(at: offset)
    let wanted = addresses.map(Set.init)
    for address in addresses ?? [] where !exists(address) {
      throw address.item == nil ? .noRow(address) : .noItem(address)
    }
    let cells = boundCells().filter { cell, _ in
      guard let wanted else { return true }
      return wanted.contains(cell.slot.address) || wanted.contains(cell.slot.address.rowAddress)
    }
    for (cell, strip) in cells
    where !cell.isCarrier && (strip.map { cell.slot.position < $0.dataCount } ?? true) {
      let new = name(for: cell.slot.address)
      guard new ?? IdentifierTable.unnamed == cell.id.identifier else {
        throw .identifierChanged(cell.slot.address, from: cell.id.identifier, to: new)
      }
    }
    try measureAgain(addresses ?? visibleRows)
    for (cell, strip) in cells { reconfigure(cell, strip) }
    outdateStored(addresses)
    frameUnchecked()
  }

  private func reconfigure(_ cell: Cell, _ strip: Strip?) {
    changeLedger(of: cell) { $0.callbacks.cellForRow += 1 }
    write(into: cell, strip: strip)
    trace(.reconfigure, cell)
  }

  /// Asks for the heights of rows that were measured before: what is written anew may be higher.
  ///
  /// - Throws: when that brings a section into view whose count is another one; nothing is
  ///   changed then.
  private func measureAgain(_ addresses: [Address]) throws(EngineError) {
    let rows = addresses.filter { $0.row != nil && $0.item == nil && layout.hasMeasured($0) }
    if rows.isEmpty { return }
    let before = (layout, offset)
    let reader = SectionReader(
      content: content, metrics: metrics, estimate: configuration.effectiveEstimate)
    for row in rows { _ = layout.measure(row, as: reader.height(of: row)) }
    if layout.height != before.0.height { offset = min(max(offset, minOffset), maxOffset) }
    do {
      try verifyCounts(at: offset)
    } catch {
      (layout, offset) = before
      throw error
    }
    countHeights(rows.count)
  }

  /// Marks the cells that wait off the screen for their own row, so that they are written when the
  /// row comes back.
  private func outdateStored(_ addresses: [Address]?) {
    guard !rows.stored.isEmpty else { return }
    guard let addresses else {
      for cell in rows.stored.values { cell.isOutdated = true }
      return
    }
    for address in addresses { rows.stored[key(ofRow: address.rowAddress)]?.isOutdated = true }
  }

  /// Cells that are bound to a row or an item, with the strip of an item. The items of a strip
  /// that was given to another row and not shown since are bound to nothing.
  private func boundCells() -> [(Cell, Strip?)] {
    (rows.visible + rows.kept.cells + rows.exempt).flatMap { row -> [(Cell, Strip?)] in
      let items =
        row.strip.map {
          $0.needsReload ? [] : $0.lane.visible + $0.lane.kept.cells + $0.lane.exempt
        } ?? []
      return [(row, nil)] + items.map { ($0, row.strip) }
    }
  }

  /// True for an address that names a section, row or item that is there.
  package func exists(_ address: Address) -> Bool {
    guard address.row != nil else { return layout.sections.indices.contains(address.section) }
    guard layout.contains(row: address) else { return false }
    guard let item = address.item else { return true }
    return (0..<(content.itemCount(inRow: address.rowAddress) ?? 0)).contains(item)
  }
}

extension Table {
  /// Takes over counts that have grown at the ends of sections and strips since the last frame.
  ///
  /// Cells, pools, selection and offsets stay as they are and no frame is made: the next one
  /// shows what is new in view.
  ///
  /// - Complexity: as for reloading, without the cells.
  package func takeOverGrowth() {
    rebuildLayout()
    for cell in rows.visible {
      guard let strip = cell.strip, !strip.isAbandoned,
        let count = content.itemCount(inRow: strip.row), count > strip.dataCount
      else { continue }
      if strip.layout.count == strip.dataCount {
        strip.layout = StripLayout(count: count, metrics: metrics)
      }
      strip.dataCount = count
      pendingCells.append(cell)
    }
  }
}
