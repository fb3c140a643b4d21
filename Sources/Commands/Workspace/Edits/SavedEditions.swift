import CommandLanguage
import Documents
import Saving
import TableModel

/// Which states of a table's data are in a file: the one that was read, and those that were saved.
///
/// An object, because it says something about the disk: undo does not take it back.
final class SavedEditions {
  /// A table without edits has edition 0.
  private var editions: Set<Int> = [0]
  /// The file that the table was read from, as it was when a state was last saved in its place.
  private var origin: FileStamp?

  func contains(_ edition: Int) -> Bool { editions.contains(edition) }

  /// Notes that a state was saved.
  ///
  /// - Parameter origin: the file that the table was read from, where it is another one now: the
  ///   data without edits is in no file any more.
  func add(_ edition: Int, replacing origin: FileStamp?) {
    if let origin {
      editions = []
      self.origin = origin
    }
    editions.insert(edition)
  }

  /// True for a state that was saved in the place of the file that the table was read from.
  func replacedFile(_ edition: Int) -> Bool { origin != nil && editions.contains(edition) }

  /// True while a file is as it was left by the last state that was saved.
  func left(_ file: FileStamp?) -> Bool { origin != nil && origin == file }
}

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

  /// True where reading the file again loses no change: there is none, or the file was written
  /// with it.
  var isReadAgain: Bool {
    guard origin != nil, editedTables.isEmpty else { return false }
    return !(shaped.source is EditedSource) || saved.replacedFile(shaped.source.edition)
  }

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
    let (value, misfit, _) = try shaped.source.documentValue(checkpoint: checkpoint)
    return misfit == nil ? document.holding(value) : nil
  }
}

extension Workspace {
  /// The document of the tables that are open, where some of its edits are in no file.
  package var unsavedDocument: String? {
    let isCollecting = history.batch.map { !$0.changes.isEmpty } ?? false
    return isCollecting || levels.contains(where: \.hasUnsavedEdits)
      ? levels.first?.document.name : nil
  }

  /// The same, where the file is the user's own: bundled and generated tables, and those of
  /// scenarios, are there to be played with.
  package var unsavedFile: String? {
    guard let name = unsavedDocument, let path = levels.first?.origin?.path else { return nil }
    return environment.isBundled(path) || path.hasPrefix(GeneratedSpecification.prefix) ? nil : name
  }

  /// What a command says that leaves unsaved changes to a file behind.
  func abandonment() -> [String] { unsavedFile.map(SavedEditions.abandonment) ?? [] }
}

extension SavedEditions {
  /// What is said of unsaved changes that undo brings back.
  static func abandonment(_ name: String) -> [String] {
    ["unsaved changes to '\(name)' are left behind; 'undo' brings them back"]
  }
}
