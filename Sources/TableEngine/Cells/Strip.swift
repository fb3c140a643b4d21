import TableModel

/// The horizontal table inside a row cell.
final class Strip {
  let lane: CellLane
  /// The row it was given.
  var row: Address
  var key: RowKey
  /// The number of items in that row.
  var dataCount: Int
  /// The layout of the items as of the last reload, which may have been for another row.
  var layout: StripLayout
  var offset: Int
  /// The row for which the offset was set last.
  var offsetWriter: Address?
  var needsReload = true
  /// True while the row it was given is gone, so that its offset is nobody's.
  var isAbandoned = false
  /// Nil as long as nothing was asked for ahead.
  var prefetcher: Prefetcher?
  /// The direction of the last scroll, until a pass has followed it.
  var scrollsBackwards = false

  init(lane: CellLane, row: Address, key: RowKey, layout: StripLayout) {
    self.lane = lane
    self.row = row
    self.key = key
    self.layout = layout
    dataCount = layout.count
    offset = layout.minOffset
  }
}
