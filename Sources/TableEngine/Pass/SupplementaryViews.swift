/// The views of section headers and footers: they are pooled by the same rules as cells.
struct SupplementaryViews {
  private struct View: Hashable {
    var section: Int
    var isFooter: Bool

    func shows(_ snapshot: HeaderSnapshot) -> Bool {
      section == snapshot.section && isFooter == snapshot.isFooter
    }
  }

  private var shown: [View] = []
  private(set) var headers = ReuseCounters()
  private(set) var footers = ReuseCounters()

  /// Asks for views that came into view, then recycles those that left.
  mutating func update(to views: [HeaderSnapshot], policy: EngineConfiguration) {
    if views.count == shown.count, zip(views, shown).allSatisfy({ $1.shows($0) }) { return }
    let new = views.map { View(section: $0.section, isFooter: $0.isFooter) }
    let (before, after) = (Set(shown), Set(new))
    for view in new where !before.contains(view) { change(view) { Self.request(&$0) } }
    for view in shown where !after.contains(view) { change(view) { Self.recycle(&$0, policy) } }
    shown = new
  }

  /// Gives every view on the screen to its pool, as reloading the data does.
  mutating func recycleAll(policy: EngineConfiguration) {
    for view in shown { change(view) { Self.recycle(&$0, policy) } }
    shown = []
  }

  /// Throws the pooled views away, as a system short of memory does.
  mutating func drainPools() {
    Self.drain(&headers)
    Self.drain(&footers)
  }

  /// Throws every view away, on the screen and off it.
  mutating func discardAll() {
    for view in shown {
      change(view) {
        $0.visible -= 1
        $0.pooled += 1
      }
    }
    shown = []
    drainPools()
  }

  /// Counts from zero again; views stay where they are.
  mutating func resetCounters() {
    headers.restart()
    footers.restart()
  }

  private static func drain(_ counters: inout ReuseCounters) {
    counters.discarded += counters.pooled
    counters.alive -= counters.pooled
    counters.pooled = 0
  }

  private mutating func change(_ view: View, _ body: (inout ReuseCounters) -> Void) {
    if view.isFooter { body(&footers) } else { body(&headers) }
  }

  private static func request(_ counters: inout ReuseCounters) {
    counters.requests += 1
    counters.visible += 1
    if counters.pooled > 0 {
      counters.reused += 1
      counters.pooled -= 1
    } else {
      counters.created += 1
      counters.alive += 1
    }
  }

  private static func recycle(_ counters: inout ReuseCounters, _ policy: EngineConfiguration) {
    counters.visible -= 1
    let isPooled = policy.policy.reusesCells && counters.pooled < policy.effectiveCap
    if policy.policy.reusesCells { counters.recycled += 1 }
    if isPooled {
      counters.pooled += 1
      counters.highWater = max(counters.highWater, counters.pooled)
    } else {
      counters.discarded += 1
      counters.alive -= 1
    }
  }
}
