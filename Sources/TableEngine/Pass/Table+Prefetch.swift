import TableModel

extension Table {
  /// Asks for data, and then for cells, ahead in the direction of the last movement.
  func prefetch() {
    guard configuration.prefetch != .off || configuration.cellPrefetch > 0 else { return }
    let backwards = prefetcher.looksBack
    let distance = max(prefetchDistance, configuration.cellPrefetch)
    let ahead = rowsAhead(min(distance, 10_000), backwards: backwards)
    if configuration.prefetch != .off {
      prefetchData(Array(ahead.prefix(prefetchDistance)), backwards: backwards)
    }
    prefetchCells(ahead.prefix(max(0, configuration.cellPrefetch)))
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
    // A data source that may fail to return a cell prepares none.
    guard !positions.isEmpty, !configuration.policy.isOnScrollView, !configuration.dequeue.mayFail
    else { return }
    rows.kept.protect(Array(positions))
    let ready = Set(rows.kept.cells.map(\.slot.position))
    for position in positions where !ready.contains(position) {
      guard let slot = layout.address(ofPosition: position).flatMap({ layout.slot(of: $0) })
      else { continue }
      // A group in a flat layout is no cell; there is nothing to prepare.
      if configuration.nested == .orthogonal, content.itemCount(inRow: slot.address) != nil {
        continue
      }
      let cell = request(slot, in: rows, strip: nil)
      move(cell, to: .kept)
      if let evicted = rows.kept.insert(cell) { pool(evicted, in: rows) }
    }
  }
}
