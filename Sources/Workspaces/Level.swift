package import Arranging
package import Asking
package import CommandLanguage
package import Saving
package import TableEngine
package import TableModel

/// A table that is open: its document and shape, how it is arranged and dressed, and the table
/// view that shows it.
package struct Level {
  package var document: any TableDocument
  /// What the breadcrumb says: the file's name, or the step that led here.
  package let title: String
  /// How the document was opened, to read it again; nil for a nested value.
  @Boxed package var origin: Origin?
  /// Where a pushed value stands in the table below; nil for a table with a document of its own.
  package let parent: Parent?
  /// The edits that the table below has taken over, by their edition.
  package var editionBelow = 0
  /// True where the document holds edits that were made in another shape.
  package var hasEditedDocument = false
  /// Which states of the data are in a file.
  package var saved: SavedEditions
  /// The edited tables of a database that were left with `back`, by their names.
  package var editedTables: [String: EditedTable] = [:]
  package var shaped: ShapedTable {
    didSet {
      columns = ColumnStore(source: shaped.source)
      catalog = CatalogCache(source: shaped.source.unnarrowed)
      matches = KeptMatches()
      hiddenOffsets = [:]
    }
  }
  /// The fields of the unarranged table that filters have wanted as columns.
  package private(set) var columns: ColumnStore
  /// The keys of all records, those included that a server has left out.
  package internal(set) var catalog: CatalogCache
  /// The shape the user stated; nil when it was inferred.
  @Boxed package var statedShape: Shape?
  /// The shape to go back to when lists are no longer unnested; `.some(nil)` for the inferred one.
  @Boxed package var shapeBeforeUnnesting: Shape??
  @Boxed package var arrangement = Arrangement()
  package var shown: ArrangedTable
  @Boxed package var look: Look
  /// What identifies records, as the user says; nil where only their places do.
  package var identities: RecordIdentities?
  /// Counts the changes of shape, arrangement and look, so that undo knows what to show anew.
  package var revision = 0
  /// True once the focus was kept on a record that is not the first one: from then on it stays with
  /// its record.
  package var isFocusPlaced = false
  /// Where a text was found that was searched for last.
  package private(set) var matches = KeptMatches()
  /// What was looked for last, to be marked in the viewport.
  @Boxed package var sought: TextPattern?
  /// What `_` stands for.
  package var lastResult: KeptPlace?
  /// The places that have letters.
  package var bookmarks: [Character: KeptPlace] = [:]
  /// The expression that is shown for the focused record.
  @Boxed package var watch: Watch?
  /// Where the focus has jumped from.
  package var jumps = JumpList()
  /// The answer whose lines the rows are; nil for other tables.
  @Boxed package var answer: Answer?
  /// How many records that have come and are not arranged were spoken of.
  var toldRecords = 0
  /// What was said of records that can't be read.
  var toldRemarks: [String] = []
  /// What is to be said once the command that runs is done.
  var pendingNotes: [String] = []
  /// What the table was grouped by before it was flattened.
  @Boxed package var groupingBeforeFlattening: Arrangement.Grouping?
  /// What to go back to when the results of a flat filter are left.
  @Boxed package var beforeResults: BeforeResults?
  /// How far strips that the arrangement hides are scrolled, by their rows in the base table.
  private var hiddenOffsets: [Address: Int] = [:]
  package private(set) var presenter: Presenter
  package private(set) var table: Table

  /// The level with a table view of its own, where this one is now.
  ///
  /// - Complexity: O(cells).
  func withCopiedTable() -> Level {
    var level = self
    level.presenter = presenter.copy()
    level.table = table.copy(showing: level.presenter)
    return level
  }

  /// A table as it was before a flat filter took its place.
  package struct BeforeResults {
    package var grouping: Arrangement.Grouping?
    package var sortKeys: [SortKey]
    package var state: TableState
    /// What it showed.
    package var shown: ArrangedTable

    package init(
      grouping: Arrangement.Grouping?, sortKeys: [SortKey], state: TableState, shown: ArrangedTable
    ) {
      (self.grouping, self.sortKeys, self.state) = (grouping, sortKeys, state)
      self.shown = shown
    }
  }

  package struct Origin: Sendable, Hashable {
    package var path: String
    package var options: OpenOptions

    /// All files, in words.
    package var words: String { ([path] + options.others).joined(separator: ", ") }
  }

  /// The place in the data below that a value was pushed from, and the key path inside it.
  package struct Parent: Sendable, Hashable {
    /// Nil for what only the arrangement has gathered, such as the section of a group.
    package var place: Address?
    package var path: FieldPath

    package init(place: Address?, path: FieldPath) {
      (self.place, self.path) = (place, path)
    }
  }

  /// - Parameters:
  ///   - edited: the data where it is no longer the document's.
  ///   - checkpoint: called while everything is read, which identities need; throws to stop.
  package init(
    document: any TableDocument, title: String, origin: Origin?, shape: Shape?,
    parent: Parent? = nil, edited: EditedSource? = nil, saved: SavedEditions = SavedEditions(),
    preferences: Preferences, checkpoint: () throws(DataError) -> Void = {}
  ) throws(DataError) {
    self.document = document
    self.title = title
    self.origin = origin
    self.parent = parent
    self.saved = saved
    shaped = try document.table(fitting: shape)
    statedShape = shape == nil ? nil : shaped.shape
    if let edited { shaped.source = edited }
    columns = ColumnStore(source: shaped.source)
    catalog = CatalogCache(source: shaped.source)
    shown = ArrangedTable(base: shaped.source)
    var look = preferences.look
    let source = shaped.source
    if preferences.showsColumns { look.columns = try Self.usualColumns(of: source) }
    self.look = look
    identities = try preferences.identity.map { path throws(DataError) in
      try RecordIdentities(path, of: source, checkpoint: checkpoint)
    }
    let roles = try FieldRoles(inferredFrom: shaped.source)
    presenter = Presenter(source: shown, roles: roles, look: look)
    presenter.identities = identities
    presenter.mistakes = preferences.engine.mistakes
    let kinds = try TableKinds(source)
    let metrics = preferences.metrics(of: kinds, look)
    presenter.device = preferences.device
    presenter.grid = look.gridFrame(of: kinds, metrics, preferences.device)
    table = Table(content: presenter, metrics: metrics, configuration: preferences.engine)
    do {
      try table.makeFrame()
    } catch {
      throw presenter.takeFailure() ?? .changedUnderneath(file: document.name)
    }
    table.moveFocus(to: try Self.firstPlace(shown))
  }
}

extension TableDocument {
  /// The table in a stated shape. Items that are said alone, and are none of the root's, belong to
  /// the rows that the document has by itself.
  fileprivate func table(fitting shape: Shape?) throws(DataError) -> ShapedTable {
    do {
      return try table(shape: shape)
    } catch {
      guard case .shape = error, let shape, shape.saysItemsAlone,
        var whole = try? table(shape: nil).shape, whole.items == nil
      else { throw error }
      (whole.items, whole.title) = (shape.items, shape.title ?? whole.title)
      return try table(shape: whole)
    }
  }
}

extension Level {
  /// Derives other keys of the same records, which stay arranged and scrolled as they are.
  mutating func derive(_ fields: [DerivedField]) {
    let changed = Set((derived + fields).map(\.name))
    let (known, offsets) = (columns, hiddenOffsets)
    shaped.source = fields.isEmpty ? data : DerivedTable(data, fields)
    columns = ColumnStore(source: shaped.source, takingOver: known, except: changed)
    hiddenOffsets = offsets
    shown = ArrangedTable(shown, over: shaped.source)
  }

  /// The first row's first item, or the first row; nil in an empty table.
  package static func firstPlace(_ source: any TableSource) throws(DataError) -> Address? {
    for section in 0..<min(source.counts().sections.known, 1000) {
      guard let row = try source.rows(0..<1, inSection: section).first else { continue }
      let hasItems = row.items.map { $0.known > 0 } ?? false
      return Address(section, 0, hasItems ? 0 : nil)
    }
    return nil
  }

  /// What the table would count without its filters. Sections that are made of records are those
  /// shown: how many more there would be is not known.
  package var countsWithoutFilters: Counts {
    let data = shaped.source.unnarrowed.counts()
    guard let grouping = arrangement.grouping, let tally = shown.tally else { return data }
    var counts = shown.counts()
    let records = Extent.exact(tally.kept + tally.dropped)
    if case .byValue(_, _, asStrips: true) = grouping {
      counts.items = records
    } else {
      counts.rows = records
    }
    return counts
  }

  /// Hands the arrangement and the look to the table view and reloads it, in one frame.
  ///
  /// - Parameter moved: where a record of the unarranged table stands now, nil when it is gone.
  package mutating func reload(
    _ preferences: Preferences, moved: (Address) -> Address? = { $0 }
  ) throws(DataError) {
    let focused = table.focus.flatMap(presenter.baseAddress).flatMap(moved)
    let selected = try selectedRecords().compactMap(moved)
    moveKeptPlaces(moved)
    handOver()
    refill(preferences)
    let kept = focused.flatMap(shown.address(ofBase:))
    table.moveFocus(to: kept != nil ? kept : try Self.firstPlace(shown))
    selectAgain(selected)
  }

  /// Carries the offsets of strips along with their records to another arrangement; the offsets of
  /// hidden strips wait until these are shown again.
  ///
  /// Strips that grouping makes have no record of their own and start anew, unless identities are
  /// taken from the data: these include the titles of strips.
  ///
  /// - Parameter moved: where a record of the unarranged table stands now, nil when it is gone.
  package mutating func carryStrips(
    from before: ArrangedTable, moved: (Address) -> Address? = { $0 }
  ) {
    var adding: [Address: Int] = [:]
    var hidden: [Address: Int] = [:]
    for (old, offset) in hiddenOffsets {
      guard let origin = moved(old) else { continue }
      if let row = shown.address(ofBase: origin) {
        adding[row] = offset
      } else {
        hidden[origin] = offset
      }
    }
    let left = table.carryStrips(
      to: { before.baseAddress(of: $0).flatMap(moved).flatMap(shown.address(ofBase:)) },
      adding: adding)
    for (row, offset) in left {
      if let origin = before.baseAddress(of: row).flatMap(moved) { hidden[origin] = offset }
    }
    hiddenOffsets = hidden
  }

  /// True when the row that has the focus is in the viewport.
  var showsFocus: Bool {
    table.focus.map { table.visibleRows.contains($0.rowAddress) } ?? false
  }

  /// Scrolls the focus into view where a reload has left it outside.
  package func revealFocus() throws(EngineError) {
    guard let focus = table.focus, !showsFocus else { return }
    try table.scrollToRow(focus.rowAddress)
    if focus.item != nil { try table.scrollToItem(focus) }
  }

  /// Takes over what the source has come to know since the last command: a file that is still
  /// being indexed grows. Cells stay as they are.
  ///
  /// An arrangement keeps its own counts, which were exact when it was made, but for filters of a file
  /// that is followed: these are asked about what has come.
  package mutating func refreshCounts() {
    if let newer = shaped.source.advanced() { takeOver(newer) }
  }

  /// Waits until the source knows more than the first screen.
  ///
  /// - Parameter checkpoint: called now and then; throws to stop waiting.
  package mutating func awaitBeginning(checkpoint: () throws(DataError) -> Void)
    throws(DataError)
  {
    if let begun = try shaped.source.begun(checkpoint: checkpoint) { takeOver(begun) }
  }

  /// Waits until the source knows more.
  ///
  /// - Parameter checkpoint: called now and then; throws to stop waiting.
  /// - Returns: false when all is known.
  package mutating func awaitGrowth(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> Bool
  {
    guard let grown = try shaped.source.grown(checkpoint: checkpoint) else { return false }
    takeOver(grown)
    return true
  }

  /// Waits until the source knows all its counts, for commands that need everything.
  ///
  /// - Parameter checkpoint: called now and then; throws to stop waiting.
  package mutating func settleCounts(checkpoint: () throws(DataError) -> Void)
    throws(DataError)
  {
    if let settled = try shaped.source.settled(checkpoint: checkpoint) { takeOver(settled) }
  }

  private mutating func takeOver(_ source: any TableSource) {
    let isOnLastRow = isFollowing && focusIsLast
    let hasRoom = table.maxOffset == table.minOffset
    pendingNotes += notesOnKeys(arrivedIn: source).filter { !pendingNotes.contains($0) }
    shaped.source = source
    if arrangement.isIdentity {
      shown = ArrangedTable(base: source)
    } else {
      guard isFollowing else { return }
      do throws(DataError) {
        guard let grown = try shown.grown(to: source, arrangement) else { return }
        shown = grown
      } catch {
        // What was asked of the records until now stays.
        let place = error.location.map { " (\($0))" } ?? ""
        let note = "the filter can't be asked about what has come: \(error)\(place)"
        if !pendingNotes.contains(note) { pendingNotes.append(note) }
        return
      }
    }
    handOver()
    table.takeOverGrowth()
    if isFollowing || hasRoom { showWhatHasCome(toTheEnd: isOnLastRow) }
  }

  /// True where letters stand along the edge: only a plain table has an index.
  package var showsIndex: Bool {
    shown.indexTitles != nil && look.shows(.index) && table.configuration.headerStyle != .grouped
  }

  /// Hands the look over and fills the visible cells anew: none is made.
  package func redress() throws(CommandError) {
    presenter.look = look
    presenter.showsIndex = showsIndex
    presenter.grid = gridFrame(table.metrics)
    do { try table.reconfigure() } catch { throw CommandError(.engine(error)) }
  }

  package mutating func reloadReporting(_ preferences: Preferences) throws(CommandError) {
    do { try reload(preferences) } catch { throw CommandError(.data(error)) }
  }

  /// Everything as it is said here, for undo.
  package func show(_ preferences: Preferences) {
    handOver()
    if table.configuration != preferences.engine { table.setConfiguration(preferences.engine) }
    presenter.showsIndex = showsIndex
    refill(preferences)
  }

  /// Follows preferences that changed; without a change no frame is made.
  ///
  /// - Parameter refilling: whether visible cells are to be filled anew in any case.
  package func follow(_ preferences: Preferences, refilling: Bool) {
    if table.configuration != preferences.engine { table.setConfiguration(preferences.engine) }
    let before = presenter.grid
    let metrics = prepareMetrics(preferences)
    if metrics != table.metrics { table.setMetrics(metrics) }
    let refilling = refilling || presenter.grid != before
    if refilling || presenter.showsIndex != showsIndex { try? redress() }
  }

  /// Reloads; the geometry changes only where strips gain or lose their titles.
  private func refill(_ preferences: Preferences) {
    let metrics = prepareMetrics(preferences)
    table.setSecondTable(beforeResults != nil && preferences.engine.searchTable == .own)
    table.reloadData()
    if metrics != table.metrics { table.setMetrics(metrics) }
  }

  /// Gives the presenter the arrangement and the look as they are said here.
  package func handOver() {
    let shown = shown
    presenter.show(shown, roles: presenter.roles) { shown.baseAddress(of: $0) ?? $0 }
    presenter.identities = identities
    presenter.look = look
    presenter.showsIndex = showsIndex
    presenter.grid = gridFrame(table.metrics)
  }
}
