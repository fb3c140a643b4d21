import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

extension TableKind: Keyword {}

/// `trace`: which cells were created and reused.
enum TraceCommand: ShelfCommand {
  case events(Events)
  /// Draws a lane for each cell into a file.
  case timeline(WrittenFile, of: TableKind?)

  /// Which events are printed, and how.
  struct Events: Sendable {
    /// Since the beginning, not since the last `trace`.
    var all: Bool
    var verbose: Bool
    var json: Bool
  }

  private static let all = CommandOption(
    "all", nil, "from the beginning, not since the last trace")
  private static let verbose = CommandOption("verbose", nil, "every event, with its frame")
  private static let json = CommandOption("json", nil, "print JSON, one line per event")
  private static let timeline = CommandOption(
    "timeline", Parameter("FILE", .file(.new)), "draw a lane for each cell, as SVG")
  private static let of = CommandOption(
    "of", Parameter("TABLE", .choice(of: TableKind.self)), "of one table only")

  static let declaration = Command(
    "trace", .engine, "print which cells were created and reused",
    options: [all, verbose, json, timeline, of, .force],
    discussion: """
      A timeline has a lane for each cell object and in it a box for each row or item that the \
      cell served, from the frame in which it came to that in which it left, in groups by the \
      pool that the cells share. `--of` leaves out the rows or the items of strips; `-` for the \
      file writes to standard output. It begins where the counters of `stats` do: `reset` leaves out \
      what was before. Long histories are cut, and the drawing says where.
      """,
    examples: [
      .init("trace; down 1; trace", "what one scroll did"),
      .init("down 1; trace --verbose", "with recycling and display events"),
      .init("trace --all --json", "everything, for machines"),
      .init("down 4; trace --timeline - --of rows", "which cell served which row, as a drawing"),
    ],
    errors: [.impossible: "--of and --force go with --timeline; or the file exists (use --force)"],
    related: ["stats", "explain"])

  init(_ call: Invocation) throws(CommandError) {
    try call.refuse(Self.all, Self.verbose, Self.json, beside: Self.timeline)
    if let file = call.option(Self.timeline) {
      self = .timeline(
        try WrittenFile(file, endings: ["svg"], isReplacing: call.has(.force)),
        of: try call.keyword(of: Self.of, argument: "kind"))
      return
    }
    for option in [Self.of, .force] where call.has(option) {
      throw CommandError(
        .impossible("--\(option.name) goes with --timeline", hint: "add --timeline FILE.svg"),
        at: call.range)
    }
    self = .events(
      Events(
        all: call.has(Self.all), verbose: call.has(Self.verbose), json: call.has(Self.json)))
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    switch self {
    case .events(let events):
      return level.output(of: events, naming: workspace.preferences.cellNames)
    case .timeline(let file, let kind):
      var timeline = CellTimeline(
        events: level.table.allTrace, frames: level.table.frameCount,
        sharesItemPools: level.table.configuration.nested.sharesItemPools)
      timeline.begin(at: level.table.frameCount - level.table.frameTotals.frames + 1)
      if let kind { timeline.keep(kind) }
      timeline.title = level.document.name
      return try file.write(timeline.svg(), in: workspace.environment)
    }
  }
}

extension Level {
  fileprivate func output(of wanted: TraceCommand.Events, naming: CellNaming) -> Output {
    let events = wanted.all ? table.allTrace : table.takeTrace()
    let json = events.map { JSONWriter.text(of: $0.value(naming), layout: .spaced) }
    if wanted.json { return Output(lines: [], json: json) }
    let shownEvents = wanted.verbose ? events : events.filter(\.isConfiguration)
    if shownEvents.isEmpty { return Output("nothing happened since the last trace") }
    let showsSections = shown.counts().sections.known > 1
    var output = Output(
      shownEvents.map { $0.line(showsSections: showsSections, naming: naming) }
        .joined(separator: "\n"))
    output.json = json
    return output
  }
}

extension TraceEvent {
  /// The event as a record, for `trace --json`; with addresses, where cells are named by them.
  fileprivate func value(_ naming: CellNaming) -> Value {
    var record = Record()
    record["schema"] = .string("shelf.trace.1")
    record["frame"] = .integer(frame)
    record["event"] = .string(kind.rawValue)
    record["table"] = .string(table.rawValue)
    if let identifier { record["identifier"] = .string(identifier) }
    if let cell {
      record["cell"] = .string(cell.description)
      if naming == .hex { record["pointer"] = .string(cell.address) }
    }
    if let address { record["address"] = .string(address.description) }
    return .record(record)
  }
}
