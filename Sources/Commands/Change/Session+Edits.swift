import Arranging
import DataSources
import TableModel

// Edits belong to the document. A value that was pushed is a table of its own while it is shown;
// what was changed there goes into the table below it with `back`, and with `save`.

extension Session {
  /// The level whose table is the document that is shown, or a part of it.
  private var documentIndex: Int? { levels.lastIndex { $0.parent == nil } }

  /// The level that holds the document which is shown, whole.
  func documentLevel() throws(CommandError) -> Level {
    guard let index = documentIndex else { throw CommandError(.noTable) }
    return levels[index]
  }

  /// Takes what was changed in the pushed value that is shown into the table below.
  ///
  /// - Returns: false where that table has no place for it.
  /// - Throws: the session may be changed then; the caller puts it back.
  /// - Complexity: O(the value), and O(the document) for a section of one that is in memory.
  mutating func takeEditsBelow() throws(CommandError) -> Bool {
    let top = try current()
    guard top.hasEditsOfItsOwn else { return true }
    guard let parent = top.parent else {
      keepEditedTable()
      return true
    }
    let checkpoint = checkpoint
    let value = try reading { () throws(DataError) in
      try top.shaped.source.documentValue(checkpoint: checkpoint).value
    }
    levels.removeLast()
    let isTaken = try put(value, at: parent)
    levels.append(top)
    if isTaken { levels[levels.count - 1].editionBelow = top.shaped.source.edition }
    return isTaken
  }

  /// Leaves the edits of a table that was opened out of a database with the level below it.
  private mutating func keepEditedTable() {
    guard levels.count > 1, let top = levels.last else { return }
    levels[levels.count - 2].editedTables[top.title] = EditedTable(top)
  }

  /// Takes what was changed in pushed values down to the document that they are parts of.
  mutating func takeEditsIntoDocument() throws(CommandError) {
    guard let index = documentIndex, index < levels.count - 1 else { return }
    for top in levels.indices.dropFirst(index + 1).reversed() {
      let above = Array(levels[(top + 1)...])
      levels.removeLast(above.count)
      guard try takeEditsBelow() else { throw Self.noPlace(levels[top]) }
      levels += above
    }
  }

  private static func noPlace(_ level: Level) -> CommandError {
    CommandError(
      .impossible(
        "what was changed in '\(level.title)' has no place in the document below it",
        hint: "'save FILE --pushed' writes this value, 'undo' takes the changes back"))
  }

  /// Gives what was pushed another value.
  private mutating func put(_ value: Value, at parent: Level.Parent) throws(CommandError) -> Bool {
    guard let place = parent.place else { return false }
    let level = try current()
    let old = try reading { () throws(DataError) in try level.shaped.source.value(at: place) }
    guard let new = old?.replacing(parent.path.steps[...], with: value) else { return false }
    if place.item != nil || (place.row != nil && old?.array == nil) {
      try performOnData([.update(place, to: new)])
      return true
    }
    // What is hidden is not in the value: it must not be lost with it.
    guard level.shown.isIdentity else { return false }
    guard place.row != nil else { return try put(new, inSection: place.section) }
    guard level.presenter.itemCount(inRow: place) != nil else {
      try perform([.update(place, to: new)])
      return true
    }
    guard let before = old?.array, let after = new.array else { return false }
    try perform(DataChange.changes(ofStrip: place, from: before, to: after))
    return true
  }

  private mutating func put(_ value: Value, inSection section: Int) throws(CommandError) -> Bool {
    let (preferences, checkpoint) = (preferences, checkpoint)
    let source = try current().shaped.source
    let next = try reading { () throws(DataError) in
      try source.replacing(section: section, with: value, checkpoint: checkpoint)
    }
    guard let next else { return false }
    try change { level throws(CommandError) in
      level.shaped.source = next
      level.shown = ArrangedTable(base: next)
      try level.reloadReporting(preferences)
    }
    return true
  }
}

extension Level {
  /// True while the data differs from what was read, and the table below has not taken it over.
  var hasEditsOfItsOwn: Bool {
    let edition = shaped.source.edition
    return edition != 0 && edition != editionBelow
  }

  /// True while the data of a document, or of a part of it, is in no file.
  var hasUnsavedEdits: Bool {
    if editedTables.values.contains(where: \.isUnsaved) { return true }
    return parent == nil ? !saved.contains(shaped.source.edition) : hasEditsOfItsOwn
  }

  /// The document as its edits have made it; nil where there are none, or where it is not in memory.
  func editedDocument(checkpoint: () throws(DataError) -> Void) throws(DataError)
    -> (any TableDocument)?
  {
    guard shaped.source.edition != 0, let document = document as? ValueDocument else { return nil }
    let (value, misfit) = try shaped.source.documentValue(checkpoint: checkpoint)
    return misfit == nil ? document.holding(value) : nil
  }
}

extension Session {
  /// The document of the tables that are open, where some of its edits are in no file.
  package var unsavedDocument: String? {
    let isCollecting = batch.map { !$0.changes.isEmpty } ?? false
    return isCollecting || levels.contains(where: \.hasUnsavedEdits)
      ? levels.first?.document.name : nil
  }

  /// The same, where the file is the user's own: bundled and generated tables, and those of
  /// scenarios, are there to be played with.
  package var unsavedFile: String? {
    guard let name = unsavedDocument, let path = levels.first?.origin?.path else { return nil }
    return isBundled(path) || path.hasPrefix(GeneratedSpecification.prefix) ? nil : name
  }

  private func isBundled(_ path: String) -> Bool {
    guard let bundled = environment.datasets() else { return false }
    return bundled.names.contains { bundled.folder + "/" + $0 == path }
  }

  /// What a command says that leaves unsaved changes to a file behind.
  func abandonment() -> [String] { unsavedFile.map(Self.abandonment) ?? [] }

  /// What is said of unsaved changes that undo brings back.
  static func abandonment(_ name: String) -> [String] {
    ["unsaved changes to '\(name)' are left behind; 'undo' brings them back"]
  }
}

extension DataChange {
  /// The changes that make one list of items of another: what differs between the first and the
  /// last difference is updated, and put in or taken out behind it.
  static func changes(
    ofStrip row: Address, from old: [Value], to new: [Value]
  ) -> [DataChange] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (before, after) = (old.count - end, new.count - end)
    let shared = min(before, after)
    var changes: [DataChange] = []
    for index in start..<shared where old[index] != new[index] {
      changes.append(.update(row.with(item: index), to: new[index]))
    }
    for index in shared..<before { changes.append(.delete(row.with(item: index))) }
    for index in shared..<after {
      changes.append(.insert(.item(new[index]), at: row.with(item: index)))
    }
    return changes
  }
}
