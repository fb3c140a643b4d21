package import Arranging
import Foundation
package import PredicateLanguage
package import TableModel

/// What texts are searched for: a text, regardless of case and accents, or a regular expression.
package struct TextPattern: Sendable {
  private enum Kind: Sendable {
    /// A text as `Collation` folds it.
    case text(String, isWord: Bool)
    case expression(TextExpression)
  }

  private let kind: Kind

  /// - Parameter isWord: whether no letter or digit may stand beside the text.
  package init(_ text: String, isWord: Bool = false) {
    kind = .text(Collation.key(for: text), isWord: isWord)
  }

  package init(_ expression: TextExpression) {
    kind = .expression(expression)
  }

  /// Whether it stands anywhere in a text.
  package func isFound(in text: String) -> Bool {
    switch kind {
    case .text(let wanted, let isWord): Self.has(Collation.key(for: text), wanted, isWord)
    // What takes too long to be decided is gone to: people see for themselves.
    case .expression(let expression): expression.isFound(in: text) ?? true
    }
  }

  /// The parts of a text that are what is looked for.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let wanted: String
    switch kind {
    case .expression(let expression): return expression.ranges(in: text)
    case .text(let key, _): wanted = key
    }
    var ranges: [Range<String.Index>] = []
    var rest = text.startIndex..<text.endIndex
    while !wanted.isEmpty,
      let range = text.range(
        of: wanted, options: [.caseInsensitive, .diacriticInsensitive], range: rest)
    {
      if isFound(in: String(text[range])) { ranges.append(range) }
      rest = max(range.upperBound, text.index(after: range.lowerBound))..<text.endIndex
    }
    return ranges
  }

  private static func has(_ text: String, _ part: String, _ isWord: Bool) -> Bool {
    let (haystack, needle) = (Array(text.utf8), Array(part.utf8))
    guard needle.count <= haystack.count, let first = needle.first else { return false }
    var start = 0
    while start <= haystack.count - needle.count {
      let end = start + needle.count
      if haystack[start] == first, haystack[start..<end].elementsEqual(needle),
        !isWord || standsAlone(start..<end, in: haystack)
      {
        return true
      }
      start += 1
    }
    return false
  }

  private static func standsAlone(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    let before = String(decoding: text[..<range.lowerBound].suffix(8), as: UTF8.self).last
    let after = String(decoding: text[range.upperBound...].prefix(8), as: UTF8.self).first
    return [before, after].allSatisfy { !($0?.isLetter ?? false) && !($0?.isNumber ?? false) }
  }
}

/// Looks for a text in records.
package struct TextFinder: Sendable {
  /// What of a record is looked at.
  package enum Scope: Sendable, Hashable {
    /// Every value at any depth.
    case values
    /// The values at a path, and within what stands there.
    case field(FieldPath)
    /// The keys, at any depth.
    case keys
    /// Every key and every value.
    case keysAndValues

    package var includesKeys: Bool { self == .keys || self == .keysAndValues }
    package var includesValues: Bool { self != .keys }
  }

  package let pattern: TextPattern
  package let scope: Scope

  package init(_ pattern: TextPattern, in scope: Scope = .values) {
    (self.pattern, self.scope) = (pattern, scope)
  }

  /// - Parameter field: where to look; nil for every field at any depth.
  package init(_ text: String, field: FieldPath? = nil) {
    self.init(TextPattern(text), in: field.map(Scope.field) ?? .values)
  }

  /// True when titles are looked at as well.
  package var looksAtTitles: Bool { scope == .values || scope == .keysAndValues }

  /// True for a key that is looked at and holds the text.
  package func isFound(inKey key: String) -> Bool {
    scope.includesKeys && pattern.isFound(in: key)
  }

  /// True for a value anywhere that is looked at and is, or holds, the text.
  package func isFound(beside value: Value) -> Bool { looksAtTitles && contains(value) }

  /// The level whose field is looked at; nil for the records themselves and for all.
  package var level: OuterLevel? {
    if case .field(let path) = scope { OuterLevel(at: path) } else { nil }
  }

  package func matches(title: String) -> Bool { pattern.isFound(in: title) }

  package func matches(_ value: Value) -> Bool {
    switch scope {
    case .values: contains(value)
    case .field(let path): value[path: path].map(contains) ?? false
    case .keys, .keysAndValues: path(in: value) != nil
    }
  }

  /// Where the first match stands in a record; empty where the record itself is what matches, nil
  /// where nothing does.
  package func path(in value: Value) -> FieldPath? {
    if case .field(let path) = scope {
      return value[path: path].flatMap { firstPath(in: $0, path) }
    }
    return firstPath(in: value, FieldPath())
  }

  private func firstPath(in value: Value, _ path: FieldPath) -> FieldPath? {
    switch value {
    case .record(let record):
      for field in record.fields {
        let inner = path.appending(.key(field.key))
        if isFound(inKey: field.key) { return inner }
        if let found = firstPath(in: field.value, inner) { return found }
      }
      return nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = firstPath(in: element, path.appending(.index(index))) { return found }
      }
      return nil
    default: return scope.includesValues && contains(value) ? path : nil
    }
  }

  private func contains(_ value: Value) -> Bool {
    switch value {
    case .record(let record): record.fields.contains { contains($0.value) }
    case .array(let elements): elements.contains(where: contains)
    case .null, .data: false
    case .string, .number, .date, .bool: pattern.isFound(in: value.plainText)
    }
  }
}

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

  /// Where the text was found: in the record itself, its row or its section; nil if it is in none of them.
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
