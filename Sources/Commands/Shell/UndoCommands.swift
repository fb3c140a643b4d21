import CommandLanguage
import Documents
import Rendering
import TableModel
import Workspaces

/// `undo`: takes back what was changed last.
struct UndoCommand: ShelfCommand {
  static let declaration = Command(
    "undo", .shell, "take back the last change to the table",
    parameters: [Parameter("N", .count, optional: true)],
    discussion: """
      Where the data changes by that, the table shows it anew: a cell that --only-data has left behind \
      is written then.
      """,
    examples: [
      .init("down 2; undo", "a scroll"),
      .init("filter Views > 20000; sort by Title; undo 2", "two"),
    ],
    errors: [
      .nothingToDo: "nothing was changed yet",
      .impossible: "what was shown then can no longer be read",
    ], related: ["redo"], refusedInBatch: true)

  private let journey: Journey

  init(_ call: Invocation) throws(CommandError) { journey = try Journey(.back, call) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try journey.run(in: &workspace)
  }
}

/// `redo`: does again what was taken back.
struct RedoCommand: ShelfCommand {
  static let declaration = Command(
    "redo", .shell, "do again what was undone",
    parameters: [Parameter("N", .count, optional: true)],
    examples: [
      .init("down 2; undo; redo", "the scroll again"),
      .init("sort by Title; undo; redo", "the order again"),
    ],
    errors: [
      .nothingToDo: "nothing was undone", .impossible: "what was shown then can no longer be read",
    ], related: ["undo"], refusedInBatch: true)

  private let journey: Journey

  init(_ call: Invocation) throws(CommandError) { journey = try Journey(.forth, call) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try journey.run(in: &workspace)
  }
}

/// A way through what was done: back with `undo`, forth with `redo`.
private struct Journey: Sendable {
  private let direction: UndoHistory.Direction
  /// How many changes are meant, or as many as there are.
  private let steps: Int

  init(_ direction: UndoHistory.Direction, _ call: Invocation) throws(CommandError) {
    self.direction = direction
    steps = try call.count(at: 0) ?? 1
    guard steps > 0 else {
      throw CommandError(
        .badValue("\(steps)", argument: "number", expected: "1 or more"), at: call[0]?.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    for moment in workspace.history[direction].suffix(steps).reversed() {
      try Self.checkReadable(moment, in: workspace)
    }
    var labels: [String] = []
    while labels.count < steps,
      let moment = workspace.history.step(direction, from: workspace.levels, workspace.preferences)
    {
      workspace.putBack(moment, afterFailure: false)
      labels.append(moment.label)
    }
    if labels.isEmpty {
      throw CommandError(
        .nothing(
          direction == .back ? "nothing to undo" : "nothing to redo",
          hint: "only changes to the table and its look can be undone"))
    }
    let place = workspace.levels.isEmpty ? "" : Mark.dot + workspace.positionLine
    return Output(words(labels) + place)
  }

  /// Refuses to go back to what could not be shown: a file that was written to in its place since.
  private static func checkReadable(
    _ moment: Moment, in workspace: Workspace
  ) throws(CommandError) {
    guard let lost = moment.levels.first(where: \.level.document.isLost)?.level else { return }
    let name = moment.levels.first?.level.title ?? lost.title
    let isShown = workspace.levels.contains { $0.document.isLost }
    let isReadAgain = workspace.levels.last.map { $0.origin != nil && !$0.isEdited } ?? false
    throw CommandError(
      .impossible(
        "'\(moment.label)' was about '\(name)' before it was written to on the disk:"
          + " what it held then is gone",
        hint: isShown
          ? "'\(isReadAgain ? "reload" : "open")' reads the file again"
          : "what is shown stays; 'open' opens other tables"))
  }

  /// The most kinds of commands that are named when several are taken back.
  private static let namedCommands = 4

  /// What was taken back or done again: `undid: down`, or in a few words
  /// `undid 30: 28 x down, filter Views > 3, sort by Title`.
  private func words(_ labels: [String]) -> String {
    let verb = direction == .back ? "undid" : "redid"
    var runs: [(label: String, count: Int)] = []
    for label in labels {
      if runs.last?.label == label {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((label, 1))
      }
    }
    if labels.count == runs.count, runs.count <= Self.namedCommands {
      return "\(verb): " + labels.joined(separator: ", ")
    }
    var parts = runs.prefix(Self.namedCommands).map {
      $0.count > 1 ? "\($0.count) x \($0.label)" : $0.label
    }
    let others = runs.dropFirst(Self.namedCommands).reduce(0) { $0 + $1.count }
    if others > 0 { parts.append("and \(others) more") }
    return "\(verb) \(labels.count): " + parts.joined(separator: ", ")
  }
}
