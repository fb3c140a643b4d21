import TableModel

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
