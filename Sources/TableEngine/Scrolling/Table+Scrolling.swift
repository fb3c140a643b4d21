package import TableModel

/// Where a row stands in the viewport after scrolling to it.
package enum ScrollPosition: String, Sendable, Hashable, CaseIterable {
  case top
  case middle
  case bottom
  /// The least movement that brings all of it into view.
  case none
}

/// Where an item stands in its strip after scrolling to it.
package enum ItemPosition: String, Sendable, Hashable, CaseIterable {
  case none
  case leading
  case center
  case trailing
}

extension Table {
  /// No offset lies further out, however far a script pulls.
  private static let farthestOverscroll = 1_000_000_000

  // MARK: Rows

  /// Scrolls to a content offset.
  ///
  /// - Parameters:
  ///   - newOffset: the place in the content, in points, that comes to the viewport's top.
  ///   - overscroll: whether it may lie outside the range in which scrolling can rest.
  ///   - frames: how many frames the way takes, in equal steps; one where there is no way to go.
  ///   - way: what a policy that knows two ways does with a screen or more.
  package func scroll(
    to newOffset: Int, overscroll: Bool = false, frames: Int = 1, way: ScrollWay = .scrollBy
  ) throws(EngineError) {
    askedWay = way
    defer { askedWay = .scrollBy }
    let limit = overscroll ? Self.farthestOverscroll : 0
    let target = min(max(newOffset, minOffset - limit), maxOffset + limit)
    let steps = ScrollSteps(from: offset, to: target, frames: frames)
    guard steps.count > 1 else {
      try frame(at: target)
      return
    }
    try verifyCounts(at: min(offset, target), through: abs(target - offset))
    let start = offset
    for step in steps {
      // Rows that are measured on the way may bring the end nearer.
      frameUnchecked(at: step > start ? min(step, max(start, maxOffset + limit)) : step)
    }
  }

  /// Scrolls by a distance, down when it is positive, in one frame.
  package func scroll(by distance: Int, overscroll: Bool = false) throws(EngineError) {
    try scroll(to: offset.addingSaturating(distance), overscroll: overscroll)
  }

  /// Lets the table spring back from where it was pulled to.
  ///
  /// - Parameter step: the distance of one frame; the last one may be shorter.
  /// - Returns: the number of frames, 0 when the table is at rest.
  /// - Throws: when the data source's counts anywhere on the way differ from those the table
  ///   knows; no frame is made then.
  @discardableResult
  package func bounce(step: Int) throws(EngineError) -> Int {
    let rest = min(max(offset, minOffset), maxOffset)
    guard rest != offset else { return 0 }
    try verifyCounts(at: min(offset, rest), through: abs(offset - rest))
    let step = Self.bounceStep(step, over: abs(offset - rest))
    var frames = 0
    while offset < minOffset || offset > maxOffset {
      let back = offset < minOffset ? min(offset + step, minOffset) : max(offset - step, maxOffset)
      frameUnchecked(at: back)
      frames += 1
    }
    return frames
  }

  /// The step of a bounce: as wanted, but never so short that the way back takes for ever.
  private static func bounceStep(_ step: Int, over distance: Int) -> Int {
    max(1, step, distance / 10_000)
  }

  /// Scrolls so that a row is in view.
  ///
  /// - Parameters:
  ///   - target: a row, or a section for its top. For an item, its row is used, and the row's strip
  ///     is also checked to be unchanged before anything is scrolled.
  ///   - frames: as for `scroll(to:)`. With estimates the row may lie elsewhere by the time it is
  ///     reached: the scroll ends where the row was thought to be when it began.
  ///   - way: as for `scroll(to:)`.
  package func scrollToRow(
    _ target: Address, position: ScrollPosition = .none, frames: Int = 1,
    way: ScrollWay = .scrollToPosition
  ) throws(EngineError) {
    guard target.row != nil else {
      guard let top = sectionTop(target.section) else {
        throw .noSection(target.section, count: sectionCount)
      }
      try scroll(to: top - metrics.insetTop, frames: frames, way: way)
      return
    }
    guard let slot = layout.slot(of: target) else { throw .noRow(target.rowAddress) }
    if target.item != nil { try verifyItemCount(ofRow: target.rowAddress) }
    try scroll(to: offset(showing: slot, position), frames: frames, way: way)
  }

  /// The offset that shows a row, below the header and above the footer that float over it.
  func offset(showing slot: Slot, _ position: ScrollPosition) -> Int {
    let section = layout.sections[slot.address.section]
    let above = configuration.headerStyle == .grouped ? 0 : section.header
    let below = configuration.headerStyle == .plain ? section.footer : 0
    let alignment = ScrollAlignment(
      start: slot.start, length: slot.length, viewport: metrics.viewport.height,
      insetAtStart: metrics.insetTop, insetAtEnd: metrics.insetBottom, coveredAtStart: above,
      coveredAtEnd: below)
    return switch position {
    case .none: alignment.least(from: offset)
    case .top: alignment.atStart
    case .middle: alignment.centered
    case .bottom: alignment.atEnd
    }
  }

  // MARK: Strips

  /// How far the strip of a row is scrolled; nil for a plain row or none at all.
  package func stripOffset(ofRow row: Address) -> Int? {
    guard let layout = stripLayout(ofRow: row) else { return nil }
    if let strip = visibleStrip(ofRow: row) { return strip.offset }
    if lockedRows.contains(row.rowAddress) { return layout.clamp(lockedOffset) }
    return layout.clamp(stripOffsets[key(ofRow: row.rowAddress)] ?? layout.minOffset)
  }

  /// The width of the items in a row; nil for a plain row or none at all.
  package func stripWidth(ofRow row: Address) -> Int? {
    stripLayout(ofRow: row)?.contentWidth
  }

  func stripLayout(ofRow row: Address) -> StripLayout? {
    guard layout.contains(row: row), let count = content.itemCount(inRow: row.rowAddress)
    else { return nil }
    return StripLayout(count: min(max(0, count), TableLayout.mostRows), metrics: metrics)
  }

  func visibleStrip(ofRow row: Address) -> Strip? { visibleCell(forRow: row)?.strip }

  func visibleCell(forRow row: Address) -> Cell? {
    guard let slot = layout.slot(of: row) else { return nil }
    return rows.visibleCell(at: slot.position)
  }

  /// Scrolls the strip of a row, and those locked to it.
  ///
  /// - Parameters:
  ///   - x: the place in the strip, in points, that comes to the viewport's left edge.
  ///   - overscroll: whether it may lie outside the range in which scrolling can rest.
  ///   - frames: how many frames the way takes, in equal steps; one where there is no way to go,
  ///     and for a row that is not on the screen.
  ///   - way: as for `scroll(to:)`.
  package func scroll(
    row: Address, to x: Int, overscroll: Bool = false, frames: Int = 1, way: ScrollWay = .scrollBy
  ) throws(EngineError) {
    askedWay = way
    defer { askedWay = .scrollBy }
    guard let strip = visibleStrip(ofRow: row), frames > 1 else {
      try scrollAtOnce(row: row, to: x, overscroll: overscroll)
      return
    }
    let limit = overscroll ? Self.farthestOverscroll : 0
    let range = (strip.layout.minOffset - limit)...(strip.layout.maxOffset + limit)
    let target = min(max(x, range.lowerBound), range.upperBound)
    for step in ScrollSteps(from: strip.offset, to: target, frames: frames) {
      try scrollAtOnce(row: row, to: step, overscroll: overscroll)
    }
  }

  private func scrollAtOnce(
    row: Address, to x: Int, overscroll: Bool
  ) throws(EngineError) {
    guard layout.contains(row: row) else { throw .noRow(row.rowAddress) }
    guard stripLayout(ofRow: row) != nil else { throw .notAStrip(row.rowAddress) }
    try verifyCounts(at: offset)
    let isLocked = lockedRows.contains(row.rowAddress)
    let scrolled = isLocked ? rows.visible.map(\.slot.address).filter(lockedRows.contains) : []
    for address in scrolled + [row.rowAddress] { try verifyItemCount(ofRow: address) }
    if isLocked { lockedOffset = max(-metrics.insetLeft, min(x, Self.farthestOverscroll * 1000)) }
    for address in scrolled where address != row.rowAddress {
      setStripOffset(ofRow: address, to: x, overscroll: false)
    }
    setStripOffset(ofRow: row.rowAddress, to: x, overscroll: overscroll)
    try frame(at: offset)
  }

  /// Compares the count of a strip on the screen with that of its data.
  private func verifyItemCount(ofRow row: Address) throws(EngineError) {
    guard let strip = visibleStrip(ofRow: row), !strip.isAbandoned else { return }
    let count = min(max(0, content.itemCount(inRow: row) ?? 0), TableLayout.mostRows)
    guard count == strip.dataCount else {
      throw .stripChangedBehindTable(row: row, before: strip.dataCount, after: count)
    }
  }

  private func setStripOffset(ofRow row: Address, to x: Int, overscroll: Bool) {
    guard let cell = visibleCell(forRow: row), let strip = cell.strip else {
      guard restoresOffsets, let layout = stripLayout(ofRow: row) else { return }
      setOffset(layout.clamp(x), for: key(ofRow: row))
      return
    }
    let limit = overscroll ? Self.farthestOverscroll : 0
    let new = min(max(x, strip.layout.minOffset - limit), strip.layout.maxOffset + limit)
    if new != strip.offset { strip.scrolledFrom = strip.scrolledFrom ?? strip.offset }
    strip.offset = new
    strip.offsetWriter = row
    saveOffset(of: strip)
    pendingCells.append(cell)
  }

  /// Scrolls the strip of a row by a distance, to the right when it is positive, in one frame.
  package func scroll(
    row: Address, by distance: Int, overscroll: Bool = false
  ) throws(EngineError) {
    let old = stripOffset(ofRow: row) ?? 0
    try scroll(row: row, to: old.addingSaturating(distance), overscroll: overscroll)
  }

  /// How far a strip is pulled beyond its ends, in points; 0 at rest and off the screen.
  package func overscroll(ofRow row: Address) throws(EngineError) -> Int {
    guard layout.contains(row: row) else { throw .noRow(row.rowAddress) }
    return visibleStrip(ofRow: row).map { abs($0.offset - $0.layout.clamp($0.offset)) } ?? 0
  }

  /// Lets a strip spring back from where it was pulled to; returns the number of frames.
  @discardableResult
  package func bounce(row: Address, step: Int) throws(EngineError) -> Int {
    let step = Self.bounceStep(step, over: try overscroll(ofRow: row))
    var frames = 0
    while let strip = visibleStrip(ofRow: row), strip.offset != strip.layout.clamp(strip.offset) {
      let rest = strip.layout.clamp(strip.offset)
      let back =
        strip.offset < rest ? min(strip.offset + step, rest) : max(strip.offset - step, rest)
      try scroll(row: row, to: back, overscroll: true)
      frames += 1
    }
    return frames
  }

  /// Scrolls a strip so that an item is in view. Its row is not scrolled to.
  package func scrollToItem(
    _ item: Address, position: ItemPosition = .none, frames: Int = 1
  ) throws(EngineError) {
    let x = try stripOffset(showing: item, position)
    try scroll(row: item, to: x, frames: frames, way: .scrollToPosition)
  }

  /// The offset of a strip that shows one of its items.
  func stripOffset(
    showing item: Address, _ position: ItemPosition
  ) throws(EngineError) -> Int {
    guard layout.contains(row: item) else { throw .noRow(item.rowAddress) }
    guard let layout = stripLayout(ofRow: item) else { throw .notAStrip(item.rowAddress) }
    guard let index = item.item, (0..<layout.count).contains(index) else { throw .noItem(item) }
    let slot = layout.slot(index, in: item.rowAddress)
    let alignment = ScrollAlignment(
      start: slot.start, length: slot.length, viewport: layout.viewport,
      insetAtStart: layout.insetLeft, insetAtEnd: layout.insetRight)
    let x =
      switch position {
      case .none: alignment.least(from: stripOffset(ofRow: item) ?? layout.minOffset)
      case .leading: alignment.atStart
      case .center: alignment.centered
      case .trailing: alignment.atEnd
      }
    return layout.clamp(x)
  }

  // MARK: Lock-step

  /// Makes the strips of rows scroll together, from now on at the first one's offset.
  package func lock(rows addresses: [Address]) throws(EngineError) {
    for address in addresses {
      guard layout.contains(row: address) else { throw .noRow(address.rowAddress) }
      guard stripLayout(ofRow: address) != nil else { throw .notAStrip(address.rowAddress) }
    }
    guard let first = addresses.first else { return }
    try verifyCounts(at: offset)
    for row in lockedRows.union(addresses.map(\.rowAddress)) { try verifyItemCount(ofRow: row) }
    let x = stripOffset(ofRow: first) ?? 0
    lockedRows.formUnion(addresses.map(\.rowAddress))
    try scroll(row: first, to: x)
  }

  /// Lets rows scroll by themselves again, each from where it is.
  ///
  /// - Parameter addresses: nil for all of them.
  package func unlock(rows addresses: [Address]? = nil) {
    let freed = addresses.map { Set($0.map(\.rowAddress)) } ?? lockedRows
    for row in freed where lockedRows.contains(row) {
      guard restoresOffsets, let x = stripOffset(ofRow: row) else { continue }
      setOffset(x, for: key(ofRow: row))
    }
    lockedRows.subtract(freed)
  }
}

extension Int {
  /// The sum, or the nearest number that there is.
  func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

/// Offsets that bring a row or an item to a chosen place of the viewport, not yet clamped.
struct ScrollAlignment {
  var start: Int
  var length: Int
  var viewport: Int
  /// The insets at the viewport's start and end.
  var insetAtStart = 0
  var insetAtEnd = 0
  /// What floats in the area between the insets, at its start and at its end.
  var coveredAtStart = 0
  var coveredAtEnd = 0

  private var end: Int { start + length }

  var atStart: Int { start - coveredAtStart - insetAtStart }
  var atEnd: Int { end + coveredAtEnd + insetAtEnd - viewport }

  /// Centred in the part of the viewport between the insets, but never under what floats at its
  /// start.
  var centered: Int {
    min(start + length / 2 - insetAtStart - (viewport - insetAtStart - insetAtEnd) / 2, atStart)
  }

  /// The offset nearest to another one at which all of it is in view; its start, if it is longer
  /// than the viewport.
  func least(from offset: Int) -> Int {
    if length > viewport - insetAtStart - insetAtEnd - coveredAtStart - coveredAtEnd {
      return (atStart...max(atStart, atEnd)).contains(offset) ? offset : atStart
    }
    return min(max(offset, atEnd), atStart)
  }
}

/// The offsets of an animated scroll, one a frame.
///
/// Equal steps: what does not divide evenly is spread over the way, so that no two steps differ by
/// more than a point and the last offset is exactly the target.
struct ScrollSteps: Sequence, IteratorProtocol {
  /// No scroll takes more frames, whatever is asked for.
  static let mostFrames = 10_000

  private let start: Int
  private let distance: Int
  let count: Int
  private var made = 0

  /// - Parameter frames: as many as are wanted; one is made where there is no way to go.
  init(from start: Int, to target: Int, frames: Int) {
    self.start = start
    distance = target - start
    count = distance == 0 ? 1 : Swift.min(Swift.max(1, frames), Self.mostFrames)
  }

  mutating func next() -> Int? {
    guard made < count else { return nil }
    made += 1
    // Whole steps first: the product of the distance and a count may be too large for a number.
    return start + distance / count * made + distance % count * made / count
  }
}
