import Arranging
import CommandLanguage
package import Rendering
package import TableModel

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
