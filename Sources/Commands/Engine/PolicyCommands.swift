import CommandLanguage
import PredicateLanguage
import TableEngine
import Workspaces

/// `policy`: how cells are asked for and recycled.
struct PolicyCommand: SettingCommand {
  static let setting = Setting.policy

  static let declaration = Command(
    "policy", .engine, "choose how cells are asked for and recycled",
    parameters: [Parameter("NAME", .choice(setting.choices), optional: true)],
    discussion: """
      uikit asks first and recycles afterwards; recyclerview keeps two cells by place before \
      pools of five; flashlist recycles first; ketable is a table on a scroll view, with its \
      bugs; none makes a cell for every request; prebuilt keeps one for every row. Pools and \
      screen are emptied, and the statistics begin anew. `explain NAME` says more.
      """,
    examples: [
      .init("policy", "say which is on"),
      .init("policy none; down 3; stats", "what reuse saves", on: "rows.json"),
      .init("policy recyclerview; down 2; up 2; trace", "cells that come back", on: "rows.json"),
    ],
    errors: [.inBatch: "not in the middle of a batch"],
    related: ["reuse", "compare", "explain"], effect: .change)

  let change: SettingChange?

  static func meaning(in preferences: Preferences) -> String { preferences.engine.policy.meaning }
}

/// `reuse`: the policies that are known by a switch.
struct ReuseCommand: SettingAssigning {
  static let declaration = Command(
    "reuse", .engine, "switch the reuse of cells on or off",
    parameters: [Parameter("on|off|prebuilt", .choice(of: Kind.self), optional: true)],
    examples: [
      .init("reuse off; down 3; stats", "a cell for every request", on: "rows.json"),
      .init("reuse off; reuse on", "and back"),
    ],
    related: ["policy"], effect: .change)

  enum Kind: String, Keyword {
    case on, off, prebuilt

    fileprivate var policy: ReusePolicy {
      switch self {
      case .on: .uikit
      case .off: .none
      case .prebuilt: .prebuilt
      }
    }
  }

  private let change: SettingChange?

  func changes(_ setting: Setting) -> Bool { change?.setting.name == setting.name }

  init(_ call: Invocation) throws(CommandError) {
    guard let kind: Kind = try call.keyword(argument: "kind of reuse"), var word = call[0] else {
      change = nil
      return
    }
    word.text = kind.policy.rawValue
    change = try SettingChange(.policy, to: word)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let restart = try change.map { change throws(CommandError) in try workspace.assign(change) }
    let policy = workspace.preferences.engine.policy
    let kind = Kind.allCases.first { $0.policy == policy } ?? .on
    return Output("reuse \(kind.rawValue): \(policy.meaning)\(restart ?? "")")
  }
}

extension ReusePolicy {
  /// The first sentence of its note.
  fileprivate var meaning: String {
    let text = EngineNote.named(rawValue)?.text ?? ""
    let sentence = text.prefix { $0 != "." }
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}

/// `nested`: what a strip keeps when its cell is reused.
struct NestedCommand: SettingCommand {
  static let setting = Setting.nested

  static let declaration = Command(
    "nested", .engine, "say what a strip keeps when its cell is reused",
    parameters: [Parameter("MODE", .choice(setting.choices), optional: true)],
    discussion: """
      none keeps the items and offset of the former row, reload cures the items, reset puts the \
      offset to zero, restore brings the row's own offset back. prebuilt keeps a cell for \
      every row, shared lets strips share their pools, orthogonal has no row cells at all.
      """,
    examples: [
      .init("nested none; down 4; stats", "rows repeat those above"),
      .init("nested reset; right 3; down 4; up 4", "the place in a row is lost"),
    ],
    related: ["stats", "compare", "explain"], effect: .change)

  let change: SettingChange?

  static func meaning(in preferences: Preferences) -> String {
    switch preferences.engine.nested {
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

/// `prefetch`: how far ahead of the scroll data is asked for.
struct PrefetchCommand: SettingCommand {
  static let setting = Setting.prefetch

  static let declaration = Command(
    "prefetch", .engine, "ask for data ahead of the scroll",
    parameters: [Parameter("off|viewport|N", .choice(setting.choices), optional: true)],
    discussion: """
      Rows ahead in the direction of the last movement, nearest first, each once; turning \
      back cancels. `stats` counts hits, waste and rows that came too late. `set \
      cell-prefetch N` prepares cells too.
      """,
    examples: [
      .init("prefetch viewport; down 3; stats", "hits", on: "rows.json"),
      .init("prefetch 5; down 2; up 1; trace --verbose", "turning back", on: "rows.json"),
    ],
    related: ["stats", "explain"], effect: .change)

  let change: SettingChange?

  static func meaning(in preferences: Preferences) -> String {
    switch preferences.engine.prefetch {
    case .off: "no data is asked for in advance"
    case .viewport: "a viewport of rows is asked for in advance"
    case .rows(let rows): "\(Words.number(rows, "row")) asked for in advance"
    }
  }
}

/// `estimate`: what rows that were not seen yet count as.
struct EstimateCommand: SettingCommand {
  static let setting = Setting.estimate

  static let declaration = Command(
    "estimate", .engine, "count rows with an estimate until they are seen",
    parameters: [Parameter("off|N", .choice(setting.choices), optional: true)],
    discussion: """
      For tables whose rows differ in height (`fields height=KEY`): without an estimate every \
      row is measured first; with one the content's height drifts as rows are seen.
      """,
    examples: [
      .init("estimate 4", "four points for a row"), .init("estimate 4; estimate off", "and back"),
    ],
    related: ["stats", "fields"], effect: .change)

  let change: SettingChange?

  static func meaning(in preferences: Preferences) -> String {
    preferences.engine.estimatedRowHeight == nil
      ? "every row is measured before the first frame" : "rows are measured when they are seen"
  }
}
