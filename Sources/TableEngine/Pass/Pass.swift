import TableModel

/// The lists that a pass works with. The table keeps their room from one pass to the next, so that
/// scrolling asks for no memory.
struct PassLists {
  /// A cell for each slot, nil where one has still to be asked for.
  var cells: [Cell?] = []
  /// Cells on the screen that are in no slot, in the order in which they stood.
  var leaving: [Cell] = []
  /// The slots without a cell, in the order in which they are filled.
  var entering: [Int] = []

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    leaving.removeAll(keepingCapacity: true)
    entering.removeAll(keepingCapacity: true)
  }
}

/// A pass in progress: the slots of the frame and the cells found for them so far.
struct Pass {
  let lane: CellLane
  let slots: [Slot]
  let strip: Strip?
  let window: PassWindow
  var fillDescending = false
  var lists: PassLists
  /// The edge, in the direction of the scroll, of the cells that are laid out.
  private(set) var outermost: Int?

  /// - Parameter lists: empty ones.
  init(lane: CellLane, slots: [Slot], strip: Strip?, window: PassWindow, lists: PassLists) {
    self.lane = lane
    self.slots = slots
    self.strip = strip
    self.window = window
    self.lists = lists
  }

  var leaving: [Cell] { lists.leaving }
  var entering: [Int] { lists.entering }
  var isStill: Bool { entering.isEmpty && leaving.isEmpty }

  /// Compares what is on the screen with the slots; cells that stay are moved to their slots.
  mutating func match() {
    lists.cells.reserveCapacity(slots.count)
    var next = 0
    let visible = lane.visible
    outermost = window.backwards ? visible.first?.slot.start : visible.last?.slot.end
    for (index, slot) in slots.enumerated() {
      while next < visible.count, visible[next].slot.position < slot.position {
        lists.leaving.append(visible[next])
        next += 1
      }
      if next < visible.count, visible[next].slot.position == slot.position {
        visible[next].slot = slot
        lists.cells.append(visible[next])
        next += 1
      } else {
        lists.cells.append(nil)
        lists.entering.append(index)
      }
    }
    if fillDescending { lists.entering.reverse() }
    lists.leaving.append(contentsOf: visible[next...])
    if lane.isRelocated {
      // Cells leave in the order in which they stood before the rows moved.
      lists.leaving = (leaving + lane.orphans).sorted { $0.rank < $1.rank }
    }
  }

  /// One of the leaving cells, numbered from the end at which the scroll pushes them out.
  func leavingFromOuterEnd(_ number: Int) -> Cell? {
    guard number < leaving.count else { return nil }
    return leaving[window.backwards ? leaving.count - 1 - number : number]
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
  /// True for a place that is out of view, on the side where cells leave, at an offset on the way;
  /// for any place when no offset is given.
  func hasPassed(_ slot: Slot, at offset: Int?) -> Bool {
    guard let offset else { return true }
    return backwards ? slot.start >= offset + extent : slot.end <= offset
  }

  /// The next offset at which a long scroll has to be laid out, so that every place on the way is in
  /// view once: less than a viewport further, and where a place ends at the viewport's edge.
  ///
  /// - Parameter slots: the places within a viewport's length of the edge to which the scroll goes,
  ///   in order.
  static func station(
    from offset: Int, to target: Int, extent: Int, _ slots: some BidirectionalCollection<Slot>
  ) -> Int {
    let isBack = target < offset
    var best: Int?
    func isFarther(_ stop: Int) -> Bool {
      guard isBack ? stop < offset : stop > offset else { return false }
      return best == nil || abs(stop - offset) < extent
    }
    for stop in isBack ? slots.reversed().map(\.start) : slots.map({ $0.end - extent })
    where isFarther(stop) {
      best = stop
    }
    let step = max(1, extent - 1)
    let stop = best ?? (isBack ? offset - step : offset + step)
    return isBack ? max(stop, target) : min(stop, target)
  }

  /// How far the scroll has come when cells are laid out up to an edge.
  func reached(lastFilled edge: Int?) -> Int? {
    guard let edge else { return nil }
    return backwards ? max(start, edge) : min(start, edge - extent)
  }
}

/// What a pass needs to know of the viewport along its axis.
struct PassWindow {
  var start: Int
  var extent: Int
  /// True when the offset became smaller: cells enter in descending order then.
  var backwards: Bool
  /// True when the offset changed and nothing else.
  var isScroll = false

  var end: Int { start + extent }
}

/// The places of a frame that no cell on the screen fills, as runs of consecutive rows.
struct EnteringSlots {
  private let slots: [Slot]
  private let cells: [Cell]
  private var slotIndex = 0
  private var cellIndex = 0

  init(of slots: [Slot], in lane: CellLane) {
    self.slots = slots
    cells = lane.visible
  }

  /// The indices of the next run of slots in one section.
  mutating func nextRun() -> Range<Int>? {
    while slotIndex < slots.count, isFilled() { slotIndex += 1 }
    guard slotIndex < slots.count else { return nil }
    let start = slotIndex
    repeat {
      slotIndex += 1
    } while slotIndex < slots.count && follows(slotIndex) && !isFilled()
    return start..<slotIndex
  }

  private func follows(_ index: Int) -> Bool {
    slots[index].position == slots[index - 1].position + 1
      && slots[index].address.section == slots[index - 1].address.section
  }

  private mutating func isFilled() -> Bool {
    let position = slots[slotIndex].position
    while cellIndex < cells.count, cells[cellIndex].slot.position < position { cellIndex += 1 }
    return cellIndex < cells.count && cells[cellIndex].slot.position == position
  }
}

/// The views of section headers and footers: they are pooled by the same rules as cells.
struct SupplementaryViews {
  private struct View: Hashable {
    var section: Int
    var isFooter: Bool

    func shows(_ snapshot: HeaderSnapshot) -> Bool {
      section == snapshot.section && isFooter == snapshot.isFooter
    }
  }

  private var shown: [View] = []
  private(set) var headers = ReuseCounters()
  private(set) var footers = ReuseCounters()

  /// Asks for views that came into view, then recycles those that left.
  mutating func update(to views: [HeaderSnapshot], policy: EngineConfiguration) {
    if views.count == shown.count, zip(views, shown).allSatisfy({ $1.shows($0) }) { return }
    let new = views.map { View(section: $0.section, isFooter: $0.isFooter) }
    let (before, after) = (Set(shown), Set(new))
    for view in new where !before.contains(view) { change(view) { Self.request(&$0) } }
    for view in shown where !after.contains(view) { change(view) { Self.recycle(&$0, policy) } }
    shown = new
  }

  /// Gives every view on the screen to its pool, as reloading the data does.
  mutating func recycleAll(policy: EngineConfiguration) {
    for view in shown { change(view) { Self.recycle(&$0, policy) } }
    shown = []
  }

  /// Throws the pooled views away, as a system short of memory does.
  mutating func drainPools() {
    Self.drain(&headers)
    Self.drain(&footers)
  }

  /// Throws every view away, on the screen and off it.
  mutating func discardAll() {
    for view in shown {
      change(view) {
        $0.visible -= 1
        $0.pooled += 1
      }
    }
    shown = []
    drainPools()
  }

  /// Counts from zero again; views stay where they are.
  mutating func resetCounters() {
    headers.restart()
    footers.restart()
  }

  private static func drain(_ counters: inout ReuseCounters) {
    counters.discarded += counters.pooled
    counters.alive -= counters.pooled
    counters.pooled = 0
  }

  private mutating func change(_ view: View, _ body: (inout ReuseCounters) -> Void) {
    if view.isFooter { body(&footers) } else { body(&headers) }
  }

  private static func request(_ counters: inout ReuseCounters) {
    counters.requests += 1
    counters.visible += 1
    if counters.pooled > 0 {
      counters.reused += 1
      counters.pooled -= 1
    } else {
      counters.created += 1
      counters.alive += 1
    }
  }

  private static func recycle(_ counters: inout ReuseCounters, _ policy: EngineConfiguration) {
    counters.visible -= 1
    let isPooled = policy.policy.reusesCells && counters.pooled < policy.effectiveCap
    if policy.policy.reusesCells { counters.recycled += 1 }
    if isPooled {
      counters.pooled += 1
      counters.highWater = max(counters.highWater, counters.pooled)
    } else {
      counters.discarded += 1
      counters.alive -= 1
    }
  }
}
