import Arranging
package import CommandLanguage
package import Rendering
package import TableEngine
package import TableModel

/// What kinds of rows a table has, as far as its geometry depends on it.
package struct TableKinds: Sendable {
  /// True when the strips of the first section have titles of their own.
  package var hasRowTitles = false
  /// True where the first rows are plain: they can be shown as a grid.
  package var hasPlainRows = false
  package var hasItems = false

  /// So many sections are looked at for a first row.
  private static let mostSections = 1000

  /// - Complexity: O(1); sections without rows are passed over.
  package init(_ source: any TableSource) throws(DataError) {
    let counts = source.counts()
    hasItems = counts.items != .exact(0)
    guard counts.sections.known > 0 else {
      hasPlainRows = !hasItems
      return
    }
    hasRowTitles = try source.rows(0..<1, inSection: 0).contains {
      $0.items != nil && $0.title != nil
    }
    hasPlainRows = !hasItems
    guard hasItems else { return }
    for section in 0..<min(counts.sections.known, Self.mostSections) {
      if let row = try source.rows(0..<1, inSection: section).first {
        hasPlainRows = row.items == nil
        return
      }
    }
  }
}

extension Preferences {
  /// The geometry of a table: a grid takes a line for each row, and one for its titles.
  package func metrics(of kinds: TableKinds, _ look: Look) -> TableMetrics {
    var metrics = metrics(hasRowTitles: kinds.hasRowTitles)
    guard look.columns != nil, kinds.hasPlainRows else { return metrics }
    metrics.viewport.height = max(0, metrics.viewport.height - device.pointsPerLine)
    if rowHeight == nil, !engine.lacks(.heightForRow) { metrics.rowHeight = device.pointsPerLine }
    return metrics
  }
}

// MARK: - What is in view

extension Look {
  /// The columns that a viewport shows; nil where there are none.
  ///
  /// - Parameter showsIndex: true where letters stand at the edge.
  package func gridFrame(
    of kinds: TableKinds, _ metrics: TableMetrics, _ device: Device, showsIndex: Bool = false
  ) -> GridFrame? {
    guard let columns else { return nil }
    let room = gridRoom(metrics, device, showsIndex: showsIndex)
    var frame = GridFrame(columns, room: room)
    frame.isGrid = kinds.hasPlainRows
    if kinds.hasItems {
      frame.itemColumns = max(1, metrics.cellSize.height / max(1, device.pointsPerLine))
    }
    return frame
  }

  /// The characters of a line that columns may take.
  package func gridRoom(_ metrics: TableMetrics, _ device: Device, showsIndex: Bool) -> Int {
    let width = device.grid(of: metrics.viewport).width
    // What accessories need is left free in all rows, so that no column is covered.
    let edge = showsIndex ? 2 : accessories.isEmpty ? 0 : 4
    return max(0, width - GridFrame.gutter(width) - edge)
  }
}

extension Level {
  /// Shows plain rows as a grid of columns, and items as small tables; nil for the usual cells.
  ///
  /// Cells are kept: they are written anew, and where the height of rows changes they move.
  package mutating func show(
    columns: GridColumns?, _ preferences: Preferences
  ) throws(CommandError) {
    look.columns = columns
    presenter.look = look
    let metrics = prepareMetrics(preferences)
    if metrics != table.metrics { table.setMetrics(metrics) }
    try redress()
  }

  /// The columns that the viewport shows, with marks on those that the records are sorted by.
  package func gridFrame(_ metrics: TableMetrics) -> GridFrame? {
    guard look.columns != nil, let kinds = try? TableKinds(shown) else { return nil }
    var frame = look.gridFrame(of: kinds, metrics, presenter.device, showsIndex: showsIndex)
    for (index, column) in (frame?.columns ?? []).enumerated() {
      guard let key = arrangement.sortKeys.first(where: { $0.path == column.path }) else {
        continue
      }
      frame?.orders[index] = key.ascending ? .ascending : .descending
    }
    return frame
  }

  /// How many characters of a line the columns may take.
  package var gridRoom: Int {
    look.gridRoom(table.metrics, presenter.device, showsIndex: showsIndex)
  }

  /// The geometry of the table now, with the columns that it has room for given to the presenter.
  package func prepareMetrics(_ preferences: Preferences) -> TableMetrics {
    let kinds = try? TableKinds(shown)
    let metrics =
      (kinds.map { preferences.metrics(of: $0, look) }
      ?? preferences.metrics(hasRowTitles: false)).withinLimits
    presenter.device = preferences.device
    presenter.grid = gridFrame(metrics)
    return metrics
  }

  /// Gives the table the geometry that the preferences say, in one frame, or two where other columns
  /// come into view.
  package func remeasure(_ preferences: Preferences) throws(CommandError) {
    _ = try reading { () throws(DataError) in try TableKinds(shown) }
    let before = presenter.grid
    table.setMetrics(prepareMetrics(preferences))
    if presenter.grid != before { try redress() }
  }
}
