import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

extension ScrollPosition: Keyword {}

/// `goto`: scrolls to a place and moves the focus there.
struct GotoCommand: ShelfCommand {
  static let declaration = Command(
    "goto", aliases: ["g"], .move, "move the focus to an address",
    parameters: [
      Parameter("ADDRESS", .address),
      Parameter("POSITION", .choice(of: ScrollPosition.self), optional: true),
    ],
    options: [.animated],
    discussion: """
      Focuses the place and scrolls to it: to the top, middle or bottom of the viewport, or as \
      little as needed with none, which is the default. Animated it passes over what lies \
      between, first in the list and then in the strip, and rows there get cells; otherwise it \
      skips them. `'a` is the place that `bookmark a` was given to.
      """,
    examples: [
      .init("goto 2.0.5", "the sixth item of a row"),
      .init("goto 0.20 top --animated 4; trace", "in four frames", on: "rows.json"),
      .init("goto Science top", "a section, to the top"),
    ],
    errors: [.noSuchPlace: "out of range, or no such title"],
    related: ["focus", "bookmark", "index", "find"],
    effect: .change)

  private let address: Word?
  private let position: ScrollPosition
  private let frames: Int

  init(_ call: Invocation) throws(CommandError) {
    address = call[0]
    position = try call.keyword(at: 1, argument: "position") ?? .none
    frames = try call.frames()
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let place = try workspace.place(address)
    try workspace.goTo(place, position: position, frames: frames)
    let level = try workspace.current()
    let isEmpty = place.row == nil && level.table.rowCount(inSection: place.section) == 0
    return Output(workspace.positionLine).with(
      isEmpty ? ["section \(place.section) has no rows; the focus is on the nearest one"] : [])
  }
}
