import TableModel

/// What a pass needs to know of the viewport along its axis.
struct PassWindow {
  var start: Int
  var extent: Int
  /// True when the offset became smaller: cells enter in descending order then.
  var backwards: Bool

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
