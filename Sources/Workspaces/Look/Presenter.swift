package import Arranging
package import Asking
import PredicateLanguage
package import Rendering
package import TableEngine
package import TableModel

/// Fills the engine's cells from a table source: the data source of the table view.
///
/// It answers what the engine asks; what stands in a cell is written by a `CellComposer`.
package final class Presenter: TableContent {
  package private(set) var source: any TableSource
  package private(set) var roles: FieldRoles
  package var look: Look { didSet { forgetWindows() } }
  /// The columns in view, where rows are shown as a grid or items as small tables.
  package internal(set) var grid: GridFrame? { didSet { if grid != oldValue { forgetWindows() } } }
  /// Records that the user marked, by their address in the base source.
  package var marks: Set<Address> = [] { didSet { recompose() } }
  package var showsIndex = false { didSet { if showsIndex != oldValue { recompose() } } }
  /// What the table is drawn for.
  package var device = Device.terminal
  /// What is done wrong on purpose.
  package var mistakes: Mistakes = []
  /// What `$document` is a record of, in rules for cells; nil for the table's own data.
  package var document: (any TableSource)? { didSet { recompose() } }
  /// What identifies records; nil where only their places do.
  package var identities: RecordIdentities?
  package private(set) var baseAddress: (Address) -> Address
  /// What reads and writes as everything above says.
  private lazy var composer = CellComposer(of: self, emptyCache)
  private var failure: DataError?

  package init(
    source: any TableSource, roles: FieldRoles, look: Look,
    baseAddress: @escaping (Address) -> Address = { $0 }
  ) {
    self.source = source
    self.roles = roles
    self.look = look
    self.baseAddress = baseAddress
  }

  /// A presenter that shows the same, for a copy of the table view.
  func copy() -> Presenter {
    let copy = Presenter(source: source, roles: roles, look: look, baseAddress: baseAddress)
    copy.grid = grid
    (copy.marks, copy.showsIndex, copy.device) = (marks, showsIndex, device)
    (copy.mistakes, copy.document) = (mistakes, document)
    (copy.identities, copy.failure) = (identities, failure)
    copy.compose(composer.cache)
    return copy
  }

  private var emptyCache: WindowCache {
    let columns = grid?.columnsInView ?? []
    return WindowCache(
      slots: CellFields(
        roles: roles, choice: look.fields, others: look.layoutFields,
        columns: columns.map { ($0, grid?.columns[$0].path ?? .itself) }))
  }

  private func compose(_ cache: WindowCache) {
    failure = takeFailure()
    composer = CellComposer(of: self, cache)
  }

  /// Writes cells in another way; what was read stays right.
  private func recompose() { compose(composer.cache) }

  /// Shows another arrangement of the same data.
  package func show(
    _ source: any TableSource, roles: FieldRoles, baseAddress: @escaping (Address) -> Address
  ) {
    self.source = source
    self.roles = roles
    self.baseAddress = baseAddress
    forgetWindows()
  }

  package func forgetWindows() { compose(emptyCache) }

  /// The first error of a read since it was last asked for.
  package func takeFailure() -> DataError? {
    let later = composer.takeFailure()
    defer { failure = nil }
    return failure ?? later
  }

  package func section(_ index: Int) -> SectionInfo? { composer.section(index) }

  package func row(_ address: Address) -> RowInfo? { composer.row(address) }
}

// MARK: - What the engine asks

extension Presenter {
  package var sectionCount: Int {
    source.counts().sections.known - (mistakes.contains(.sectionLoop) ? 1 : 0)
  }

  package func rowCount(inSection index: Int) -> Int { section(index)?.rows.known ?? 0 }

  package func hasUniformRows(inSection index: Int) -> Bool {
    (section(index)?.isUniform ?? true) && !hasHeights
  }

  private var hasHeights: Bool {
    if case .path = look.fields[.height] { true } else { false }
  }

  /// Reads the sections in one window. If that fails, they are read one by one, so that those
  /// before the mistake are there.
  package func traits(ofSections range: Range<Int>) -> [SectionTraits] {
    guard let infos = try? source.sections(range) else {
      return range.map { index in
        section(index).map { traits(of: $0, at: index) } ?? SectionTraits()
      }
    }
    return zip(range, infos).map { traits(of: $1, at: $0) }
  }

  private func traits(of info: SectionInfo, at index: Int) -> SectionTraits {
    var traits = SectionTraits()
    traits.rowCount = info.rows.known
    traits.hasHeader = info.title != nil && look.shows(.header)
    traits.hasFooter = info.footer != nil && look.shows(.footer)
    guard traits.rowCount > 0 else { return traits }
    traits.isUniform = info.isUniform && !hasHeights
    if traits.isUniform {
      traits.beginsWithStrip = info.areStrips ?? (itemCount(inRow: Address(index, 0)) != nil)
    }
    return traits
  }

  /// The height that the data gives a plain row; nil where it gives none.
  package func height(ofRow address: Address) -> Int? {
    guard hasHeights else { return nil }
    return composer.recordAhead(address)?.text(.height).flatMap { Double($0) }.flatMap {
      Int(exactly: $0.rounded())
    }
  }

  package func itemCount(inRow address: Address) -> Int? { row(address)?.items?.known }

  package func hasHeader(_ index: Int) -> Bool {
    look.shows(.header) && section(index)?.title != nil
  }

  package func hasFooter(_ index: Int) -> Bool {
    look.shows(.footer) && section(index)?.footer != nil
  }

  package func identifier(for address: Address) -> String? {
    if let chosen = chosenIdentifier(for: address) { return chosen }
    let isItem = address.item != nil
    guard isItem || itemCount(inRow: address) == nil else { return Self.strip }
    return composer.layout(at: address)?.identifier ?? (isItem ? Self.item : Self.row)
  }

  package func stableIdentity(of address: Address) -> String? {
    guard let identities, address.row != nil else { return nil }
    if address.item == nil, let info = row(address), info.items != nil {
      return section(address.section).flatMap { identities.name(ofStrip: info, in: $0) }
    }
    return composer.value(at: address).flatMap(identities.name)
  }

  /// The reuse identifiers of the built-in styles' cells.
  package static let identifiers = [row, item, strip]
  private static let row = "Row"
  private static let item = "Item"
  private static let strip = "Strip"

  private func chosenIdentifier(for address: Address) -> String? {
    guard look.fields[.identifier] != nil else { return nil }
    return composer.record(address)?.text(.identifier)
  }

  package func willShow(_ windows: [TableWindow]) {
    for window in windows { composer.prepare(window) }
  }

  package func content(for address: Address) -> CellContent { composer.content(for: address) }

  package var laterWriter: (any CellWriter)? { composer.isLasting ? composer : nil }
}

extension ScreenKey {
  /// - Returns: nil for anything but the title or the number of a row or a section.
  package static func path(parsing text: String) -> FieldPath? {
    guard let path = FieldPath(parsing: text), path.steps.count == 2,
      let level = OuterLevel(at: path), case .key(let key)? = path.steps.last,
      level.showsOnScreen(key)
    else { return nil }
    return ScreenKey(rawValue: key)?.path(at: level)
  }
}

/// What stands around the records that are shown, for fields that begin there: the records of rows,
/// sections and the document, and titles and numbers as the screen has them.
package struct ShownSurroundings {
  private let source: any TableSource
  private let paths: [FieldPath]
  private var around: Surroundings?
  private var titles: [OuterLevel: (place: Address, title: Value?)] = [:]

  /// - Parameter paths: each begins at a level around the records.
  package init(of source: any TableSource, for paths: [FieldPath]) {
    (self.source, self.paths) = (source, paths)
    around = Surroundings(of: source, for: paths.filter { ScreenKey($0) == nil })
  }

  /// What each of the paths leads to from the record at an address; nil for nothing.
  package mutating func values(at address: Address) throws(DataError) -> [Value?] {
    let scoped = try around?.scoped(.null, at: address)
    var values: [Value?] = []
    for path in paths {
      if let key = ScreenKey(path), let level = OuterLevel(at: path) {
        values.append(try value(of: key, at: level, around: address))
      } else {
        values.append(scoped?[path: path])
      }
    }
    return values
  }

  private mutating func value(
    of key: ScreenKey, at level: OuterLevel, around address: Address
  ) throws(DataError) -> Value? {
    let place = level == .row ? address.rowAddress : Address(address.section)
    switch key {
    case .index: return .integer(level == .row ? address.row ?? 0 : address.section)
    case .title:
      if let known = titles[level], known.place == place { return known.title }
      let title: String? =
        if level == .row, let row = address.row {
          try source.rows(row..<row + 1, inSection: address.section).first?.title
        } else {
          try source.sections(address.section..<address.section + 1).first?.title
        }
      titles[level] = (place, title.map { .string($0) })
      return titles[level]?.title
    }
  }
}
