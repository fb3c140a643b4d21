import TableModel
import Testing

@testable import TableEngine

/// Content whose counts, heights, identifiers and names a test sets as it likes.
final class FakeContent: TableContent {
  struct Row: Hashable {
    var name: String
    var items: [String]?
    var height: Int?
    var identifier: String? = "Cell"
    var image: String?
    var accessory = Accessory.none
  }

  var sections: [[Row]]
  var headers: Set<Int> = []
  var footers: Set<Int> = []
  var isUniform = true
  var hasStableIdentities = false
  var itemIdentifier: String? = "Item"
  /// What a complaint about a wrong question mentions: the seed of a random test.
  var label = ""
  /// What composing each cell costs; a strip's own cell has no layers.
  var load = SubviewLoad()
  /// Whether cells may be written when they are looked at.
  var writesLater = false
  /// What is asked for cells that are looked at late.
  private(set) var writers: [FakeWriter] = []
  private(set) var announced: [TableWindow] = []
  private(set) var configured: [Address] = []

  init(_ sections: [[Row]]) {
    self.sections = sections
  }

  /// One section of plain rows.
  convenience init(rows: Int, identifiers: [String?] = ["Cell"]) {
    self.init([
      (0..<rows).map { Row(name: "r\($0)", identifier: identifiers[$0 % identifiers.count]) }
    ])
  }

  /// One section of strips.
  convenience init(strips: Int, items: Int) {
    self.init([
      (0..<strips).map { row in
        Row(name: "s\(row)", items: (0..<items).map { "s\(row)i\($0)" }, identifier: "Strip")
      }
    ])
  }

  private func row(_ address: Address) -> Row { sections[address.section][address.row ?? 0] }

  var sectionCount: Int { sections.count }
  func rowCount(inSection section: Int) -> Int { sections[section].count }
  func hasUniformRows(inSection section: Int) -> Bool { isUniform }
  func itemCount(inRow address: Address) -> Int? { row(address).items?.count }
  func hasHeader(_ section: Int) -> Bool { headers.contains(section) }
  func hasFooter(_ section: Int) -> Bool { footers.contains(section) }
  func height(ofRow address: Address) -> Int? { isUniform ? nil : row(address).height }

  func identifier(for address: Address) -> String? {
    address.item == nil ? row(address).identifier : itemIdentifier
  }

  func stableIdentity(of address: Address) -> String? {
    guard hasStableIdentities else { return nil }
    guard let item = address.item else { return row(address).name }
    return row(address).items?[item]
  }

  func willShow(_ windows: [TableWindow]) { announced += windows }

  func content(for address: Address) -> CellContent {
    configured.append(address)
    let row = row(address)
    guard let item = address.item else {
      var content = CellContent(text: row.name, image: row.image, accessory: row.accessory)
      if row.items == nil { content.load = load }
      return content
    }
    guard let items = row.items, items.indices.contains(item) else {
      Issue.record("asked for \(address), which is not there \(label)")
      return CellContent()
    }
    var content = CellContent(text: items[item])
    content.load = load
    return content
  }

  var laterWriter: (any CellWriter)? {
    guard writesLater else { return nil }
    let writer = FakeWriter(sections)
    writers.append(writer)
    return writer
  }

  func takeConfigured() -> [Address] {
    defer { configured = [] }
    return configured
  }

  func takeAnnounced() -> [TableWindow] {
    defer { announced = [] }
    return announced
  }
}

/// Writes from the sections as they were when it was made.
final class FakeWriter: CellWriter {
  private let content: FakeContent

  init(_ sections: [[FakeContent.Row]]) { content = FakeContent(sections) }

  func content(for address: Address) -> CellContent { content.content(for: address) }

  /// What it was asked to write.
  var written: [Address] { content.configured }
}

/// Content by arithmetic, for tables that no memory could hold.
final class EndlessContent: TableContent {
  let sectionCount: Int
  let rows: Int
  let items: Int?

  init(sections: Int, rows: Int, items: Int?) {
    sectionCount = sections
    self.rows = rows
    self.items = items
  }

  func rowCount(inSection section: Int) -> Int { rows }
  func hasUniformRows(inSection section: Int) -> Bool { true }
  func itemCount(inRow row: Address) -> Int? { items }
  func hasHeader(_ section: Int) -> Bool { false }
  func hasFooter(_ section: Int) -> Bool { false }
  func identifier(for address: Address) -> String? { address.item == nil ? "Row" : "Item" }
  func content(for address: Address) -> CellContent { CellContent(text: "x") }
}

extension TableMetrics {
  /// Rows of one height in a viewport of another.
  static func plain(height: Int, row: Int, width: Int = 320) -> TableMetrics {
    TableMetrics(
      viewport: Size(width: width, height: height), rowHeight: row,
      cellSize: Size(width: 100, height: row), headerHeight: 20, footerHeight: 10)
  }
}

extension EngineConfiguration {
  static func with(_ change: (inout EngineConfiguration) -> Void) -> EngineConfiguration {
    var configuration = EngineConfiguration()
    change(&configuration)
    return configuration
  }
}

extension Table {
  var rowTotals: ReuseCounters { statistics[0].totals }
  var itemTotals: ReuseCounters { statistics[1].totals }

  /// Cells on the screen as `row:cell ordinal`.
  var mapping: [String] {
    snapshot().rows.map { "\($0.cell.address.row ?? -1):\($0.cell.id.ordinal)" }
  }

  var texts: [String] { snapshot().rows.map(\.cell.content.text) }

  /// The texts of the items on the screen, row by row.
  var itemTexts: [[String]] {
    snapshot().rows.map { $0.strip?.cells.map(\.content.text) ?? [] }
  }
}
