import DataSources
import TableModel

/// A table of a database as its edits have made it, while the list of tables is shown: that list
/// has no place for them, and keeps them until the table is pushed again.
struct EditedTable {
  let document: any TableDocument
  let source: EditedSource
  let saved: SavedEditions

  /// - Returns: nil for a table without edits.
  init?(_ level: Level) {
    guard let source = level.shaped.source as? EditedSource else { return nil }
    (document, self.source, saved) = (level.document, source, level.saved)
  }

  var isUnsaved: Bool { !saved.contains(source.edition) }
}

extension Level {
  /// True for a table whose data is no longer as it was read, or that holds such tables.
  var isEdited: Bool { shaped.source is EditedSource || !editedTables.isEmpty }

  /// The names of tables that were pushed from here and have edits that are in no file.
  var unsavedTables: [String] {
    editedTables.filter { $1.isUnsaved }.keys.sorted()
  }

  /// Says where edits are that this table itself doesn't have; nil where there are none.
  var unsavedTablesWords: String? {
    guard let first = unsavedTables.first else { return nil }
    let names = unsavedTables.map { "'\($0)'" }.joined(separator: ", ")
    return "\(names) not saved; 'push \(first)' and 'save FILE' there write it"
  }
}
