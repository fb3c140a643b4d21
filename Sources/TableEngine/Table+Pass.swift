import TableModel

extension Table {
  /// Brings a lane's cells to the slots of a frame, in the order of the policy.
  func runPass(
    on lane: CellLane, over slots: [Slot], _ window: PassWindow, _ strip: Strip? = nil
  ) {
    var pass = Pass(lane: lane, slots: slots, strip: strip, window: window)
    pass.fillDescending =
      lane.isFresh ? configuration.initialFill == .descending : window.backwards
    lane.isFresh = false
    if configuration.policy == .ketable {
      runScrollViewPass(&pass)
      return
    }
    pass.match()
    showAgain(&pass)
    if raises(pass) { return }
    lane.isRelocated = false
    if pass.isStill { return }
    switch configuration.policy {
    case .uikit, .none, .prebuilt, .ketable: askFirst(&pass)
    case .flashlist: recycleFirst(&pass)
    case .recyclerview: takeTurns(&pass)
    }
    lane.visible = pass.filled
    lane.orphans.removeAll()
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
    for index in pass.enteringInOrder { fill(&pass, index) }
    recycle(pass.leaving, in: pass.lane)
  }

  private func recycleFirst(_ pass: inout Pass) {
    recycle(pass.leaving, in: pass.lane)
    for index in pass.enteringInOrder { fill(&pass, index) }
  }

  /// RecyclerView's order: what is out of view by now leaves before the loop and after a chunk.
  private func takeTurns(_ pass: inout Pass) {
    var leaving = pass.window.backwards ? pass.leaving.reversed() : pass.leaving
    let entering = pass.enteringInOrder
    let chunk = max(1, configuration.chunk)
    leave(&leaving, upTo: pass.window.reached(lastFilled: pass.outermost), pass)
    for start in stride(from: 0, to: entering.count, by: chunk) {
      for index in entering[start..<min(start + chunk, entering.count)] { fill(&pass, index) }
      leave(&leaving, upTo: pass.window.reached(lastFilled: pass.outermost), pass)
    }
    for cell in leaving { recycle([cell], in: pass.lane) }
  }

  /// Lets cells go, from the outer end, that are out of view at an offset on the way.
  private func leave(_ leaving: inout [Cell], upTo offset: Int?, _ pass: Pass) {
    guard let offset else { return }
    let count = leaving.prefix {
      pass.window.backwards
        ? $0.slot.start >= offset + pass.window.extent : $0.slot.end <= offset
    }.count
    for cell in leaving.prefix(count) { recycle([cell], in: pass.lane) }
    leaving.removeFirst(count)
  }

  private func fill(_ pass: inout Pass, _ index: Int) {
    let slot = pass.slots[index]
    pass.cells[index] = obtain(slot, in: pass.lane, strip: pass.strip)
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
      if let cell = cells.first(where: { $0.slot.position == slot.position }) {
        cell.slot = slot
        willDisplay(cell)
      } else {
        cells.append(obtain(slot, in: lane, strip: pass.strip))
      }
    }
    for cell in cells where cell.place == .detached { move(cell, to: .visible) }
    lane.visible = cells.sorted { $0.slot.position < $1.slot.position }
  }

  /// Ends displaying in descending order, then recycles in the order of the configuration.
  func recycle(_ leaving: [Cell], in lane: CellLane) {
    for cell in leaving.reversed() { endDisplaying(cell) }
    if configuration.enqueueOrder == .ascending {
      for cell in leaving { retire(cell, in: lane) }
    } else {
      for cell in leaving.reversed() { retire(cell, in: lane) }
    }
  }
}

/// A pass in progress: the slots of the frame and the cells found for them so far.
struct Pass {
  let lane: CellLane
  let slots: [Slot]
  let strip: Strip?
  let window: PassWindow
  var fillDescending = false
  /// A cell for each slot, nil where one has still to be asked for.
  var cells: [Cell?] = []
  /// Cells on the screen that are in no slot, in the order in which they stood.
  private(set) var leaving: [Cell] = []
  private(set) var entering: [Int] = []
  /// The edge, in the direction of the scroll, of the cells that are laid out.
  private(set) var outermost: Int?

  init(lane: CellLane, slots: [Slot], strip: Strip?, window: PassWindow) {
    self.lane = lane
    self.slots = slots
    self.strip = strip
    self.window = window
  }

  var isStill: Bool { entering.isEmpty && leaving.isEmpty }
  var filled: [Cell] { cells.compactMap { $0 } }
  var enteringInOrder: [Int] { fillDescending ? entering.reversed() : entering }

  /// Compares what is on the screen with the slots; cells that stay are moved to their slots.
  mutating func match() {
    cells.reserveCapacity(slots.count)
    var next = 0
    let visible = lane.visible
    outermost = window.backwards ? visible.first?.slot.start : visible.last?.slot.end
    for (index, slot) in slots.enumerated() {
      while next < visible.count, visible[next].slot.position < slot.position {
        leaving.append(visible[next])
        next += 1
      }
      if next < visible.count, visible[next].slot.position == slot.position {
        visible[next].slot = slot
        cells.append(visible[next])
        next += 1
      } else {
        cells.append(nil)
        entering.append(index)
      }
    }
    leaving.append(contentsOf: visible[next...])
    if lane.isRelocated {
      // Cells leave in the order in which they stood before the rows moved.
      leaving = (leaving + lane.orphans).sorted { $0.rank < $1.rank }
    }
  }

  func stays(_ cell: Cell) -> Bool {
    !leaving.contains { $0 === cell }
  }

  mutating func noteFilled(_ slot: Slot) {
    guard let edge = outermost else {
      outermost = window.backwards ? slot.start : slot.end
      return
    }
    outermost = window.backwards ? min(edge, slot.start) : max(edge, slot.end)
  }
}

extension PassWindow {
  /// How far the scroll has come when cells are laid out up to an edge.
  func reached(lastFilled edge: Int?) -> Int? {
    guard let edge else { return nil }
    return backwards ? max(start, edge) : min(start, edge - extent)
  }
}
