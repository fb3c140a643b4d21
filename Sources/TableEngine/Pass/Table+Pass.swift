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
