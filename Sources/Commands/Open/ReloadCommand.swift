import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `reload`: reads the file again and reloads the table's data, or reloads single rows.
enum ReloadCommand: ShelfCommand {
  case everything
  case rows([Word])

  static let declaration = Command(
    "reload", .open, "reload the data, or some rows of it",
    parameters: [
      Parameter("rows", .choice(of: Part.self), optional: true),
      Parameter("ADDRESS", .row, optional: true, repeated: true),
    ],
    discussion: """
      Reads the file again if it changed, then reloads the table's data: cells are reused, the \
      offset stays, the selection goes. `reload rows ADDRESS...` reloads single rows, which \
      asks for a new cell before the old one is pooled. A table with changes of its own stays as \
      it is: `undo` takes the changes back, `open` reads the file anew. Changes that were saved in \
      the file are no longer its own.
      """,
    examples: [
      .init("reload", "reload everything that is visible"),
      .init("reload rows 0.0", "reload one row"),
    ],
    errors: [.engine: "identities are no longer unique"], related: ["reconfigure", "reset"],
    needs: .everything, effect: .change)

  private enum Part: String, Keyword { case rows }

  init(_ call: Invocation) throws(CommandError) {
    switch try call.keyword(Part.self, argument: "part of the table") {
    case nil: self = .everything
    case .rows: self = .rows(Array(call.arguments.dropFirst()))
    }
  }

  /// A file that is read again now is not waited for.
  var ownNeeds: Command.Needs? {
    if case .everything = self { .ownReading } else { nil }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .everything: try Self.reload(&workspace)
    case .rows(let words): try Self.reload(words, in: workspace)
    }
  }

  private static func reload(_ workspace: inout Workspace) throws(CommandError) -> Output {
    let (preferences, environment) = (workspace.preferences, workspace.environment)
    let checkpoint = workspace.checkpoint
    var isRead = false
    let columns = try workspace.current().look.columns
    var derivation: [String] = []
    try workspace.change { level throws(CommandError) in
      var names: [Address: String] = [:]
      isRead = try level.readAgain(
        environment, budget: preferences.memoryBudget, names: &names, notices: &derivation)
      if isRead {
        try level.readUniqueIdentities(by: preferences.identity, checkpoint: checkpoint)
      }
      do throws(DataError) {
        if isRead, let again = try Level.proposedAgain(columns, of: level.shaped.source) {
          level.look.columns = again
        }
        let places = isRead ? try level.places(of: Set(names.values)) : [:]
        try level.reload(preferences) { old in
          // What has no name stays where it was, and so does everything if nothing was read again.
          names[old].map { places[$0] } ?? old
        }
      } catch {
        throw CommandError(.data(error))
      }
    }
    derivation += try LookupDefinition.renew(in: &workspace)
    if isRead { workspace.history.countOpening() }
    let level = try workspace.current()
    let moved =
      isRead ? try lostColumns(columns, in: workspace) + workspace.questions.notesOnMovedKeys() : []
    var notices = derivation + moved
    if level.answer != nil {
      notices.append("a result stays what it was; 'back', and ask again")
    } else if !isRead, workspace.unsavedFile != nil {
      notices.append(
        "the file was not read again, so that the changes stay; 'undo' takes them back")
    }
    return Output("reloaded\(Mark.dot)\(Words.counts(level.shown.counts()))").with(notices)
  }

  /// What has become of the columns of a grid, whose keys may be gone.
  private static func lostColumns(_ before: GridColumns?, in workspace: Workspace)
    throws(CommandError) -> [String]
  {
    guard let before, let now = try workspace.current().look.columns else { return [] }
    if before.origin != .keys {
      return before.columns.map(\.path) == now.columns.map(\.path)
        ? [] : ["the records have other fields now, and the columns follow them"]
    }
    var lost: [String] = []
    for column in now.columns {
      guard let keys = column.path.keys, OuterLevel(at: column.path) == nil,
        try !workspace.questions.anyRecord(has: keys)
      else { continue }
      lost.append(column.title)
    }
    return lost.isEmpty
      ? [] : ["no record has what these columns show: " + lost.joined(separator: ", ")]
  }

  private static func reload(
    _ words: [Word], in workspace: Workspace
  ) throws(CommandError) -> Output {
    var rows: [Address] = []
    for word in words { rows += try workspace.resolver().addresses(word).map(\.rowAddress) }
    if rows.isEmpty { rows = [try workspace.row(nil)] }
    let level = try workspace.current()
    level.presenter.forgetWindows()
    try engine { () throws(EngineError) in try level.table.reloadRows(rows) }
    return Output("reloaded " + Words.number(rows.count, "row"))
  }
}

extension Level {
  /// Reads a table's file again. False for a table that has none or was edited: it is shown anew as
  /// it is, and `undo` or `open` lead back to the file.
  ///
  /// - Parameters:
  ///   - names: gets the names of what is chosen, by the places where it was.
  ///   - notices: gets what is to be said of the keys that are derived.
  fileprivate mutating func readAgain(
    _ environment: Environment, budget: Int, names: inout [Address: String],
    notices: inout [String]
  ) throws(CommandError) -> Bool {
    guard let origin, isReadAgain else { return false }
    do throws(DataError) {
      // What a file that was changed underneath has lost keeps its place at least.
      names = document.hasChanged ? (try? chosenRecords()) ?? [:] : try chosenRecords()
      let newer = try environment.open(origin.path, origin.options)
      let read = try deriving(
        newer.table(shape: statedShape), in: environment, budget: budget)
      (shaped, notices) = read
      if !arrangement.isIdentity, isFollowing {
        shaped.source = try shaped.source.settled(checkpoint: {}) ?? shaped.source
      }
      // Later requests to the document, for another shape say, refer to what is shown now.
      document = newer
      saved = SavedEditions()
      try arrange(
        budget: budget, isInterrupted: environment.isInterrupted,
        checkpoint: environment.counting(shaped.source))
      return true
    } catch {
      throw CommandError(.data(error))
    }
  }
}
