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

  /// Takes a cell in; returns the one that had to go, which may be the cell itself.
  mutating func insert(_ cell: Cell) -> Cell? {
    guard limit > 0 else { return cell }
    cells.append(cell)
    guard cells.count > limit else { return nil }
    let index = cells.firstIndex { !prepared.contains($0.slot.position) } ?? 0
    return cells.remove(at: index)
  }

  /// Takes out the cell that is bound to a place.
  mutating func take(position: Int) -> Cell? {
    guard let index = cells.firstIndex(where: { $0.slot.position == position }) else { return nil }
    prepared.remove(position)
    return cells.remove(at: index)
  }

  /// Takes out the oldest cell of an identifier.
  mutating func takeOldest(identifier: Int) -> Cell? {
    guard let index = cells.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    prepared.remove(cells[index].slot.position)
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
