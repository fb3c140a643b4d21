/// `undo`: takes back what was changed last.
struct UndoCommand: ShelfCommand {
  static let declaration = Command(
    "undo", .shell, "take back the last change to the table",
    parameters: [Parameter("N", .count, optional: true)],
    examples: [
      .init("down 2; undo", "a scroll"),
      .init("filter Views > 20000; sort by Title; undo 2", "two"),
    ],
    errors: ["nothing-to-do: nothing was changed yet"], related: ["redo"])

  private let steps: Int
  private let line: Statement

  init(_ call: Invocation) throws(CommandError) {
    (steps, line) = (try call.steps(), call.statement)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try workspace.travel(
      steps, line, from: \.past, to: \.future, verb: "undid", none: "nothing to undo")
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
    related: ["undo"])

  private let steps: Int
  private let line: Statement

  init(_ call: Invocation) throws(CommandError) {
    (steps, line) = (try call.steps(), call.statement)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try workspace.travel(
      steps, line, from: \.future, to: \.past, verb: "redid", none: "nothing to redo")
  }
}

extension Invocation {
  /// How many changes are meant.
  fileprivate func steps() throws(CommandError) -> Int {
    let steps = try count(at: 0) ?? 1
    guard steps > 0 else {
      throw CommandError(
        .badValue("\(steps)", argument: "number", expected: "1 or more"), at: self[0]?.range)
    }
    return steps
  }
}
