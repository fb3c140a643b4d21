import CommandLanguage
import PredicateLanguage
import TableEngine
package import Workspaces

extension Look.Part: Keyword {}

/// `toggle`: shows or hides a part of the view.
struct ToggleCommand: ShelfCommand {
  static let declaration = Command(
    "toggle", .dress, "show or hide a part of the view",
    parameters: [
      Parameter("PART", .choice(of: Look.Part.self)),
      Parameter("on|off", .choice(of: SwitchWord.self), optional: true),
    ],
    examples: [
      .init("toggle header", "section headers"), .init("toggle image off", "the swatches"),
    ],
    related: ["style", "accessory"], effect: .change)

  private let part: Look.Part
  /// Nil for the opposite of what is.
  private let state: SwitchWord?

  init(_ call: Invocation) throws(CommandError) {
    part = try call.word("part", Look.Part.words)
    state = try call.keyword(
      at: 1, argument: "switch", expected: SwitchWord.words.joined(separator: ", "))
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let isShown = try workspace.current().look.shows(part)
    let shows = state.map { $0 == .on } ?? !isShown
    let preferences = workspace.preferences
    try workspace.change { level throws(CommandError) in
      if shows { level.look.hidden.remove(part) } else { level.look.hidden.insert(part) }
      if part == .header || part == .footer {
        try level.reloadReporting(preferences)
      } else if part == .style, level.look.usesLayouts {
        try level.reloadForLayouts(preferences)
      } else {
        try level.redress()
      }
    }
    return Output("\(part.rawValue) \(shows ? "on" : "off")")
  }
}
