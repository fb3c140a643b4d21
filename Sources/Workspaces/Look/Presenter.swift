package import Arranging
package import Asking
import PredicateLanguage
package import Rendering
package import TableEngine
package import TableModel

/// Fills the engine's cells from a table source: the data source of the table view.
///
/// Reads windows in batches as the engine announces them and keeps the last ones, so that a frame
/// costs what it shows.
package final class Presenter: TableContent {
  package private(set) var source: any TableSource
  package private(set) var roles: FieldRoles
  package var look: Look { didSet { forgetWindows() } }
  /// The columns in view, where rows are shown as a grid or items as small tables.
  package internal(set) var grid: GridFrame? { didSet { if grid != oldValue { forgetWindows() } } }
  /// Records that the user marked, by their address in the base source.
  package var marks: Set<Address> = []
  package var showsIndex = false
  /// What the table is drawn for.
  package var device = Device.terminal
  /// What is done wrong on purpose.
  package var mistakes: Mistakes = []
  /// What `$document` is a record of, in rules for cells; nil for the table's own data.
  package var document: (any TableSource)?
  /// What identifies records; nil where only their places do.
  package var identities: RecordIdentities?
  package var baseAddress: (Address) -> Address
  private var cache: WindowCache
  private var failure: DataError?

  package init(
    source: any TableSource, roles: FieldRoles, look: Look,
    baseAddress: @escaping (Address) -> Address = { $0 }
  ) {
    self.source = source
    self.roles = roles
    self.look = look
    self.baseAddress = baseAddress
    cache = Self.makeCache(roles, look, nil)
  }

  /// A presenter that shows the same, for a copy of the table view.
  func copy() -> Presenter {
    let copy = Presenter(source: source, roles: roles, look: look, baseAddress: baseAddress)
    copy.grid = grid
    (copy.marks, copy.showsIndex, copy.device) = (marks, showsIndex, device)
    (copy.mistakes, copy.document) = (mistakes, document)
    (copy.identities, copy.cache, copy.failure) = (identities, cache, failure)
    return copy
  }

  private static func makeCache(_ roles: FieldRoles, _ look: Look, _ grid: GridFrame?)
    -> WindowCache
  {
    let columns = grid?.columnsInView ?? []
    return WindowCache(
      slots: CellFields(
        roles: roles, choice: look.fields, others: look.layoutFields,
        columns: columns.map { ($0, grid?.columns[$0].path ?? .itself) }))
  }

  /// Shows another arrangement of the same data.
  package func show(
    _ source: any TableSource, roles: FieldRoles, baseAddress: @escaping (Address) -> Address
  ) {
    self.source = source
    self.roles = roles
    self.baseAddress = baseAddress
    forgetWindows()
  }

  package func forgetWindows() {
    cache = Self.makeCache(roles, look, grid)
  }

  /// The first error of a read since it was last asked for.
  package func takeFailure() -> DataError? {
    defer { failure = nil }
    return failure
  }

  package func section(_ index: Int) -> SectionInfo? {
    noting { () throws(DataError) in try cache.section(index, source) } ?? nil
  }

  package func row(_ address: Address) -> RowInfo? {
    noting { () throws(DataError) in try cache.info(address, source) } ?? nil
  }

  private func noting<T>(_ read: () throws(DataError) -> T) -> T? {
    do {
      return try read()
    } catch {
      failure = failure ?? error
      return nil
    }
  }
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
    let record = noting { () throws(DataError) in try cache.recordAhead(address, source) } ?? nil
    return record?.text(.height).flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }
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
    return layout(at: address)?.identifier ?? (isItem ? Self.item : Self.row)
  }

  package func stableIdentity(of address: Address) -> String? {
    guard let identities, address.row != nil else { return nil }
    if address.item == nil, let info = row(address), info.items != nil {
      return section(address.section).flatMap { identities.name(ofStrip: info, in: $0) }
    }
    let value = noting { () throws(DataError) in try source.value(at: address) } ?? nil
    return value.flatMap(identities.name)
  }

  /// The reuse identifiers of the built-in styles' cells.
  package static let identifiers = [row, item, strip]
  private static let row = "Row"
  private static let item = "Item"
  private static let strip = "Strip"

  private func chosenIdentifier(for address: Address) -> String? {
    guard look.fields[.identifier] != nil else { return nil }
    let fields = noting { () throws(DataError) in try cache.record(address, source) } ?? nil
    return fields?.text(.identifier)
  }

  package func willShow(_ windows: [TableWindow]) {
    for window in windows {
      _ = noting { () throws(DataError) in try cache.load(window, source) }
    }
  }

  package func content(for address: Address) -> CellContent {
    guard address.item != nil || itemCount(inRow: address) == nil else {
      return CellContent(text: row(address)?.title ?? "")
    }
    let record = noting { () throws(DataError) in try cache.record(address, source) } ?? nil
    let title = address.item == nil ? row(address)?.title : nil
    return composed(record ?? CellRecord(), title: title, at: address)
  }
}

// MARK: - Composing a cell

extension Presenter {
  /// A plain row titled by its key shows the key and what the value is about; a record titled by
  /// one of its own fields is shown by its fields.
  private func composed(_ record: CellRecord, title: String?, at address: Address) -> CellContent {
    let isTitledByKey = title != nil && look.fields[.text] == nil && title != record.text(.text)
    var content = CellContent()
    content.text = (isTitledByKey ? title : record.text(.text)) ?? title ?? record.whole
    content.detail = isTitledByKey ? keyedDetail(record) : record.text(.detail)
    content.image = look.shows(.image) ? record.text(.image) : nil
    content.style = style(of: content, at: address)
    fillOutlets(of: &content, from: record)
    if let grid { fillColumns(of: &content, in: grid, from: record, title: title) }
    content.accessory = accessory(
      isTitledByKey && record.isContainer && content.style != .columns, at: address)
    content.indentation = winner(look.indentations, at: address) ?? 0
    content.background = winner(look.backgrounds, at: address) ?? nil
    content.marked = !marks.isEmpty && marks.contains(baseAddress(address))
    return content
  }

  /// Beside a key stands the chosen detail, the value itself, or what a record is about.
  private func keyedDetail(_ record: CellRecord) -> String {
    if look.fields[.detail] != nil { return record.text(.detail) ?? "" }
    let about = record.isRecord ? [record.text(.text), record.text(.detail)] : []
    let known = about.compactMap(\.self)
    return known.isEmpty ? record.whole : known.joined(separator: Mark.dot)
  }

  /// Without a rule, items with an image are dressed in the default style; everything else that
  /// has a detail shows it.
  private func style(of content: CellContent, at address: Address) -> CellStyle {
    if grid != nil { return .columns }
    guard look.shows(.style) else { return .default }
    let isPicture = address.item != nil && content.image != nil
    let standard: CellStyle = content.detail == nil || isPicture ? .default : .subtitle
    return winner(look.styles, at: address) ?? standard
  }

  /// The layout by which the cell at an address is drawn; nil where its style has none.
  private func layout(at address: Address) -> CellLayout? {
    guard look.usesLayouts, look.shows(.style), grid == nil,
      case .custom(let name)? = winner(look.styles, at: address)
    else { return nil }
    return look.layout(named: name)
  }

  /// Writes what the outlets of the cell's layout show; a hidden image counts as no image.
  private func fillOutlets(of content: inout CellContent, from record: CellRecord) {
    guard case .custom(let name) = content.style, let layout = look.layout(named: name) else {
      return
    }
    content.load = layout.load
    content.outlets = layout.outlets.map { view in
      if case .image = view.kind, !look.shows(.image) { return nil }
      return switch view.source {
      case .literal(let text): text
      case .field(let path): path == .itself ? record.whole : record.text(path)
      case .role(.text): content.text
      case .role(.detail): content.detail
      case .role(.image): content.image
      case nil: nil
      }
    }
  }

  /// Writes the values of the columns in view. What is no record has none of the fields, and is shown
  /// as a whole.
  private func fillColumns(
    of content: inout CellContent, in grid: GridFrame, from record: CellRecord, title: String?
  ) {
    let isShown =
      record.isRecord
      || record.columns.contains { OuterLevel(at: grid.columns[$0.column].path) == nil }
    if isShown {
      content.columns = record.columns
    } else {
      content.text = [title, record.whole].compactMap(\.self).joined(separator: Mark.dot)
      (content.detail, content.image, content.style) = (nil, nil, .default)
    }
  }

  private func accessory(_ leadsOn: Bool, at address: Address) -> Accessory {
    guard look.shows(.accessory), !showsIndex else { return .none }
    return winner(look.accessories, at: address) ?? (leadsOn ? .disclosure : .none)
  }

  /// The value of the last rule that fits.
  private func winner<Value>(_ rules: [Rule<Value>], at address: Address) -> Value? {
    rules.isEmpty ? nil : rules.last { fits($0, address) }?.value
  }

  private func fits<Value>(_ rule: Rule<Value>, _ address: Address) -> Bool {
    if let places = rule.places, !places.contains(address) { return false }
    guard let condition = rule.condition else { return true }
    let value = noting { () throws(DataError) in try source.value(at: address) } ?? nil
    guard let value else { return false }
    let run = ConditionRun(condition, in: source, isStrict: false, document: document)
    return (try? run.matches(address, value)) ?? false
  }
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
