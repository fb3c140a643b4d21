import CAllocationCount
import Rendering
import TableEngine
import TableModel

/// What is repeated, and how: scrolling a table of a million rows, one row per step, and back once
/// its end is reached.
struct Steps {
  enum Kind: String, CaseIterable {
    /// The layout pass alone, over plain rows.
    case pass
    /// The same over rows of items.
    case strips
    /// The pass over rows of items, the picture and its text.
    case step
  }

  private static let rows = 1_000_000
  private let kind: Kind
  private let table: Table
  private var chrome = ViewChrome(name: "grid")
  private(set) var bytes = 0

  init(_ kind: Kind) throws {
    self.kind = kind
    let items = kind == .pass ? nil : 20
    table = Table(
      content: EndlessGrid(rows: Self.rows, items: items),
      metrics: Device.terminal.metrics(window: Size(width: 80, height: 24)))
    chrome.counts = Counts(
      sections: .exact(1), rows: .exact(Self.rows), items: .exact((items ?? 0) * Self.rows))
    chrome.sections[0] = ViewChrome.Section(title: "Section 0", rows: .exact(Self.rows))
    try table.makeFrame()
  }

  /// Makes a number of steps.
  mutating func run(_ count: Int) throws {
    let distance = kind == .pass ? table.metrics.rowHeight : table.metrics.cellSize.height
    for _ in 0..<count {
      if table.offset >= table.maxOffset { try table.scroll(to: 0) }
      try table.scroll(by: distance)
      if kind == .step { draw() }
    }
  }

  private mutating func draw() {
    chrome.statistics = table.statistics
    let picture = ViewportRenderer().view(table.snapshot(), chrome: chrome)
    bytes += ViewEncoder.text(of: picture.lines).utf8.count
  }

  /// The blocks of memory that a number of steps ask for.
  mutating func allocations(of count: Int) throws -> UInt {
    let before = allocation_count()
    try run(count)
    return allocation_count() - before
  }
}
