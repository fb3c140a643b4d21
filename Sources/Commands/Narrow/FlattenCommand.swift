import Arranging
import CommandLanguage
import TableModel
import Workspaces

/// `flatten`: all records as plain rows of one section.
enum FlattenCommand: ShelfCommand {
  case on, off

  static let declaration = Command(
    "flatten", .narrow, "show all records as plain rows of one section",
    parameters: [Parameter("off", .choice(of: OffWord.self), optional: true)],
    examples: [.init("flatten", "one flat list"), .init("flatten; flatten off", "and back")],
    related: ["group", "shape"], needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    self = try call.isOff() ? .off : .on
    if case .on = self { try call.checkEnd(at: 0) }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .on:
      let before = try workspace.current().arrangement.grouping
      if before != .flat { try workspace.change { $0.groupingBeforeFlattening = before } }
      let focus = try Arrangement.change(in: &workspace) { $0.grouping = .flat }
      let rows = try workspace.current().shown.counts().rows
      return Output("flattened: \(Words.number(rows, "row"))\(focus)")
    case .off:
      let level = try workspace.current()
      guard level.arrangement.grouping == .flat else {
        return Output("nothing changed: \(level.arrangement.groupingWords)")
      }
      let before = level.groupingBeforeFlattening
      try workspace.change { $0.groupingBeforeFlattening = nil }
      return try Arrangement.regroup(by: before, "sections are back", in: &workspace)
    }
  }
}
