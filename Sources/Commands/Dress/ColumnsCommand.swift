import Arranging
import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `columns`: shows plain rows as a grid.
enum ColumnsCommand: ShelfCommand {
  case show, off
  case propose(Word, ColumnChoice)
  case choose([Field])

  /// `KEY[:WIDTH]`.
  struct Field: Sendable {
    var key: Word
    var width: GridColumns.Width?
  }

  /// What a line asks for without naming keys.
  enum Proposal: String, Keyword { case auto, all }

  static let declaration = Command(
    "columns", .dress, "show rows as a grid, and items as small tables",
    parameters: [
      Parameter(
        "auto|all|off|KEY[:WIDTH]", .column, optional: true, repeated: true,
        words: Proposal.words + OffWord.words)
    ],
    discussion: """
      A row of the table is a line of the grid, with a value in each column; the titles stay at the \
      top. `auto` takes the fields of the first records: it opens records inside them while \
      there are few, and puts what is the same in all of them last. `all` takes every field. A width \
      is `:20` behind the key, and `:8.2` rounds numbers to two decimals; a key with a colon is \
      written in backquotes. Widths are measured once, so nothing jumps while the rows move; a number \
      that is too long is `###`, until it is given more room.

      `right` and `left` scroll by columns, `freeze` keeps the first ones; a mark at the edge says \
      how many are beyond it. Keys of what stands around the records will do (`$section.name`, see \
      'help scopes'), and `$row.title` and `$section.title` are what the screen shows. `off` goes \
      back, `columns` says what is on, and `set columns on` begins every table as a grid.
      """,
    examples: [
      .init("columns auto; view", "a column for each field", on: "rows.json"),
      .init("columns name:20 price:8.2; columns", "keys with widths", on: "catalog.json"),
      .init("columns all; right 2; columns off", "look, and go back", on: "rows.json"),
    ],
    errors: [
      .unknownKey: "no record has the key", .badValue: "a width from 1 to 1000",
      .nothingToDo: "the table is empty, so that there is no field to show",
    ],
    related: ["freeze", "right", "fields", "schema"], effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if call.arguments.isEmpty {
      self = .show
    } else if try call.isOff() {
      self = .off
    } else if let word = call[0], let proposal = call.keyword(Proposal.self) {
      try call.checkEnd(at: 1)
      self = .propose(word, proposal == .auto ? .auto : .all)
    } else {
      var fields: [Field] = []
      for word in call.arguments {
        for piece in word.text.pieces(between: ",") where !piece.isEmpty {
          fields.append(try Field(String(piece), word))
        }
      }
      self = .choose(fields)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    switch self {
    case .show: return Output(try level.columnsReport)
    case .off:
      guard level.look.columns != nil else { return Output(try level.columnsReport) }
      try Level.show(columns: nil, in: &workspace)
      return Output("columns off")
    case .propose(let word, let choice):
      let columns = try reading { () throws(DataError) in
        try Level.columns(choice, of: level.shaped.source)
      }
      guard !columns.columns.isEmpty else {
        throw CommandError(
          .nothing("there is no field to show", hint: "the table has no records"), at: word.range)
      }
      try Level.show(columns: columns, in: &workspace)
      return Output(try workspace.current().columnsReport)
    case .choose(let fields):
      let (choice, notices) = try Self.choice(fields, workspace.questions)
      let columns = try reading { () throws(DataError) in
        try Level.columns(choice, of: level.shaped.source)
      }
      try Level.show(columns: columns, in: &workspace)
      return Output(try workspace.current().columnsReport).with(notices)
    }
  }

  /// Looks the keys up, from the records outwards.
  private static func choice(
    _ fields: [Field], _ questions: TableQuestions
  ) throws(CommandError) -> (ColumnChoice, [String]) {
    var chosen: [(path: FieldPath, title: String, width: GridColumns.Width?)] = []
    var notices: [String] = []
    for field in fields {
      let shown = try questions.shownField(field.key)
      chosen.append((shown.path, shown.path.shownName, field.width))
      notices += shown.notices
    }
    return (.fields(chosen), notices)
  }
}

extension ColumnsCommand.Field {
  fileprivate init(_ text: String, _ word: Word) throws(CommandError) {
    key = word
    key.text = text
    let pieces = text.pieces(between: ":")
    guard pieces.count > 1, let last = pieces.last, last.first?.isNumber ?? true else { return }
    guard let width = GridColumns.Width(parsing: last) else {
      throw CommandError(
        .badValue(
          String(last), argument: "width",
          expected: "1 to 1000 characters, or 8.2 for eight with two decimals"),
        at: word.range)
    }
    key.text = String(text[..<text.index(before: last.startIndex)])
    self.width = width
  }
}

/// `freeze`: keeps the first columns of a grid in view.
enum FreezeCommand: ShelfCommand {
  case show
  case keep(Int)

  static let declaration = Command(
    "freeze", .dress, "keep the first columns of a grid where they are",
    parameters: [Parameter("N|off", .count, optional: true, words: OffWord.words)],
    discussion: """
      The first N columns stay while `right` and `left` scroll the others. Where the window is too \
      narrow for them and another column, fewer stay.
      """,
    examples: [
      .init("columns auto; freeze 1; right; view", "one stays", on: "catalog.json"),
      .init("columns all; freeze 2; freeze off", "and back", on: "rows.json"),
    ],
    errors: [.impossible: "no grid is shown"], related: ["columns", "right"], effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if try call.isOff() {
      self = .keep(0)
    } else if let count = try call.count(at: 0) {
      guard count >= 0 else {
        throw CommandError(
          .badValue(call[0]?.text ?? "", argument: "number", expected: "0 or more"),
          at: call[0]?.range)
      }
      self = .keep(count)
    } else {
      self = .show
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    guard var columns = level.look.columns, level.presenter.grid?.isGrid == true else {
      throw CommandError(
        .impossible("no grid is shown", hint: "'columns auto' shows plain rows as one"))
    }
    if case .keep(let count) = self {
      columns.frozen = min(count, columns.columns.count - 1)
      columns.first = 0
      try Level.show(columns: columns, in: &workspace)
    }
    let frozen = columns.frozen
    let kept = try workspace.current().presenter.grid?.frozen ?? 0
    let names = columns.columns.prefix(frozen).map(\.title).joined(separator: ", ")
    let output = Output(frozen == 0 ? "no column is frozen" : "frozen: \(names)")
    guard kept < frozen else { return output }
    return output.with(["only \(kept) of them fit beside another column in this window"])
  }
}

extension Level {
  /// Shows the table of a workspace in columns; nil for the usual cells.
  static func show(columns: GridColumns?, in workspace: inout Workspace) throws(CommandError) {
    let preferences = workspace.preferences
    try workspace.change { level throws(CommandError) in
      try level.show(columns: columns, preferences)
    }
  }

  /// The columns as the command that chooses them, or how to choose some.
  fileprivate var columnsReport: String {
    get throws(CommandError) {
      guard let columns = look.columns else {
        return "columns are off; 'columns auto' shows rows as a grid"
      }
      return columns.report(presenter.grid)
    }
  }
}

extension GridColumns {
  /// The columns with their widths, which are in view, and what was left out.
  fileprivate func report(_ frame: GridFrame?) -> String {
    var parts = ["columns " + columns.map(\.words).joined(separator: " ")]
    if origin == .auto, leftOut > 0 {
      parts.append("the first \(columns.count) of \(columns.count + leftOut) fields")
    }
    if let frame, frame.isGrid, let words = frame.words { parts.append(words) }
    return parts.joined(separator: Mark.dot)
  }
}
