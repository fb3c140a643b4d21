import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import Saving
import TableEngine
import TableModel
import Workspaces

/// `batch`: collects changes and makes them together.
enum BatchCommand: ShelfCommand {
  case report
  case begin(Statement)
  case commit
  case rollback

  static let declaration = Command(
    "batch", .change, "make several changes together, in one frame",
    parameters: [Parameter("STEP", .choice(of: Step.self), optional: true)],
    discussion: """
      After `batch begin` changes are collected. `batch commit` makes them as a table view \
      does, whatever their order: what is deleted, updated or moved away is named by places \
      before the batch, what is inserted or moved to by places after it. Ranges are checked \
      first, then the counts; a batch that is refused is rolled back as a whole. Settings and \
      styles given meanwhile share the one frame. `batch` alone lists what was collected.
      """,
    examples: [
      .init("batch begin; delete 0.0; insert 0.4; batch commit", "two", on: "rows.json"),
      .init("batch begin; delete 0.0; batch; batch rollback", "look, then drop", on: "rows.json"),
      .init("batch begin; style value1; set row-height 2; batch commit", "one frame"),
    ],
    errors: [
      .refusedUpdate: "out of range, or the counts do not add up", .inBatch: "commit first",
      .nothingToDo: "no batch is open", .impossible: "a batch is open already",
    ],
    related: ["insert", "delete", "move", "update"], effect: .change)

  private enum Step: String, Keyword { case begin, commit, rollback }

  init(_ call: Invocation) throws(CommandError) {
    switch try call.keyword(Step.self, argument: "step") {
    case nil: self = .report
    case .begin: self = .begin(call.statement)
    case .commit: self = .commit
    case .rollback: self = .rollback
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report:
      guard let batch = workspace.history.batch else { return Output("no batch is open") }
      return Output(
        batch.changes.isEmpty
          ? "the batch is empty" : batch.changes.map(\.words).joined(separator: "\n"))
    case .begin(let statement): return try Self.start(statement, in: &workspace)
    case .commit: return try Self.finish(in: &workspace)
    case .rollback: return try Self.drop(in: &workspace)
    }
  }

  private static func start(
    _ statement: Statement, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    guard workspace.history.batch == nil else {
      throw CommandError(
        .impossible(
          "a batch is open already", hint: "end it with 'batch commit' or 'batch rollback'"))
    }
    let table = try workspace.current().table
    var start = workspace.moment(before: statement)
    start.label = declaration.name
    workspace.history.batch = ChangeBatch(start: start)
    table.beginGroup()
    return Output("changes are collected until 'batch commit' or 'batch rollback'")
  }

  private static func finish(in workspace: inout Workspace) throws(CommandError) -> Output {
    let batch = try workspace.history.openBatch()
    let table = try workspace.current().table
    workspace.history.batch = nil
    do {
      if !batch.changes.isEmpty { try workspace.perform(batch.changes) }
      try engine { () throws(EngineError) in try table.endGroup() }
      try workspace.checkReads()
    } catch {
      table.abandonGroup()
      throw error
    }
    workspace.remember(batch.start)
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output(
      "made \(Words.number(batch.changes.count, "change")) together\(Mark.dot)\(counts)"
    ).with(lostUpdates(batch.changes.flatMap(\.edits)))
      .with(batch.changes.isEmpty ? [] : workspace.homelessEdits)
  }

  /// Says which updates are of what the batch has deleted, alone or with what holds it.
  private static func lostUpdates(_ edits: [DataEdit]) -> [String] {
    let deleted = Set(
      edits.compactMap { if case .delete(let place) = $0 { place } else { nil } })
    let lost = edits.compactMap { edit -> Address? in
      guard case .update(let place, _) = edit,
        [place, place.rowAddress, Address(place.section)].contains(where: deleted.contains)
      else { return nil }
      return place
    }
    guard !lost.isEmpty else { return [] }
    let places = lost.map(\.description).joined(separator: ", ")
    return ["what was updated at \(places) was deleted in the same batch"]
  }

  private static func drop(in workspace: inout Workspace) throws(CommandError) -> Output {
    let batch = try workspace.history.openBatch()
    try workspace.current().table.abandonGroup()
    workspace.history.batch = nil
    workspace.putBack(batch.start, afterFailure: true)
    return Output("dropped \(Words.number(batch.changes.count, "change"))")
  }
}
