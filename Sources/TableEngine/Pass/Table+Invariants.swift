extension Table {
  /// Checks that the statistics agree with the cells that are there.
  ///
  /// - Returns: what does not hold, in words; empty when all is well.
  /// - Complexity: O(cells alive). Debug builds check after every frame.
  package func invariantViolations() -> [String] {
    var seen: Set<ObjectIdentifier> = []
    var census: [TableKind: Census] = [.rows: Census(), .items: Census()]
    var violations: [String] = []
    for (cell, place) in everyCell() {
      if !seen.insert(ObjectIdentifier(cell)).inserted {
        violations.append("\(cell.id) is in two places")
      }
      if let place, cell.place != place { violations.append("\(cell.id) is \(cell.place)") }
      if !cell.isCarrier { census[cell.table, default: Census()].count(cell) }
    }
    if !rows.visible.isSorted { violations.append("visible rows are out of order") }
    for (table, census) in census {
      let ledger = table == .rows ? rowLedger : itemLedger
      violations += ledger.disagreements(with: census, policy: configuration.policy)
        .map { "\(table.rawValue): \($0)" }
    }
    for kind in supplementaryStatistics {
      let counters = kind.counters
      if counters.alive != counters.visible + counters.pooled {
        violations.append("\(kind.identifier) views: alive are not those visible and pooled")
      }
    }
    return violations
  }

  /// All cells with the place they must think they are at, where it is certain.
  func everyCell() -> [(Cell, Cell.Place?)] {
    var all: [(Cell, Cell.Place?)] = rows.pools.cells.map { ($0, .pooled) }
    all += sharedPools.cells.map { ($0, .pooled) }
    all += rows.visible.map { ($0, .visible) }
    all += rows.orphans.map { ($0, nil) }
    all += rows.kept.cells.map { ($0, .kept) }
    all += rows.exempt.map { ($0, .exempt) }
    all += rows.stored.values.map { ($0, .stored) }
    let ownsPools = configuration.nested != .shared && configuration.nested != .orthogonal
    for (row, _) in all {
      guard let strip = row.strip else { continue }
      let place: Cell.Place = row.place == .visible ? .visible : .detached
      all += strip.lane.visible.map { ($0, place) }
      all += strip.lane.orphans.map { ($0, nil) }
      all += strip.lane.kept.cells.map { ($0, .kept) }
      all += strip.lane.exempt.map { ($0, .exempt) }
      if ownsPools { all += strip.lane.pools.cells.map { ($0, .pooled) } }
    }
    return all
  }
}

/// How many cells of a table are where.
struct Census {
  var alive = 0
  var visible = 0
  var pooled = 0

  mutating func count(_ cell: Cell) {
    alive += 1
    if cell.place == .visible { visible += 1 }
    if cell.place == .pooled { pooled += 1 }
  }
}

extension TableLedger {
  func disagreements(with census: Census, policy: ReusePolicy) -> [String] {
    var found: [String] = []
    func check(_ what: String, _ booked: Int, _ counted: Int) {
      if booked != counted {
        found.append("\(what): \(booked) in the statistics, \(counted) there")
      }
    }
    check("alive", totals.alive, census.alive)
    check("visible", totals.visible, census.visible)
    check("pooled", totals.pooled, census.pooled)
    check("made and not discarded", aliveAtStart + totals.created - totals.discarded, census.alive)
    if !policy.isOnScrollView {
      check(
        "displayed", visibleAtStart + callbacks.willDisplay - callbacks.didEndDisplaying,
        census.visible)
    }
    return found
  }
}

extension [Cell] {
  fileprivate var isSorted: Bool {
    zip(self, dropFirst()).allSatisfy { $0.slot.position < $1.slot.position }
  }
}
