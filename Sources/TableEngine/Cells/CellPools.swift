import TableModel

/// The cells that wait for a row, by identifier.
///
/// An object of its own, because several strips may share one.
final class CellPools {
  private let order: PoolOrder
  private let cap: Int
  private var generator: SplitMix64
  private var pools: [[Cell]] = []

  init(order: PoolOrder, cap: Int) {
    self.order = order
    self.cap = cap
    if case .set(let seed) = order {
      generator = SplitMix64(seed: seed)
    } else {
      generator = SplitMix64(seed: 0)
    }
  }

  var cells: [Cell] { pools.flatMap { $0 } }

  func copy(by copier: inout CellCopier) -> CellPools {
    let copy = CellPools(order: order, cap: cap)
    copy.generator = generator
    copy.pools = pools.map { copier.copy($0) }
    return copy
  }

  func count(_ identifier: Int) -> Int {
    identifier < pools.count ? pools[identifier].count : 0
  }

  /// Takes a cell in; false when the pool of its identifier is full.
  func push(_ cell: Cell) -> Bool {
    while pools.count <= cell.identifier { pools.append([]) }
    guard pools[cell.identifier].count < cap else { return false }
    pools[cell.identifier].append(cell)
    return true
  }

  /// Hands out a cell, the one whose turn it is.
  ///
  /// - Complexity: O(1) from the end, O(pool) otherwise.
  func pop(_ identifier: Int) -> Cell? {
    let count = count(identifier)
    guard count > 0 else { return nil }
    switch order {
    case .lifo: return pools[identifier].popLast()
    case .fifo: return pools[identifier].removeFirst()
    case .oldest: return pools[identifier].remove(at: indexOfOldest(identifier))
    case .set:
      return pools[identifier].remove(at: Int.random(in: 0..<count, using: &generator))
    }
  }

  private func indexOfOldest(_ identifier: Int) -> Int {
    let pool = pools[identifier]
    return pool.indices.min { pool[$0].serial < pool[$1].serial } ?? 0
  }

  /// Gives all cells away, or all of one table where two share the pools.
  func drain(_ table: TableKind? = nil) -> [Cell] {
    let leaving = cells.filter { table == nil || $0.table == table }
    for index in pools.indices {
      pools[index].removeAll { table == nil || $0.table == table }
    }
    return leaving
  }
}

/// One scrolling list of cells on one axis: the rows of a table, or the items of a strip.
final class CellLane {
  let table: TableKind
  let pools: CellPools
  /// The cells on the screen, by place.
  var visible: [Cell] = []
  /// Cells that an update took off the screen and that have not been recycled yet.
  var orphans: [Cell] = []
  var kept: PositionCache
  /// Cells that are off the screen while they are being edited.
  var exempt: [Cell] = []
  /// Cells that wait for their own row.
  var stored: [RowKey: Cell] = [:]
  /// True while cells have been moved by an update and no pass has followed.
  var isRelocated = false
  /// True until the first frame.
  var isFresh = true

  init(table: TableKind, pools: CellPools, kept: Int) {
    self.table = table
    self.pools = pools
    self.kept = PositionCache(capacity: kept)
  }

  /// Takes over the cells of a pass.
  func show(_ cells: [Cell?]) {
    visible.removeAll(keepingCapacity: true)
    for case let cell? in cells { visible.append(cell) }
  }

  func visibleCell(at position: Int) -> Cell? {
    var (low, high) = (0, visible.count)
    while low < high {
      let middle = (low + high) / 2
      if visible[middle].slot.position < position { low = middle + 1 } else { high = middle }
    }
    return low < visible.count && visible[low].slot.position == position ? visible[low] : nil
  }

  /// The cells that wait for their own row, in the order in which they were made.
  var storedCells: [Cell] { stored.values.sorted { $0.serial < $1.serial } }

  /// Every cell that the lane owns outside its pools.
  var ownCells: [Cell] { visible + orphans + kept.cells + exempt + storedCells }
}

/// The last few cells that left, still bound to their rows and found again by their places.
///
/// Cells that were prepared ahead make it larger and are not pushed out by others.
struct PositionCache {
  private let capacity: Int
  private var preparedMost = 0
  private var prepared: Set<Int> = []
  /// Oldest first.
  private(set) var cells: [Cell] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  var limit: Int { capacity + preparedMost }

  func copy(by copier: inout CellCopier) -> PositionCache {
    var copy = self
    copy.cells = copier.copy(cells)
    return copy
  }

  /// Takes a cell in, behind the others but before those that were prepared last; returns the one
  /// that had to go, the first, which may be the cell itself.
  mutating func insert(_ cell: Cell) -> Cell? {
    guard limit > 0 else { return cell }
    let evicted = cells.count >= limit ? cells.removeFirst() : nil
    var index = cells.count
    if !prepared.contains(cell.slot.position) {
      while index > 0, prepared.contains(cells[index - 1].slot.position) { index -= 1 }
    }
    cells.insert(cell, at: index)
    return evicted
  }

  /// Takes out the cell that is bound to a place.
  mutating func take(position: Int) -> Cell? {
    guard let index = cells.firstIndex(where: { $0.slot.position == position }) else { return nil }
    return cells.remove(at: index)
  }

  /// Takes out the oldest cell of an identifier.
  mutating func takeOldest(identifier: Int) -> Cell? {
    guard let index = cells.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    return cells.remove(at: index)
  }

  /// Says which places are being prepared ahead.
  mutating func protect(_ positions: [Int]) {
    prepared = Set(positions)
    preparedMost = max(preparedMost, positions.count)
  }

  mutating func drain() -> [Cell] {
    defer { cells.removeAll() }
    prepared.removeAll()
    return cells
  }

  /// Gives each cell a new place; returns the cells whose place is gone.
  ///
  /// - Parameter relocated: moves a cell, or answers false when there is nowhere to move it.
  mutating func relocate(_ relocated: (Cell) -> Bool) -> [Cell] {
    let all = cells
    cells = all.filter(relocated)
    prepared.removeAll()
    return all.filter { cell in !cells.contains { $0 === cell } }
  }
}
