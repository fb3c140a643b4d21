/// How one list becomes another: deletions by old index, insertions by new, moves by both.
///
/// Paul Heckel's method: linear time whatever the lists, with moves; not the fewest moves. An
/// element that occurs several times is matched in order.
///
/// - Complexity: O(old + new)
package struct ListDifference: Sendable, Hashable {
  package struct Move: Sendable, Hashable {
    package var from: Int
    package var to: Int
  }

  package private(set) var deletes: [Int] = []
  package private(set) var inserts: [Int] = []
  package private(set) var moves: [Move] = []

  package init<Element: Hashable>(from old: [Element], to new: [Element]) {
    var places: [Element: [Int]] = [:]
    // Backwards, so that the first place is the last of the list, where taking is cheap.
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    let origins = new.map { places[$0]?.popLast() }
    var isMatched = [Bool](repeating: false, count: old.count)
    for case let origin? in origins { isMatched[origin] = true }
    var deletedBefore: [Int] = []
    deletedBefore.reserveCapacity(old.count)
    for index in old.indices {
      deletedBefore.append(deletes.count)
      if !isMatched[index] { deletes.append(index) }
    }
    for (index, origin) in origins.enumerated() {
      guard let origin else {
        inserts.append(index)
        continue
      }
      if origin - deletedBefore[origin] + inserts.count != index {
        moves.append(Move(from: origin, to: index))
      }
    }
  }
}
