import Arranging
package import CommandLanguage
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
      let rewritten = changes.flatMap(\.rewritten).compactMap { map.newPlace(of: $0) }
      try level.tell(changes.flatMap(\.updates), rewritten: rewritten, preferences)
      if !edits.isEmpty {
        level.presenter.marks = Set(level.presenter.marks.compactMap { map.newPlace(of: $0) })
        level.moveKeptPlaces { map.newPlace(of: $0) }
      }
      try level.settleFocus()
      // What is derived from places changes with them, in other cells as well.
      if level.derived.contains(where: \.readsPlaces) { try level.redress() }
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
      throw CommandError(.data(error))
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
        edits.append(based)
      }
    }
    return edits
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
