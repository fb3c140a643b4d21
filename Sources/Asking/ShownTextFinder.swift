package import Arranging
package import TableModel

/// Looks for a text in all that the screen shows of records: their fields, and the titles of the
/// rows and sections in which they stand.
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

  /// So many titles are read at once where rows come in order.
  private static let windowSize = 256

  /// - Parameter source: the table by whose addresses records are asked about.
  package init(_ finder: TextFinder, in source: any TableSource) {
    self.init(finder, source, nil)
  }

  private init(_ finder: TextFinder, _ source: any TableSource, _ shown: ShownPlaces?) {
    (self.finder, self.source, self.shown) = (finder, source, shown)
  }

  /// For records that come by their addresses in a source, under the titles of an arrangement.
  ///
  /// - Parameter arrange: only called where the arrangement has titles of its own.
  package init(
    _ finder: TextFinder, in source: any TableSource, as arrangement: Arrangement,
    _ arrange: (Arrangement) throws(DataError) -> ArrangedTable
  ) throws(DataError) {
    guard !finder.isScoped, arrangement.grouping?.hasTitles == true else {
      self.init(finder, in: source)
      return
    }
    let table = try arrange(arrangement)
    self.init(finder, table, ShownPlaces(table))
  }

  /// Where the text stands for a record; nil when it is not there.
  package mutating func place(of address: Address, _ value: Value) throws(DataError) -> Place? {
    if finder.matches(value) { return .record }
    if finder.isScoped { return nil }
    let address = shown?.address(ofBase: address) ?? address
    let section = try enter(address.section)
    if try isFound(inRowOf: address, section) { return .row(address.rowAddress) }
    return section.isFound ? .section(address.section) : nil
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

/// Looks for a text in records, regardless of case and accents.
package struct TextFinder: Sendable {
  private let wanted: String
  private let field: FieldPath?

  /// - Parameter field: where to look; nil for every field at any depth.
  package init(_ text: String, field: FieldPath? = nil) {
    wanted = Collation.key(for: text)
    self.field = field
  }

  /// True when the text is looked for in one field alone.
  package var isScoped: Bool { field != nil }

  package func matches(title: String) -> Bool {
    !wanted.isEmpty && Self.has(Collation.key(for: title), wanted)
  }

  package func matches(_ value: Value) -> Bool {
    if wanted.isEmpty { return false }
    guard let field else { return contains(value) }
    return value[path: field].map(contains) ?? false
  }

  private func contains(_ value: Value) -> Bool {
    switch value {
    case .record(let record): record.fields.contains { contains($0.value) }
    case .array(let elements): elements.contains(where: contains)
    case .null, .data: false
    case .string, .number, .date, .bool: Self.has(Collation.key(for: value.plainText), wanted)
    }
  }

  private static func has(_ text: String, _ part: String) -> Bool {
    let (haystack, needle) = (Array(text.utf8), Array(part.utf8))
    guard needle.count <= haystack.count, let first = needle.first else { return false }
    var start = 0
    while start <= haystack.count - needle.count {
      if haystack[start] == first, haystack[start..<start + needle.count].elementsEqual(needle) {
        return true
      }
      start += 1
    }
    return false
  }
}
