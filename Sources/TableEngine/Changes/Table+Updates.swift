package import TableModel

extension Table {
  /// Takes changes of the content over, in one frame.
  ///
  /// The content must have changed already. Deletions, reloads and the origins of moves are
  /// places before the change; insertions and the targets of moves are places after it. Cells of
  /// rows that stay are moved and not asked for again.
  ///
  /// - Throws: when an update names what is not there, when two updates contradict each other or
  ///   when the counts do not add up. The table is then as before, and the content should go
  ///   back to what it was.
  /// - Complexity: O(sections + updates x log updates + visible cells)
  package func performUpdates(_ updates: [TableUpdate]) throws(EngineError) {
    let plan = try UpdatePlan(
      updates,
      UpdatePlan.Counts(layout: layout, content: content, knownItems: knownItemCounts()))
    for strip in rows.visible.compactMap(\.strip) { saveOffset(of: strip) }
    relayout(plan)
    relocateUserState(plan)
    relocateWriters(plan)
    relocateCells(plan)
    prefetcher.clear(counters: &frameTotals.rowPrefetch)
    offset = min(max(offset, minOffset), maxOffset)
    frameUnchecked()
  }

  /// Reloads rows or items: each gets another cell, which is asked for before the old one is
  /// given to its pool.
  package func reloadRows(_ addresses: [Address]) throws(EngineError) {
    for address in addresses where !exists(address) {
      throw address.row == nil
        ? .noSection(address.section, count: sectionCount)
        : address.item == nil ? .noRow(address) : .noItem(address)
    }
    try performUpdates(addresses.map { .reload($0) })
  }

  private func knownItemCounts() -> [Address: Int] {
    var counts: [Address: Int] = [:]
    for strip in rows.visible.compactMap(\.strip) { counts[strip.row] = strip.dataCount }
    return counts
  }

  private func relayout(_ plan: UpdatePlan) {
    let old = layout
    reread(plan)
    guard configuration.effectiveEstimate != nil else { return }
    old.forEachMeasured { row, height in
      guard !plan.reloads(row), let new = plan.row(row), !layout.isMeasured(new) else { return }
      _ = layout.measure(new, as: height)
    }
  }

  /// Reads the heights of the sections that change, which forgets what was measured there.
  private func reread(_ plan: UpdatePlan) {
    guard !plan.changesSections else {
      rebuildLayout()
      return
    }
    let reader = SectionReader(
      content: content, metrics: metrics, estimate: configuration.effectiveEstimate)
    for section in plan.rows.keys.sorted() {
      countHeights(layout.rebuild(section, with: reader))
    }
  }

  /// Moves selection, focus and saved offsets along with the rows.
  private func relocateUserState(_ plan: UpdatePlan) {
    selection = Set(
      selection.compactMap { plan.reloadsAny($0) ? nil : plan.address($0) })
    if let old = focus { focus = plan.address(old) ?? (exists(old) ? old : nil) }
    lockedRows = Set(lockedRows.compactMap(plan.row))
    var offsets = StripOffsets()
    for (key, x) in stripOffsets {
      guard case .address(let old) = key else {
        offsets[key] = x
        continue
      }
      if let new = plan.row(old) { offsets[.address(new)] = x }
    }
    stripOffsets = offsets
    imageLoader.relocate { plan.reloadsAny($0) ? nil : plan.address($0) }
  }

  /// Updates the rows that cells were written for, including cells in pools, so that stale content
  /// is still recognised as stale.
  ///
  /// - Complexity: O(cells alive + stale reports), of which the latter are few.
  private func relocateWriters(_ plan: UpdatePlan) {
    for (cell, _) in everyCell() {
      cell.relocateWriters { plan.address($0) ?? .nowhere }
    }
    staleReports = Set(
      staleReports.compactMap { report in
        plan.address(report.address).map {
          StaleReport(serial: report.serial, leak: report.leak, address: $0)
        }
      })
  }

  private func relocateCells(_ plan: UpdatePlan) {
    var staying: [Cell] = []
    rows.isRelocated = true
    for (rank, cell) in rows.visible.enumerated() {
      cell.rank = rank
      if relocate(cell, plan) {
        staying.append(cell)
      } else {
        cell.strip?.isAbandoned = true
        resign(cell)
        cell.isOutdated = true
        rows.orphans.append(cell)
      }
    }
    rows.visible = staying.sorted { $0.slot.position < $1.slot.position }
    for cell in rows.kept.relocate({ relocate($0, plan) }) { pool(cell, in: rows) }
    let exempt = rows.exempt
    rows.exempt = exempt.filter { relocate($0, plan) }
    for cell in exempt where !rows.exempt.contains(where: { $0 === cell }) {
      resign(cell)
      pool(cell, in: rows)
    }
    poolWaitingRows()
    relocateStored(plan)
  }

  /// Gives a row's cell its new place; false when the row is gone or wants another cell.
  private func relocate(_ cell: Cell, _ plan: UpdatePlan) -> Bool {
    let old = cell.slot.address
    guard !plan.reloads(old), let new = plan.row(old), let slot = layout.slot(of: new) else {
      return false
    }
    cell.slot = slot
    if case .address = cell.boundKey { cell.boundKey = .address(new) }
    cell.isSelected = selection.contains(new)
    guard let strip = cell.strip else { return true }
    relocate(strip, to: new, plan)
    if cell.place == .visible {
      pendingCells.append(cell)
    } else {
      poolOrphans(of: strip)
    }
    return true
  }

  private func relocate(_ strip: Strip, to row: Address, _ plan: UpdatePlan) {
    strip.row = row
    strip.key = key(ofRow: row)
    strip.offsetWriter = strip.offsetWriter.map { plan.row($0) ?? $0 }
    let lane = strip.lane
    strip.prefetcher?.clear(counters: &frameTotals.itemPrefetch)
    for cell in lane.kept.drain() { pool(cell, in: lane) }
    if plan.changesItems(ofRow: row) {
      strip.dataCount = min(max(0, content.itemCount(inRow: row) ?? 0), TableLayout.mostRows)
      strip.layout = StripLayout(count: strip.dataCount, metrics: metrics)
      strip.offset = strip.layout.clamp(strip.offset)
    }
    var staying: [Cell] = []
    lane.isRelocated = true
    for (rank, cell) in lane.visible.enumerated() {
      cell.rank = rank
      let old = cell.slot.address
      if !plan.reloadsAny(old), let item = plan.address(old)?.item {
        cell.slot = strip.layout.slot(item, in: row)
        staying.append(cell)
      } else {
        resign(cell)
        cell.isOutdated = true
        lane.orphans.append(cell)
      }
    }
    relocateExempt(of: strip, to: row, plan)
    lane.visible = staying.sorted { $0.slot.position < $1.slot.position }
  }

  /// Moves along the item that is being edited while it is out of view.
  private func relocateExempt(of strip: Strip, to row: Address, _ plan: UpdatePlan) {
    for cell in strip.lane.exempt {
      let old = cell.slot.address
      if !plan.reloadsAny(old), let item = plan.address(old)?.item {
        cell.slot = strip.layout.slot(item, in: row)
      } else {
        resign(cell)
      }
    }
  }

  private func relocateStored(_ plan: UpdatePlan) {
    guard !rows.stored.isEmpty else { return }
    let stored = rows.storedCells
    rows.stored.removeAll()
    for cell in stored {
      switch cell.boundKey {
      case .stable:
        // Found again by name; its place is known only when its row is shown.
        cell.isOutdated = true
      case .address(let row) where row == cell.slot.address && relocate(cell, plan):
        break
      default:
        discard(cell)
        continue
      }
      if !store(cell, in: rows) { discard(cell) }
    }
  }
}

extension TableLayout {
  /// Reads a section again; returns how many heights that asked for.
  mutating func rebuild(_ index: Int, with reader: SectionReader) -> Int {
    var asked = 0
    let old = sections[index]
    let rest = Self.mostRows - (rowCount - old.rowCount)
    let new = reader.section(index, atMost: rest, heightsAsked: &asked)
    replaceSection(index, with: new)
    return asked
  }
}

extension Table {
  /// A refused batch in words: the counts the table knows, those of the content now, the updates.
  ///
  /// - Parameter updates: the batch, just refused; the content has not gone back yet.
  package func updateSummary(_ updates: [TableUpdate]) -> String {
    let before = layout.sections.map(\.rowCount)
    let after = (0..<max(0, content.sectionCount)).map { content.rowCount(inSection: $0) }
    let few = updates.prefix(20).map(\.description).joined(separator: ", ")
    let dots = updates.count > 20 ? ", ..." : ""
    return """
      Data source before updates = { \(Self.counts(before)) }
      Data source after updates = { \(Self.counts(after)) }
      Updates = [ \(few)\(dots) ]
      """
  }

  /// The counts of the first sections; more would only fill the screen.
  private static func counts(_ rows: [Int]) -> String {
    let few = rows.prefix(20).map(String.init).joined(separator: ", ")
    let dots = rows.count > 20 ? ", ..." : ""
    return "\(rows.count) section\(rows.count == 1 ? "" : "s") with row counts: [\(few)\(dots)]"
  }
}
