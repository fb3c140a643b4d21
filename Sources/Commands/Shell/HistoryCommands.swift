import CommandLanguage
import PredicateLanguage
import Workspaces

/// `history`: the lines that were typed.
struct HistoryCommand: ShelfCommand {
  private static let clear = CommandOption("clear", nil, "forget them")
  private static let grep = CommandOption(
    "grep", Parameter("TEXT", .text), "only those that contain a string")
  private static let transcript = CommandOption(
    "transcript", nil, "print this session as a page that can be run as a test")

  static let declaration = Command(
    "history", .shell, "list the lines that were typed",
    parameters: [Parameter("N", .count, optional: true)], options: [clear, grep, transcript],
    discussion: """
      At the prompt `!!` at the start of a line stands for the last line, `!N` for line N, and \
      `!TEXT` for the last one that begins with it; what it became is shown before it runs. \
      Without a prompt nothing is typed: then the lines of this run are listed.
      """,
    examples: [
      .init("history", "all of them"), .init("history 5 --grep filter", "some of them"),
    ],
    errors: [.impossible: "only a prompt has a history to clear"], related: ["record"],
    needs: .nothing)

  private let request: Output.HistoryRequest

  init(_ call: Invocation) throws(CommandError) {
    if call.has(Self.transcript) {
      request = .transcript
    } else if call.has(Self.clear) {
      request = .clear
    } else {
      request = .list(try call.count(at: 0), holding: call.option(Self.grep)?.text)
    }
  }

  func run(in workspace: inout Workspace) -> Output { .next(.history(request)) }
}

/// `record`: writes what is typed and printed as a page.
struct RecordCommand: ShelfCommand {
  private static let html = CommandOption(
    "html", nil, "as an HTML page that plays the session")

  static let declaration = Command(
    "record", .shell, "record the session as a page that is a test",
    parameters: [Parameter("FILE", .file(.new), optional: true)], options: [html, .force],
    discussion: """
      Writes what is typed from now on, with what is printed, as a Markdown page that \
      'shelf test' runs. What was typed before comes first, as its setup, and the size of the \
      viewport is noted. The file is written at 'record off' or when the program ends; 'record' \
      alone tells what is being recorded.

      --html writes a page for a browser instead: the commands, the viewport after each pass, the \
      pools as stacks, the log and a timeline, to be played, stepped through and gone back in. It is made \
      by running the commands once more on the same files, without writing any.
      """,
    examples: [
      .init("record session.shelf.md", "from now on, until 'record off'"),
      .init("record --html film.html; down 2; record off", "for a browser"),
      .init("record", "say whether something is being recorded"),
    ],
    errors: [.impossible: "the file exists (use --force), or something is being recorded"],
    related: ["history", "export"], needs: .nothing)

  enum Switch: String, Keyword { case off }

  private let request: Output.RecordRequest

  init(_ call: Invocation) throws(CommandError) {
    if call.keyword(Switch.self) != nil {
      request = .stop
    } else if let file = call[0] {
      let isFilm = call.has(Self.html)
      _ = try WrittenFile(
        file, endings: isFilm ? ["html"] : ["md", "shelf", "txt"], isReplacing: call.has(.force))
      request = .start(
        file: file.text, replacing: call.has(.force), form: isFilm ? .film : .transcript)
    } else {
      request = .tell
    }
  }

  func run(in workspace: inout Workspace) -> Output { .next(.record(request)) }
}
