import TableModel

/// Copies cells and what holds them; what two of them share is shared by the copies.
struct CellCopier {
  private var cells: [ObjectIdentifier: Cell] = [:]
  private var pools: [ObjectIdentifier: CellPools] = [:]
  private var strips: [ObjectIdentifier: Strip] = [:]

  mutating func copy(_ other: Cell) -> Cell {
    if let known = cells[ObjectIdentifier(other)] { return known }
    let cell = Cell(
      identifier: other.identifier, id: other.id, table: other.table, isPoolable: other.isPoolable,
      slot: other.slot, isCarrier: other.isCarrier)
    cells[ObjectIdentifier(other)] = cell
    cell.place = other.place
    cell.writer = other.writer
    cell.content = other.content
    cell.leftovers = other.leftovers
    cell.timesDressed = other.timesDressed
    cell.awaitsImage = other.awaitsImage
    cell.isSelected = other.isSelected
    cell.isHighlighted = other.isHighlighted
    cell.isEditing = other.isEditing
    cell.selectionWriter = other.selectionWriter
    cell.isOutdated = other.isOutdated
    cell.boundKey = other.boundKey
    cell.rank = other.rank
    cell.strip = other.strip.map { copy($0) }
    return cell
  }

  mutating func copy(_ others: [Cell]) -> [Cell] { others.map { copy($0) } }

  mutating func copy(_ other: CellPools) -> CellPools {
    if let known = pools[ObjectIdentifier(other)] { return known }
    let copied = other.copy(by: &self)
    pools[ObjectIdentifier(other)] = copied
    return copied
  }

  mutating func copy(_ other: CellLane) -> CellLane {
    let lane = CellLane(table: other.table, pools: copy(other.pools), kept: 0)
    lane.visible = copy(other.visible)
    lane.orphans = copy(other.orphans)
    lane.kept = other.kept.copy(by: &self)
    lane.exempt = copy(other.exempt)
    for (key, cell) in other.stored { lane.stored[key] = copy(cell) }
    lane.isRelocated = other.isRelocated
    lane.isFresh = other.isFresh
    return lane
  }

  mutating func copy(_ other: Strip) -> Strip {
    if let known = strips[ObjectIdentifier(other)] { return known }
    let strip = Strip(lane: copy(other.lane), row: other.row, key: other.key, layout: other.layout)
    strips[ObjectIdentifier(other)] = strip
    strip.dataCount = other.dataCount
    strip.offset = other.offset
    strip.offsetWriter = other.offsetWriter
    strip.needsReload = other.needsReload
    strip.isAbandoned = other.isAbandoned
    strip.prefetcher = other.prefetcher
    strip.scrolledFrom = other.scrolledFrom
    return strip
  }
}
