import TableModel

extension Table {
  /// Brings a cell for a slot and displays it.
  func obtain(_ slot: Slot, in lane: CellLane, strip: Strip?) -> Cell {
    if let cell = takeBound(slot, in: lane) {
      cell.slot = slot
      // Others may have been selected while it was off the screen.
      applySelection(to: cell)
      revisitStrip(of: cell)
      willDisplay(cell)
      return cell
    }
    noteRequest(slot, strip)
    let cell = request(slot, in: lane, strip: strip)
    willDisplay(cell)
    return cell
  }

  /// A cell that is off the screen and still bound to the place.
  private func takeBound(_ slot: Slot, in lane: CellLane) -> Cell? {
    if let index = lane.exempt.firstIndex(where: { $0.slot.position == slot.position }) {
      let cell = lane.exempt.remove(at: index)
      trace(.reattach, cell)
      return cell
    }
    guard let cell = lane.kept.take(position: slot.position) else { return nil }
    changeLedger(of: cell) { $0.revived(cell.identifier) }
    trace(.revive, cell)
    return cell
  }

  // MARK: Requests

  /// Asks the data source for a cell: takes one from its pool or makes it, and configures it.
  func request(_ slot: Slot, in lane: CellLane, strip: Strip?) -> Cell {
    if let carrier = makeCarrier(slot, in: lane) { return carrier }
    let identifier = name(for: slot, strip: strip)
    let number = identifiers.number(of: identifier ?? IdentifierTable.unnamed)
    report.requests += 1
    changeLedger(lane.table) { $0.requested(number) }
    if let cell = takeStored(slot, number, in: lane) {
      countHeights(of: slot, in: lane, isDequeued: false)
      return cell
    }
    countHeights(of: slot, in: lane, isDequeued: identifier != nil)
    if configuration.dequeue == .leaking, identifier != nil { leak(number, slot, in: lane) }
    let reused = identifier == nil ? nil : dequeue(number, slot, in: lane)
    let isMisnamed = configuration.mistakes.contains(.identifier)
    if reused == nil, identifier != nil, configuration.dequeue.givesNothing || isMisnamed {
      changeLedger(lane.table) { $0.callbacks.dequeueNil += 1 }
      trace(.dequeueNil, at: slot.address)
    }
    let cell = reused ?? create(number, slot, in: lane, isPoolable: identifier != nil)
    configure(cell, strip: strip)
    return cell
  }

  /// The group that holds the items of a row in a flat layout; the data source is not asked for it.
  private func makeCarrier(_ slot: Slot, in lane: CellLane) -> Cell? {
    guard configuration.nested == .orthogonal, lane.table == .rows,
      content.itemCount(inRow: slot.address) != nil
    else { return nil }
    let number = identifiers.number(of: IdentifierTable.group)
    lastSerial += 1
    let carrier = Cell(
      identifier: number, id: identifiers.nextID(number, serial: lastSerial), table: .rows,
      isPoolable: false,
      slot: slot, isCarrier: true)
    configure(carrier, strip: nil)
    return carrier
  }

  /// Takes a cell from its pool, or makes one, that nobody will return: it is lost.
  private func leak(_ number: Int, _ slot: Slot, in lane: CellLane) {
    let cell = dequeue(number, slot, in: lane) ?? create(number, slot, in: lane, isPoolable: true)
    changeLedger(lane.table) { $0.callbacks.leaked += 1 }
    trace(.leak, cell)
    discard(cell)
  }

  /// The reuse identifier for a slot; nil too for an item beyond the row's data.
  func name(for slot: Slot, strip: Strip?) -> String? {
    guard let strip, slot.position >= strip.dataCount else {
      return name(for: slot.address)
    }
    guard strip.dataCount > 0 else { return nil }
    return name(for: strip.row.with(item: strip.dataCount - 1))
  }

  /// The reuse identifier with which the data source makes a cell.
  func name(for address: Address) -> String? {
    configuration.dequeue == .unnamed ? nil : content.identifier(for: address)
  }

  private func noteRequest(_ slot: Slot, _ strip: Strip?) {
    if let strip {
      strip.prefetcher?.noteShown(slot.position, counters: &frameTotals.itemPrefetch)
      return
    }
    if !isInView(slot) { report.invisibleRequests += 1 }
    prefetcher.noteShown(slot.position, counters: &frameTotals.rowPrefetch)
  }

  private func dequeue(_ number: Int, _ slot: Slot, in lane: CellLane) -> Cell? {
    guard configuration.policy.reusesCells, !configuration.mistakes.contains(.identifier) else {
      return nil
    }
    var found = lane.pools.pop(number)
    if found == nil, !configuration.policy.findsByPlace,
      let stolen = lane.kept.takeOldest(identifier: number)
    {
      // The oldest kept cell goes through the pool, as any other cell that is used again.
      pool(stolen, in: lane)
      found = lane.pools.pop(number)
    }
    guard let cell = found else { return nil }
    if cell.table != lane.table { handOver(cell, to: lane.table) }
    if cell.slot.address == slot.address { frameTotals.repeatedBinds += 1 }
    move(cell, to: .detached)
    cell.slot = slot
    report.reused += 1
    let prepares = configuration.policy.preparesForReuse
    changeLedger(lane.table) { $0.reused(number, prepares: prepares) }
    if prepares { trace(.prepareForReuse, cell) }
    if !configuration.policy.isOnScrollView {
      cell.prepareForReuse(resetsAll: prepares && configuration.resetsAll)
    }
    trace(.reuse, cell)
    return cell
  }

  /// Enters a pooled cell in the statistics of the table that is going to use it, where the rows and
  /// the items have one pool.
  private func handOver(_ cell: Cell, to table: TableKind) {
    changeLedger(cell.table) { $0.handedOver(cell.identifier) }
    cell.table = table
    changeLedger(table) { $0.takenOver(cell.identifier) }
  }

  private func create(_ number: Int, _ slot: Slot, in lane: CellLane, isPoolable: Bool) -> Cell {
    lastSerial += 1
    let cell = Cell(
      identifier: number, id: identifiers.nextID(number, serial: lastSerial), table: lane.table,
      isPoolable: isPoolable, slot: slot)
    report.created += 1
    changeLedger(lane.table) { $0.created(number) }
    trace(.create, cell)
    return cell
  }

  // MARK: Configuration

  /// Has the data source write into a cell, and binds its strip.
  func configure(_ cell: Cell, strip: Strip?) {
    write(into: cell, strip: strip)
    cell.isOutdated = false
    applySelection(to: cell)
    if cell.table == .rows {
      if storesRows { cell.boundKey = key(ofRow: cell.slot.address) }
      bindStrip(of: cell)
    }
  }

  /// Has the data source say what stands in a cell: at once, or where nothing depends on it before
  /// the cell is looked at, then.
  func write(into cell: Cell, strip: Strip?) {
    var load = SubviewLoad()
    let isBeyondData = strip.map { cell.slot.position >= $0.dataCount } ?? false
    if !isBeyondData, configuration.writesLater, let writer = content.laterWriter {
      cell.awaitsImage = false
      cell.write(later: writer)
    } else {
      var written = isBeyondData ? CellContent() : content.content(for: cell.slot.address)
      requestImage(of: cell, &written)
      cell.write(written, conditional: configuration.conditionalWrites)
      load = written.load
    }
    if load.beyondFree + load.blended > 0 { composesSubviews = true }
    if cell.timesDressed == 0 || configuration.mistakes.contains(.subviewsAgain) {
      cell.timesDressed += 1
      if cell.timesDressed > 1, load.count > 0 { composesSubviews = true }
    }
  }

  /// Sets the state that belongs to the table; a table on a scroll view does not.
  func applySelection(to cell: Cell) {
    let isSelected = !selection.isEmpty && selection.contains(cell.slot.address)
    if configuration.policy.isOnScrollView, !isSelected { return }
    cell.isSelected = isSelected
    cell.selectionWriter = isSelected ? cell.slot.address : nil
  }

  // MARK: Coming and going

  func willDisplay(_ cell: Cell) {
    move(cell, to: .visible)
    if configuration.lacks(.willDisplayCell) { return }
    changeLedger(of: cell) { $0.callbacks.willDisplay += 1 }
    trace(.willDisplay, cell)
  }

  /// Takes a cell off the screen, and the items of its strip with it.
  func endDisplaying(_ cell: Cell) {
    guard cell.place == .visible else { return }
    endSilently(cell, notes: true)
  }

  /// As `endDisplaying`, without the callback where the policy knows none.
  func endSilently(_ cell: Cell, notes: Bool = false) {
    move(cell, to: .detached)
    if notes {
      changeLedger(of: cell) { $0.callbacks.didEndDisplaying += 1 }
      trace(.didEndDisplaying, cell)
    }
    guard let strip = cell.strip else { return }
    saveOffset(of: strip)
    let orphans = strip.lane.orphans
    let items =
      orphans.isEmpty
      ? strip.lane.visible : (strip.lane.visible + orphans).sorted { $0.rank < $1.rank }
    if configuration.endOrder == .descending {
      for item in items.reversed() where item.place == .visible { endSilently(item, notes: notes) }
    } else {
      for item in items where item.place == .visible { endSilently(item, notes: notes) }
    }
    poolOrphans(of: strip)
  }

  /// Gives the items that an update has taken from a strip to their pool, where no pass follows
  /// because the strip is off the screen.
  func poolOrphans(of strip: Strip) {
    let orphans = strip.lane.orphans
    strip.lane.orphans = []
    for item in orphans { pool(item, in: strip.lane) }
  }

  /// Puts a cell that left the screen where it belongs: keeps it for its row, pools it or discards
  /// it.
  func retire(_ cell: Cell, in lane: CellLane) {
    if cell.isOutdated {
      retireUnbound(cell, in: lane)
    } else if isExempt(cell) {
      retain(cell, in: lane)
    } else if store(cell, in: lane) {
      return
    } else if let evicted = keep(cell, in: lane) {
      pool(evicted, in: lane)
    }
  }

  /// Keeps a cell that must not be recycled waiting for its row.
  private func retain(_ cell: Cell, in lane: CellLane) {
    move(cell, to: .exempt)
    lane.exempt.append(cell)
    changeLedger(of: cell) { $0.retained(cell.identifier) }
    trace(.retain, cell)
  }

  /// Puts a cell among the kept ones; returns the one that has to go for it.
  private func keep(_ cell: Cell, in lane: CellLane) -> Cell? {
    guard cell.isPoolable, configuration.policy.reusesCells else { return cell }
    move(cell, to: .kept)
    return lane.kept.insert(cell)
  }

  /// Gives a cell to the pool of its identifier.
  func pool(_ cell: Cell, in lane: CellLane) {
    guard cell.isPoolable, configuration.policy.reusesCells else {
      if cell.isCarrier { releaseItems(of: cell) }
      discard(cell)
      return
    }
    report.recycled += 1
    changeLedger(lane.table) { $0.recycled(cell.identifier) }
    trace(.recycle, cell)
    releaseItems(of: cell)
    if lane.pools.push(cell) {
      move(cell, to: .pooled)
    } else {
      discard(cell)
    }
  }

  /// Destroys a cell with everything inside it.
  func discard(_ cell: Cell) {
    guard cell.place != .discarded else { return }
    resign(cell)
    trace(.discard, cell)
    move(cell, to: .discarded)
    changeLedger(of: cell) { $0.discarded(cell.identifier) }
    if configuration.mistakes.contains(.outlets) {
      changeLedger(of: cell) { $0.callbacks.leakedOutlets += cell.content.outlets.count }
    }
    dropStrip(of: cell)
  }

  /// Changes where a cell is, and the statistics with it.
  func move(_ cell: Cell, to place: Cell.Place) {
    let old = cell.place
    cell.place = place
    changeLedger(of: cell) { $0.moved(cell.identifier, from: old, to: place) }
  }
}

// MARK: - Exceptions

/// Passes that would crash a table view: they are not started, and the exception that would be
/// raised is recorded. The cells stay as they were.
extension Table {
  /// The first exception since it was last asked for.
  package func takeException() -> CellException? {
    defer { exception = nil }
    return exception
  }

  /// Fills a screen that was emptied before its pass was refused, this once with a data source that
  /// behaves correctly. If the screen was kept, no cells are requested.
  package func fillAfterException() {
    let style = configuration.dequeue
    configuration.dequeue = .registered
    frameUnchecked()
    configuration.dequeue = style
  }

  /// True when a pass would raise an exception, which is noted.
  ///
  /// - Complexity: O(1) for data sources that do as they should, else O(entering cells).
  func raises(_ pass: Pass) -> Bool {
    guard configuration.dequeue.mayFail, configuration.policy.reusesCells else { return false }
    guard let problem = problem(of: pass) else { return false }
    exception = exception ?? problem
    return true
  }

  private func problem(of pass: Pass) -> CellException? {
    let lane = pass.lane
    let wanted = pass.entering.map { pass.slots[$0] }.filter { asks(for: $0, in: lane) }
    switch configuration.dequeue {
    case .registered, .optional, .unnamed, .leaking: return nil
    case .unregistered:
      return wanted.lazy.compactMap { slot in
        self.name(for: slot, strip: pass.strip).map {
          .unregistered(identifier: $0, slot.address)
        }
      }.first
    case .single:
      let first = lane.visible.isEmpty ? 1 : 0
      return wanted.dropFirst(first).first.map { .sameCellTwice($0.address) }
    case .forgetful: return missingCell(wanted, pass)
    }
  }

  /// The first place for which the pools will have nothing.
  private func missingCell(_ wanted: [Slot], _ pass: Pass) -> CellException? {
    let lane = pass.lane
    var taken: [String: Int] = [:]
    for slot in wanted {
      guard let name = name(for: slot, strip: pass.strip) else { continue }
      let number = identifiers.number(of: name)
      var there = lane.pools.count(number)
      if !configuration.policy.findsByPlace {
        there += lane.kept.cells.count { $0.identifier == number }
      }
      if configuration.policy.order == .recycleFirst {
        there += pass.leaving.count { $0.identifier == number }
      }
      if taken[name, default: 0] >= there { return .noCell(slot.address) }
      taken[name, default: 0] += 1
    }
    return nil
  }

  /// True for a place whose cell the data source will be asked for.
  private func asks(for slot: Slot, in lane: CellLane) -> Bool {
    if configuration.nested == .orthogonal, lane.table == .rows,
      content.itemCount(inRow: slot.address) != nil
    {
      return false
    }
    let isBound = (lane.kept.cells + lane.exempt).contains { $0.slot.position == slot.position }
    return !isBound && lane.stored[key(ofRow: slot.address)] == nil
  }
}
