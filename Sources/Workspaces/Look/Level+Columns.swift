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

// MARK: - Choosing

// Columns are chosen and measured by some records of the unarranged table, so that the same
// table has the same columns however it is filtered and sorted.

extension GridSample {
  /// Records with more than this are not looked through to their end.
  private static let mostScanned = 20_000

  /// The first records of a table, with what stands around them where paths ask for that, and some of
  /// all others where these are few and known.
  ///
  /// - Complexity: O(20,000 records) at most; a file that is still being indexed is waited for until
  ///   it has shown the first 200.
  package init(of source: any TableSource, for paths: [FieldPath] = []) throws(DataError) {
    let counts = source.counts()
    let count = counts.rows.known + counts.items.known
    // What is still growing would have another sample each time.
    let isKnown = source.activity == nil && counts.rows.isExact && counts.items.isExact
    let isWhole = isKnown && count <= Self.mostScanned
    let stride = max(1, count / Self.size)
    var (records, seen): ([Value], Int) = ([], 0)
    let asked = paths.filter { ScreenKey($0) == nil }
    var last: Value?
    try source.scan(for: asked) { _, value throws(DataError) in
      seen += 1
      if seen <= Self.size || seen % stride == 0 { records.append(value) } else { last = value }
      return isWhole || seen < Self.size
    }
    if isWhole, let last { records.append(last) }
    self.init(records, isBeginning: !isWhole && seen >= Self.size)
  }
}

/// Which columns a grid is to have.
package enum ColumnChoice: Sendable {
  /// The fields that the first records propose.
  case auto, all
  /// Paths as they are typed, with widths where these are stated.
  case fields([(path: FieldPath, title: String, width: GridColumns.Width?)])
}

extension Level {
  /// The columns for a choice, measured by some of the records.
  ///
  /// - Complexity: that of reading a sample, see `GridSample`.
  package static func columns(_ choice: ColumnChoice, of source: any TableSource)
    throws(DataError) -> GridColumns
  {
    switch choice {
    case .auto: return try proposed(.auto, of: source)
    case .all: return try proposed(.all, of: source)
    case .fields(let fields):
      let sample = try GridSample(of: source, for: fields.map(\.path))
      var columns: [GridColumn] = []
      for field in fields {
        columns.append(
          try column(field.path, field.title, field.width, of: source, sample))
      }
      return GridColumns(columns, origin: .keys)
    }
  }

  private static func proposed(_ origin: GridColumns.Origin, of source: any TableSource)
    throws(DataError) -> GridColumns
  {
    let sample = try GridSample(of: source)
    let proposal = sample.proposal(origin)
    var columns: [GridColumn] = []
    let goesByKey = try source.rowsGoByKey(inSection: 0)
    if source.counts().sections.known > 0, goesByKey {
      let path = ScreenKey.title.path(at: .row)
      columns.append(try column(path, path.description, nil, of: source, sample))
    }
    columns += proposal.paths.map {
      sample.column($0, title: $0.description, isProposed: true)
    }
    var grid = GridColumns(columns, origin: origin)
    grid.leftOut = proposal.leftOut
    return grid
  }

  private static func column(
    _ path: FieldPath, _ title: String, _ width: GridColumns.Width?,
    of source: any TableSource, _ sample: GridSample
  ) throws(DataError) -> GridColumn {
    guard let key = ScreenKey(path) else { return sample.column(path, title: title, stated: width) }
    let isOfRow = OuterLevel(at: path) == .row
    let values: [Value?] =
      switch key {
      case .index:
        [.integer((isOfRow ? source.counts().rows : source.counts().sections).known)]
      case .title where isOfRow:
        try source.rows(0..<GridSample.size, inSection: 0).map { $0.title.map { .string($0) } }
      case .title:
        try source.sections(0..<GridSample.size).map { $0.title.map { .string($0) } }
      }
    return GridSample.column(path, title: title, stated: width, of: values)
  }

  /// Columns that the first records proposed, for records that are other ones now. Where they propose
  /// the same fields, the widths stay as they are, too.
  ///
  /// - Returns: nil for columns that were chosen by their keys.
  package static func proposedAgain(_ columns: GridColumns?, of source: any TableSource)
    throws(DataError) -> GridColumns?
  {
    guard var columns, columns.origin != .keys else { return nil }
    let proposed = try proposed(columns.origin, of: source)
    guard proposed.columns.map(\.path) != columns.columns.map(\.path) else { return columns }
    (columns.columns, columns.leftOut) = (proposed.columns, proposed.leftOut)
    columns.frozen = min(columns.frozen, max(0, columns.columns.count - 1))
    columns.first = 0
    return columns.columns.isEmpty ? nil : columns
  }

  /// Says how to see more of plain rows than cells show: `16 fields; `columns auto` shows them`.
  /// Nothing where cells show all, or a grid is on.
  package var unshownFieldsWords: String {
    let roles = presenter.roles
    let shown = Set([roles.text, roles.detail, roles.image].compactMap { $0?.steps.first }).count
    guard look.columns == nil, roles.fieldCount > shown,
      (try? TableKinds(self.shown))?.hasPlainRows == true
    else { return "" }
    return "\(Mark.dot)\(Words.number(roles.fieldCount, "field")); `columns auto` shows them"
  }

  /// The columns that a table begins with where a setting asks for a grid; nil where no rows are
  /// plain.
  package static func usualColumns(of source: any TableSource) throws(DataError) -> GridColumns? {
    guard try TableKinds(source).hasPlainRows else { return nil }
    var columns = try columns(.auto, of: source)
    columns.isUsual = true
    return columns.columns.isEmpty ? nil : columns
  }
}
