import Asking
package import CommandLanguage
import Documents
import Rendering
import TableEngine
import TableModel

/// A setting and the value that a line gives it.
package struct SettingChange: Sendable {
  package let setting: Setting
  package let value: Word

  /// - Throws: the setting does not take the value.
  package init(_ setting: Setting, to value: Word) throws(CommandError) {
    (self.setting, self.value) = (setting, value)
    var trial = Preferences()
    guard setting.set(&trial, value.text) else {
      throw CommandError(
        .badValue(value.text, argument: setting.name, expected: setting.expected),
        at: value.range)
    }
  }

  /// Refuses what only a person can allow: in scripts and pages.
  package func checkRight(in workspace: Workspace) throws(CommandError) {
    guard setting.isForPersons, !workspace.environment.isAskedByPerson else { return }
    var trial = workspace.preferences
    let before = setting.get(trial)
    apply(to: &trial)
    guard SwitchWord(rawValue: setting.get(trial)) == .on, setting.get(trial) != before
    else { return }
    throw CommandError(
      .impossible(
        "a script or a page can't 'set \(setting.name) on'",
        hint: "type it at the prompt, put it into your start-up file, or start with"
          + " --\(setting.name)"),
      at: value.range)
  }

  package func apply(to preferences: inout Preferences) {
    _ = setting.set(&preferences, value.text)
  }
}

/// A command that may change a setting, under the setting's own name or another one.
package protocol SettingAssigning: ShelfCommand {
  /// True for a setting to which it gives a value or its default.
  func changes(_ setting: Setting) -> Bool
}

/// A command that is a setting under a name of its own: without an argument it reports the value,
/// with one it changes it.
package protocol SettingCommand: SettingAssigning {
  static var setting: Setting { get }

  /// Nil to report the value.
  var change: SettingChange? { get }

  init(change: SettingChange?)

  /// What the value means.
  static func meaning(in preferences: Preferences) -> String
}

extension SettingCommand {
  package func changes(_ setting: Setting) -> Bool { change?.setting.name == setting.name }

  package init(_ call: Invocation) throws(CommandError) {
    self.init(
      change: try call[0].map { word throws(CommandError) in
        try SettingChange(Self.setting, to: word)
      })
  }

  package func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let restart = try change.map { change throws(CommandError) in try workspace.assign(change) }
    let preferences = workspace.preferences
    return Output(
      "\(Self.setting.name) \(Self.setting.get(preferences)): \(Self.meaning(in: preferences))"
        + (restart ?? ""))
  }
}

extension Workspace {
  /// Gives a setting a value and brings what is open up to date with it.
  ///
  /// - Returns: what a message adds where that makes the engine start afresh, else nothing.
  @discardableResult
  package mutating func assign(_ change: SettingChange) throws(CommandError) -> String {
    let setting = change.setting
    try change.checkRight(in: self)
    if history.batch != nil, setting.scope == .engine || setting.scope == .identity {
      throw CommandError(.inBatch("set \(setting.name)"))
    }
    var changed = preferences
    change.apply(to: &changed)
    if setting.scope == .identity, !levels.isEmpty, changed.identity != nil {
      _ = try questions.key(change.value)
    }
    let restarts = !levels.isEmpty && changed.engine.needsFreshStart(from: preferences.engine)
    preferences = changed
    let (preferences, checkpoint) = (preferences, checkpoint)
    try levels.follow(setting.scope, of: preferences, checkpoint: checkpoint)
    return restarts ? "\(Mark.dot)the engine restarts and counts from here" : ""
  }

  /// Takes preferences as they are, and brings what is open up to date with all of them.
  package mutating func adopt(_ preferences: Preferences) throws(CommandError) {
    let checkpoint = checkpoint
    self.preferences = preferences
    try levels.follow(.identity, of: preferences, checkpoint: checkpoint)
    let levels = levels
    try levels.inOneFrame { () throws(CommandError) in
      try levels.remeasure(preferences)
      try levels.reconfigure(preferences)
    }
  }
}

/// The open tables, the one that is shown last.
extension [Level] {
  /// Brings the tables up to date with settings of a kind that have changed.
  ///
  /// - Parameter checkpoint: called while records are read; throws to stop.
  fileprivate mutating func follow(
    _ scope: Setting.Scope, of preferences: Preferences,
    checkpoint: () throws(DataError) -> Void
  ) throws(CommandError) {
    switch scope {
    case .geometry: try remeasure(preferences)
    case .engine: try reconfigure(preferences)
    case .identity: try readIdentities(preferences, checkpoint: checkpoint)
    case .columns: try followColumns(preferences)
    case .screen: break
    }
  }

  /// Shows plain rows as a grid, or no longer, where the user has not chosen columns.
  private mutating func followColumns(_ preferences: Preferences) throws(CommandError) {
    for index in indices {
      let level = self[index]
      if preferences.showsColumns ? level.look.columns == nil : level.look.columns?.isUsual == true
      {
        let columns = try reading { () throws(DataError) -> GridColumns? in
          guard preferences.showsColumns else { return nil }
          return try Level.usualColumns(of: level.shaped.source)
        }
        try self[index].show(columns: columns, preferences)
        self[index].revision += 1
      }
    }
  }

  /// Gives the tables the geometry that the preferences say, in one frame each.
  package func remeasure(_ preferences: Preferences) throws(CommandError) {
    for level in self { try level.remeasure(preferences) }
  }

  /// The engine also decides about heights: rows for which no delegate is asked have a height of
  /// their own.
  package func reconfigure(_ preferences: Preferences) throws(CommandError) {
    for level in self {
      level.presenter.mistakes = preferences.engine.mistakes
      level.table.setConfiguration(preferences.engine)
    }
    let height = preferences.metrics(hasRowTitles: false).withinLimits.rowHeight
    if contains(where: { $0.table.metrics.rowHeight != height }) { try remeasure(preferences) }
  }

  /// Identifies the records of every table by another key. In the table that is shown, no two may
  /// share a name; in the others, records that do are known by their places.
  private mutating func readIdentities(
    _ preferences: Preferences, checkpoint: () throws(DataError) -> Void
  ) throws(CommandError) {
    for index in indices where self[index].identities?.path != preferences.identity {
      if index == count - 1 {
        try self[index].readUniqueIdentities(by: preferences.identity, checkpoint: checkpoint)
      } else {
        do {
          try self[index].readIdentities(by: preferences.identity, checkpoint: checkpoint)
        } catch {
          throw CommandError(error)
        }
      }
      self[index].revision += 1
      let (presenter, identities) = (self[index].presenter, self[index].identities)
      self[index].table.renameRows { presenter.identities = identities }
    }
  }
}

extension [Level] {
  /// Makes the frames of several steps into one.
  package func inOneFrame(_ body: () throws(CommandError) -> Void) throws(CommandError) {
    let tables = map(\.table).filter { !$0.isGrouping }
    for table in tables { table.beginGroup() }
    do {
      try body()
    } catch {
      for table in tables { table.abandonGroup() }
      throw error
    }
    for table in tables { try engine { () throws(EngineError) in try table.endGroup() } }
  }
}
