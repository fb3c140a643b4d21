/// The settings of a table that are not geometry.
package struct EngineConfiguration: Sendable, Hashable {
  package var policy: ReusePolicy = .uikit
  /// Nil for the policy's own order.
  package var poolOrder: PoolOrder?
  package var poolCap: PoolCap = .policyDefault
  /// The order in which a screen that holds nothing yet is filled.
  package var initialFill: FillOrder = .ascending
  /// The order in which cells that leave together enter their pool.
  package var enqueueOrder: FillOrder = .ascending
  /// The order in which the same cells end displaying, before any of them is pooled.
  package var endOrder: FillOrder = .descending
  /// How many cells that left stay bound to their row; nil for the policy's own number.
  package var keptCells: Int?
  /// How many cells `recyclerview` lays out before it recycles: the columns of a grid.
  package var chunk = 1
  package var nested: NestedMode = .restore
  package var headerStyle: HeaderStyle = .plain
  package var selection: SelectionMode = .single
  /// The height assumed for rows until they have been measured; nil or zero measures all rows at
  /// once.
  package var estimatedRowHeight: Int?
  /// Properties that are written only when their value is not the default: the classic bug.
  package var conditionalWrites: CellProperties = []
  /// Whether preparing for reuse clears the content too, which is more than it should.
  package var resetsAll = false
  package var prefetch: PrefetchDistance = .off
  /// How many cells are prepared ahead in each frame.
  package var cellPrefetch = 0
  package var images: ImageLoading = .immediate
  package var costs = CostModel()
  package var delegate = DelegateMethods.all
  package var dequeue = DequeueStyle.registered
  /// How far beyond the viewport `flashlist` lays cells out, in points on both sides together.
  package var drawDistance = 0

  package init() {}
}

extension EngineConfiguration {
  var effectiveOrder: PoolOrder {
    if let poolOrder { return poolOrder }
    return policy == .flashlist ? .oldest : .lifo
  }

  var effectiveCap: Int {
    switch poolCap {
    case .limit(let cap): max(0, cap)
    case .unlimited: .max
    case .policyDefault: policy == .recyclerview ? 5 : .max
    }
  }

  var effectiveKept: Int {
    if let keptCells { return min(max(0, keptCells), 100_000) }
    return policy == .recyclerview ? 2 : 0
  }

  /// The most points that are laid out on one side of what is in view.
  var farthestBeyond: Int { policy == .flashlist ? min(max(0, drawDistance), 100_000) : 0 }

  /// The points that are laid out before and after (`behind`) what is in view: most of them on the
  /// side towards which the table scrolls.
  func beyond(backwards: Bool) -> (before: Int, behind: Int) {
    let distance = farthestBeyond
    let ahead = distance * 7 / 10
    return backwards ? (ahead, distance - ahead) : (distance - ahead, ahead)
  }

  var effectiveEstimate: Int? {
    estimatedRowHeight.flatMap { $0 > 0 ? $0 : nil }
  }

  /// True when changing to the other settings makes every cell that is alive useless.
  func needsFreshStart(from other: EngineConfiguration) -> Bool {
    policy != other.policy || effectiveOrder != other.effectiveOrder
      || effectiveCap != other.effectiveCap || effectiveKept != other.effectiveKept
      || poolOrder != other.poolOrder || poolCap != other.poolCap
      || keptCells != other.keptCells || initialFill != other.initialFill
      || enqueueOrder != other.enqueueOrder || nested != other.nested || chunk != other.chunk
      || (dequeue == .unnamed) != (other.dequeue == .unnamed)
  }
}
