import Arranging
import CommandLanguage
import Results
import TableModel
import Workspaces

/// `results`: opens the last answer as a table.
struct ResultsCommand: ShelfCommand {
  static let declaration = Command(
    "results", .look, "open the last answer as a table",
    discussion: """
      What `distinct`, `summarize`, `histogram`, `pivot`, `schema` or `describe` has answered becomes \
      a table on top of the one it is about, shown as a grid: a line is a row, with the columns as \
      fields, so that it can be sorted, filtered and exported. Names such as `mean(price)` are written in \
      backquotes in predicates. `push` opens the records of a line, for a field of `schema` its \
      values; `back` returns. A result stays what it was when it was asked for, whatever becomes of \
      the data: ask again for another one. Changes of a result are its own and are not saved \
      with the document; `save FILE --pushed` writes them.
      """,
    examples: [
      .init("distinct Source; results; sort by count", "the rarest value first"),
      .init(
        "summarize count, mean(price) by manufacturer; results; filter `mean(price)` > 200",
        "groups by what came of them", on: "catalog.json"),
      .init("distinct level; results; push 0.1", "the records of a line", on: "service.ndjson"),
    ],
    errors: [
      .nothingToDo: "no question was asked yet, or its result is open",
      .impossible: "the result has more than a million lines",
    ],
    related: ["distinct", "summarize", "push", "back"], effect: .change)

  /// The last answer.
  struct Memory: CommandState {
    var answer: Answer?
  }

  /// The lines of a result are in memory.
  private static let mostLines = 1_000_000

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard let answer = workspace.memory[Memory.self].answer else {
      throw CommandError(
        .nothing("there is no result yet", hint: "'distinct KEY' or 'summarize' gives one"))
    }
    let level = try workspace.current()
    if let open = level.answer, open.line == answer.line,
      open.asked.table.isSame(as: answer.asked.table)
    {
      throw CommandError(
        .nothing("this is the last result", hint: "'push' opens the records of a line"))
    }
    guard answer.table.count <= Self.mostLines else {
      throw CommandError(
        .impossible(
          "a result of \(Words.number(answer.table.count, "line")) is too long to be opened",
          hint: "ask for fewer with a filter, or by a key with fewer values"))
    }
    let words = try answer.open(in: &workspace)
    // What repeats the commands that changed something has to ask, too.
    workspace.history.journal.note(answer.line)
    return Output(words).with(answer.table.remarks)
  }
}
