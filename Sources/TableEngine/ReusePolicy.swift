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
