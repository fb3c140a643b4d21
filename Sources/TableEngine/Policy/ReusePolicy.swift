/// How a table makes, keeps and gives up its cells.
package enum ReusePolicy: String, Sendable, Hashable, CaseIterable {
  /// Asks for all entering rows first and recycles the leaving ones afterwards.
  case uikit
  /// The arithmetic of a small table view built on a scroll view, with its bugs.
  case ketable
  /// A cache by position before capped pools; asks and recycles in turns.
  case recyclerview
  /// Recycles first, then hands out the oldest cell.
  case flashlist
  /// A new cell for every request.
  case none
  /// Every row keeps a cell of its own for ever; items are recycled as under `uikit`.
  case prebuilt
}

/// What the policies differ in. All else is the same for all of them: the engine asks for one of
/// these and never which policy is on.
extension ReusePolicy {
  /// In which order a pass asks for the cells of entering rows and recycles those of leaving ones.
  enum Order {
    case askFirst
    case recycleFirst
    /// While scrolling some of the one, then some of the other: `chunk` says how many. A frame that
    /// is no scroll asks first.
    case takeTurns
  }

  var order: Order {
    switch self {
    case .uikit, .ketable, .none, .prebuilt: .askFirst
    case .flashlist: .recycleFirst
    case .recyclerview: .takeTurns
    }
  }

  /// How often a reload asks for every height: the policies that stand for a UITableView do as it
  /// does, others ask once, and a RecyclerView measures the views that it has bound.
  var heightRounds: Int {
    switch self {
    case .uikit, .none, .prebuilt: 2
    case .ketable, .flashlist: 1
    case .recyclerview: 0
    }
  }

  /// False where pools stay empty.
  var reusesCells: Bool { self != .none }

  /// True where the cells of rows are never given to another row.
  var keepsRowCells: Bool { self == .prebuilt }

  /// True for the table view on a scroll view, which knows no preparation for reuse, no prefetching
  /// and only the methods that its delegate has.
  package var isOnScrollView: Bool { self == .ketable }

  /// False where no cell hears that it is going to be used again.
  var preparesForReuse: Bool {
    switch self {
    case .uikit, .none, .prebuilt: true
    case .ketable, .recyclerview, .flashlist: false
    }
  }

  /// The order in which the cells of the screen, and before them those that are kept, enter their
  /// pools when all data is reloaded.
  var reloadOrder: FillOrder { self == .recyclerview ? .descending : .ascending }

  /// True where a kept cell goes back to its own place only; elsewhere an empty pool takes one.
  var findsByPlace: Bool { self == .recyclerview }

  /// True where `drawDistance` counts.
  var laysOutBeyond: Bool { self == .flashlist }

  /// The order of the pools where none is set.
  package var poolOrder: PoolOrder { self == .flashlist ? .oldest : .lifo }

  /// How many cells a pool takes where no cap is set.
  var poolCap: Int { self == .recyclerview ? 5 : .max }

  /// How many cells stay bound to their row where no number is set.
  var keptCells: Int { self == .recyclerview ? 2 : 0 }

  /// How many cells are prepared after a frame that scrolled where no number is set.
  var preparedCells: Int { self == .recyclerview ? 1 : 0 }
}

/// Which cell of a pool is handed out next.
package enum PoolOrder: Sendable, Hashable {
  /// The one that came last.
  case lifo
  /// The one that came first.
  case fifo
  /// The one that was made first.
  case oldest
  /// Any, but the same one in every run with the same seed.
  case set(seed: UInt64)
}

/// How many cells of one identifier a pool takes.
package enum PoolCap: Sendable, Hashable {
  case policyDefault
  case unlimited
  case limit(Int)
}

/// How a policy that takes turns scrolls by a screen or more.
package enum ScrollWay: String, Sendable, Hashable, CaseIterable {
  /// By the distance: every row on the way gets a cell and loses it again.
  case scrollBy
  /// To the place: all cells are set aside, those that are in view there come back, and the others
  /// are recycled once the new rows have been asked for.
  case scrollToPosition
}

package enum FillOrder: String, Sendable, Hashable, CaseIterable {
  case ascending
  case descending
}

/// How the data source obtains the cell that it returns.
package enum DequeueStyle: String, Sendable, Hashable, CaseIterable {
  /// It asks for the place, and a class or a layout file is registered for every identifier: an
  /// empty pool gives a new cell.
  case registered
  /// It asks without a place and nothing is registered: an empty pool gives nothing, and the data
  /// source makes the cell itself.
  case optional
  /// It asks for the place although nothing is registered, which raises an exception even if cells
  /// are pooled.
  case unregistered
  /// As `optional`, but it returns the result as it is; returning nothing raises an exception.
  case forgetful
  /// It makes every cell without a reuse identifier, so that no pool takes any.
  case unnamed
  /// As `registered`, but it asks twice for every cell and returns the second one.
  case leaking
  /// It makes one cell and returns it for every place, which raises an exception at the second one.
  case single
}

extension DequeueStyle {
  /// True where an empty pool gives nothing.
  var givesNothing: Bool { self == .optional || self == .forgetful }

  /// True where a pass has to be checked before it is made.
  var mayFail: Bool { self == .unregistered || self == .forgetful || self == .single }
}
