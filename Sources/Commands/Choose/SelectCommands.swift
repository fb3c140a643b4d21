import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `select`: selects in code, without events.
enum SelectCommand: ShelfCommand {
  case focused
  case places([Word])
  case matching(TypedText)
  /// Where the last search found its text.
  case found

  static let declaration = Command(
    "select", .choose, "select in code, without events",
    parameters: [
      Parameter(
        "ADDRESS...|found|where PREDICATE", .address, optional: true, words: Subject.words,
        parts: [.init(Leader.where, .predicate, "where a predicate is true")])
    ],
    discussion: """
      Selects the given places, or the focused one. `select where PREDICATE` selects \
      every shown record for which the predicate is true (selection must be multiple), `select found` \
      every one that the last `find` looked for. \
      Selecting in code calls no delegate method; `tap` does.
      """,
    examples: [
      .init("select 0.0.2", "the third item"),
      .init("selection multiple; select 0.0.1 1.0.0", "two items"),
      .init("selection multiple; select where Views > 40000", "by what they hold"),
      .init("find storm; selection multiple; select found", "all that a search finds"),
    ],
    errors: [
      .engine: "a row of items is not selectable itself",
      .impossible: "several places while one can be selected",
    ],
    related: ["tap", "deselect", "selection", "find"], needs: .everything, effect: .change)

  private enum Leader: String, Keyword { case `where` }

  private enum Subject: String, Keyword { case found }

  init(_ call: Invocation) throws(CommandError) {
    if call.keyword(Leader.self) != nil {
      self = .matching(TypedText(call.rest(from: 1)))
    } else if call.keyword(Subject.self) == .found, call[1] == nil {
      self = .found
    } else {
      self = call.arguments.isEmpty ? .focused : .places(call.arguments)
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .matching(let typed) = self {
      _ = try Condition(typed)
    }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let addresses: [Address]
    var notices: [String] = []
    switch self {
    case .focused: addresses = [try workspace.place(nil)]
    case .places(let words): addresses = try workspace.places(words)
    case .found: addresses = try FoundText.selectable(in: &workspace)
    case .matching(let typed):
      let questions = workspace.questions
      let answer = try questions.ask(try questions.condition(typed), at: typed.start)
      (addresses, notices) = (answer.matching, answer.notices)
      if addresses.isEmpty {
        return Output("no record matches; nothing was selected").with(notices)
      }
    }
    let level = try workspace.current()
    if addresses.count > 1, workspace.preferences.engine.selection == .single {
      throw CommandError(
        .impossible(
          "one place can be selected, and these are \(addresses.count)",
          hint: "'selection multiple' allows several"))
    }
    try engine { () throws(EngineError) in try level.table.select(addresses) }
    if addresses.count == 1, let address = addresses.first {
      level.table.moveFocus(to: address)
      workspace.noteResult(address)
    }
    return Output("selected " + level.describe(addresses)).with(notices)
  }
}

/// `deselect`: takes a selection back.
struct DeselectCommand: ShelfCommand {
  static let declaration = Command(
    "deselect", .choose, "take back a selection",
    parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
    examples: [
      .init("select 0.0.2; deselect 0.0.2", "one"), .init("select; deselect", "all of them"),
    ],
    related: ["select"], effect: .change)

  private let places: [Word]

  init(_ call: Invocation) { places = call.arguments }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    if places.isEmpty {
      try engine { () throws(EngineError) in try level.table.deselect() }
      return Output("nothing is selected")
    }
    let addresses = try workspace.places(places)
    try engine { () throws(EngineError) in try level.table.deselect(addresses) }
    return Output("deselected " + level.describe(addresses))
  }
}

/// `selection`: how many cells may be selected.
struct SelectionCommand: ShelfCommand {
  static let declaration = Command(
    "selection", .choose, "allow no, one or several selected cells",
    parameters: [Parameter("MODE", .choice(of: SelectionMode.self), optional: true)],
    examples: [
      .init("selection", "say which mode is on"), .init("selection multiple", "allow several"),
    ],
    related: ["select"], effect: .change)

  private let mode: SelectionMode?

  init(_ call: Invocation) throws(CommandError) {
    mode = try call.keyword(argument: "selection mode")
  }

  func run(in workspace: inout Workspace) -> Output {
    if let mode {
      workspace.preferences.engine.selection = mode
      workspace.levels.last?.table.setConfiguration(workspace.preferences.engine)
    }
    return Output("selection \(workspace.preferences.engine.selection.rawValue)")
  }
}

extension SelectionMode: Keyword {}

/// `mark`: a check mark that belongs to the record, not to the cell.
struct MarkCommand: ShelfCommand {
  static let declaration = Command(
    "mark", .choose, "set or clear the model's own mark",
    parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
    discussion: """
      A mark belongs to the record, not to the cell: it stays when the cell is reused, and \
      shows as a check mark.
      """,
    examples: [
      .init("mark 0.0.1", "mark an item"), .init("mark 0.0.1; mark 0.0.1", "and clear it"),
    ],
    related: ["select"], effect: .change)

  private let places: [Word]

  init(_ call: Invocation) { places = call.arguments }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let addresses = places.isEmpty ? [try workspace.place(nil)] : try workspace.places(places)
    let level = try workspace.current()
    var (marks, marked) = (level.presenter.marks, 0)
    for address in addresses {
      guard let base = level.shown.baseAddress(of: address) else { continue }
      if marks.remove(base) == nil {
        marks.insert(base)
        marked += 1
      }
    }
    level.presenter.marks = marks
    try level.redress()
    let cleared = addresses.count - marked
    let parts = [
      marked > 0 ? "marked \(marked)" : nil, cleared > 0 ? "cleared \(cleared)" : nil,
    ]
    return Output(parts.compactMap(\.self).joined(separator: Mark.dot))
  }
}

extension Workspace {
  /// The places that arguments name, all of them.
  func places(_ words: [Word]) throws(CommandError) -> [Address] {
    let resolver = try resolver()
    var places: [Address] = []
    for word in words { places += try resolver.addresses(word) }
    return places
  }
}

extension Level {
  fileprivate func describe(_ addresses: [Address]) -> String {
    guard addresses.count == 1, let address = addresses.first else {
      return Words.number(addresses.count, "place")
    }
    let text = presenter.content(for: address).text.inOneLine
    return text.isEmpty ? "\(address)" : "\(address) \(text)"
  }
}
