import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// `reset`: the engine starts afresh.
struct ResetCommand: ShelfCommand {
  static let declaration = Command(
    "reset", .engine, "start the engine afresh",
    discussion: """
      Empties pools, statistics and offsets, and makes a first frame. The focus goes to the first \
      place.
      """,
    examples: [
      .init("reset; stats", "only the first frame counts"),
      .init("down 3; reset", "back at the top with new cells"),
    ],
    related: ["reload", "stats"], needs: .everything, effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    level.table.reset()
    // Every offset is at its start, and so is the focus: it must not be where nobody sees it.
    let first = try reading { () throws(DataError) in try Level.firstPlace(level.shown) }
    level.table.moveFocus(to: first)
    return Output("the engine starts afresh\(Mark.dot)\(level.positionLine)")
  }
}

/// `reconfigure`: visible cells are filled again.
struct ReconfigureCommand: ShelfCommand {
  static let declaration = Command(
    "reconfigure", .engine, "refill visible cells",
    parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
    discussion: "Asks for the content again on the cells that are there: none is made or reused.",
    examples: [
      .init("reconfigure", "all visible cells"), .init("reconfigure 0.0.1", "one cell"),
    ],
    related: ["reload"], effect: .change)

  private let places: [Word]

  init(_ call: Invocation) { places = call.arguments }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    level.presenter.forgetWindows()
    if places.isEmpty {
      try engine { () throws(EngineError) in try level.table.reconfigure() }
      return Output("reconfigured what is visible")
    }
    var addresses: [Address] = []
    for word in places { addresses += try workspace.resolver().addresses(word) }
    try engine { () throws(EngineError) in try level.table.reconfigure(addresses) }
    return Output("reconfigured " + Words.number(addresses.count, "place"))
  }
}

/// `memory-warning`: all pools are emptied.
struct MemoryWarningCommand: ShelfCommand {
  static let declaration = Command(
    "memory-warning", .engine, "empty all pools",
    examples: [
      .init("bottom; memory-warning; stats", "pooled cells are gone"),
      .init("memory-warning", "visible cells stay"),
    ],
    related: ["stats"], effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    let pooled = table.statistics.reduce(0) { $0 + $1.totals.pooled }
    table.receiveMemoryWarning()
    return Output("memory warning: \(Words.number(pooled, "pooled cell")) discarded")
  }
}
