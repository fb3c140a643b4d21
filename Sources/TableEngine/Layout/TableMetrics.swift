/// Every constant of a table's geometry, in points.
package struct TableMetrics: Sendable, Hashable {
  /// The table's viewport.
  package var viewport: Size
  /// The height of a plain row.
  package var rowHeight: Int
  /// The size of an item in a strip; a strip's row is as high as its cells plus the padding.
  package var cellSize: Size
  /// The space between two items of a strip.
  package var cellSpacing: Int
  /// The space above and below the cells of a strip, together.
  package var rowPadding: Int
  /// The height of a section header; sections without a title have none.
  package var headerHeight: Int
  /// The height of a section footer; sections without a footer have none.
  package var footerHeight: Int
  /// The height of a search bar above the first section, which scrolls away with the content.
  package var searchBar: Int
  /// Extra space above and below the content, at which scrolling may rest. Rows are visible there,
  /// but floating headers are not: they stay between the two insets.
  package var insetTop: Int
  package var insetBottom: Int
  /// The same before and behind the items of a strip.
  package var insetLeft: Int
  package var insetRight: Int

  package init(
    viewport: Size, rowHeight: Int, cellSize: Size, cellSpacing: Int = 0, rowPadding: Int = 0,
    headerHeight: Int, footerHeight: Int, searchBar: Int = 0, insetTop: Int = 0,
    insetBottom: Int = 0, insetLeft: Int = 0, insetRight: Int = 0
  ) {
    self.viewport = viewport
    self.rowHeight = rowHeight
    self.cellSize = cellSize
    self.cellSpacing = cellSpacing
    self.rowPadding = rowPadding
    self.headerHeight = headerHeight
    self.footerHeight = footerHeight
    self.searchBar = searchBar
    self.insetTop = insetTop
    self.insetBottom = insetBottom
    self.insetLeft = insetLeft
    self.insetRight = insetRight
  }

  /// The height of a row that holds a strip.
  package var stripHeight: Int { cellSize.height + rowPadding }
}

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
      searchBar: length(searchBar), insetTop: length(insetTop), insetBottom: length(insetBottom),
      insetLeft: length(insetLeft), insetRight: length(insetRight))
  }
}
