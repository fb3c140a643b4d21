import TableModel

/// Where every section and row of a table lies, in points from the top of the content.
///
/// Costs a few words a section and nothing a row as long as a section's rows are alike.
struct TableLayout: Sendable {
  struct Section: Sendable {
    var header: Int
    var footer: Int
    var heights: RowHeights

    var rowCount: Int { heights.count }

    /// True where the height of each row is asked for.
    var isMeasured: Bool {
      if case .measured = heights { true } else { false }
    }
    var height: Int { header + heights.total + footer }
  }

  /// Limits that keep all sums far within 64 bits, whatever the data and the settings say.
  static let longestLength = 1_000_000
  static let mostRows = 1_000_000_000_000

  private(set) var sections: [Section]
  private var extents: FenwickTree
  private var counts: FenwickTree
  /// How often a row's height was asked for to build the layout.
  private(set) var heightsAsked = 0
  /// True as soon as the heights of any section's rows differ.
  private(set) var hasMeasuredSections: Bool

  /// - Parameter estimate: the height of unmeasured rows; nil to measure all of them now.
  /// - Complexity: O(sections), plus O(rows) of the sections whose rows are not alike.
  init(of content: any TableContent, metrics: TableMetrics, estimate: Int?) {
    var asked = 0
    let source = SectionReader(content: content, metrics: metrics, estimate: estimate)
    sections = source.sections(max(0, content.sectionCount), heightsAsked: &asked)
    heightsAsked = asked
    hasMeasuredSections = sections.contains(where: \.isMeasured)
    extents = FenwickTree(sections.map(\.height))
    counts = FenwickTree(sections.map(\.rowCount))
  }

  var height: Int { extents.total }
  var rowCount: Int { counts.total }

  func sectionTop(_ section: Int) -> Int { extents.prefix(section) }

  func sectionBottom(_ section: Int) -> Int { extents.prefix(section + 1) }

  /// The number of the first row of a section in the whole table.
  func firstPosition(inSection section: Int) -> Int { counts.prefix(section) }

  func contains(row address: Address) -> Bool {
    guard let row = address.row, sections.indices.contains(address.section) else { return false }
    return (0..<sections[address.section].rowCount).contains(row)
  }

  /// The place of a row that exists.
  func slot(of address: Address) -> Slot? {
    guard let row = address.row, contains(row: address) else { return nil }
    let section = sections[address.section]
    return Slot(
      position: counts.prefix(address.section) + row, address: address.rowAddress,
      start: sectionTop(address.section) + section.header + section.heights.offset(of: row),
      length: section.heights.height(row))
  }

  /// The row with a number in the whole table.
  func address(ofPosition position: Int) -> Address? {
    guard (0..<rowCount).contains(position) else { return nil }
    let section = counts.index(containing: position)
    return Address(section, position - counts.prefix(section))
  }

  /// The section that holds a place, passing over sections without height.
  func section(at y: Int) -> Int? {
    let section = extents.index(containing: max(0, y))
    return section < sections.count ? section : nil
  }

  /// Notes what a row turned out to measure; returns by how much the content grew.
  mutating func measure(_ address: Address, as height: Int) -> Int {
    guard let row = address.row else { return 0 }
    let delta = sections[address.section].heights.measure(row, as: height)
    extents.add(delta, at: address.section)
    return delta
  }

  mutating func replaceSection(_ index: Int, with new: Section) {
    extents.add(new.height - sections[index].height, at: index)
    counts.add(new.rowCount - sections[index].rowCount, at: index)
    sections[index] = new
    hasMeasuredSections = hasMeasuredSections || new.isMeasured
  }

  func asksForHeights(inSection index: Int) -> Bool { sections[index].isMeasured }

  /// Calls for every row that was measured, in order, with its height.
  ///
  /// - Complexity: O(sections + rows of chunks in which one was measured)
  func forEachMeasured(_ body: (Address, Int) -> Void) {
    for (index, section) in sections.enumerated() {
      guard case .measured(let heights) = section.heights else { continue }
      heights.forEachMeasured { body(Address(index, $0), $1) }
    }
  }

  /// True for a row whose height was asked for, in a section where heights differ.
  func hasMeasured(_ address: Address) -> Bool {
    guard case .measured(let heights) = sections[address.section].heights else { return false }
    return heights.isMeasured(address.row ?? 0)
  }

  func isMeasured(_ address: Address) -> Bool {
    sections[address.section].heights.isMeasured(address.row ?? 0)
  }
}

extension TableLayout {
  /// Appends the rows of which any part lies between two heights.
  ///
  /// - Complexity: O(rows in view x log sections)
  func appendRows(from start: Int, to end: Int, into slots: inout [Slot]) {
    var y = max(0, start)
    while y < end, let index = section(at: y) {
      let section = sections[index]
      let top = sectionTop(index)
      appendRows(of: index, top: top + section.header, from: start, to: end, into: &slots)
      y = top + section.height
    }
  }

  private func appendRows(
    of index: Int, top: Int, from start: Int, to end: Int, into slots: inout [Slot]
  ) {
    let heights = sections[index].heights
    var row = heights.row(containing: max(0, start - top))
    guard row < heights.count else { return }
    var y = top + heights.offset(of: row)
    let first = firstPosition(inSection: index)
    while row < heights.count, y < end {
      let height = heights.height(row)
      if height > 0 {
        slots.append(
          Slot(position: first + row, address: Address(index, row), start: y, length: height))
        y += height
        row += 1
      } else {
        // A long run of rows without height is passed in one step.
        row = max(row + 1, heights.row(containing: y - top))
      }
    }
  }
}

/// Reads what the layout of a section needs from a table's content.
struct SectionReader {
  let content: any TableContent
  let metrics: TableMetrics
  let estimate: Int?

  /// How many sections are asked for at once.
  private static let window = 256

  /// The first sections, up to a number of them.
  func sections(_ count: Int, heightsAsked: inout Int) -> [TableLayout.Section] {
    var sections: [TableLayout.Section] = []
    sections.reserveCapacity(count)
    var rest = TableLayout.mostRows
    for start in stride(from: 0, to: count, by: Self.window) {
      let window = start..<min(count, start + Self.window)
      let traits = content.traits(ofSections: window)
      for index in window {
        let known = index - start < traits.count ? traits[index - start] : SectionTraits()
        let built = section(index, known, atMost: rest, heightsAsked: &heightsAsked)
        rest -= built.rowCount
        sections.append(built)
      }
    }
    return sections
  }

  func section(
    _ index: Int, atMost limit: Int, heightsAsked: inout Int
  ) -> TableLayout.Section {
    let traits = content.traits(ofSections: index..<index + 1).first ?? SectionTraits()
    return section(index, traits, atMost: limit, heightsAsked: &heightsAsked)
  }

  private func section(
    _ index: Int, _ traits: SectionTraits, atMost limit: Int, heightsAsked: inout Int
  ) -> TableLayout.Section {
    TableLayout.Section(
      header: traits.hasHeader ? metrics.headerHeight : 0,
      footer: traits.hasFooter ? metrics.footerHeight : 0,
      heights: heights(of: index, traits, atMost: limit, asked: &heightsAsked))
  }

  private func heights(
    of section: Int, _ traits: SectionTraits, atMost limit: Int, asked: inout Int
  ) -> RowHeights {
    let count = min(max(0, traits.rowCount), limit)
    if count == 0 { return .uniform(0, count: 0) }
    if traits.isUniform {
      let height = traits.beginsWithStrip ? metrics.stripHeight : metrics.rowHeight
      return .uniform(height, count: count)
    }
    if let estimate {
      let height = min(max(0, estimate), TableLayout.longestLength)
      return .measured(MeasuredHeights(count: count, estimate: height))
    }
    asked += count
    return .measured(MeasuredHeights(count: count) { height(of: Address(section, $0)) })
  }

  /// The height of a row according to its content, or else to the metrics.
  func height(of row: Address) -> Int {
    guard let height = content.height(ofRow: row) else { return ownHeight(row) }
    return min(max(0, height), TableLayout.longestLength)
  }

  private func ownHeight(_ row: Address) -> Int {
    content.itemCount(inRow: row) == nil ? metrics.rowHeight : metrics.stripHeight
  }
}

/// The arithmetic of a strip: cells of one width, with one space between two of them.
struct StripLayout: Sendable, Hashable {
  var count: Int
  var cellWidth: Int
  var spacing: Int
  var viewport: Int
  var insetLeft: Int
  var insetRight: Int

  init(count: Int, metrics: TableMetrics) {
    self.count = count
    cellWidth = metrics.cellSize.height > 0 ? metrics.cellSize.width : 0
    spacing = metrics.cellSpacing
    viewport = metrics.viewport.width
    insetLeft = metrics.insetLeft
    insetRight = metrics.insetRight
  }

  var pitch: Int { cellWidth + spacing }
  var contentWidth: Int { count == 0 ? 0 : count * pitch - spacing }

  /// The offsets at which scrolling can rest; a strip begins at the first.
  var minOffset: Int { -insetLeft }
  var maxOffset: Int { max(minOffset, contentWidth + insetRight - viewport) }

  func clamp(_ offset: Int) -> Int { min(max(minOffset, offset), maxOffset) }

  func slot(_ item: Int, in row: Address) -> Slot {
    Slot(position: item, address: row.with(item: item), start: item * pitch, length: cellWidth)
  }

  /// The items of which any part lies in the viewport at an offset.
  func visible(at offset: Int) -> Range<Int> {
    guard cellWidth > 0, viewport > 0, offset + viewport > 0 else { return 0..<0 }
    let start = max(0, offset)
    // Where the offset falls into the space behind a cell, that cell is out of view.
    let first = start / pitch + (start % pitch >= cellWidth ? 1 : 0)
    let end = min(count, (offset + viewport + pitch - 1) / pitch)
    return first < end ? first..<end : 0..<0
  }
}

/// Every constant of a table's geometry, in points.
package struct TableMetrics: Sendable, Hashable {
  /// The table's viewport.
  package var viewport: Size
  /// The height of a plain row.
  package var rowHeight: Int
  /// The size of an item in a strip; a strip's row is as high as its cells plus the padding.
  package var cellSize: Size
  /// The space between two items of a strip.
  package var cellSpacing: Int
  /// The space above and below the cells of a strip, together.
  package var rowPadding: Int
  /// The height of a section header; sections without a title have none.
  package var headerHeight: Int
  /// The height of a section footer; sections without a footer have none.
  package var footerHeight: Int
  /// The height of a search bar above the first section, which scrolls away with the content.
  package var searchBar: Int
  /// Extra space above and below the content, at which scrolling may rest. Rows are visible there,
  /// but floating headers are not: they stay between the two insets.
  package var insetTop: Int
  package var insetBottom: Int
  /// The same before and behind the items of a strip.
  package var insetLeft: Int
  package var insetRight: Int

  package init(
    viewport: Size, rowHeight: Int, cellSize: Size, cellSpacing: Int = 0, rowPadding: Int = 0,
    headerHeight: Int, footerHeight: Int, searchBar: Int = 0, insetTop: Int = 0,
    insetBottom: Int = 0, insetLeft: Int = 0, insetRight: Int = 0
  ) {
    self.viewport = viewport
    self.rowHeight = rowHeight
    self.cellSize = cellSize
    self.cellSpacing = cellSpacing
    self.rowPadding = rowPadding
    self.headerHeight = headerHeight
    self.footerHeight = footerHeight
    self.searchBar = searchBar
    self.insetTop = insetTop
    self.insetBottom = insetBottom
    self.insetLeft = insetLeft
    self.insetRight = insetRight
  }

  /// The height of a row that holds a strip.
  package var stripHeight: Int { cellSize.height + rowPadding }
}

extension TableMetrics {
  /// The largest viewport in either direction; a screen holds at most a cell a point.
  static let largestViewport = 100_000

  /// The metrics with every number brought into a range in which no sum can overflow.
  package var withinLimits: TableMetrics {
    func length(_ value: Int) -> Int { min(max(0, value), TableLayout.longestLength / 2) }
    func extent(_ value: Int) -> Int { min(max(0, value), Self.largestViewport) }
    return TableMetrics(
      viewport: Size(width: extent(viewport.width), height: extent(viewport.height)),
      rowHeight: length(rowHeight),
      cellSize: Size(width: length(cellSize.width), height: length(cellSize.height)),
      cellSpacing: length(cellSpacing), rowPadding: length(rowPadding),
      headerHeight: length(headerHeight), footerHeight: length(footerHeight),
      searchBar: length(searchBar), insetTop: length(insetTop), insetBottom: length(insetBottom),
      insetLeft: length(insetLeft), insetRight: length(insetRight))
  }
}
