/// The counters of one table (rows, or all strips together) for one reuse identifier.
package struct ReuseCounters: Sendable, Hashable {
  /// How often a cell was asked for.
  package var requests = 0
  package var created = 0
  package var reused = 0
  /// Cells that left the screen for a pool, including those that its cap refused.
  package var recycled = 0
  package var discarded = 0
  /// Cells in pools now.
  package var pooled = 0
  /// The largest size of the pool at any instant.
  package var highWater = 0
  package var visible = 0
  /// Cells shown again from a position cache without being configured.
  package var revived = 0
  /// Cells that left the screen and were not given away, because they are being edited.
  package var retained = 0
  /// Cells that were made and not discarded: visible, kept, pooled, stored or detached.
  package var alive = 0

  package init() {}

  /// Reused cells per request, 0 when there was none.
  package var hitRate: Double { requests == 0 ? 0 : Double(reused) / Double(requests) }

  /// Counts from zero again: what happened is forgotten, what is there stays.
  mutating func restart() {
    let old = self
    self = ReuseCounters()
    (pooled, highWater, visible, alive) = (old.pooled, old.pooled, old.visible, old.alive)
  }
}

/// How often the table called its data source and delegate.
package struct CallbackCounters: Sendable, Hashable {
  package var cellForRow = 0
  package var prepareForReuse = 0
  package var willDisplay = 0
  package var didEndDisplaying = 0
  package var heightForRow = 0
  /// How often an empty pool gave nothing, so that the data source made the cell.
  package var dequeueNil = 0
  /// Cells that were taken from a pool or made, and not returned.
  package var leaked = 0
  /// Outlets that are still held although their cell is gone.
  package var leakedOutlets = 0

  package init() {}
}

/// Visible cells with a property that was last written for another row, by class of leak.
package struct StaleCounters: Sendable, Hashable {
  package var content = 0
  package var style = 0
  package var innerData = 0
  package var innerOffset = 0
  package var selection = 0
  package var async = 0

  package init() {}
}

package struct IdentifierStatistics: Sendable, Hashable {
  package var identifier: String
  package var counters: ReuseCounters

  package init(identifier: String, counters: ReuseCounters) {
    self.identifier = identifier
    self.counters = counters
  }
}

/// The statistics of the rows, or of the items of all strips.
package struct TableStatistics: Sendable, Hashable {
  package var table: TableKind
  /// The policy under which the cells are.
  package var policy: ReusePolicy
  /// Identifiers in the order in which they were first asked for.
  package var identifiers: [IdentifierStatistics]
  package var totals: ReuseCounters
  package var callbacks: CallbackCounters
  package var stale: StaleCounters

  package init(
    table: TableKind, policy: ReusePolicy = .uikit, identifiers: [IdentifierStatistics] = [],
    totals: ReuseCounters = .init(), callbacks: CallbackCounters = .init(),
    stale: StaleCounters = .init()
  ) {
    self.table = table
    self.policy = policy
    self.identifiers = identifiers
    self.totals = totals
    self.callbacks = callbacks
    self.stale = stale
  }
}

/// A figure of the statistics, in the form that machines and conditions read.
package enum NamedFigure: Sendable, Hashable {
  case count(Int)
  /// A part of one.
  case share(Double)
}

// The one list of the counters' names: reports, `expect` and whatever comes later read it.

extension ReuseCounters {
  /// The counters by their names, in the order in which they are listed.
  package var named: [(name: String, figure: NamedFigure)] {
    [
      ("requests", .count(requests)), ("created", .count(created)), ("reused", .count(reused)),
      ("hitRate", .share(hitRate)), ("recycled", .count(recycled)),
      ("discarded", .count(discarded)), ("pooled", .count(pooled)),
      ("highWater", .count(highWater)), ("visible", .count(visible)), ("alive", .count(alive)),
      ("revived", .count(revived)), ("retained", .count(retained)),
    ]
  }
}

extension CallbackCounters {
  /// The counters by their names, in the order in which they are listed.
  package var named: [(name: String, figure: NamedFigure)] {
    [
      ("cellForRow", .count(cellForRow)), ("prepareForReuse", .count(prepareForReuse)),
      ("willDisplay", .count(willDisplay)), ("didEndDisplaying", .count(didEndDisplaying)),
      ("heightForRow", .count(heightForRow)), ("dequeueNil", .count(dequeueNil)),
      ("leaked", .count(leaked)), ("leakedOutlets", .count(leakedOutlets)),
    ]
  }
}

extension StaleCounters {
  /// The counters by their names, in the order in which they are listed.
  package var named: [(name: String, figure: NamedFigure)] {
    [
      ("content", .count(content)), ("style", .count(style)), ("innerData", .count(innerData)),
      ("innerOffset", .count(innerOffset)), ("selection", .count(selection)),
      ("async", .count(async)),
    ]
  }
}

extension TableStatistics {
  /// The calls by the names that the policy's platform has for them; empty where these are the names
  /// of `CallbackCounters`.
  package var platformCalls: [(name: String, count: Int)] {
    guard policy == .recyclerview else { return [] }
    return [
      ("onCreateViewHolder", totals.created), ("onBindViewHolder", callbacks.cellForRow),
      ("onViewAttachedToWindow", callbacks.willDisplay),
      ("onViewDetachedFromWindow", callbacks.didEndDisplaying),
      ("onViewRecycled", totals.recycled),
    ]
  }

  /// The calls by all names that they have.
  package var namedCalls: [(name: String, figure: NamedFigure)] {
    callbacks.named + platformCalls.map { ($0.name, .count($0.count)) }
  }
}

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
