/// The edits of one list: what leaves it, by old index, and what enters it, by new index.
struct IndexEdits: Sendable {
  private(set) var deleted: [Int] = []
  private(set) var movedOut: [Int] = []
  private(set) var reloaded: Set<Int> = []
  private(set) var inserted: [Int] = []
  private(set) var movedIn: [Int] = []
  /// All that leave and all that enter, ascending; valid once sealed.
  private var leaving: [Int] = []
  private var entering: [Int] = []
  /// The first index that two edits want, where there is one.
  private(set) var conflict: Int?

  mutating func delete(_ index: Int) { deleted.append(index) }
  mutating func insert(_ index: Int) { inserted.append(index) }
  mutating func moveOut(_ index: Int) { movedOut.append(index) }
  mutating func moveIn(_ index: Int) { movedIn.append(index) }

  mutating func reload(_ index: Int) {
    if !reloaded.insert(index).inserted { conflict = index }
  }

  var isEmpty: Bool { leaving.isEmpty && entering.isEmpty && reloaded.isEmpty }

  /// Puts the edits in order and looks for two that want the same.
  mutating func seal() {
    leaving = (deleted + movedOut).sorted()
    entering = (inserted + movedIn).sorted()
    for list in [leaving, entering] {
      if let twice = zip(list, list.dropFirst()).first(where: { $0 == $1 }) { conflict = twice.0 }
    }
    if let both = leaving.first(where: { reloaded.contains($0) }) { conflict = both }
  }

  /// Where an element that stays in the list comes to stand; nil for one that leaves it.
  ///
  /// - Complexity: O(log edits)
  func newIndex(_ old: Int) -> Int? {
    let before = leaving.partitioningIndex { $0 >= old }
    if before < leaving.count, leaving[before] == old { return nil }
    let rank = old - before
    // The k-th entering index shifts every element whose rank is at least that index minus k.
    var (low, high) = (0, entering.count)
    while low < high {
      let middle = (low + high) / 2
      if entering[middle] - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }

  /// The counts that must agree; a reload counts as a deletion and an insertion.
  func balance(section: Int, before: Int, after: Int) -> SectionBalance {
    var balance = SectionBalance(section: section, before: before, after: after)
    balance.inserted = inserted.count + reloaded.count
    balance.deleted = deleted.count + reloaded.count
    balance.movedIn = movedIn.count
    balance.movedOut = movedOut.count
    return balance
  }
}

extension [Int] {
  /// The first index from which a condition holds, in an array where it holds for all later
  /// elements too.
  fileprivate func partitioningIndex(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
