import Rendering
import TableEngine
import TableModel

/// How the engine makes, keeps and gives up cells. Each command is a setting under a name of its
/// own: without an argument it tells, with one it changes.
extension Session {
  mutating func policy(_ call: Invocation) throws(CommandError) -> Output {
    try tellOrAssign("policy", call) { Self.meaning(of: $0.engine.policy.rawValue) }
  }

  mutating func nested(_ call: Invocation) throws(CommandError) -> Output {
    try tellOrAssign("nested", call) { Self.meaning(of: $0.engine.nested) }
  }

  mutating func prefetch(_ call: Invocation) throws(CommandError) -> Output {
    try tellOrAssign("prefetch", call) { preferences in
      switch preferences.engine.prefetch {
      case .off: "no data is asked for in advance"
      case .viewport: "a viewport of rows is asked for in advance"
      case .rows(let rows): "\(Words.number(rows, "row")) asked for in advance"
      }
    }
  }

  mutating func estimate(_ call: Invocation) throws(CommandError) -> Output {
    try tellOrAssign("estimate", call) { preferences in
      preferences.engine.estimatedRowHeight == nil
        ? "every row is measured before the first frame" : "rows are measured when they are seen"
    }
  }

  mutating func overlay(_ call: Invocation) throws(CommandError) -> Output {
    try tellOrAssign("overlay", call) { preferences in
      switch preferences.overlay {
      case .none: "cells as they are"
      case .reuse: "each cell is named by its object"
      case .blended: "layers that are blended are red, those that cover their area green"
      }
    }
  }

  mutating func reuse(_ call: Invocation) throws(CommandError) -> Output {
    let words: [(String, ReusePolicy)] = [("on", .uikit), ("off", .none), ("prebuilt", .prebuilt)]
    guard let word = call[0] else {
      let policy = preferences.engine.policy
      let said = words.first { $0.1 == policy }?.0 ?? "on"
      return Output("reuse \(said): \(Self.meaning(of: policy.rawValue))")
    }
    guard let (said, policy) = words.first(where: { $0.0 == word.raw }) else {
      throw CommandError(
        .badValue(word.text, argument: "kind of reuse", expected: "on, off or prebuilt"),
        at: word.range)
    }
    var named = word
    named.text = policy.rawValue
    if let setting = Setting.named("policy") { try assign(named, to: setting) }
    return Output("reuse \(said): \(Self.meaning(of: policy.rawValue))")
  }

  private mutating func tellOrAssign(
    _ name: String, _ call: Invocation, meaning: (Preferences) -> String
  ) throws(CommandError) -> Output {
    guard let setting = Setting.named(name) else { return Output() }
    if let word = call[0] { try assign(word, to: setting) }
    return Output("\(name) \(setting.get(preferences)): \(meaning(preferences))")
  }

  /// The first sentence of a policy's note.
  private static func meaning(of topic: String) -> String {
    let text = EngineNote.named(topic)?.text ?? ""
    let sentence = text.prefix { $0 != "." }
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  private static func meaning(of mode: NestedMode) -> String {
    switch mode {
    case .none: "a reused row cell keeps the items and offset of its former row"
    case .reload: "items are reloaded, the offset stays"
    case .reset: "items are reloaded, the offset goes to zero"
    case .restore: "items are reloaded, the row's own offset comes back"
    case .prebuilt: "every strip keeps a row cell of its own"
    case .orthogonal: "no row cells; items live in the table's pools"
    case .shared: "like restore, with one set of pools for all strips"
    }
  }
}
