import TableModel

extension Table {
  /// What a row is known by when its place may change.
  func key(ofRow row: Address) -> RowKey {
    if let identity = content.stableIdentity(of: row) { return .stable(identity) }
    return .address(row)
  }

  /// True where a strip comes back with the offset its row was left at.
  var restoresOffsets: Bool {
    switch configuration.nested {
    case .restore, .prebuilt, .orthogonal, .shared: true
    case .none, .reload, .reset: false
    }
  }

  /// True where items leave for their pools as soon as their row does.
  private var sharesItemPools: Bool { configuration.nested.sharesItemPools }

  /// True where row cells may belong to one row for ever.
  var storesRows: Bool {
    configuration.policy.keepsRowCells || configuration.nested == .prebuilt
  }

  // MARK: Binding

  /// Gives the strip of a row cell to the row the cell was configured for.
  func bindStrip(of cell: Cell) {
    let row = cell.slot.address
    guard let count = content.itemCount(inRow: row) else {
      dropStrip(of: cell)
      return
    }
    let items = min(max(0, count), TableLayout.mostRows)
    let layout = StripLayout(count: items, metrics: metrics)
    let key = key(ofRow: row)
    if let strip = cell.strip {
      strip.row = row
      strip.key = key
      strip.dataCount = items
      strip.isAbandoned = false
      rebind(strip, layout)
    } else {
      let strip = Strip(lane: makeItemLane(), row: row, key: key, layout: layout)
      cell.strip = strip
      if restoresOffsets { restoreOffset(of: strip) }
    }
    if let strip = cell.strip { followLock(strip) }
    pendingCells.append(cell)
  }

  private func makeItemLane() -> CellLane {
    let pools: CellPools? =
      switch configuration.nested {
      case .shared: sharedPools
      case .orthogonal: rows.pools
      default: nil
      }
    return Self.makeLane(.items, configuration, pools: pools)
  }

  /// Does what the nested mode says, and no more, for a strip that is given to another row.
  private func rebind(_ strip: Strip, _ layout: StripLayout) {
    switch configuration.nested {
    case .none:
      strip.layout = StripLayout(count: strip.layout.count, metrics: metrics)
      for item in strip.lane.visible + strip.lane.kept.cells {
        item.slot = strip.layout.slot(item.slot.position, in: strip.row)
      }
      return
    case .reload:
      strip.layout = layout
      strip.offset = layout.clamp(strip.offset)
    case .reset:
      strip.layout = layout
      strip.offset = layout.minOffset
      strip.offsetWriter = strip.row
    case .restore, .prebuilt, .orthogonal, .shared:
      strip.layout = layout
      restoreOffset(of: strip)
    }
    strip.needsReload = true
  }

  private func restoreOffset(of strip: Strip) {
    strip.offset = strip.layout.clamp(stripOffsets[strip.key] ?? strip.layout.minOffset)
    strip.offsetWriter = strip.row
  }

  private func followLock(_ strip: Strip) {
    guard !lockedRows.isEmpty, lockedRows.contains(strip.row) else { return }
    strip.offset = strip.layout.clamp(lockedOffset)
    strip.offsetWriter = strip.row
  }

  /// Brings a strip up to date that comes back with its row or whose geometry changed.
  func revisitStrip(of cell: Cell) {
    guard let strip = cell.strip else { return }
    strip.layout = StripLayout(count: strip.layout.count, metrics: metrics)
    if restoresOffsets {
      restoreOffset(of: strip)
    } else {
      strip.offset = strip.layout.clamp(strip.offset)
    }
    followLock(strip)
    pendingCells.append(cell)
  }

  /// Remembers how far a row was scrolled, in the modes that bring it back.
  func saveOffset(of strip: Strip) {
    guard restoresOffsets, !strip.isAbandoned else { return }
    setOffset(strip.layout.clamp(strip.offset), for: strip.key)
  }

  /// Notes how far a strip is scrolled; one at its start is not listed.
  func setOffset(_ offset: Int, for key: RowKey) {
    stripOffsets[key] = offset == -metrics.insetLeft ? nil : offset
  }

  // MARK: Letting go

  /// Gives up all cells of a lane's screen, as reloading its data does.
  func giveUpAll(in lane: CellLane) {
    if configuration.policy.isOnScrollView {
      // This policy's reload drains the pool and leaves the screen as it is.
      for cell in lane.kept.drain() + lane.pools.drain(lane.table) { discard(cell) }
      return
    }
    var leaving = spareCells
    spareCells = []
    swap(&leaving, &lane.visible)
    let kept = lane.kept.drain()
    if configuration.policy.reloadOrder == .ascending {
      for cell in kept { pool(cell, in: lane) }
      for cell in leaving.reversed() { endDisplaying(cell) }
      for cell in leaving { retireUnbound(cell, in: lane) }
    } else {
      for cell in kept.reversed() { pool(cell, in: lane) }
      for cell in leaving.reversed() {
        endDisplaying(cell)
        retireUnbound(cell, in: lane)
      }
    }
    leaving.removeAll(keepingCapacity: true)
    spareCells = leaving
    if lane.exempt.isEmpty { return }
    let waiting = lane.exempt
    lane.exempt = []
    for cell in waiting { retireUnbound(cell, in: lane) }
  }

  /// As `retire`, for a cell that must not come back without being configured.
  func retireUnbound(_ cell: Cell, in lane: CellLane) {
    resign(cell)
    cell.isOutdated = true
    if !store(cell, in: lane) { pool(cell, in: lane) }
  }

  /// Where pools are shared, gives the items of a row that leaves to the other rows.
  func releaseItems(of cell: Cell) {
    guard sharesItemPools, let strip = cell.strip else { return }
    let items = strip.lane.visible
    strip.lane.visible = []
    strip.needsReload = true
    for item in strip.lane.kept.drain() + items { pool(item, in: strip.lane) }
  }

  /// Takes the strip out of a row cell, with all its items.
  func dropStrip(of cell: Cell) {
    guard let strip = cell.strip else { return }
    cell.strip = nil
    strip.prefetcher?.clear(counters: &frameTotals.itemPrefetch)
    let lane = strip.lane
    for item in lane.visible where item.place == .visible { endDisplaying(item) }
    for item in lane.ownCells { discard(item) }
    if !sharesItemPools {
      for item in lane.pools.drain() { discard(item) }
    }
    lane.visible = []
    lane.exempt = []
    _ = lane.kept.drain()
  }

  // MARK: Rows that keep their cell

  /// Puts a cell aside that belongs to its row; false for a cell that does not.
  func store(_ cell: Cell, in lane: CellLane) -> Bool {
    guard storesRows, cell.table == .rows, cell.isPoolable, let key = cell.boundKey,
      configuration.policy.keepsRowCells || cell.strip != nil
    else { return false }
    move(cell, to: .stored)
    if let other = lane.stored.updateValue(cell, forKey: key) { discard(other) }
    return true
  }

  /// The row's own cell, when it was built before; one of another kind is given up.
  func takeStored(_ slot: Slot, _ identifier: Int, in lane: CellLane) -> Cell? {
    guard storesRows, !lane.stored.isEmpty,
      let cell = lane.stored.removeValue(forKey: key(ofRow: slot.address))
    else { return nil }
    guard cell.identifier == identifier else {
      discard(cell)
      return nil
    }
    cell.slot = slot
    changeLedger(lane.table) { $0.revived(cell.identifier) }
    trace(.revive, cell)
    if cell.isOutdated {
      configure(cell, strip: nil)
    } else {
      applySelection(to: cell)
      revisitStrip(of: cell)
    }
    return cell
  }
}
