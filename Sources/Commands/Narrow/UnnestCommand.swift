import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `unnest`: the elements of a list in each record as its items.
enum UnnestCommand: ShelfCommand {
  case off
  case list(Word)

  static let declaration = Command(
    "unnest", .narrow, "make the elements of a list in each record its items",
    parameters: [Parameter("KEY|off", .key)],
    discussion: """
      The records become rows, and what is in their lists the records: `filter`, `distinct` and \
      all others ask these. What stood in the records before stands around them now and stays in \
      reach, as `$row.KEY` or by the key alone; a record without the list is an empty row. A list inside such a list is unnested by a second \
      `unnest`, as long as sections, rows and items suffice. `unnest off` goes back.
      """,
    examples: [
      .init("unnest tags; distinct SELF", "how often each tag is there", on: "service.ndjson"),
      .init(
        "shape --rows harbours; unnest ferries; unnest off", "ferries as items, and back",
        on: "api.json"),
    ],
    errors: [
      .data: "no record has such a list (with the nearest key)",
      .impossible: "there are three levels already, or nothing is unnested",
    ],
    related: ["shape", "push", "flatten"], needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if try call.isOff() {
      self = .off
    } else {
      self = .list(try call.required(0))
      try call.checkEnd(at: 1)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .off: return try Self.nest(in: &workspace)
    case .list(let word): return try Self.unnest(word, in: &workspace)
    }
  }

  private static func nest(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard let before = try workspace.current().shapeBeforeUnnesting else {
      throw CommandError(.impossible("nothing is unnested", hint: nil))
    }
    let notices = try reading { () throws(DataError) in
      try ShapeCommand.reshape(to: before, in: &workspace)
    }
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output("lists are fields again\(Mark.dot)\(counts)").with(notices)
  }

  private static func unnest(_ word: Word, in workspace: inout Workspace)
    throws(CommandError) -> Output
  {
    let level = try workspace.current()
    guard let path = FieldPath(parsing: word.text), !path.steps.isEmpty else {
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "the key of a list, such as a.b"),
        at: word.range)
    }
    if level.shaped.shape.items == path {
      throw CommandError(
        .impossible("'\(path)' makes the items already", hint: "'schema' lists its fields"),
        at: word.range)
    }
    guard let shape = level.shaped.shape.unnesting(path) else {
      throw CommandError(
        .impossible(
          "sections, rows and items are three levels already",
          hint: "'push' into a row, and unnest there"), at: word.range)
    }
    let keys = level.catalog.keys()
    let kinds = keys[path.steps.compactMap(\.name)]?.kinds ?? []
    var notices: [String] = []
    if kinds.isSuperset(of: [.array, .record]) {
      notices.append("'\(path)' is one record in some rows: its fields are items there")
    }
    do throws(DataError) {
      notices += try ShapeCommand.reshape(to: shape, in: &workspace)
    } catch {
      throw CommandError(.asking(error), at: word.range)
    }
    let before = level.shapeBeforeUnnesting ?? .some(level.statedShape)
    try workspace.change { $0.shapeBeforeUnnesting = before }
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output("unnested \(path)\(Mark.dot)\(counts)\(Mark.dot)what was a record is $row")
      .with(notices)
  }
}
