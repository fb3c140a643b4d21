import Arranging
package import CommandLanguage
import Documents
package import Saving
package import TableEngine
package import TableModel

extension Workspace {
  /// Makes changes together: the data first, then the table is told, in one frame.
  ///
  /// In an arranged table, places differ from those in the data. Only deletions and updates can be
  /// traced back to the data, and the arrangement is made anew.
  package mutating func perform(_ changes: [DataChange]) throws(CommandError) {
    try levels.refuseServed()
    let level = try current()
    guard level.arrangement.isIdentity || level.keepsOrder(under: changes) else {
      return try arrange(after: try level.edits(of: changes))
    }
    let (preferences, path, checkpoint) = (preferences, preferences.identity, checkpoint)
    try change { level throws(CommandError) in
      let edits = changes.flatMap(\.edits)
      let map = EditMap(edits)
      if !edits.isEmpty { try level.edit(edits) }
      if edits.contains(where: \.mayRename) {
        try level.readUniqueIdentities(by: path, checkpoint: checkpoint)
        level.presenter.identities = level.identities
      }
      if !edits.isEmpty {
        // Cells that are filled now ask for the marks of the places that there are now.
        level.presenter.marks = Set(level.presenter.marks.compactMap { map.newPlace(of: $0) })
        level.moveKeptPlaces { map.newPlace(of: $0) }
      }
      let rewritten = changes.flatMap(\.rewritten).compactMap { map.newPlace(of: $0) }
      try level.tell(changes.flatMap(\.updates), rewritten: rewritten, preferences)
      try level.settleFocus()
      let isTold = changes.contains { !$0.updates.isEmpty || !$0.rewritten.isEmpty }
      try level.redressPlaces(isTold: isTold, preferences)
    }
  }

  /// Makes changes whose places are those of the data, whether these are shown or not.
  package mutating func performOnData(_ changes: [DataChange]) throws(CommandError) {
    try levels.refuseServed()
    if try current().shown.isIdentity { return try perform(changes) }
    try arrange(after: changes.flatMap(\.edits))
  }

  /// Edits the data and arranges it anew.
  private mutating func arrange(after edits: [DataEdit]) throws(CommandError) {
    let level = try current()
    let map = EditMap(edits)
    let (path, checkpoint) = (preferences.identity, checkpoint)
    try self.change { level throws(CommandError) in
      try level.editSource(edits)
      if edits.contains(where: \.mayRename) {
        try level.readUniqueIdentities(by: path, checkpoint: checkpoint)
      }
    }
    let marks = level.presenter.marks.compactMap { map.newPlace(of: $0) }
    level.presenter.marks = Set(marks)
    try arrange(moved: map.newPlace) { _ in }
  }
}

extension [Level] {
  /// Refuses changes of records that a server has filtered or ordered, and of values in them: where they
  /// stand in the data is not known.
  fileprivate func refuseServed() throws(CommandError) {
    guard let served = lastIndex(where: \.shaped.source.isNarrowed) else { return }
    let back = served < count - 1 ? "'back', and then " : ""
    throw CommandError(
      .impossible(
        "records that a server has filtered or ordered can't be changed",
        hint: "\(back)'filter off', 'sort off' or 'group off' first"))
  }
}

extension Level {
  /// True where places are those of the data and the changes keep them so: at most the sections are
  /// ordered by title, and no change touches a section.
  fileprivate func keepsOrder(under changes: [DataChange]) -> Bool {
    var others = arrangement
    others.sectionOrder = nil
    guard shown.isIdentity, others.isIdentity else { return false }
    return changes.flatMap(\.edits).allSatisfy(\.isInsideSections)
  }

  /// Changes the data and shows it, without telling the table view.
  package mutating func edit(_ edits: [DataEdit]) throws(CommandError) {
    try editSource(edits)
    shown = ArrangedTable(base: shaped.source)
    handOver()
  }

  package mutating func editSource(_ edits: [DataEdit]) throws(CommandError) {
    try refuseDerived(edits)
    pendingNotes += notesOnKeys(writtenBy: edits).filter { !pendingNotes.contains($0) }
    do throws(DataError) {
      var source = try EditedSource(editing: data)
      try source.apply(edits)
      data = source
    } catch {
      throw CommandError(.asking(error))
    }
  }

  /// Tells the table view of changes that the data has made already, in one frame.
  ///
  /// - Parameter rewritten: places, after the updates, whose cells are reconfigured. The address of a
  ///   section means its header.
  package func tell(
    _ updates: [TableUpdate], rewritten: [Address], _ preferences: Preferences
  ) throws(CommandError) {
    let isOwnGroup = !table.isGrouping
    if isOwnGroup { table.beginGroup() }
    do {
      try tellUpdates(updates)
      let cells = rewritten.filter { $0.row != nil }
      if !rewritten.isEmpty { try rewrite(cells) }
      if !updates.isEmpty || !rewritten.isEmpty {
        measure(preferences, hasNewHeaders: cells.count < rewritten.count)
      }
      if isOwnGroup { try group { () throws(EngineError) in try table.endGroup() } }
    } catch {
      if isOwnGroup { table.abandonGroup() }
      throw error
    }
  }

  /// Follows titles that came or went: those of sections stand in headers, those of strips above
  /// their items.
  private func measure(_ preferences: Preferences, hasNewHeaders: Bool) {
    let metrics = prepareMetrics(preferences)
    if hasNewHeaders || metrics != table.metrics { table.setMetrics(metrics) }
  }

  private func tellUpdates(_ updates: [TableUpdate]) throws(CommandError) {
    if updates.isEmpty { return }
    do {
      try table.performUpdates(updates)
    } catch {
      let summary = table.updateSummary(updates).split(separator: "\n").joined(separator: Mark.dot)
      throw CommandError(.refusedUpdate(error, summary: summary))
    }
  }

  /// Writes records into their existing cells; if one needs another kind of cell, all are reloaded.
  private func rewrite(_ places: [Address]) throws(CommandError) {
    do throws(EngineError) {
      try table.reconfigure(places)
    } catch {
      guard case .identifierChanged = error else { throw CommandError(.engine(error)) }
      try group { () throws(EngineError) in try table.reloadRows(places) }
    }
  }

  private func group(_ body: () throws(EngineError) -> Void) throws(CommandError) {
    do { try body() } catch { throw CommandError(.engine(error)) }
  }

  /// Gives the focus a place in a table that was empty, and removes it from one that is empty now.
  package func settleFocus() throws(CommandError) {
    if let focus = table.focus, table.exists(focus) { return }
    do throws(DataError) {
      table.moveFocus(to: try Self.firstPlace(shown))
    } catch {
      throw CommandError(.data(error))
    }
  }

  /// The edits of an arranged table's changes, with their places in the data.
  ///
  /// - Throws: where one has none, or where only one half of a change is made.
  fileprivate func edits(of changes: [DataChange]) throws(CommandError) -> [DataEdit] {
    var edits: [DataEdit] = []
    for change in changes {
      if change.edits.isEmpty { throw CommandError(.arranged) }
      for edit in change.edits {
        guard !change.updates.isEmpty || !change.rewritten.isEmpty, let based = based(edit) else {
          throw CommandError(.arranged)
        }
        if case (.delete(let place), .delete(let origin)) = (edit, based) {
          try refuseHidden(in: place, origin)
        }
        edits.append(based)
      }
    }
    return edits
  }

  /// Refuses to delete records that a filter hides together with what is shown around them.
  ///
  /// - Complexity: O(rows of the place).
  private func refuseHidden(in place: Address, _ origin: Address) throws(CommandError) {
    let (seen, all): (Int, Int) = try reading { () throws(DataError) in
      (try shown.recordCount(inside: place), try shaped.source.recordCount(inside: origin))
    }
    if seen == all { return }
    let thing = place.row == nil ? "section" : "row"
    let hidden = Words.number(all - seen, "record")
    let off = arrangement.filters.last?.kind ?? .filter
    throw CommandError(
      .impossible(
        "\(thing) \(place) holds \(hidden) beside those that are shown",
        hint: "delete the records themselves, or '\(off.ending)' first"))
  }

  /// The edit with its place in the data; nil where an edit of an arranged table has none.
  private func based(_ edit: DataEdit) -> DataEdit? {
    switch edit {
    case .delete(let place): shown.baseAddress(of: place).map { .delete($0) }
    case .update(let place, let value): shown.baseAddress(of: place).map { .update($0, value) }
    case .insert, .move: nil
    }
  }
}

extension CommandError.Reason {
  package static let arranged = Self.impossible(
    "places of an arranged table are not those of the data",
    hint:
      "'filter off', 'search off', 'sort off', 'group off' first; delete and update of records work"
  )
}

extension TableSource {
  /// How many records a section, a row or an item holds.
  fileprivate func recordCount(inside place: Address) throws(DataError) -> Int {
    guard place.item == nil else { return 1 }
    let known = try sections(place.section..<place.section + 1).first?.rows.known ?? 0
    let all = place.row.map { $0..<$0 + 1 } ?? 0..<known
    var count = 0
    for start in stride(from: all.lowerBound, to: all.upperBound, by: 1024) {
      let window = start..<min(start + 1024, all.upperBound)
      count += try rows(window, inSection: place.section).reduce(0) { $0 + ($1.items?.known ?? 1) }
    }
    return count
  }
}

extension DataEdit {
  /// True for an edit that may give a record the same name as another record.
  fileprivate var mayRename: Bool {
    switch self {
    case .insert, .update: true
    case .delete, .move: false
    }
  }

  /// True for what changes rows and items and no section.
  fileprivate var isInsideSections: Bool {
    switch self {
    case .insert(let place, _), .delete(let place), .update(let place, _): place.row != nil
    case .move(let from, let to): from.row != nil && to.row != nil
    }
  }
}

// MARK: - Pushed edits

// Edits belong to the document. A value that was pushed is a table of its own while it is shown;
// what was changed there goes into the table below it with `back`, and with `save`.

extension Workspace {
  /// The level whose table is the document that is shown, or a part of it.
  var documentIndex: Int? { levels.lastIndex { $0.parent == nil } }

  /// The level that holds the document which is shown, whole.
  package func documentLevel() throws(CommandError) -> Level {
    guard let index = documentIndex else { throw CommandError(.noTable) }
    return levels[index]
  }

  /// Takes what was changed in the pushed value that is shown into the table below.
  ///
  /// - Returns: false where that table has no place for it.
  /// - Throws: the workspace may be changed then; the caller puts it back.
  /// - Complexity: O(the value), and O(the document) for a section of one that is in memory.
  package mutating func takeEditsBelow() throws(CommandError) -> Bool {
    let top = try current()
    guard top.hasEditsOfItsOwn else { return true }
    guard let parent = top.parent else {
      // The list of a database's tables has no place for edits.
      if levels.count > 1 {
        levels[levels.count - 2].editedTables[top.title] = EditedTable(top)
      }
      return true
    }
    let checkpoint = checkpoint
    let (value, _, losses) = try reading { () throws(DataError) in
      try top.data.documentValue(checkpoint: checkpoint)
    }
    // What the value would lose with its form must not get lost on the way down.
    guard losses.isEmpty else { return false }
    levels.removeLast()
    let isTaken = try parent.put(value, in: &self)
    levels.append(top)
    if isTaken { levels[levels.count - 1].editionBelow = top.data.edition }
    return isTaken
  }

  /// Takes what was changed in pushed values down to the document that they are parts of.
  package mutating func takeEditsIntoDocument() throws(CommandError) {
    guard let index = documentIndex, index < levels.count - 1 else { return }
    for top in levels.indices.dropFirst(index + 1).reversed() {
      let above = Array(levels[(top + 1)...])
      levels.removeLast(above.count)
      guard try takeEditsBelow() else { throw CommandError(noPlaceFor: levels[top]) }
      levels += above
    }
  }
}

extension CommandError {
  fileprivate init(noPlaceFor level: Level) {
    self.init(
      .impossible(
        "what was changed in '\(level.title)' has no place in the document below it",
        hint: "'save FILE --pushed' writes this value, 'undo' takes the changes back"))
  }
}

extension Level.Parent {
  /// Gives what was pushed another value.
  ///
  /// - Returns: false where there is no place for it.
  fileprivate func put(
    _ value: Value, in workspace: inout Workspace
  ) throws(CommandError) -> Bool {
    guard let place else { return false }
    let level = try workspace.current()
    let old = try reading { () throws(DataError) in try level.data.value(at: place) }
    guard let new = old?.replacing(path.steps[...], with: value) else { return false }
    if place.item != nil || (place.row != nil && old?.array == nil) {
      try workspace.performOnData([.update(place, to: new)])
      return true
    }
    // What is hidden is not in the value: it must not be lost with it.
    guard level.shown.isIdentity else { return false }
    guard place.row != nil else {
      return try Self.put(new, inSection: place.section, of: &workspace)
    }
    guard level.presenter.itemCount(inRow: place) != nil else {
      try workspace.perform([.update(place, to: new)])
      return true
    }
    guard let before = old?.array, let after = new.array else { return false }
    try workspace.perform(DataChange.changes(ofStrip: place, from: before, to: after))
    return true
  }

  private static func put(
    _ value: Value, inSection section: Int, of workspace: inout Workspace
  ) throws(CommandError) -> Bool {
    let (preferences, checkpoint) = (workspace.preferences, workspace.checkpoint)
    let source = try workspace.current().data
    let next = try reading { () throws(DataError) in
      try source.replacing(section: section, with: value, checkpoint: checkpoint)
    }
    guard let next else { return false }
    try workspace.change { level throws(CommandError) in
      level.data = next
      level.shown = ArrangedTable(base: level.shaped.source)
      try level.reloadReporting(preferences)
    }
    return true
  }
}

extension Level {
  /// True while the data differs from what was read, and the table below has not taken it over.
  package var hasEditsOfItsOwn: Bool {
    let edition = data.edition
    return edition != 0 && edition != editionBelow
  }
}
