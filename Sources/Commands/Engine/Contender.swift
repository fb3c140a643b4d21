import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// One side of a comparison: a policy, settings, or both, `recyclerview` or `nested=reset`.
struct Contender: Sendable {
  let name: String
  private var changes: [SettingChange] = []

  /// - Throws: an unknown policy or setting, or a value that is not allowed.
  init(_ word: Word) throws(CommandError) {
    name = word.text
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves.count == 2 ? String(halves[0]) : Setting.policy.name
      guard let setting = Setting.named(name), setting.scope != .screen else {
        let names = Setting.all.filter { $0.scope != .screen }.map(\.name)
        throw CommandError(
          .unknownSetting(name, nearest: Spelling.matches(for: name, among: names)), at: word.range)
      }
      var value = word
      value.text = String(halves[halves.count - 1])
      changes.append(try SettingChange(setting, to: value))
    }
  }

  func apply(to preferences: inout Preferences) {
    for change in changes { change.apply(to: &preferences) }
  }

  /// True for a command that would undo what is being compared.
  func isOverruled(by command: any ShelfCommand) -> Bool {
    guard let command = command as? any SettingAssigning else { return false }
    return changes.contains { command.changes($0.setting) }
  }
}
