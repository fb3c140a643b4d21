import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
package import Rendering
package import TableEngine
package import TableModel

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
  ///
  /// - Parameter past: what there was to see after an earlier pass, and what the rows in view said of
  ///   themselves then; nil for now.
  package func picture(
    of level: Level, withChrome: Bool, showsPictures: Bool = false,
    as past: (snapshot: ViewportSnapshot, words: ViewChrome)? = nil
  ) -> ViewPicture {
    let snapshot = past?.snapshot ?? level.table.snapshot()
    var chrome = ViewChrome(around: snapshot, of: level, path: breadcrumb, preferences)
    if let words = past?.words {
      (chrome.sections, chrome.rowTitles) = (words.sections, words.rowTitles)
      chrome.itemExtents = words.itemExtents
      if level.look.shows(.reuse) { chrome.statistics = words.statistics.inUse }
    } else {
      chrome.describe(snapshot, by: level.presenter)
    }
    chrome.showsPictures = showsPictures
    return withChrome
      ? renderer.view(snapshot, chrome: chrome) : renderer.table(snapshot, chrome: chrome)
  }

  private var renderer: ViewportRenderer {
    ViewportRenderer(device: preferences.device, charset: preferences.charset)
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
  /// What stands around the cells of a table now; what these say of themselves is left to `describe`.
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
    if level.showsIndex, let titles = level.shown.indexTitles {
      let top = snapshot.rows.first?.cell.address.section
      // Titles without a section of their own lead to that of another title.
      let own = top.flatMap { level.presenter.section($0)?.title }
      let current = titles.titles.indices.first { place in
        // An empty table has no targets.
        titles.section(at: place) == top && titles.titles[place] == own
      }
      index = Index(
        titles: titles.titles,
        current: current ?? top.flatMap { titles.targets.firstIndex(of: $0) })
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
    if level.look.shows(.reuse) { statistics = level.table.statistics.inUse }
  }

  /// Adds what the sections and rows in view say of themselves.
  mutating func describe(_ snapshot: ViewportSnapshot, by presenter: Presenter) {
    for header in snapshot.headers { add(section: header.section, by: presenter) }
    for row in snapshot.rows {
      let address = row.cell.address
      add(section: address.section, by: presenter)
      guard row.strip != nil, let info = presenter.row(address) else { continue }
      rowTitles[address] = info.title
      if let items = info.items { itemExtents[address] = items }
    }
  }

  private mutating func add(section index: Int, by presenter: Presenter) {
    guard sections[index] == nil, let info = presenter.section(index) else { return }
    sections[index] = Section(title: info.title, footer: info.footer, rows: info.rows)
  }
}

extension [TableStatistics] {
  /// Rows and items; a table that never had items is described by its rows alone.
  fileprivate var inUse: [TableStatistics] {
    filter { $0.table == .rows || $0.totals.requests > 0 }
  }
}

/// An expression that is shown for the focused record.
package struct Watch: Sendable {
  /// As it was typed.
  package let text: String
  private let asked: AskedExpression

  package init(_ text: String, by asked: AskedExpression) {
    (self.text, self.asked) = (text, asked)
  }

  /// The value for a record of a table; nil for what is no dictionary.
  ///
  /// - Complexity: O(the record).
  fileprivate func value(at base: Address, in source: any TableSource) throws(DataError) -> Value? {
    try asked.expression.value(at: base, of: source, document: asked.document)
  }
}

extension Level {
  /// The value of the watched expression for the focused record; nil where nothing is watched, and
  /// where nothing or no dictionary has the focus.
  package func watchedValue() throws(DataError) -> Value? {
    guard let watch, let base = table.focus.flatMap(shown.baseAddress(of:)) else { return nil }
    return try watch.value(at: base, in: shaped.source)
  }

  /// The same in words: `price * 2 = 31`; nil where nothing is watched.
  package var watchWords: String? {
    guard let watch else { return nil }
    let value: Value?
    do { value = try watchedValue() } catch {
      return "\(watch.text): \(error)"
    }
    guard let value else { return "\(watch.text) has no value here" }
    return "\(watch.text) = \(value.kind == .null ? "nil" : value.plainText)"
  }
}
