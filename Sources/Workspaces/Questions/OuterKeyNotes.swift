import Arranging
package import CommandLanguage
package import Saving
import TableModel

// A key that stands without a level means the innermost one that has it. What was asked stays asked of the
// level that was found then; where data changes so that the key would mean another one, that is said.

extension Level {
  /// What is to be said where edits give records a key that a filter or an order asks further out.
  ///
  /// - Complexity: O(what the edits write), and nothing where no such key is asked.
  package func notesOnKeys(writtenBy edits: [DataEdit]) -> [String] {
    arrangement.outerKeys.compactMap { path in
      guard let level = OuterLevel(at: path), case .key(let key) = path.steps[1],
        edits.contains(where: { $0.gives(key, within: level) })
      else { return nil }
      return Self.note(key, asked: level, "records have it now, too")
    }
  }

  static func note(_ key: String, asked level: OuterLevel, _ change: String) -> String {
    "`\(key)` was found in \(level.plural) and is still asked there, as \(level.variable).\(key):"
      + " \(change)"
  }
}

extension TableQuestions {
  /// What is to be said where a table that was read again has keys at other levels.
  ///
  /// - Complexity: as for `level(of:)`, for each key that is asked further out.
  package func notesOnMovedKeys() throws(CommandError) -> [String] {
    guard let table = level else { return [] }
    var notes: [String] = []
    for path in table.arrangement.outerKeys {
      guard let asked = OuterLevel(at: path), case .key(let key) = path.steps[1] else { continue }
      let found = try self.level(of: key)
      if found == asked { continue }
      let change: String
      if let found {
        change = "\(found.plural) have it now"
      } else {
        change = try anyRecord(has: [key]) ? "records have it now, too" : "nothing has it now"
      }
      notes.append(Level.note(key, asked: asked, change))
    }
    return notes
  }
}

extension DataEdit {
  /// Whether the edit writes a record that lies inside a level and has a key.
  fileprivate func gives(_ key: String, within level: OuterLevel) -> Bool {
    switch self {
    case .delete, .move: false
    case .update(let place, let value), .insert(let place, .item(let value)):
      (place.item != nil || level > .row) && value[path: FieldPath(key: key)] != nil
    case .insert(_, .row(let row)): row.gives(key, within: level)
    case .insert(_, .section(_, let rows, _)): rows.contains { $0.gives(key, within: level) }
    }
  }
}

extension NewRow {
  fileprivate func gives(_ key: String, within level: OuterLevel) -> Bool {
    let path = FieldPath(key: key)
    switch content {
    case .record(let value): return level > .row && value[path: path] != nil
    case .items(let items):
      return items.contains { $0[path: path] != nil } || level > .row && fields[key] != nil
    }
  }
}
