import Arranging
import Asking
import Rendering
package import TableEngine
package import TableModel

/// Writes the content of cells for one state of the table, its look and its marks.
///
/// That state never changes, so a cell that is written later shows what it would have shown at once.
/// Reads windows in batches and keeps the last ones, so that a frame costs what it shows.
package final class CellComposer: CellWriter {
  private let source: any TableSource
  private let look: Look
  private let grid: GridFrame?
  private let marks: Set<Address>
  private let showsIndex: Bool
  private let document: (any TableSource)?
  private let baseAddress: (Address) -> Address
  /// Whether cells may be written when somebody looks at them: no read can fail, and no layout has
  /// subviews for the engine to count first.
  let isLasting: Bool
  private(set) var cache: WindowCache
  private var failure: DataError?

  init(of presenter: Presenter, _ cache: WindowCache) {
    source = presenter.source
    (look, grid) = (presenter.look, presenter.grid)
    (marks, showsIndex) = (presenter.marks, presenter.showsIndex)
    (document, baseAddress) = (presenter.document, presenter.baseAddress)
    isLasting = source.isInMemory && document == nil && !look.usesLayouts
    self.cache = cache
  }

  /// The first error of a read since it was last asked for.
  func takeFailure() -> DataError? {
    defer { failure = nil }
    return failure
  }

  private func noting<T>(_ read: () throws(DataError) -> T?) -> T? {
    do {
      return try read()
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}

// MARK: - Reading

extension CellComposer {
  func section(_ index: Int) -> SectionInfo? {
    noting { () throws(DataError) in try cache.section(index, source) }
  }

  func row(_ address: Address) -> RowInfo? {
    noting { () throws(DataError) in try cache.info(address, source) }
  }

  func record(_ address: Address) -> CellRecord? {
    noting { () throws(DataError) in try cache.record(address, source) }
  }

  func recordAhead(_ address: Address) -> CellRecord? {
    noting { () throws(DataError) in try cache.recordAhead(address, source) }
  }

  func value(at address: Address) -> Value? {
    noting { () throws(DataError) in try source.value(at: address) }
  }

  func prepare(_ window: TableWindow) {
    noting { () throws(DataError) in try cache.load(window, source, later: isLasting) }
  }
}

// MARK: - Writing

extension CellComposer {
  package func content(for address: Address) -> CellContent {
    let row = address.item == nil ? row(address) : nil
    if let row, row.items != nil { return CellContent(text: row.title ?? "") }
    let record = record(address)
    return composed(record ?? CellRecord(), title: row?.title, at: address)
  }

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
  func layout(at address: Address) -> CellLayout? {
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

  /// Writes the values of the columns in view. A value that is not a record has no fields and is shown
  /// whole.
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
    guard let value = value(at: address) else { return false }
    let run = ConditionRun(condition, in: source, isStrict: false, document: document)
    return (try? run.matches(address, value)) ?? false
  }
}
