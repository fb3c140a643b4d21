import Rendering
import TableEngine
import TableModel

/// A small table for pictures: sections of rows, laid out by plain arithmetic.
struct SampleTable {
  struct Row {
    var title: String?
    /// The items of a strip; nil for a plain row, whose content is `content`.
    var items: [CellContent]?
    var content = CellContent()
    /// The horizontal offset of the strip.
    var offset = 0
  }

  struct Section {
    var title: String?
    var footer: String?
    var rows: [Row]
  }

  var sections: [Section]
  var metrics: TableMetrics
  var offset = 0
  var focus: Address?
  var selected: Set<Address> = []
  var editing: Set<Address> = []

  init(
    _ sections: [Section], columns: Int, lines: Int, device: Device = .terminal,
    hasRowTitles: Bool = false
  ) {
    self.sections = sections
    metrics = device.metrics(
      window: Size(width: columns, height: lines), hasRowTitles: hasRowTitles)
  }

  var chrome: ViewChrome {
    var chrome = ViewChrome(name: "sample.json")
    for (number, section) in sections.enumerated() {
      chrome.sections[number] = .init(
        title: section.title, footer: section.footer, rows: .exact(section.rows.count))
      for (place, row) in section.rows.enumerated() {
        chrome.rowTitles[Address(number, place)] = row.title
      }
    }
    return chrome
  }

  var snapshot: ViewportSnapshot {
    var rows: [RowSnapshot] = []
    var headers: [HeaderSnapshot] = []
    var pinned: HeaderSnapshot?
    var y = -offset
    for (number, section) in sections.enumerated() {
      let top = y
      y += section.title == nil ? 0 : metrics.headerHeight
      for (place, row) in section.rows.enumerated() {
        let shown = snapshot(of: row, at: Address(number, place), y: y)
        y = shown.cell.frame.maxY
        if isVisible(shown.cell.frame) { rows.append(shown) }
      }
      let end = y
      if section.footer != nil {
        let frame = Rect(x: 0, y: y, width: metrics.viewport.width, height: metrics.footerHeight)
        if isVisible(frame) {
          headers.append(
            HeaderSnapshot(section: number, isFooter: true, isPinned: false, frame: frame))
        }
        y = frame.maxY
      }
      guard section.title != nil else { continue }
      let height = metrics.headerHeight
      let header = Rect(
        x: 0, y: max(top, min(0, end - height)), width: metrics.viewport.width, height: height)
      let isPinned = top < 0 && end > 0
      let snapshot = HeaderSnapshot(
        section: number, isFooter: false, isPinned: isPinned, frame: header)
      if isPinned { pinned = snapshot } else if isVisible(header) { headers.append(snapshot) }
    }
    return ViewportSnapshot(
      size: metrics.viewport, offset: offset,
      contentSize: Size(width: metrics.viewport.width, height: y + offset),
      headers: headers + (pinned.map { [$0] } ?? []), rows: rows, focus: focus)
  }

  private func isVisible(_ frame: Rect) -> Bool {
    frame.maxY > 0 && frame.minY < metrics.viewport.height
  }

  private func snapshot(of row: Row, at address: Address, y: Int) -> RowSnapshot {
    let width = metrics.viewport.width
    guard let items = row.items else {
      let frame = Rect(x: 0, y: y, width: width, height: metrics.rowHeight)
      return RowSnapshot(cell: cell(address, frame, row.content, kind: "Row"))
    }
    let frame = Rect(x: 0, y: y, width: width, height: metrics.stripHeight)
    let step = metrics.cellSize.width + metrics.cellSpacing
    let cells = items.enumerated().map { place, content in
      cell(
        address.with(item: place),
        Rect(
          x: place * step - row.offset, y: y + metrics.rowPadding,
          width: metrics.cellSize.width, height: metrics.cellSize.height), content, kind: "Cell1")
    }.filter { $0.frame.maxX > 0 && $0.frame.minX < width }
    return RowSnapshot(
      cell: cell(address, frame, CellContent(), kind: "Strip"),
      strip: StripSnapshot(
        offset: row.offset, contentWidth: items.count * step, itemCount: items.count,
        cells: cells))
  }

  private func cell(
    _ address: Address, _ frame: Rect, _ content: CellContent, kind: String
  ) -> CellSnapshot {
    CellSnapshot(
      address: address, frame: frame,
      id: CellID(identifier: kind, ordinal: 1 + (address.item ?? address.row ?? 0)),
      content: content, isSelected: selected.contains(address),
      isEditing: editing.contains(address))
  }
}

extension SampleTable {
  /// News as in a reader of feeds: one strip a section.
  static func news(columns: Int = 80, lines: Int = 20, device: Device = .terminal) -> SampleTable {
    func articles(_ pairs: [(String, String)]) -> [CellContent] {
      pairs.map { CellContent(text: $0.0, detail: "today", image: $0.1) }
    }
    let business = articles([
      ("Harbour reopens after storm", "harbour-opens.png"),
      ("Markets rally on rate hopes", "markets-rally.png"),
      ("Oil prices slide again", "oil-prices.png"), ("Bank merger cleared", "bank-merger.png"),
      ("Tax plan splits the senate", "tax-plan.png"), ("Chip shortage eases", "chip-short.png"),
      ("Wages rise", "wages.png"),
    ])
    let culture = articles([
      ("Opera season opens", "opera.png"), ("東京の新しい美術館が開館", "tokyo.png"),
      ("Film prize for a debut", "film-prize.png"), ("Café poets 👩‍👩‍👧 read on", "cafe-poets.png"),
      ("A long-lost score turns up in a cellar", "lost-score.png"),
    ])
    var table = SampleTable(
      [
        Section(title: "Business", rows: [Row(items: business, offset: 12)]),
        Section(title: "Culture", footer: "61 articles", rows: [Row(items: culture)]),
        Section(title: "Sport", rows: [Row(items: business)]),
        Section(title: "Travel", rows: [Row(items: culture)]),
      ], columns: columns, lines: lines, device: device)
    table.focus = Address(0, 0, 1)
    table.selected = [Address(0, 0, 2), Address(1, 0, 1)]
    return table
  }
}
