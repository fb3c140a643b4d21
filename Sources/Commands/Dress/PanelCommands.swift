import CommandLanguage
import Rendering
import Workspaces

/// `detail`: the focused record beside the table, on the whole screen.
struct DetailCommand: SettingCommand {
  static let setting = Setting.detail

  static let declaration = Command(
    "detail", .dress, "show the focused record beside the table of browse",
    parameters: [Parameter("on|off", .choice(setting.choices), optional: true)],
    discussion: """
      On the whole screen (see 'help browse') the record stands at the right where there are a hundred \
      columns, and below the table elsewhere. `show` prints it at a prompt.
      """,
    examples: [
      .init("detail on", "from now on"), .init("detail on; detail off; detail", "on and off"),
    ],
    related: ["browse", "show", "panel"])

  let change: SettingChange?

  static func meaning(in preferences: Preferences) -> String {
    preferences.showsDetail
      ? "the focused record stands beside the table of browse"
      : "the table has the screen to itself"
  }
}

/// `panel`: what stands below the table on the whole screen.
struct PanelCommand: ShelfCommand {
  enum Panel: String, Keyword { case trace, stats }

  static let declaration = Command(
    "panel", .dress, "show below the table what the last frame did, or the counts of cells",
    parameters: [
      Parameter("PANEL", .choice(of: Panel.self)),
      Parameter("on|off", .choice(of: SwitchWord.self), optional: true),
    ],
    discussion: """
      On the whole screen (see 'help browse') `panel trace` lists event by event what the last frame \
      did, each in the colour of its cell. `panel stats` is about the lines that count cells, wherever \
      the viewport is shown. Without on or off it is the opposite of what is.
      """,
    examples: [
      .init("panel trace on; panel trace", "on and off"),
      .init("panel stats off; view", "the viewport without counts"),
    ],
    related: ["browse", "trace", "stats", "toggle"], effect: .change)

  private let panel: Panel
  /// Nil for the opposite of what is.
  private let state: SwitchWord?

  init(_ call: Invocation) throws(CommandError) {
    panel = try call.word("panel", Panel.words)
    state = try call.keyword(
      at: 1, argument: "switch", expected: SwitchWord.words.joined(separator: ", "))
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let shows: Bool
    switch panel {
    case .trace:
      shows = state.map { $0 == .on } ?? !workspace.preferences.showsTrace
      workspace.preferences.showsTrace = shows
    case .stats:
      let isShown = try workspace.current().look.shows(.reuse)
      shows = state.map { $0 == .on } ?? !isShown
      try workspace.change { level throws(CommandError) in
        if shows { level.look.hidden.remove(.reuse) } else { level.look.hidden.insert(.reuse) }
        try level.redress()
      }
    }
    return Output("panel \(panel.rawValue) \(shows ? "on" : "off")")
  }
}
