import DataSources
import TableEngine
import TableModel

extension Session {
  mutating func set(_ call: Invocation) throws(CommandError) -> Output {
    if call.has("script") {
      return Output(verbatim: changedSettings().map { "set \($0) \($1)" }.joined(separator: "\n"))
    }
    guard let name = call[0] else {
      return call.has("reset") ? try resetSettings(nil) : listSettings()
    }
    guard let setting = Setting.named(name.text) else {
      let nearest = Spelling.matches(for: name.text, among: Setting.all.map(\.name))
      var error = CommandError(.unknownSetting(name.text, nearest: nearest), at: name.range)
      let parts = name.text.split(separator: "=", maxSplits: 1)
      if parts.count == 2, let meant = Setting.named(String(parts[0])) {
        error.proposal = "write 'set \(meant.name) \(parts[1])'"
      }
      throw error
    }
    if call.has("reset") { return try resetSettings(setting) }
    guard let value = call[1] else {
      return Output("\(setting.name) \(setting.get(preferences)): \(setting.summary)")
    }
    if let extra = call[2] {
      var error = CommandError(
        .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
      if value.raw == "=" { error.proposal = "write 'set \(setting.name) \(extra.raw)'" }
      throw error
    }
    try assign(value, to: setting)
    return Output("\(setting.name) \(setting.get(preferences))")
  }

  /// Gives a setting a value and brings what is open up to date with it.
  mutating func assign(_ value: Word, to setting: Setting) throws(CommandError) {
    if batch != nil, setting.scope == .engine || setting.scope == .identity {
      throw CommandError(.inBatch("set \(setting.name)"))
    }
    if setting.scope == .identity, !levels.isEmpty, value.text != "off" { _ = try key(value) }
    guard setting.set(&preferences, value.text) else {
      throw CommandError(
        .badValue(value.text, argument: setting.name, expected: setting.expected),
        at: value.range)
    }
    try bringUpToDate(setting.scope)
  }

  /// The settings that differ from their defaults, as names and values.
  func changedSettings() -> [(name: String, value: String)] { preferences.changedSettings() }

  private func listSettings() -> Output {
    let changed = Set(changedSettings().map(\.name))
    return Output(
      Setting.all.map { setting in
        let mark = changed.contains(setting.name) ? "* " : "  "
        let name = (mark + setting.name).padded(to: 22)
        return name + setting.get(preferences).padded(to: 12) + setting.summary
      }.joined(separator: "\n"))
  }

  private mutating func resetSettings(_ setting: Setting?) throws(CommandError) -> Output {
    var standard = Preferences()
    standard.window = preferences.window
    standard.device = preferences.device
    standard.usualEditMode = preferences.usualEditMode
    if batch != nil { throw CommandError(.inBatch("set --reset")) }
    if let setting {
      if let useDefault = Setting.policyDefaults[setting.name] {
        useDefault(&preferences.engine)
      } else if setting.scope == .geometry {
        resetGeometry(setting.name, to: standard)
      } else {
        _ = setting.set(&preferences, setting.get(standard))
      }
    } else {
      standard.engine.selection = preferences.engine.selection
      standard.look = preferences.look
      preferences = standard
    }
    try bringUpToDate(.identity)
    try inOneFrame { () throws(CommandError) in
      try remeasure()
      try reconfigureEngines()
    }
    return Output(
      setting.map { "\($0.name) \($0.get(preferences))" }
        ?? "all settings are back to their defaults")
  }

  private mutating func resetGeometry(_ name: String, to standard: Preferences) {
    switch name {
    case "viewport": preferences.viewport = standard.viewport
    case "row-height": preferences.rowHeight = standard.rowHeight
    case "cell-size": preferences.cellSize = standard.cellSize
    case "cell-spacing": preferences.cellSpacing = standard.cellSpacing
    case "row-padding": preferences.rowPadding = standard.rowPadding
    case "header-height": preferences.headerHeight = standard.headerHeight
    case "footer-height": preferences.footerHeight = standard.footerHeight
    case "inset-top": preferences.insetTop = standard.insetTop
    case "inset-bottom": preferences.insetBottom = standard.insetBottom
    case "inset-left": preferences.insetLeft = standard.insetLeft
    case "inset-right": preferences.insetRight = standard.insetRight
    default: break
    }
  }

  /// The engine also decides about heights: rows for which no delegate is asked have a height of
  /// their own.
  private func followHeights() throws(CommandError) {
    let height = preferences.metrics(hasRowTitles: false).withinLimits.rowHeight
    if levels.contains(where: { $0.table.metrics.rowHeight != height }) { try remeasure() }
  }

  private mutating func bringUpToDate(_ scope: Setting.Scope) throws(CommandError) {
    switch scope {
    case .geometry: try remeasure()
    case .engine: try reconfigureEngines()
    case .identity: try followIdentity()
    case .screen: break
    }
  }

  private func reconfigureEngines() throws(CommandError) {
    for level in levels { level.table.setConfiguration(preferences.engine) }
    try followHeights()
  }

  /// Identifies the records of every open table by another key. In the table that is shown, no two
  /// may share a name; in the others, records that do are known by their places.
  private mutating func followIdentity() throws(CommandError) {
    let checkpoint = checkpoint
    for index in levels.indices where levels[index].identities?.path != preferences.identity {
      if index == levels.count - 1 {
        try levels[index].readUniqueIdentities(by: preferences.identity, checkpoint: checkpoint)
      } else {
        do {
          try levels[index].readIdentities(by: preferences.identity, checkpoint: checkpoint)
        } catch {
          throw CommandError(error)
        }
      }
      levels[index].revision += 1
      let (presenter, identities) = (levels[index].presenter, levels[index].identities)
      levels[index].table.renameRows { presenter.identities = identities }
    }
  }
}

extension String {
  /// The text with blanks up to a number of characters, one blank at least.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}

extension Preferences {
  /// The settings that differ from their defaults, as names and values.
  func changedSettings() -> [(name: String, value: String)] {
    var standard = Preferences()
    standard.window = window
    standard.device = device
    standard.usualEditMode = usualEditMode
    return Setting.all.compactMap { setting in
      let value = setting.get(self)
      return value == setting.get(standard) ? nil : (setting.name, value)
    }
  }

  /// The commands that make the settings of a fresh session these.
  package var settingCommands: [String] {
    changedSettings().map { "set \($0.name) \($0.value)" }
  }
}
