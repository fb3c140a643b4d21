import TableModel

extension Table {
  /// Brings a lane's cells to the slots of a frame, in the order of the policy.
  func runPass(
    on lane: CellLane, over slots: [Slot], _ window: PassWindow, _ strip: Strip? = nil
  ) {
    var pass = Pass(lane: lane, slots: slots, strip: strip, window: window, lists: takePassLists())
    defer { putBack(&pass.lists) }
    let takesTurns = configuration.policy.order == .takeTurns
    let isScroll = window.isScroll && !lane.isFresh && !lane.isRelocated && lane.orphans.isEmpty
    pass.fillDescending =
      lane.isFresh
      ? configuration.initialFill == .descending
      : window.backwards && (isScroll || !takesTurns)
    lane.isFresh = false
    if configuration.policy.isOnScrollView {
      runScrollViewPass(&pass)
      return
    }
    pass.match()
    showAgain(&pass)
    if raises(pass) { return }
    lane.isRelocated = false
    if pass.isStill { return }
    switch configuration.policy.order {
    case .takeTurns where isScroll: takeTurns(&pass)
    case .askFirst, .takeTurns: askFirst(&pass)
    case .recycleFirst: recycleFirst(&pass)
    }
    lane.show(pass.lists.cells)
    lane.orphans.removeAll()
  }

  private func takePassLists() -> PassLists {
    defer { passLists = PassLists() }
    return passLists
  }

  private func putBack(_ lists: inout PassLists) {
    lists.removeAll()
    swap(&lists, &passLists)
  }

  /// Cells that came back with their row, inside its strip, are displayed again.
  private func showAgain(_ pass: inout Pass) {
    guard pass.lane.table == .items else { return }
    for cell in pass.lane.visible where cell.place == .detached && pass.stays(cell) {
      applySelection(to: cell)
      willDisplay(cell)
    }
  }

  /// UIKit's order: all requests, then all cells that leave.
  private func askFirst(_ pass: inout Pass) {
    for index in pass.entering { fill(&pass, index) }
    recycle(pass.leaving, in: pass.lane)
  }

  private func recycleFirst(_ pass: inout Pass) {
    recycle(pass.leaving, in: pass.lane)
    for index in pass.entering { fill(&pass, index) }
  }

  /// RecyclerView's order: what is out of view by now leaves before the loop and after a chunk.
  private func takeTurns(_ pass: inout Pass) {
    let entering = pass.entering
    let chunk = max(1, configuration.chunk)
    var gone = 0
    leaveBehind(&gone, pass)
    for start in stride(from: 0, to: entering.count, by: chunk) {
      for index in entering[start..<min(start + chunk, entering.count)] { fill(&pass, index) }
      leaveBehind(&gone, pass)
    }
    leave(&gone, upTo: nil, pass)
  }

  /// Lets cells go that are out of view where the cells laid out so far reach.
  private func leaveBehind(_ gone: inout Int, _ pass: Pass) {
    guard let reached = pass.window.reached(lastFilled: pass.outermost) else { return }
    leave(&gone, upTo: reached, pass)
  }

  /// Lets cells go from the outer end that are out of view at an offset on the way, the last one
  /// first on either side.
  ///
  /// - Parameters:
  ///   - gone: how many have gone before, and then with these.
  ///   - offset: nil for all that leave in this frame.
  private func leave(_ gone: inout Int, upTo offset: Int?, _ pass: Pass) {
    let start = gone
    while let cell = pass.leavingFromOuterEnd(gone), pass.window.hasPassed(cell.slot, at: offset) {
      gone += 1
    }
    for number in 0..<(gone - start) {
      let turn = pass.window.backwards ? start + number : gone - 1 - number
      guard let cell = pass.leavingFromOuterEnd(turn) else { return }
      recycle(CollectionOfOne(cell), in: pass.lane)
    }
  }

  private func fill(_ pass: inout Pass, _ index: Int) {
    let slot = pass.slots[index]
    pass.lists.cells[index] = obtain(slot, in: pass.lane, strip: pass.strip)
    pass.noteFilled(slot)
  }

  /// The order of a table on a scroll view: drop what is beyond the edges, then visit each row.
  private func runScrollViewPass(_ pass: inout Pass) {
    let lane = pass.lane
    let window = pass.window
    lane.isRelocated = false
    let beyond = lane.visible.filter { $0.slot.end < window.start || $0.slot.start > window.end }
    var cells = lane.visible.filter { $0.slot.end >= window.start && $0.slot.start <= window.end }
    for cell in lane.orphans + beyond {
      endSilently(cell)
      retire(cell, in: lane)
    }
    lane.orphans.removeAll()
    for slot in pass.slots {
      let found = cells.firstIndex { $0.slot.position == slot.position }
      report.comparisons += found.map { $0 + 1 } ?? cells.count
      if let cell = found.map({ cells[$0] }) {
        cell.slot = slot
        willDisplay(cell)
      } else {
        cells.append(obtain(slot, in: lane, strip: pass.strip))
      }
    }
    for cell in cells where cell.place == .detached { move(cell, to: .visible) }
    lane.visible = cells.sorted { $0.slot.position < $1.slot.position }
  }

  /// Ends displaying, then recycles, each in its own order.
  private func recycle(_ leaving: some BidirectionalCollection<Cell>, in lane: CellLane) {
    endDisplaying(all: leaving)
    if configuration.enqueueOrder == .ascending {
      for cell in leaving { retire(cell, in: lane) }
    } else {
      for cell in leaving.reversed() { retire(cell, in: lane) }
    }
  }

  /// Takes cells that leave together off the screen.
  func endDisplaying(all leaving: some BidirectionalCollection<Cell>) {
    if configuration.endOrder == .descending {
      for cell in leaving.reversed() { endDisplaying(cell) }
    } else {
      for cell in leaving { endDisplaying(cell) }
    }
  }
}

// MARK: - Prefetch

extension Table {
  /// Asks for data, and then for cells, ahead in the direction of the last movement.
  ///
  /// - Parameter hasMoved: whether the frame scrolled: a policy prepares cells by itself only then.
  func prefetch(hasMoved: Bool) {
    let isAsked = configuration.cellPrefetch != nil
    let cells = isAsked || hasMoved ? configuration.effectiveCellPrefetch : 0
    guard configuration.prefetch != .off || cells > 0 else { return }
    let backwards = prefetcher.looksBack
    let distance = max(prefetchDistance, cells)
    let ahead = rowsAhead(min(distance, 10_000), backwards: backwards)
    if configuration.prefetch != .off {
      prefetchData(Array(ahead.prefix(prefetchDistance)), backwards: backwards)
    }
    if cells > 0 { prefetchCells(ahead.prefix(cells)) }
  }

  private var prefetchDistance: Int {
    switch configuration.prefetch {
    case .off: 0
    case .viewport: rowSlots.count
    case .rows(let count): max(0, count)
    }
  }

  /// Asks for the items of a strip ahead in the direction in which it was scrolled last, as
  /// `prefetch` does for rows; called after a pass over the strip.
  ///
  /// - Parameters:
  ///   - shown: the items of the pass.
  ///   - moved: whether the pass followed a scroll towards the first item.
  func prefetchItems(of strip: Strip, beyond shown: Range<Int>, backwards moved: Bool) {
    guard !shown.isEmpty else { return }
    var prefetcher = strip.prefetcher ?? Prefetcher()
    strip.prefetcher = nil
    defer { strip.prefetcher = prefetcher }
    prefetcher.follow(offset: strip.offset, backwards: moved)
    let backwards = prefetcher.looksBack
    var cancelled = prefetcher.turn(backwards: backwards, counters: &frameTotals.itemPrefetch)
    cancelled += prefetcher.pass(
      backwards ? shown.lowerBound : shown.upperBound - 1, backwards: backwards,
      counters: &frameTotals.itemPrefetch)
    for item in cancelled { trace(.cancelPrefetch, at: strip.row.with(item: item)) }
    let new = prefetcher.ask(itemsAhead(of: strip, beyond: shown, backwards: backwards))
    guard let nearest = new.min(), let farthest = new.max() else { return }
    report.prefetched += new.count
    for item in new { trace(.prefetch, at: strip.row.with(item: item)) }
    content.willShow([.items(row: strip.row, nearest..<(farthest + 1))])
  }

  /// Items outside the viewport, nearest first.
  private func itemsAhead(of strip: Strip, beyond shown: Range<Int>, backwards: Bool) -> [Int] {
    var distance = shown.count
    if case .rows(let count) = configuration.prefetch { distance = min(max(0, count), 10_000) }
    // Under the mode `none` a strip may show more items than its row has.
    let end = min(strip.layout.count, strip.dataCount)
    if backwards {
      let first = max(0, shown.lowerBound - distance)
      return (first..<max(first, min(shown.lowerBound, end))).reversed()
    }
    return Array(shown.upperBound..<max(shown.upperBound, min(end, shown.upperBound + distance)))
  }

  /// Positions outside the viewport, nearest first.
  private func rowsAhead(_ count: Int, backwards: Bool) -> [Int] {
    guard let first = rowSlots.first, let last = rowSlots.last else { return [] }
    if backwards { return (max(0, first.position - count)..<first.position).reversed() }
    let end = min(layout.rowCount, last.position + 1 + count)
    return Array(last.position + 1..<end)
  }

  private func prefetchData(_ positions: [Int], backwards: Bool) {
    var cancelled = prefetcher.turn(backwards: backwards, counters: &frameTotals.rowPrefetch)
    if let edge = (backwards ? rowSlots.first : rowSlots.last)?.position {
      cancelled += prefetcher.pass(edge, backwards: backwards, counters: &frameTotals.rowPrefetch)
    }
    for position in cancelled {
      if let address = layout.address(ofPosition: position) { trace(.cancelPrefetch, at: address) }
    }
    let new = prefetcher.ask(positions)
    report.prefetched += new.count
    var windows: [TableWindow] = []
    for address in new.compactMap({ layout.address(ofPosition: $0) }) {
      trace(.prefetch, at: address)
      let row = address.row ?? 0
      windows.append(.rows(section: address.section, row..<(row + 1)))
    }
    if !windows.isEmpty { content.willShow(windows) }
  }

  /// Prepares cells that are kept until their row comes into view.
  private func prefetchCells(_ positions: ArraySlice<Int>) {
    prepare(Array(positions), in: rows, strip: nil) { position in
      let address = layout.address(ofPosition: position)
      // A group in a flat layout is no cell; there is nothing to prepare.
      if configuration.nested == .orthogonal, let address, content.itemCount(inRow: address) != nil
      {
        return nil
      }
      return address.flatMap { layout.slot(of: $0) }
    }
  }

  /// Prepares cells of a strip that was scrolled.
  func prefetchCells(of strip: Strip, beyond shown: Range<Int>, backwards: Bool) {
    let count = configuration.effectiveCellPrefetch
    guard count > 0, !shown.isEmpty else { return }
    let all = 0..<min(strip.layout.count, strip.dataCount)
    let ahead =
      backwards
      ? Array((shown.lowerBound - count..<shown.lowerBound).clamped(to: all).reversed())
      : Array((shown.upperBound..<shown.upperBound + count).clamped(to: all))
    prepare(ahead, in: strip.lane, strip: strip) { strip.layout.slot($0, in: strip.row) }
  }

  /// - Parameter slot: the place of a position; nil where nothing can be prepared.
  private func prepare(
    _ positions: [Int], in lane: CellLane, strip: Strip?, at slot: (Int) -> Slot?
  ) {
    // A data source that may fail to return a cell prepares none.
    guard !configuration.policy.isOnScrollView, !configuration.dequeue.mayFail else { return }
    lane.kept.protect(positions)
    for position in positions {
      // One that is ready becomes the one that was prepared last.
      var cell = lane.kept.take(position: position)
      if cell == nil, let slot = slot(position) {
        let new = request(slot, in: lane, strip: strip)
        move(new, to: .kept)
        trace(.prepare, new)
        cell = new
      }
      if let cell, let evicted = lane.kept.insert(cell) { pool(evicted, in: lane) }
    }
  }
}
