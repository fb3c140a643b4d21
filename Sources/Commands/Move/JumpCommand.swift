import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `jump`: goes back to where the focus was.
struct JumpCommand: ShelfCommand {
  enum Direction: String, Keyword { case back, forward }

  static let declaration = Command(
    "jump", .move, "go back to where the focus was before it jumped",
    parameters: [
      Parameter("back|forward", .choice(of: Direction.self)),
      Parameter("N", .count, optional: true),
    ],
    discussion: """
      Every command that moves the focus further than to a neighbour notes where it came from: \
      `goto`, `find`, `bottom`, a filter that drops the focused record. Neighbours are the items \
      beside and the rows above and below. `jump back` goes to the place that was noted last, \
      `jump forward` returns. The last \(JumpList.limit) places are kept, each with its record; those \
      that are not shown now are passed over. `undo` takes commands back, a jump only the move.
      """,
    examples: [
      .init("bottom; jump back", "back to the start"),
      .init("goto 2.0.5; top; jump back; jump forward", "there and back"),
    ],
    related: ["bookmark", "goto", "undo"], effect: .change)

  private let direction: Direction
  private let steps: Int

  init(_ call: Invocation) throws(CommandError) {
    direction = try call.keyword(argument: "direction") ?? .back
    steps = try call.count(at: 1) ?? 1
    guard steps > 0 else {
      throw CommandError(
        .badValue("\(steps)", argument: "number", expected: "1 or more"), at: call[1]?.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    var level = try workspace.current()
    guard let focus = level.table.focus else { return Output("this table is empty") }
    var jumps = level.jumps
    let way: JumpList.Direction = direction == .back ? .back : .forward
    guard
      let reached = jumps.go(
        way, steps: steps, from: level.kept(focus), place: { level.place(of: $0) })
    else {
      let list = direction == .back ? jumps.back : jumps.forward
      let rest = list.isEmpty ? "" : " that is shown now"
      return Output("there is no place to jump \(direction.rawValue) to\(rest)")
    }
    level.jumps = jumps
    workspace.levels[workspace.levels.count - 1] = level
    try workspace.goTo(reached.place)
    let places = Words.number(reached.steps, "place")
    let remark =
      reached.steps == steps
      ? []
      : [
        "there \(reached.steps == 1 ? "was" : "were") only \(places) to jump \(direction.rawValue) to"
      ]
    return Output(workspace.positionLine).with(remark)
  }
}
