import Arranging
import Asking
package import CommandLanguage
import Documents
import Rendering
package import Saving
import TableEngine
package import TableModel

extension Workspace {
  /// Opens a file as the only table.
  package mutating func open(
    path: String, options: OpenOptions = OpenOptions(), shape: Shape? = nil,
    at range: Range<Int>? = nil
  ) throws(CommandError) -> Output {
    let before = self
    let output: Output
    do throws(DataError) {
      let path = environment.path(named: path)
      var options = options
      options.hold = preferences.snapshotHold
      options.others = options.others.map(environment.path(named:))
      let document = try environment.open(path, options)
      output = try open(
        document, origin: Level.Origin(path: path, options: options), shape: shape)
    } catch {
      var failure = CommandError(error)
      failure.range = range
      if case .notFound = error { failure.proposal = environment.nearestFile(to: path) }
      throw failure
    }
    if let names = levels.last?.identities?.duplicates, !names.isEmpty {
      self = before
      throw CommandError(.engine(.duplicateIdentities(names)), at: range)
    }
    return output
  }

  /// Opens a document as the only table.
  package mutating func open(
    _ document: any TableDocument, origin: Level.Origin? = nil, shape: Shape? = nil
  ) throws(DataError) -> Output {
    let level = try Level(
      document: document, title: document.name, origin: origin, shape: shape,
      preferences: preferences, checkpoint: checkpoint)
    levels = [level]
    memory.forgetTable()
    history.begin(preferences)
    return Output(
      "opened \(document.name) (\(document.format)): \(level.shaped.explanation)"
        + "\(Mark.dot)\(Words.counts(level.shown.counts()))\(level.shaped.otherWays)"
        + level.unshownFieldsWords
    ).with(document.remarks)
  }
}

// MARK: - Copies

/// Commands that are carried out on copies of the table views may leave no trace at all.
///
/// ```
/// var trial = workspace.onCopies
/// try trial.run(statement)           // shown, looked at...
/// workspace = trial                  // or not: nothing of it is left, not even in the pools of cells
/// ```
extension Workspace {
  /// The same with table views of its own, on which another thread may work meanwhile, and which note on
  /// their own how far they have come.
  ///
  /// - Complexity: O(cells).
  package var onCopies: Workspace {
    var copy = self
    copy.levels = levels.map { $0.withCopiedTable() }
    copy.environment.meter = WorkMeter()
    return copy
  }
}

/// A table of a database as its edits have made it, while the list of tables is shown: that list
/// has no place for them, and keeps them until the table is pushed again.
package struct EditedTable {
  package let document: any TableDocument
  package let source: EditedSource
  package let saved: SavedEditions

  /// - Returns: nil for a table without edits.
  package init?(_ level: Level) {
    guard let source = level.data as? EditedSource else { return nil }
    (document, self.source, saved) = (level.document, source, level.saved)
  }

  package var isUnsaved: Bool { !saved.contains(source.edition) }
}

extension Level {
  /// True for a table whose data is no longer as it was read, or that holds such tables.
  package var isEdited: Bool { data is EditedSource || !editedTables.isEmpty }

  /// True where reading the file again loses no change: there is none, or the file was written
  /// with it.
  package var isReadAgain: Bool {
    guard origin != nil, editedTables.isEmpty else { return false }
    return !(data is EditedSource) || saved.replacedFile(data.edition)
  }

  /// The names of tables that were pushed from here and have edits that are in no file.
  package var unsavedTables: [String] {
    editedTables.filter { $1.isUnsaved }.keys.sorted()
  }

  /// Says where edits are that this table itself doesn't have; nil where there are none.
  package var unsavedTablesWords: String? {
    guard let first = unsavedTables.first else { return nil }
    let names = unsavedTables.map { "'\($0)'" }.joined(separator: ", ")
    return "\(names) not saved; 'push \(first)' and 'save FILE' there write it"
  }

  /// True while the data of a document, or of a part of it, is in no file.
  package var hasUnsavedEdits: Bool {
    if editedTables.values.contains(where: \.isUnsaved) { return true }
    return parent == nil ? !saved.contains(data.edition) : hasEditsOfItsOwn
  }

  /// The document as its edits have made it; nil where there are none, where they have no place in it, and
  /// where it can't be in memory.
  package func editedDocument(checkpoint: () throws(DataError) -> Void) throws(DataError)
    -> (any TableDocument)?
  {
    guard let edited = data as? EditedSource, edited.document != nil, document.fitsInMemory else {
      return nil
    }
    let (value, misfit, _) = try edited.documentValue(checkpoint: checkpoint)
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
  package func abandonment() -> [String] { unsavedFile.map(SavedEditions.abandonment) ?? [] }
}

extension SavedEditions {
  /// What is said of unsaved changes that undo brings back.
  package static func abandonment(_ name: String) -> [String] {
    ["unsaved changes to '\(name)' are left behind; 'undo' brings them back"]
  }
}
