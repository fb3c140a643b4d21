import CommandLanguage
import Rendering
import Workspaces

/// `overlay`: draws over cells what is behind them.
struct OverlayCommand: SettingCommand {
  static let setting = Setting.overlay

  static let declaration = Command(
    "overlay", .dress, "draw over cells what is behind them",
    parameters: [Parameter("KIND", .choice(setting.choices), optional: true)],
    discussion: """
      reuse names the object that stands in each place. blended colours layers: red what has \
      to be composed with what is below it, green what covers its area. identity gives each object a \
      colour that it keeps wherever it comes back, and names it: twelve colours, which come again \
      after that, the same on a terminal, in drawings and in pages.
      """,
    examples: [
      .init("overlay reuse; down 2; view", "see cells come back"),
      .init("style product; overlay blended; view", "see what is blended", on: "catalog.json"),
      .init("overlay identity; down 2; view", "follow cells by their colours"),
      .init("overlay", "say which is on"),
    ],
    related: ["cell", "view", "trace"], effect: .change)

  let change: SettingChange?

  static func meaning(in preferences: Preferences) -> String {
    switch preferences.overlay {
    case .none: "cells as they are"
    case .reuse: "each cell is named by its object"
    case .identity: "each cell has the colour and the name of its object"
    case .blended: "layers that are blended are red, those that cover their area green"
    }
  }
}
