import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

/// `set`: shows and changes settings.
enum SetCommand: SettingAssigning {
  case list
  case show(Setting)
  case assign(SettingChange)
  /// Back to the defaults; nil for all settings.
  case reset(Setting?)
  case script

  static let declaration = Command(
    "set", .dress, "show or change settings",
    parameters: [
      Parameter("NAME", .setting, optional: true),
      Parameter("VALUE", .settingValue, optional: true, repeated: true),
    ],
    options: [resetting, asScript],
    examples: [
      .init("set", "all settings"),
      .init("set viewport 60x12", "the table's viewport in points"),
      .init("set cell-size 24x6; set --script", "change one, print it as a command"),
    ],
    errors: [
      .unknownSetting: "", .badValue: "with what is allowed",
      .unknownKey: "no record has the key of 'set identity'", .engine: "identities are not unique",
    ],
    related: ["device", "status"], effect: .change)

  private static let resetting = CommandOption("reset", nil, "back to the defaults, all or one")
  private static let asScript = CommandOption("script", nil, "print what was changed as commands")

  init(_ call: Invocation) throws(CommandError) {
    if call.has(Self.asScript) {
      try call.checkEnd(at: 0)
      self = .script
      return
    }
    guard let name = call[0] else {
      self = call.has(Self.resetting) ? .reset(nil) : .list
      return
    }
    let setting = try Self.setting(name)
    if call.has(Self.resetting) {
      try call.checkEnd(at: 1)
      self = .reset(setting)
    } else if let value = call[1] {
      try Self.checkEnd(call, after: value, of: setting)
      self = .assign(try SettingChange(setting, to: value))
    } else {
      self = .show(setting)
    }
  }

  private static func setting(_ name: Word) throws(CommandError) -> Setting {
    if let setting = Setting.named(name.text) { return setting }
    let nearest = Spelling.matches(for: name.text, among: Setting.all.map(\.name))
    var error = CommandError(.unknownSetting(name.text, nearest: nearest), at: name.range)
    let parts = name.text.split(separator: "=", maxSplits: 1)
    if parts.count == 2, let meant = Setting.named(String(parts[0])) {
      error.proposal = "write 'set \(meant.name) \(parts[1])'"
    }
    throw error
  }

  /// What people type between a name and its value out of habit.
  private enum Sign: String, Keyword { case equals = "=" }

  private static func checkEnd(
    _ call: Invocation, after value: Word, of setting: Setting
  ) throws(CommandError) {
    guard let extra = call[2] else { return }
    var error = CommandError(
      .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
    if call.keyword(at: 1, Sign.self) == .equals {
      error.proposal = "write 'set \(setting.name) \(extra.raw)'"
    }
    throw error
  }

  func changes(_ setting: Setting) -> Bool {
    switch self {
    case .assign(let change): change.setting.name == setting.name
    case .reset(let reset): reset == nil || reset?.name == setting.name
    case .list, .show, .script: false
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .assign(let change) = self { try change.checkRight(in: workspace) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .list: return Self.overview(workspace.preferences)
    case .script:
      return Output(verbatim: workspace.preferences.settingCommands.joined(separator: "\n"))
    case .show(let setting):
      return Output("\(setting.name) \(setting.get(workspace.preferences)): \(setting.summary)")
    case .assign(let change):
      let restart = try workspace.assign(change)
      return Output(
        "\(change.setting.name) \(change.setting.get(workspace.preferences))\(restart)")
    case .reset(let setting):
      try Self.putBack(setting, in: &workspace)
      return Output(
        setting.map { "\($0.name) \($0.get(workspace.preferences))" }
          ?? "all settings are back to their defaults")
    }
  }

  private static func overview(_ preferences: Preferences) -> Output {
    let changed = Set(preferences.changedSettings().map(\.name))
    return Output(
      Setting.all.map { setting in
        let mark = changed.contains(setting.name) ? "* " : "  "
        let name = (mark + setting.name).padded(to: 22)
        return name + setting.get(preferences).padded(to: 12) + setting.summary
      }.joined(separator: "\n"))
  }

  private static func putBack(
    _ setting: Setting?, in workspace: inout Workspace
  ) throws(CommandError) {
    if workspace.history.batch != nil { throw CommandError(.inBatch("set --reset")) }
    var preferences = workspace.preferences
    var standard = Preferences()
    standard.window = preferences.window
    standard.device = preferences.device
    standard.usualEditMode = preferences.usualEditMode
    if let setting {
      setting.reset(&preferences, to: standard)
    } else {
      standard.engine.selection = preferences.engine.selection
      standard.look = preferences.look
      preferences = standard
    }
    try workspace.adopt(preferences)
  }
}
