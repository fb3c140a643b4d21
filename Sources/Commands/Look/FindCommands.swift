import Arranging
import Asking
import CommandLanguage
import Saving
import TableEngine
import TableModel
import Workspaces

/// `find`: goes to the next record that contains a text.
struct FindCommand: ShelfCommand {
  private static let keys = CommandOption("keys", nil, "look at the names of fields")
  private static let both = CommandOption("both", nil, "look at the names of fields and at values")
  private static let word = CommandOption("word", nil, "whole words only")
  private static let all = CommandOption("all", nil, "list all matches, and stay")

  static let declaration = Command(
    "find", .look, "move the focus to the next record that contains a string",
    parameters: [
      Parameter(
        "TEXT [in KEY]", .text, parts: [.init(FindQuestion.Leader.in, .key, "one field")])
    ],
    options: [keys, both, word, all, .limit],
    discussion: """
      Looks through every field from the focus on, through the titles of rows and sections and the \
      fields that stand around records, regardless of case and accents, and starts again at the \
      top. The answer says where the text is, and the viewport marks it on a terminal. `next` and \
      `previous` go on, after a filter or a sort as well. Text that stands beside the table is \
      pointed to.

      `in KEY` looks at one field; it is part of the text where KEY is no key. `/.../` is a regular \
      expression as in MATCHES, `/.../i` one that ignores case. Quotes around the whole text are \
      not part of it and make it a text whatever it is; escapes work inside them.

      `--all` lists where the text is without going there: one line for a record, with the first place \
      in it. `results` opens the list, and `push` a line's record.
      """,
    examples: [
      .init("find storm", "the first record after the focus with that word"),
      .init("find the; next; previous", "go on, and back"),
      .init(
        "find /^F.* Jam/ in name", "a regular expression in one field", on: "catalog.json"),
      .init("find --word art", "the word, not a part of another one"),
      .init("find --keys notes", "records with such a key", on: "api.json"),
      .init("find --both note", "in keys and values, as '/' in browse", on: "api.json"),
      .init("find --all jam", "every record with it, and where", on: "catalog.json"),
    ],
    errors: [
      .nothingToDo: "no record contains it", .badValue: "the regular expression can't be read",
      .impossible: "--limit without --all, or --keys with --both",
    ],
    related: ["search", "filter"],
    needs: .everything, effect: .change)

  private let question: FindQuestion
  /// How all matches are listed; nil to go to the next one.
  private let form: AnswerForm?

  init(_ call: Invocation) throws(CommandError) {
    let scope: TextFinder.Scope =
      call.has(Self.both) ? .keysAndValues : call.has(Self.keys) ? .keys : .values
    question = try FindQuestion(call, in: scope, isWord: call.has(Self.word))
    if call.has(Self.both), let keys = call.option(Self.keys) {
      throw CommandError(
        .impossible("--keys leaves out the values that --both looks at", hint: nil), at: keys.range)
    }
    if !call.has(Self.all), let limit = call.option(.limit) {
      throw CommandError(
        .impossible("--limit has no meaning without --all", hint: nil), at: limit.range)
    }
    form = call.has(Self.all) ? try AnswerForm(call) : nil
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    let (query, notices) = try question.query(in: workspace)
    let found = try FoundText(query, in: level, workspace.environment)
    if let form {
      let asked = try level.asked([], in: workspace)
      let table = try found.all(in: level, checkpoint: workspace.environment.counting(level.shown))
      var output = Output(table, bars: nil, in: form.room(in: workspace))
      output.notices = notices + (try found.remarks(on: level))
      return form.give(output, table, of: asked, in: &workspace)
    }
    var output = try found.go(to: found.match(fromFocusOf: level, .forward), in: &workspace)
    output.notices = notices + (try found.remarks(on: level))
    return output
  }
}

/// `next`: goes on with a search.
struct NextCommand: ShelfCommand {
  static let declaration = Command(
    "next", .look, "go to the next match of find, or the next difference",
    discussion: """
      In a table of differences, which `diff` opens, it goes to the next one, unless something was \
      searched for there.
      """,
    examples: [
      .init("find the; next", "the second match"),
      .init("find the; next; next", "the third"),
    ],
    errors: [.nothingToDo: "nothing was searched for, or no record contains it"],
    related: ["find", "previous", "diff"], needs: .everything, effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try FoundText.goOn(.forward, in: &workspace)
  }
}

/// `previous`: goes back in a search.
struct PreviousCommand: ShelfCommand {
  static let declaration = Command(
    "previous", .look, "go to the previous match of find, or the previous difference",
    examples: [
      .init("find the; previous", "the last match in the table"),
      .init("find the; next; previous", "there and back"),
    ],
    errors: [.nothingToDo: "nothing was searched for, or no record contains it"],
    related: ["find", "next", "diff"], needs: .everything, effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try FoundText.goOn(.backward, in: &workspace)
  }
}
