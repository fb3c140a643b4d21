import CommandLanguage
import TableModel
import Workspaces

/// `move`: puts an item, a row or a section in another place.
struct MoveCommand: ShelfCommand {
  static let declaration = Command(
    "move", .change, "move an item, a row or a section",
    parameters: [Parameter("FROM", .address), Parameter("TO", .address)],
    options: CommandOption.halves,
    discussion: """
      FROM is the place before the move, TO the place after it. Rows can go to any section, items \
      to any row; the cell of what stays in the table goes along.
      """,
    examples: [
      .init("move 0.4 0.0; trace", "no cell is made", on: "rows.json"),
      .init("move 0.0.5 1.0.0", "an item to another row"), .init("move 3 0", "a section"),
    ],
    errors: [
      .refusedUpdate: "TO is beyond the end",
      .impossible: "--only-data and --only-table together, or a change that can't be made here",
    ], related: ["insert", "delete"],
    needs: .everything, effect: .change)

  private let from: ChangePlace
  private let to: ChangePlace
  private let halves: ChangeHalves
  private let line: Range<Int>

  init(_ call: Invocation) throws(CommandError) {
    from = ChangePlace(try call.required(0))
    to = ChangePlace(try call.required(1))
    halves = try ChangeHalves(call)
    line = call.range
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard let from = try from.places(halves, in: workspace).first else {
      throw CommandError(.missingArgument("FROM", usage: Self.declaration.usage))
    }
    let to = try to.goal(in: workspace)
    guard from.depth == to.depth else {
      throw CommandError(
        .impossible(
          "a \(from.kind) can't become a \(to.kind)", hint: "'\(from)' and '\(to)' differ in length"
        ),
        at: line)
    }
    return try halves.make([.move(from: from, to: to)], verb: "moved", in: &workspace)
  }
}
