package import Arranging
package import TableModel

/// Looks for a text in all that the screen shows of records: their fields, and the titles of the
/// rows and sections in which they stand; and, where it is asked to, in the fields around them.
///
/// Records come by their places in one table; titles are read once where they come in order.
package struct ShownTextFinder: Sendable {
  /// Where the text was found.
  package enum Place: Hashable {
    case record
    /// In the title of a row, which is one of the records' own.
    case row(Address)
    case section(Int)
  }

  private let finder: TextFinder
  private let source: any TableSource
  /// Which levels around the records are looked at, from the inside.
  private var levels: [OuterLevel] = []
  /// Reads the one field around the records that is looked at; nil for others.
  private var field: Surroundings?
  private var around: [OuterLevel: (shown: Address, place: Address, isFound: Bool)] = [:]
  /// True where records of one row or section shown may come from several in the data.
  private var isRegrouped = false
  /// Where records are shown that come by other addresses.
  private let shown: ShownPlaces?
  private var section: Section?
  private var strip: (row: Address, isFound: Bool)?
  private var window: (rows: Range<Int>, found: [Bool])?

  private struct Section {
    let index: Int
    let isFound: Bool
    let rowsGoByKey: Bool
  }

  /// The titles that are read at once where rows come in order.
  private static let windowSize = 256

  /// - Parameter source: the table by whose addresses records are asked about.
  package init(_ finder: TextFinder, in source: any TableSource) {
    self.init(finder, source, nil)
  }

  private init(_ finder: TextFinder, _ source: any TableSource, _ shown: ShownPlaces?) {
    (self.finder, self.source, self.shown) = (finder, source, shown)
    // A field around the records is looked at in any case.
    if let level = finder.level, case .field(let path) = finder.scope {
      levels = [level]
      field = Surroundings(of: source, for: [path])
    }
  }

  /// The same, looking at the records of rows and sections as well.
  ///
  /// - Parameter isRegrouped: whether rows and sections are others than in the data.
  package func lookingAround(isRegrouped: Bool) -> ShownTextFinder {
    var finder = self
    finder.isRegrouped = isRegrouped
    if self.finder.level == nil {
      finder.levels = [.row, .section].filter(source.outerLevels.contains)
    }
    return finder
  }

  /// For records that come by their addresses in a source, under the titles of an arrangement.
  ///
  /// - Parameter arrange: only called where the arrangement has titles of its own.
  package init(
    _ finder: TextFinder, in source: any TableSource, as arrangement: Arrangement,
    _ arrange: (Arrangement) throws(DataError) -> ArrangedTable
  ) throws(DataError) {
    guard finder.looksAtTitles, arrangement.grouping?.hasTitles == true else {
      self.init(finder, in: source)
      return
    }
    let table = try arrange(arrangement)
    self.init(finder, table, ShownPlaces(table))
  }

  /// Where the text stands for a record; nil when it is not there.
  package mutating func place(of address: Address, _ value: Value) throws(DataError) -> Place? {
    if finder.level == nil, finder.matches(value) { return .record }
    for level in levels where try isFound(around: address, at: level) {
      return level == .row ? .row(address.rowAddress) : .section(address.section)
    }
    guard finder.looksAtTitles else { return nil }
    let address = shown?.address(ofBase: address) ?? address
    let section = try enter(address.section)
    if try isFound(inRowOf: address, section) { return .row(address.rowAddress) }
    return section.isFound ? .section(address.section) : nil
  }

  /// The record around others is read once.
  private mutating func isFound(around address: Address, at level: OuterLevel)
    throws(DataError) -> Bool
  {
    let shown = level.place(around: address)
    if !isRegrouped, let known = around[level], known.shown == shown { return known.isFound }
    guard let data = try source.inData(address) else { return false }
    let place = level.place(around: data.address)
    if let known = around[level], known.place == place { return known.isFound }
    let value: Value? =
      if field != nil {
        try field?.scoped(.null, at: address)
      } else {
        try data.source.outerRecord(level, around: place)
      }
    let isFound = value.map(finder.matches) ?? false
    around[level] = (shown, place, isFound)
    return isFound
  }

  private mutating func enter(_ index: Int) throws(DataError) -> Section {
    if let section, section.index == index { return section }
    let title = try source.sections(index..<index + 1).first?.title
    let section = Section(
      index: index, isFound: title.map(finder.matches(title:)) ?? false,
      rowsGoByKey: try source.rowsGoByKey(inSection: index))
    (self.section, strip, window) = (section, nil, nil)
    return section
  }

  /// Where titles of plain rows are not keys, they come from the records, in which nothing was
  /// found.
  private mutating func isFound(inRowOf address: Address, _ section: Section)
    throws(DataError) -> Bool
  {
    guard let row = address.row else { return false }
    if address.item == nil {
      return section.rowsGoByKey ? try isFound(inPlainRow: row, section) : false
    }
    if let strip, strip.row == address.rowAddress { return strip.isFound }
    let isFound = try titles(row..<row + 1, section).first ?? false
    strip = (address.rowAddress, isFound)
    return isFound
  }

  private mutating func isFound(inPlainRow row: Int, _ section: Section)
    throws(DataError) -> Bool
  {
    if let window, window.rows.contains(row) { return window.found[row - window.rows.lowerBound] }
    let isNext = row == (window?.rows.upperBound ?? 0)
    let rows = row..<row + (isNext ? Self.windowSize : 1)
    let found = try titles(rows, section)
    window = (row..<row + found.count, found)
    return found.first ?? false
  }

  /// Whether the text stands in the titles of rows.
  private func titles(_ rows: Range<Int>, _ section: Section) throws(DataError) -> [Bool] {
    try source.rows(rows, inSection: section.index).map { info in
      info.title.map(finder.matches(title:)) ?? false
    }
  }
}

extension Arrangement.Grouping {
  /// True when the sections have titles made of the records.
  fileprivate var hasTitles: Bool { self != .flat }
}
