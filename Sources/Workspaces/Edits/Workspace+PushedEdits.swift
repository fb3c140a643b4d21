import Arranging
package import CommandLanguage
import Documents
import Saving
import TableModel

// Edits belong to the document. A value that was pushed is a table of its own while it is shown;
// what was changed there goes into the table below it with `back`, and with `save`.

extension Workspace {
  /// The level whose table is the document that is shown, or a part of it.
  private var documentIndex: Int? { levels.lastIndex { $0.parent == nil } }

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

extension Workspace {
  /// What is said of a change of what has no place in the document: a result, the records of one of
  /// its lines, a group.
  package var homelessEdits: [String] {
    guard let index = documentIndex,
      levels[(index + 1)...].contains(where: { $0.parent.map { $0.place == nil } ?? false })
    else { return [] }
    return ["this change does not reach the file; 'save FILE --pushed' writes what is shown here"]
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
