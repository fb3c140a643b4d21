import Arranging
import Asking
import CommandLanguage
package import Rendering
import TableEngine
import TableModel

extension Workspace {
  /// The viewport with title and reuse lines; nothing when no table is open.
  package func picture() -> [StyledLine] {
    guard let level = levels.last else { return [] }
    return level.lines(of: picture(of: level, withChrome: true))
  }

  /// The folder of the file that the table comes from, to which paths in the data are relative; nil
  /// for data that is in no file.
  package var dataFolder: String? {
    guard let path = levels.last(where: { $0.origin != nil })?.origin?.path,
      path != Environment.standardInput
    else { return nil }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// The viewport of a level as it is drawn.
  package func picture(
    of level: Level, withChrome: Bool, showsPictures: Bool = false
  ) -> ViewPicture {
    let renderer = ViewportRenderer(device: preferences.device, charset: preferences.charset)
    let snapshot = level.table.snapshot()
    var chrome = ViewChrome(around: snapshot, of: level, path: breadcrumb, preferences)
    chrome.showsPictures = showsPictures
    return withChrome
      ? renderer.view(snapshot, chrome: chrome) : renderer.table(snapshot, chrome: chrome)
  }
}

extension Level {
  /// The lines of its picture, with what was looked for marked in them.
  package func lines(of picture: ViewPicture) -> [StyledLine] {
    var lines = picture.lines
    guard let sought else { return lines }
    for index in picture.tableLines where lines.indices.contains(index) {
      lines[index] = lines[index].marking(sought.ranges(in: lines[index].text))
    }
    return lines
  }
}

extension ViewChrome {
  /// What stands around the cells of a table now.
  ///
  /// - Parameter path: the titles of the open tables, from the first to this one.
  fileprivate init(
    around snapshot: ViewportSnapshot, of level: Level, path: [String], _ preferences: Preferences
  ) {
    self.init(name: path.first ?? level.title)
    breadcrumb = Array(path.dropFirst())
    counts = level.shown.counts()
    if !level.arrangement.filters.isEmpty { total = level.countsWithoutFilters }
    conditions = level.arrangement.statements
    query = level.arrangement.filters.last?.statement
    for header in snapshot.headers { add(section: header.section, of: level) }
    for row in snapshot.rows {
      let address = row.cell.address
      add(section: address.section, of: level)
      guard row.strip != nil, let info = level.presenter.row(address) else { continue }
      rowTitles[address] = info.title
      if let items = info.items { itemExtents[address] = items }
    }
    if level.showsIndex, let titles = level.shown.indexTitles {
      let top = snapshot.rows.first?.cell.address.section
      index = Index(
        titles: titles.titles, current: top.flatMap { titles.targets.firstIndex(of: $0) })
    }
    grid = level.presenter.grid
    if let watched = level.watchWords { notices = ["watch " + watched] }
    overlay = preferences.overlay
    cellNames = preferences.cellNames
    labelBackground = preferences.labelBackground
    showsSelection = preferences.showsSelection
    showsSeparators = preferences.showsSeparators
    showsIndicators = preferences.showsIndicators
    layouts = Dictionary(
      level.look.layouts.map { ($0.layout.identifier, $0.layout) }, uniquingKeysWith: { $1 })
    if level.look.shows(.reuse) { statistics = level.statisticsInUse }
  }

  private mutating func add(section index: Int, of level: Level) {
    guard sections[index] == nil, let info = level.presenter.section(index) else { return }
    sections[index] = Section(title: info.title, footer: info.footer, rows: info.rows)
  }
}

extension Level {
  /// Rows and items; a table that never had items is described by its rows alone.
  fileprivate var statisticsInUse: [TableStatistics] {
    table.statistics.filter { $0.table == .rows || $0.totals.requests > 0 }
  }
}
