import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `offset`: scrolls to a distance in points, if need be beyond the ends.
struct OffsetCommand: ShelfCommand {
  private static let overscroll = CommandOption(
    "overscroll", nil, "do not clamp: N may lie beyond the ends")

  static let declaration = Command(
    "offset", .move, "set the content offset in points, in one frame",
    parameters: [Parameter("N", .count)], options: [overscroll, .row, .animated],
    examples: [
      .init("offset 7", "the list's offset"),
      .init("offset 20 --row 0.0", "a strip's offset"),
      .init("offset -3 --overscroll", "pull past the edge"),
    ],
    related: ["down", "right"], effect: .change)

  private let offset: Int
  private let overscrolls: Bool
  private let row: Word?
  private let frames: Int

  init(_ call: Invocation) throws(CommandError) {
    offset = try call.count(at: 0) ?? 0
    overscrolls = call.has(Self.overscroll)
    row = call.option(.row)
    frames = try call.frames()
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    guard let row else {
      try engine { () throws(EngineError) in
        try table.scroll(to: offset, overscroll: overscrolls, frames: frames)
      }
      return Output("offset \(table.offset)")
    }
    let address = try workspace.row(row)
    try engine { () throws(EngineError) in
      try table.scroll(row: address, to: offset, overscroll: overscrolls, frames: frames)
    }
    return Output("row \(address) at offset \(table.stripOffset(ofRow: address) ?? 0)")
  }
}

/// `bounce`: scrolls back from beyond an end, in frames of equal steps.
struct BounceCommand: ShelfCommand {
  static let declaration = Command(
    "bounce", .move, "spring back from beyond an end",
    parameters: [Parameter("STEP", .count, optional: true)], options: [.row],
    discussion: """
      Makes the frames of the way back after `offset N --overscroll`, STEP points each, four \
      frames without it. Rows that had left come back on the way.
      """,
    examples: [
      .init("offset -8 --overscroll; bounce 2", "in steps of two points"),
      .init("offset -9 --row 0.0 --overscroll; bounce --row 0.0", "a strip"),
    ],
    related: ["offset"], effect: .change)

  private let step: Int?
  private let row: Word?

  init(_ call: Invocation) throws(CommandError) {
    step = try call.count(at: 0)
    row = call.option(.row)
    if let word = call[0], let step, step < 1 {
      throw CommandError(
        .badValue(word.text, argument: "step", expected: "a number of points, 1 or more"),
        at: word.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    if let row { return try bounce(row: try workspace.row(row), table) }
    let distance = max(table.minOffset - table.offset, table.offset - table.maxOffset)
    let frames = try engine { () throws(EngineError) in
      try table.bounce(step: step ?? Self.standardStep(over: distance))
    }
    return Output(Self.sprungBack(frames) + "\(Mark.dot)offset \(table.offset)")
  }

  private func bounce(row: Address, _ table: Table) throws(CommandError) -> Output {
    let frames = try engine { () throws(EngineError) in
      let distance = try table.overscroll(ofRow: row)
      return try table.bounce(row: row, step: step ?? Self.standardStep(over: distance))
    }
    return Output(
      Self.sprungBack(frames) + "\(Mark.dot)row \(row) at \(table.stripOffset(ofRow: row) ?? 0)")
  }

  /// Four frames, unless the distance is shorter.
  private static func standardStep(over distance: Int) -> Int { max(1, (distance + 3) / 4) }

  private static func sprungBack(_ frames: Int) -> String {
    frames == 0 ? "already at rest" : "back in \(Words.number(frames, "frame"))"
  }
}
