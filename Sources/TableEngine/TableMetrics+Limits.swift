extension TableMetrics {
  /// The largest viewport in either direction; a screen holds at most a cell a point.
  static let largestViewport = 100_000

  /// The metrics with every number brought into a range in which no sum can overflow.
  package var withinLimits: TableMetrics {
    func length(_ value: Int) -> Int { min(max(0, value), TableLayout.longestLength / 2) }
    func extent(_ value: Int) -> Int { min(max(0, value), Self.largestViewport) }
    return TableMetrics(
      viewport: Size(width: extent(viewport.width), height: extent(viewport.height)),
      rowHeight: length(rowHeight),
      cellSize: Size(width: length(cellSize.width), height: length(cellSize.height)),
      cellSpacing: length(cellSpacing), rowPadding: length(rowPadding),
      headerHeight: length(headerHeight), footerHeight: length(footerHeight),
      insetTop: length(insetTop), insetBottom: length(insetBottom),
      insetLeft: length(insetLeft), insetRight: length(insetRight))
  }
}
