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
  /// How `recyclerview` scrolls by a screen or more; nil for the way that was asked for.
  package var jumps: ScrollWay?
  package var nested: NestedMode = .restore
  package var headerStyle: HeaderStyle = .plain
  package var selection: SelectionMode = .single
  /// Where the results of a search are shown.
  package var searchTable = SearchTable.same
  /// The height assumed for rows until they have been measured; nil or zero measures all rows at
  /// once.
  package var estimatedRowHeight: Int?
  /// Properties that are written only when their value is not the default: the classic bug.
  package var conditionalWrites: CellProperties = []
  /// Whether preparing for reuse clears the content too, which is more than it should.
  package var resetsAll = false
  package var prefetch: PrefetchDistance = .off
  /// How many cells are prepared ahead in each frame; nil for the policy's own number, after frames
  /// that scrolled.
  package var cellPrefetch: Int?
  package var images: ImageLoading = .immediate
  package var mistakes: Mistakes = []
  package var costs = CostModel()
  package var delegate = DelegateMethods.all
  package var dequeue = DequeueStyle.registered
  /// How far beyond the viewport `flashlist` lays cells out, in points on both sides together.
  package var drawDistance = 0

  package init() {}
}

extension EngineConfiguration {
  package var effectiveOrder: PoolOrder { poolOrder ?? policy.poolOrder }

  /// Whether a cell may be written when it is looked at: nothing depends on what it says before.
  var writesLater: Bool { conditionalWrites.isEmpty && images == .immediate }

  package var effectiveCap: Int {
    switch poolCap {
    case .limit(let cap): max(0, cap)
    case .unlimited: .max
    case .policyDefault: policy.poolCap
    }
  }

  package var effectiveKept: Int {
    if let keptCells { return min(max(0, keptCells), 100_000) }
    return policy.keptCells
  }

  package var effectiveCellPrefetch: Int { max(0, cellPrefetch ?? policy.preparedCells) }

  /// The most points that are laid out on one side of what is in view.
  var farthestBeyond: Int {
    policy.laysOutBeyond ? min(max(0, drawDistance), 100_000) : 0
  }

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
  package func needsFreshStart(from other: EngineConfiguration) -> Bool {
    policy != other.policy || effectiveOrder != other.effectiveOrder
      || effectiveCap != other.effectiveCap || effectiveKept != other.effectiveKept
      || poolOrder != other.poolOrder || poolCap != other.poolCap
      || keptCells != other.keptCells || initialFill != other.initialFill
      || enqueueOrder != other.enqueueOrder || nested != other.nested || chunk != other.chunk
      || (dequeue == .unnamed) != (other.dequeue == .unnamed)
  }
}

/// What happens to the strip inside a row cell when the cell is given to another row.
package enum NestedMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing: items, offset and all else of the former row stay.
  case none
  /// Its items are reloaded; the offset stays.
  case reload
  /// Its items are reloaded and the offset is set to zero.
  case reset
  /// Its items are reloaded and the row's own offset comes back.
  case restore
  /// Every strip keeps a row cell of its own, which is never given away.
  case prebuilt
  /// As `restore`, and all items live in the outer table's pools.
  case orthogonal
  /// As `restore`, with one set of pools for all strips.
  case shared

  /// True where the items of all strips lie in the same pools.
  package var sharesItemPools: Bool { self == .shared || self == .orthogonal }
}

/// Which table view shows the results of a search.
package enum SearchTable: String, Sendable, Hashable, CaseIterable {
  /// The one that is searched: cells of both come from the same pools.
  case same
  /// A second one over it, with pools of its own.
  case own
}

package enum SelectionMode: String, Sendable, Hashable, CaseIterable {
  case none
  case single
  case multiple
}

/// How far ahead data is asked for.
package enum PrefetchDistance: Sendable, Hashable {
  case off
  case viewport
  case rows(Int)
}

/// Whether section headers and footers float while their section scrolls.
package enum HeaderStyle: String, Sendable, Hashable, CaseIterable {
  /// Headers stay at the top and footers at the bottom while their section is in view.
  case plain
  /// Headers float, footers scroll with the content.
  case headersOnly = "headers-only"
  /// Both scroll with the content.
  case grouped
}

/// The virtual loader of images.
package enum ImageLoading: String, Sendable, Hashable, CaseIterable {
  /// Images are there when a cell is configured.
  case immediate
  /// They are too, and are read while the cell is configured, which the frame has to wait for.
  case synchronous
  /// Images come later, and only into the cell that still shows their row.
  case guarded
  /// Images come later, into whatever the cell shows by then.
  case unguarded
}

extension ImageLoading {
  /// True where images come after the cells that want them.
  package var isLate: Bool { self == .guarded || self == .unguarded }
}

/// What an action costs in the model of a frame, in units of which a frame has `budget`.
package struct CostModel: Sendable, Hashable {
  package var create = 8
  package var bind = 2
  package var height = 1
  package var prefetch = 1
  /// Reading an image while a cell is configured.
  package var image = 12
  /// Composing a subview beyond the first three of its cell, in every frame.
  package var subview = 1
  /// Composing a subview with what lies below it, in every frame.
  package var blend = 1
  package var budget = 16

  package init() {}
}

/// What the delegate of a table on a scroll view implements; each method is optional.
///
/// Only the policy `ketable` looks at it: the other policies stand for tables whose delegate is
/// always asked.
package struct DelegateMethods: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let didSelectRow = DelegateMethods(rawValue: 1)
  package static let willDisplayCell = DelegateMethods(rawValue: 2)
  package static let heightForRow = DelegateMethods(rawValue: 4)

  package static let all: DelegateMethods = [.didSelectRow, .willDisplayCell, .heightForRow]

  /// The methods by their names, in order.
  package static let named: [(name: String, element: DelegateMethods)] = [
    ("didSelectRow", .didSelectRow), ("willDisplayCell", .willDisplayCell),
    ("heightForRow", .heightForRow),
  ]
}

extension EngineConfiguration {
  /// The height of rows, in points, when the delegate is not asked for it.
  package static let scrollViewRowHeight = 50

  /// True where the delegate of a table on a scroll view lacks a method.
  package func lacks(_ method: DelegateMethods) -> Bool {
    policy.isOnScrollView && !delegate.contains(method)
  }
}

/// Mistakes that are often made in a data source, a delegate or a controller, to be switched on and
/// looked at.
package struct Mistakes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The subviews of a cell are added whenever it is configured, and not once when it is made.
  package static let subviewsAgain = Mistakes(rawValue: 1)
  /// The outlets of a cell are still held when the cell is gone.
  package static let outlets = Mistakes(rawValue: 2)
  /// Cells are asked for under another identifier than the one they are made with.
  package static let identifier = Mistakes(rawValue: 4)
  /// The loop over the sections ends one too early.
  package static let sectionLoop = Mistakes(rawValue: 8)
  /// The row around a strip can be selected and takes the taps on its items.
  package static let rowTaps = Mistakes(rawValue: 16)
  /// One delegate serves a table and its results and does not ask which of them calls.
  package static let delegate = Mistakes(rawValue: 32)

  /// The mistakes by their names, in order.
  package static let named: [(name: String, element: Mistakes)] = [
    ("subviews-again", .subviewsAgain), ("outlets", .outlets), ("identifier", .identifier),
    ("section-loop", .sectionLoop), ("row-taps", .rowTaps), ("delegate", .delegate),
  ]
}
