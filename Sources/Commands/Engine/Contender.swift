import TableEngine
import TableModel

/// One side of a comparison: a policy, settings, or both, `recyclerview` or `nested=reset`.
struct Contender {
  let name: String
  private(set) var settings: [(setting: Setting, value: String)] = []

  /// - Throws: an unknown policy or setting, or a value that is not allowed.
  init(_ word: Word) throws(CommandError) {
    name = word.text
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves.count == 2 ? String(halves[0]) : "policy"
      let value = String(halves[halves.count - 1])
      guard let setting = Setting.named(name), setting.scope != .screen else {
        let names = Setting.all.filter { $0.scope != .screen }.map(\.name)
        throw CommandError(
          .unknownSetting(name, nearest: Spelling.matches(for: name, among: names)), at: word.range)
      }
      var trial = Preferences()
      guard setting.set(&trial, value) else {
        throw CommandError(
          .badValue(value, argument: setting.name, expected: setting.expected), at: word.range)
      }
      settings.append((setting, value))
    }
  }

  func apply(to preferences: inout Preferences) {
    for (setting, value) in settings { _ = setting.set(&preferences, value) }
  }

  /// True for a command that would undo what is being compared.
  func overrules(_ statement: Statement) -> Bool {
    let words = statement.words.map(\.text)
    let names = settings.map(\.setting.name)
    guard let command = words.first else { return false }
    if command == "set", words.count > 1 { return names.contains(words[1]) }
    return names.contains(command) || (command == "reuse" && names.contains("policy"))
  }
}
