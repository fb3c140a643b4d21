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
  func drain(_ table: TableStatistics.Table? = nil) -> [Cell] {
    let leaving = cells.filter { table == nil || $0.table == table }
    for index in pools.indices {
      pools[index].removeAll { table == nil || $0.table == table }
    }
    return leaving
  }
}
