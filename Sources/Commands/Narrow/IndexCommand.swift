import Arranging
import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

/// `index`: sections from A to Z, and the letters at the edge that lead to them.
enum IndexCommand: ShelfCommand {
  case report, off
  case collate(Word, place: Range<Int>)
  case goTo(letter: Word)

  enum Leader: String, Keyword { case by, off }

  static let declaration = Command(
    "index", .narrow, "make sections A to Z, or go to a letter of them",
    parameters: [
      Parameter("by|off|LETTER", .choice(of: Leader.self), optional: true),
      Parameter("KEY", .key, optional: true, after: Leader.by),
    ],
    discussion: """
      `index by KEY` collates records by their first letter into sections A to Z and # and \
      shows the letters along the right edge. `index LETTER` goes to that section, or to the \
      next that has rows, `index` says how sections are made. Accessories are hidden while the index is shown.
      """,
    examples: [
      .init("index by name", "collate products", on: "catalog.json"),
      .init("index by name; index M", "go to a letter", on: "catalog.json"),
      .init("index by name; index off", "on and off", on: "catalog.json"),
    ],
    errors: [.impossible: "there is no index, or the key can't make one"],
    related: ["group", "goto"], needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    guard let first = call[0] else {
      self = .report
      return
    }
    switch call.keyword(Leader.self) {
    case .by: self = .collate(try call.required(1), place: first.range)
    case .off:
      try call.checkEnd(at: 1)
      self = .off
    case nil:
      try call.checkEnd(at: 1)
      self = .goTo(letter: first)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .off:
      return try Arrangement.endGrouping("the index is off", in: &workspace, where: \.isByLetter)
    case .collate(let word, let place):
      try Self.checkHeaders(workspace, at: place)
      let field = try workspace.questions.field(word, for: .order)
      return try Arrangement.group(
        as: .byLetter(of: field.path), by: field, "indexed by", in: &workspace)
    case .goTo(let letter):
      try Self.checkHeaders(workspace, at: letter.range)
      try workspace.goTo(try Self.section(letter, in: workspace), position: .top)
      return Output(workspace.positionLine)
    case .report: return Output(try workspace.current().arrangement.groupingWords)
    }
  }

  private static func checkHeaders(
    _ workspace: Workspace, at place: Range<Int>
  ) throws(CommandError) {
    guard workspace.preferences.engine.headerStyle == .grouped else { return }
    throw CommandError(
      .impossible(
        "a grouped table has no index",
        hint: "'set header-style plain' allows for one; see 'explain section-index'"),
      at: place)
  }

  private static func section(
    _ letter: Word, in workspace: Workspace
  ) throws(CommandError) -> Address {
    guard let titles = try workspace.current().shown.indexTitles else {
      let key = try workspace.questions.knownKeys().contains(letter.text) ? letter.raw : "KEY"
      throw CommandError(
        .impossible("this table has no index", hint: "make one with 'index by \(key)'"),
        at: letter.range)
    }
    guard letter.text.count == 1 else {
      throw CommandError(
        .badValue(letter.text, argument: "index letter", expected: "A to Z or #"),
        at: letter.range)
    }
    guard let section = titles.section(for: letter.text) else {
      throw CommandError(.impossible("this table is empty", hint: nil))
    }
    return Address(section)
  }
}
