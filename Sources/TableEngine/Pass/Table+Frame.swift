import TableModel

extension Table {
  /// Makes the first frame, or another one over what is there.
  package func makeFrame() throws(EngineError) {
    try frame(at: offset)
  }

  /// Makes one frame: one layout pass over the rows, then over the strips that need one.
  ///
  /// - Parameter newOffset: the content offset of the frame, inside or outside the usual range.
  /// - Throws: when the data source's counts differ from those the table knows; nothing is
  ///   changed then.
  /// - Complexity: O(visible cells + log sections)
  func frame(at newOffset: Int) throws(EngineError) {
    let isOnWay = configuration.policy.order == .takeTurns
    try verifyCounts(
      at: isOnWay ? min(offset, newOffset) : newOffset,
      through: isOnWay ? abs(newOffset - offset) : 0)
    frameUnchecked(at: newOffset)
  }

  /// A frame at an offset where the counts are known to be right.
  func frameUnchecked(at newOffset: Int) {
    let old = offset
    offset = newOffset
    frameUnchecked(backwards: newOffset < old, from: old)
  }

  /// The frame itself, for callers that have just read the counts.
  ///
  /// - Parameter old: the offset before, for a frame in which only the offset changes.
  func frameUnchecked(backwards: Bool = false, from old: Int? = nil) {
    guard putsOffFrame == nil else {
      putsOffFrame = true
      return
    }
    frameCount += 1
    prefetcher.follow(offset: offset, backwards: backwards)
    let hasMoved = old.map { $0 != offset } ?? false
    collectRows()
    if let old, hasMoved {
      scrollRows(from: old)
    } else {
      runRowPass(backwards: backwards)
    }
    runPendingStrips()
    collectHeaders(into: &headers)
    supplementary.update(to: headers, policy: configuration)
    prefetch(hasMoved: hasMoved)
    detectStaleCells()
    finishFrame()
    didMakeFrame?(self)
    assert(invariantViolations().isEmpty, invariantViolations().joined(separator: "; "))
  }

  private func finishFrame() {
    let costs = configuration.costs
    report.frame = frameCount
    report.blank = blankCells()
    if composesSubviews { countSubviews() }
    report.cost =
      costs.create * report.created + costs.bind * report.requests
      + costs.height * report.heights + costs.prefetch * report.prefetched
      + costs.image * report.imagesRead
      + costs.subview * report.subviews + costs.blend * report.blended
    report.hitch = max(0, report.cost - max(0, costs.budget))
    frameTotals.add(report)
    frameHistory.add(frame: frameCount, rows: rowLedger.totals, items: itemLedger.totals)
    lastFrame = report
    report = FrameReport()
  }

  /// Counts the layers that are composed for what is in view.
  private func countSubviews() {
    for cell in rows.visible where isInView(cell.slot) {
      for cell in cell.strip?.lane.visible ?? [cell] {
        let (load, again) = (cell.content.load, max(0, cell.timesDressed - 1))
        report.subviews += load.beyondFree + again * load.count
        report.blended += load.blended * (again + 1)
      }
    }
  }

  /// Compares the counts of what comes into view with those of the layout.
  ///
  /// - Parameter distance: how far a scroll of several frames goes on below the offset.
  func verifyCounts(at newOffset: Int, through distance: Int = 0) throws(EngineError) {
    let count = max(0, content.sectionCount)
    guard count == layout.sections.count else {
      throw .changedBehindTable(section: nil, before: layout.sections.count, after: count)
    }
    let margin = configuration.farthestBeyond
    let end = newOffset + distance + metrics.viewport.height + margin
    var y = max(0, newOffset - margin)
    while y < end, let section = layout.section(at: y) {
      let before = layout.sections[section].rowCount
      let after = max(0, content.rowCount(inSection: section))
      guard after == before || after > TableLayout.mostRows else {
        throw .changedBehindTable(section: section, before: before, after: after)
      }
      y = layout.sectionBottom(section)
    }
  }

  // MARK: Rows

  /// Finds the rows of the frame, measuring those that still count with an estimate.
  private func collectRows() {
    while true {
      rowSlots.removeAll(keepingCapacity: true)
      appendRowSlots()
      guard configuration.effectiveEstimate != nil, measureRows() else { return }
    }
  }

  private func appendRowSlots() {
    guard metrics.viewport.width > 0 else { return }
    guard !configuration.policy.isOnScrollView else {
      appendScrollViewRows()
      return
    }
    let beyond = configuration.beyond(backwards: prefetcher.looksBack)
    layout.appendRows(
      from: offset - beyond.before, to: offset + metrics.viewport.height + beyond.behind,
      into: &rowSlots)
  }

  /// The range of a table on a scroll view: as many rows as fit, rounded up, and one more. Below a
  /// header, which such a table does not know, the first row is the one that follows it.
  private func appendScrollViewRows() {
    let end = max(0, offset) + max(1, metrics.viewport.height)
    layout.appendRows(from: offset, to: end, into: &rowSlots)
    guard let first = rowSlots.first, first.length > 0 else { return }
    let count = 1 + (metrics.viewport.height + first.length - 1) / first.length
    rowSlots.removeAll(keepingCapacity: true)
    let last = min(layout.rowCount, first.position + count)
    for position in first.position..<last {
      if let slot = layout.address(ofPosition: position).flatMap({ layout.slot(of: $0) }) {
        rowSlots.append(slot)
      }
    }
  }

  /// Measures the rows that were found; true when that changed any place.
  private func measureRows() -> Bool {
    let reader = SectionReader(
      content: content, metrics: metrics, estimate: configuration.effectiveEstimate)
    var changed = false
    for slot in rowSlots where !layout.isMeasured(slot.address) {
      countHeights(1)
      let delta = layout.measure(slot.address, as: reader.height(of: slot.address))
      report.drift += delta
      changed = changed || delta != 0
    }
    return changed
  }

  private func runRowPass(backwards: Bool, isScroll: Bool = false) {
    let window = PassWindow(
      start: offset, extent: metrics.viewport.height, backwards: backwards, isScroll: isScroll)
    announceRows()
    runPass(on: rows, over: rowSlots, window)
  }

  /// Lays out the rows of a scroll to where the table is now, and those on its way where the policy
  /// goes by them.
  private func scrollRows(from old: Int) {
    let target = offset
    let extent = metrics.viewport.height
    let passed = (rowSlots.first?.position ?? 0) - (rows.visible.first?.slot.position ?? 0)
    let way = noteWay(of: target - old, extent: extent, passing: abs(passed))
    if way == .scrollBy {
      offset = old
      while let station = nextStation(before: target) {
        offset = station
        collectRows()
        runRowPass(backwards: target < old, isScroll: true)
        runPendingStrips()
      }
      offset = target
      collectRows()
    }
    runRowPass(backwards: target < old, isScroll: way != .scrollToPosition)
  }

  /// Where the rows have to be laid out next on the way to an offset; nil for the offset itself.
  private func nextStation(before target: Int) -> Int? {
    let extent = max(1, metrics.viewport.height)
    let start = target < offset ? offset - extent : offset + extent
    rowSlots.removeAll(keepingCapacity: true)
    layout.appendRows(from: start, to: start + extent, into: &rowSlots)
    let station = PassWindow.station(from: offset, to: target, extent: extent, rowSlots)
    return station == target ? nil : station
  }

  /// Says how a policy that takes turns scrolls by a distance; nil for less than a screen and for
  /// other policies. Beyond some thousand places nobody would go by each of them.
  private func noteWay(of distance: Int, extent: Int, passing places: Int) -> ScrollWay? {
    guard configuration.policy.order == .takeTurns, abs(distance) >= extent else { return nil }
    let isTooFar = max(places, abs(distance) / max(1, extent)) > Self.mostPlacesOnTheWay
    let way = isTooFar ? .scrollToPosition : configuration.jumps ?? askedWay
    report.way = way
    return way
  }

  private static let mostPlacesOnTheWay = 2_000

  /// Announces to the data source which rows the pass is going to ask for.
  private func announceRows() {
    var entering = EnteringSlots(of: rowSlots, in: rows)
    while let run = entering.nextRun() {
      let first = rowSlots[run.lowerBound].address
      let start = first.row ?? 0
      announced.append(.rows(section: first.section, start..<(start + run.count)))
    }
    announce()
  }

  /// Hands over to the data source what was noted for it.
  private func announce() {
    if announced.isEmpty { return }
    content.willShow(announced)
    announced.removeAll(keepingCapacity: true)
  }

  // MARK: Strips

  /// Runs the strips that were bound, scrolled or shown again, from top to bottom.
  func runPendingStrips() {
    guard !pendingCells.isEmpty else { return }
    for case let strip? in pendingCells.lazy.filter({ $0.place == .visible }).map(\.strip) {
      pendingStrips.append(strip)
    }
    pendingCells.removeAll(keepingCapacity: true)
    pendingStrips.sort { $0.row < $1.row }
    for strip in pendingStrips { noteEnteringItems(of: strip) }
    announce()
    for strip in pendingStrips { runPass(on: strip) }
    pendingStrips.removeAll(keepingCapacity: true)
  }

  /// Notes the items that the pass over a strip is going to ask for, as runs of neighbours.
  private func noteEnteringItems(of strip: Strip) {
    let known = itemRange(of: strip).clamped(to: 0..<strip.dataCount)
    var start = known.lowerBound
    for item in known where !strip.needsReload && strip.lane.visibleCell(at: item) != nil {
      if start < item { announced.append(.items(row: strip.row, start..<item)) }
      start = item + 1
    }
    if start < known.upperBound {
      announced.append(.items(row: strip.row, start..<known.upperBound))
    }
  }

  private func runPass(on strip: Strip) {
    if strip.needsReload {
      strip.needsReload = false
      giveUpAll(in: strip.lane)
      strip.prefetcher?.clear(counters: &frameTotals.itemPrefetch)
      strip.scrolledFrom = nil
    }
    let (target, extent) = (strip.offset, strip.layout.viewport)
    var isScroll = strip.scrolledFrom != nil
    if let old = strip.scrolledFrom {
      let places = abs(target - old) / max(1, strip.layout.pitch)
      let way = noteWay(of: target - old, extent: extent, passing: places)
      isScroll = way != .scrollToPosition
      if way == .scrollBy { passItems(of: strip, from: old) }
    }
    runItemPass(on: strip, isScroll: isScroll)
    let (hasMoved, backwards) = (strip.scrolledFrom != nil, strip.scrollsBackwards)
    strip.scrolledFrom = nil
    if hasMoved { prefetchCells(of: strip, beyond: itemRange(of: strip), backwards: backwards) }
    if configuration.prefetch != .off {
      prefetchItems(of: strip, beyond: itemRange(of: strip), backwards: backwards)
    }
  }

  private func runItemPass(on strip: Strip, isScroll: Bool) {
    itemSlots.removeAll(keepingCapacity: true)
    for item in itemRange(of: strip) {
      itemSlots.append(strip.layout.slot(item, in: strip.row))
    }
    runPass(
      on: strip.lane, over: itemSlots,
      PassWindow(
        start: strip.offset, extent: strip.layout.viewport, backwards: strip.scrollsBackwards,
        isScroll: isScroll),
      strip)
  }

  /// Lays out the items on the way of a scroll, up to the last place before its target.
  private func passItems(of strip: Strip, from old: Int) {
    let (target, extent) = (strip.offset, max(1, strip.layout.viewport))
    var place = old
    while true {
      let edge = target < place ? place - extent : place + extent
      let slots = strip.layout.visible(at: edge).map { strip.layout.slot($0, in: strip.row) }
      let station = PassWindow.station(from: place, to: target, extent: extent, slots)
      if station == target { break }
      place = station
      strip.offset = place
      runItemPass(on: strip, isScroll: true)
    }
    strip.offset = target
  }

  /// The items that the policy lays out: those in view, and more under some policies.
  private func itemRange(of strip: Strip) -> Range<Int> {
    let beyond = configuration.beyond(backwards: strip.scrollsBackwards)
    var layout = strip.layout
    layout.viewport += beyond.before + beyond.behind
    let range = layout.visible(at: strip.offset - beyond.before)
    guard configuration.policy.isOnScrollView, !range.isEmpty else { return range }
    let pitch = max(1, layout.pitch)
    let first = max(0, strip.offset) / pitch
    let last = first + 1 + (layout.viewport + pitch - 1) / pitch
    return first..<min(layout.count, last)
  }
}

/// Several changes in one frame.
extension Table {
  /// True between the begin and the end of a group.
  package var isGrouping: Bool { putsOffFrame != nil }

  /// Puts frames off: what changes from now on is laid out together at the group's end.
  ///
  /// What asks for a frame meanwhile is checked as always and finds the cells as they were.
  package func beginGroup() { putsOffFrame = putsOffFrame ?? false }

  /// Makes the one frame, if any was asked for.
  ///
  /// - Throws: as `makeFrame`, when the counts of the content are not those it was informed of; the
  ///   group has ended then all the same.
  package func endGroup() throws(EngineError) {
    let isWanted = putsOffFrame == true
    putsOffFrame = nil
    if isWanted { try makeFrame() }
  }

  /// Ends a group without its frame, for a caller that puts everything back.
  package func abandonGroup() { putsOffFrame = nil }
}
