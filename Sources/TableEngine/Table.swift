package import TableModel

/// A table view: a viewport over rows of cells, and over strips of cells inside rows.
///
/// The cells are objects that are made, shown, put aside and used again under a policy; the
/// table keeps statistics about them. It is a class because it owns them: a copy would share cells
/// with the original. Everything is integer points, and nothing here reads a clock or a file:
/// the same requests over the same content give the same frames.
package final class Table {
  package internal(set) var content: any TableContent
  package internal(set) var metrics: TableMetrics
  package internal(set) var configuration: EngineConfiguration
  /// The vertical content offset: the place in the content at the viewport's top.
  package internal(set) var offset = 0
  /// The number of frames made so far.
  package internal(set) var frameCount = 0
  package internal(set) var focus: Address?
  package internal(set) var selection: Set<Address> = []
  /// Rows whose strips scroll together.
  package internal(set) var lockedRows: Set<Address> = []
  package internal(set) var lastFrame = FrameReport()
  package internal(set) var frameTotals = FrameTotals()
  /// Since when the statistics count: another object whenever they begin anew.
  package internal(set) var period = StatisticsPeriod()
  /// What happened in each frame since the statistics were reset.
  package internal(set) var frameHistory = FrameHistory()
  /// Asked before a tap selects: answers what to select instead, nil for nothing.
  package var willSelect: ((Address) -> Address?)?
  /// Called after each frame; a copy of the table does not call it.
  package var didMakeFrame: ((Table) -> Void)?

  var layout: TableLayout
  var rows: CellLane
  /// The pools of all strips under the nested mode `shared`.
  var sharedPools: CellPools
  var identifiers = IdentifierTable()
  var rowLedger = TableLedger()
  var itemLedger = TableLedger()
  var traceBuffer = TraceBuffer()
  var report = FrameReport()
  /// How far each strip was scrolled; rows at their start are not listed.
  var stripOffsets = StripOffsets()
  var lockedOffset = 0
  var lastSerial = 0
  /// True once a cell was configured whose subviews have a price.
  var composesSubviews = false
  /// Row cells whose strips need a pass in this frame.
  var pendingCells: [Cell] = []
  var rowSlots: [Slot] = []
  // Room that every frame uses and gives back empty.
  var itemSlots: [Slot] = []
  var passLists = PassLists()
  var pendingStrips: [Strip] = []
  var spareCells: [Cell] = []
  var announced: [TableWindow] = []
  var headers: [HeaderSnapshot] = []
  var supplementary = SupplementaryViews()
  var prefetcher = Prefetcher()
  var imageLoader = ImageLoader()
  var edited: EditedCell?
  /// The table below this one, while this is a second one over it.
  var covered: TableCells?
  /// How the scroll that is being made was asked for.
  var askedWay = ScrollWay.scrollBy
  var staleReports: Set<StaleReport> = []
  /// What a table view would have raised since it was last asked for.
  var exception: CellException?
  /// Nil while frames are made at once, else whether one was put off.
  var putsOffFrame: Bool?

  /// A table that shows nothing until its first frame.
  ///
  /// - Complexity: O(sections), plus O(rows) of sections whose rows are not alike.
  package init(
    content: any TableContent, metrics: TableMetrics,
    configuration: EngineConfiguration = EngineConfiguration()
  ) {
    self.content = content
    self.metrics = metrics.withinLimits
    self.configuration = configuration
    layout = TableLayout(
      of: content, metrics: metrics.withinLimits, estimate: configuration.effectiveEstimate)
    rows = Self.makeLane(.rows, configuration, pools: nil)
    sharedPools = Self.makePools(configuration)
    countHeights(configuration.policy.heightRounds * layout.heightsAsked)
    offset = minOffset
  }

  /// A table with cells of its own, where this one is now: what happens to one of them leaves the other
  /// as it is.
  ///
  /// - Parameter content: what the copy shows: the same data, asked by an object of its own.
  /// - Complexity: O(cells), those in pools included.
  package func copy(showing content: any TableContent) -> Table {
    Table(copying: self, showing: content)
  }

  private init(copying other: Table, showing content: any TableContent) {
    var copier = CellCopier()
    self.content = content
    (metrics, configuration, layout) = (other.metrics, other.configuration, other.layout)
    (rows, sharedPools) = (copier.copy(other.rows), copier.copy(other.sharedPools))
    (offset, frameCount, focus) = (other.offset, other.frameCount, other.focus)
    (selection, lockedRows) = (other.selection, other.lockedRows)
    (lastFrame, frameTotals, frameHistory) = (
      other.lastFrame, other.frameTotals, other.frameHistory
    )
    willSelect = other.willSelect
    (identifiers, rowLedger, itemLedger) = (other.identifiers, other.rowLedger, other.itemLedger)
    (traceBuffer, report) = (other.traceBuffer, other.report)
    (stripOffsets, lockedOffset) = (other.stripOffsets, other.lockedOffset)
    (lastSerial, composesSubviews) = (other.lastSerial, other.composesSubviews)
    covered = other.covered.map { below in
      var copy = below
      (copy.rows, copy.sharedPools) = (copier.copy(below.rows), copier.copy(below.sharedPools))
      return copy
    }
    pendingCells = copier.copy(other.pendingCells)
    pendingStrips = other.pendingStrips.map { copier.copy($0) }
    (announced, headers, supplementary) = (other.announced, other.headers, other.supplementary)
    (prefetcher, imageLoader) = (other.prefetcher, other.imageLoader.copy(by: &copier))
    edited = other.edited.map { EditedCell(cell: copier.copy($0.cell), row: copier.copy($0.row)) }
    (staleReports, exception, putsOffFrame) = (
      other.staleReports, other.exception, other.putsOffFrame
    )
  }

  static func makePools(_ configuration: EngineConfiguration) -> CellPools {
    CellPools(order: configuration.effectiveOrder, cap: configuration.effectiveCap)
  }

  static func makeLane(
    _ table: TableKind, _ configuration: EngineConfiguration, pools: CellPools?
  ) -> CellLane {
    CellLane(
      table: table, pools: pools ?? makePools(configuration), kept: configuration.effectiveKept)
  }
}

// MARK: - Geometry

extension Table {
  package var contentHeight: Int { layout.height }

  package var contentSize: Size { Size(width: metrics.viewport.width, height: layout.height) }

  /// The number of rows in all sections.
  package var rowCount: Int { layout.rowCount }

  package var sectionCount: Int { layout.sections.count }

  package func rowCount(inSection section: Int) -> Int {
    layout.sections.indices.contains(section) ? layout.sections[section].rowCount : 0
  }

  /// The offsets at which scrolling can rest.
  package var minOffset: Int { -metrics.insetTop - metrics.searchBar }

  package var maxOffset: Int {
    max(minOffset, layout.height + metrics.insetBottom - metrics.viewport.height)
  }

  /// The place of a row in the content, nil when there is no such row.
  package func rect(ofRow row: Address) -> Rect? {
    layout.slot(of: row).map {
      Rect(x: 0, y: $0.start, width: metrics.viewport.width, height: $0.length)
    }
  }

  /// The top of a section in the content, where its header stands.
  package func sectionTop(_ section: Int) -> Int? {
    layout.sections.indices.contains(section) ? layout.sectionTop(section) : nil
  }

  /// The row that holds a place in the content, nil in a header, a footer or outside.
  package func row(atOffset y: Int) -> Address? {
    guard y >= 0 else { return nil }
    var slots: [Slot] = []
    layout.appendRows(from: y, to: y + 1, into: &slots)
    return slots.first?.address
  }

  /// The row with a number in the whole table, nil beyond the last.
  package func row(atPosition position: Int) -> Address? {
    layout.address(ofPosition: position)
  }

  /// The number of a row in the whole table.
  package func position(ofRow row: Address) -> Int? {
    guard let index = row.row, layout.contains(row: row) else { return nil }
    return layout.firstPosition(inSection: row.section) + index
  }

  /// The rows of which any part is in view, from top to bottom.
  package var visibleRows: [Address] {
    rows.visible.lazy.filter { self.isInView($0.slot) }.map(\.slot.address)
  }

  /// True for a row of which some area is inside the viewport.
  func isInView(_ slot: Slot) -> Bool {
    slot.length > 0 && slot.start < offset + metrics.viewport.height && slot.end > offset
      && metrics.viewport.width > 0
  }
}
