/// The statistics of one table: what happened to its cells, by identifier and in all.
struct TableLedger: Sendable {
  /// Identifiers in the order in which they were first asked for.
  private(set) var order: [Int] = []
  private var counters: [ReuseCounters] = []
  private(set) var totals = ReuseCounters()
  var callbacks = CallbackCounters()
  var stale = StaleCounters()
  /// Cells that were alive when the statistics began.
  private(set) var aliveAtStart = 0
  private(set) var visibleAtStart = 0

  subscript(identifier: Int) -> ReuseCounters {
    identifier < counters.count ? counters[identifier] : ReuseCounters()
  }

  /// Changes the counters of an identifier and the totals alike.
  private mutating func count(_ identifier: Int, _ change: (inout ReuseCounters) -> Void) {
    change(&counters[identifier])
    change(&totals)
  }

  mutating func requested(_ identifier: Int) {
    while counters.count <= identifier { counters.append(ReuseCounters()) }
    open(identifier)
    callbacks.cellForRow += 1
    count(identifier) { $0.requests += 1 }
  }

  private mutating func open(_ identifier: Int) {
    let known = counters[identifier]
    if known.requests == 0, known.created == 0, known.alive == 0, !order.contains(identifier) {
      order.append(identifier)
    }
  }

  mutating func created(_ identifier: Int) {
    count(identifier) {
      $0.created += 1
      $0.alive += 1
    }
  }

  /// - Parameter prepares: whether the cell was asked to prepare for its reuse.
  mutating func reused(_ identifier: Int, prepares: Bool) {
    if prepares { callbacks.prepareForReuse += 1 }
    count(identifier) { $0.reused += 1 }
  }

  mutating func recycled(_ identifier: Int) { count(identifier) { $0.recycled += 1 } }

  mutating func discarded(_ identifier: Int) {
    count(identifier) {
      $0.discarded += 1
      $0.alive -= 1
    }
  }

  mutating func revived(_ identifier: Int) { count(identifier) { $0.revived += 1 } }

  mutating func retained(_ identifier: Int) { count(identifier) { $0.retained += 1 } }

  mutating func moved(_ identifier: Int, from old: Cell.Place, to new: Cell.Place) {
    if old == new { return }
    if old == .visible || new == .visible {
      let change = new == .visible ? 1 : -1
      count(identifier) { $0.visible += change }
    }
    if old == .pooled || new == .pooled {
      let change = new == .pooled ? 1 : -1
      count(identifier) {
        $0.pooled += change
        $0.highWater = max($0.highWater, $0.pooled)
      }
    }
  }

  /// A pooled cell that another table, which has the same pool, is going to use.
  mutating func handedOver(_ identifier: Int) {
    aliveAtStart -= 1
    count(identifier) {
      $0.alive -= 1
      $0.pooled -= 1
    }
  }

  /// A pooled cell that comes from another table.
  mutating func takenOver(_ identifier: Int) {
    aliveAtStart += 1
    count(identifier) {
      $0.alive += 1
      $0.pooled += 1
    }
  }

  /// Begins new statistics: event counts start at zero, counts of existing cells stay.
  mutating func reset() {
    for identifier in counters.indices { counters[identifier].restart() }
    totals.restart()
    callbacks = CallbackCounters()
    stale = StaleCounters()
    order.removeAll { counters[$0].alive == 0 }
    aliveAtStart = totals.alive
    visibleAtStart = totals.visible
  }
}
