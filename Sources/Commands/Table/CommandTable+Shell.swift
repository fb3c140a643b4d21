extension CommandTable {
  static let shellCommands: [Entry] = [
    .legacy(
      name: "help", aliases: ["h", "?"], group: .shell,
      summary: "explain a command, a topic or an error",
      parameters: [
        Parameter("NAME", .command, optional: true),
        Parameter("CODE", .choice(ErrorCode.allCases.map(\.rawValue)), optional: true),
      ],
      options: [
        CommandOption("markdown", nil, "print the whole reference as Markdown"),
        CommandOption("examples", nil, "print all examples as a page that can be run as a test"),
      ],
      examples: [
        .init("help", "all commands by task"), .init("help filter", "one command"),
        .init("help predicates", "a topic"),
        .init("help error unknown-key", "what an error means, and what to do"),
      ],
      related: ["apropos"], run: { session, call throws(CommandError) in try session.help(call) }),
    .legacy(
      name: "apropos", group: .shell, summary: "search help for a word",
      parameters: [Parameter("WORD", .text)],
      examples: [
        .init("apropos scroll", "what has to do with scrolling"),
        .init("apropos reuse", "and reuse"),
      ],
      related: ["help"], run: { session, call throws(CommandError) in try session.apropos(call) }),
    .legacy(
      name: "history", group: .shell, summary: "list the lines that were typed",
      parameters: [Parameter("N", .count, optional: true)],
      options: [
        CommandOption("clear", nil, "forget them"),
        CommandOption("grep", Parameter("TEXT", .text), "only those that contain a string"),
        CommandOption("transcript", nil, "print this session as a page that can be run as a test"),
      ],
      discussion: """
        At the prompt `!!` at the start of a line stands for the last line, `!N` for line N, and \
        `!TEXT` for the last one that begins with it; what it became is shown before it runs. \
        Without a prompt nothing is typed: then the lines of this run are listed.
        """,
      examples: [
        .init("history", "all of them"), .init("history 5 --grep filter", "some of them"),
      ],
      related: ["record"],
      run: { session, call throws(CommandError) in try session.history(call) }),
    .legacy(
      name: "record", group: .shell, summary: "record the session as a page that is a test",
      parameters: [Parameter("FILE", .file, optional: true)],
      options: [CommandOption("force", nil, "replace a file that exists")],
      discussion: """
        Writes what is typed from now on, with what is printed, as a Markdown page that \
        'shelf test' runs. What was typed before comes first, as its setup, and the size of the \
        viewport is noted. The file is written at 'record off' or when the program ends; 'record' \
        alone tells what is being recorded.
        """,
      examples: [
        .init("record session.shelf.md", "from now on, until 'record off'"),
        .init("record", "say whether something is being recorded"),
      ],
      errors: ["impossible: the file exists (use --force), or something is being recorded"],
      related: ["history"],
      run: { session, call throws(CommandError) in try session.record(call) }),
    .legacy(
      name: "alias", group: .shell, summary: "give commands a name",
      parameters: [
        Parameter("NAME", .text, optional: true), Parameter("= COMMANDS", .text, optional: true),
      ],
      discussion: """
        Whatever follows the name when it is used is added to the last command. `alias` alone \
        lists them all. A command's own name cannot be taken.
        """,
      examples: [
        .init("alias cheap = \"filter price < \"; cheap 3", "a filter", on: "catalog.json"),
        .init("alias peek = \"down 1; view --table\"; peek; alias", "two commands, then the list"),
      ],
      errors: ["impossible: the name is a command's, or the alias runs itself"],
      related: ["unalias", "source"],
      run: { session, call throws(CommandError) in try session.changeAlias(call) }),
    .legacy(
      name: "unalias", group: .shell, summary: "forget an alias",
      parameters: [Parameter("NAME", .text)],
      examples: [
        .init("alias dn = down; unalias dn", "there and gone"),
        .init("alias dn = down; dn; unalias dn; alias", "nothing is left"),
      ],
      related: ["alias"],
      run: { session, call throws(CommandError) in try session.removeAlias(call) }),
    .legacy(
      name: "time", group: .shell, summary: "say how long commands take",
      parameters: [Parameter("COMMAND", .text)],
      discussion: """
        Runs what follows and prints the time that passed and the processor time, with --json as an \
        object in seconds. `set timer on` prints them for every command.
        """,
      examples: [
        .init("time filter Views > 20000", "a filter"), .init("time repeat 10 down", "ten scrolls"),
      ],
      related: ["repeat", "stats"],
      run: { session, call throws(CommandError) in try session.time(call) }),
    .legacy(
      name: "output", group: .shell, summary: "write results to a file from now on",
      parameters: [Parameter("FILE", .file, optional: true)],
      options: [CommandOption("force", nil, "replace a file that exists")],
      discussion: "`output -` ends it, `output` alone says where results go. Messages stay.",
      examples: [
        .init("output views.txt; view; output -", "two viewports into a file"),
        .init("output", "where results go"),
      ],
      errors: ["impossible: the file exists (use --force)"], related: ["once", "export"],
      run: { session, call throws(CommandError) in try session.redirect(call, once: false) }),
    .legacy(
      name: "once", group: .shell, summary: "write the next command's result to a file",
      parameters: [Parameter("FILE", .file)],
      options: [CommandOption("force", nil, "replace a file that exists")],
      examples: [
        .init("once counts.txt; count", "the counts"),
        .init("once one.txt; view; count", "the viewport; the counts are printed"),
      ],
      errors: ["impossible: the file exists (use --force)"], related: ["output"],
      run: { session, call throws(CommandError) in try session.redirect(call, once: true) }),
    .legacy(
      name: "lesson", group: .shell, summary: "learn by doing, one short lesson at a time",
      parameters: [
        Parameter("WORD", .choice(LessonWord.allCases.map(\.rawValue)), optional: true),
        Parameter("NAME", .choice(BundledLessons.names), optional: true, repeated: true),
      ],
      options: [
        CommandOption("again", nil, "start from the first step"),
        CommandOption("speed", Parameter("N", .count), "replay N times as fast, 1 to 100"),
      ],
      discussion: """
        'lesson list' names the lessons and 'lesson start NAME' begins one, or resumes \
        it where it was left. Demonstrations are run with 'lesson next', tasks are yours to \
        solve: any way to the goal counts. 'lesson' alone tells where you are. More in 'help lessons'.
        """,
      examples: [
        .init("lesson list", "what there is to learn"),
        .init("lesson start cells", "the first one"),
        .init("lesson start cells; lesson next", "its first demonstration"),
      ],
      errors: [
        "impossible: the task is not done yet, or the lessons cannot be found",
        "nothing-to-do: no lesson is running",
      ],
      run: { session, call throws(CommandError) in try session.lesson(call) }),
    .legacy(
      name: "source", group: .shell, summary: "run the commands of a file",
      parameters: [Parameter("FILE", .file)],
      discussion: """
        The file's name is relative to the file that names it. The first command that fails stops \
        it.
        """,
      examples: [
        .init("source Datasets/tour.shelf", "run the tour"),
        .init("source Datasets/tour.shelf; view", "and look at where it ended"),
      ],
      errors: ["file: it cannot be read, or the files name each other in a circle"],
      run: { session, call throws(CommandError) in try session.source(call) }),
    .legacy(
      name: "undo", group: .shell, summary: "take back the last change to the table",
      parameters: [Parameter("N", .count, optional: true)],
      examples: [
        .init("down 2; undo", "a scroll"),
        .init("filter Views > 20000; sort by Title; undo 2", "two"),
      ],
      errors: ["nothing-to-do: nothing was changed yet"], related: ["redo"],
      run: { session, call throws(CommandError) in try session.undo(call) }),
    .legacy(
      name: "redo", group: .shell, summary: "do again what was undone",
      parameters: [Parameter("N", .count, optional: true)],
      examples: [
        .init("down 2; undo; redo", "the scroll again"),
        .init("sort by Title; undo; redo", "the order again"),
      ],
      related: ["undo"], run: { session, call throws(CommandError) in try session.redo(call) }),
    .legacy(
      name: "repeat", group: .shell, summary: "run a command several times",
      parameters: [Parameter("N", .count), Parameter("COMMAND", .text)],
      examples: [
        .init("repeat 3 down", "three rows, one at a time"),
        .init("repeat 2 right 2", "four items in two frames"),
      ],
      effect: .none, run: { session, call throws(CommandError) in try session.repeatCommand(call) }),
    .legacy(
      name: "clear", group: .shell, summary: "clear the screen",
      discussion:
        "At a prompt; Ctrl-L does the same while a line is edited. Elsewhere nothing happens.",
      examples: [.init("clear", "an empty screen"), .init("clear; view", "only the viewport")],
      related: ["view"], run: { _, _ in .next(.clearScreen) }),
    .legacy(
      name: "echo", group: .shell, summary: "print text",
      parameters: [Parameter("TEXT", .text, optional: true)],
      examples: [.init("echo ready", "a word"), .init("echo", "an empty line")],
      run: { _, call in
        Output(verbatim: call.arguments.count == 1 ? call.arguments[0].text : call.rest().text)
      }),
    .legacy(
      name: "expect", group: .shell, summary: "fail unless a condition holds",
      parameters: [Parameter("CONDITION", .predicate)],
      discussion: """
        A predicate over the numbers of `stats` and `count` and the state: created, reused, \
        recycled, pooled, visible, requests, highWater (of the items, or of the rows in a plain \
        table; rows.created and items.created name the table), count (the records shown; also \
        rows.count, items.count), sections, offset, focus, selected, marked. Passes silently.
        """,
      examples: [
        .init("expect created <= 60", "few cells"),
        .init("select 0.0.3; expect selected CONTAINS \"0.0.3\"", "the selection"),
      ],
      errors: ["expectation-failed: with what was expected and what was found"],
      related: ["stats", "count"],
      run: { session, call throws(CommandError) in try session.expect(call) }),
    .legacy(
      name: "quit", aliases: ["exit", "q"], group: .shell, summary: "leave the shell",
      parameters: [Parameter("STATUS", .count, optional: true)],
      options: [CommandOption("force", nil, "leave unsaved changes behind without being asked")],
      discussion: """
        Where changes to a file of yours are not saved, the prompt asks first: `save FILE` keeps \
        them, `quit` again or Ctrl-D again leaves without them. Scripts and pipes are not asked; a \
        note at their end says what was not saved.
        """,
      examples: [
        .init("quit", "leave"), .init("quit 2", "leave with an exit status"),
        .init("update 0.0.0 Title=draft; quit --force", "leave, whatever was changed"),
      ],
      related: ["save", "undo"],
      run: { session, call throws(CommandError) in try session.quit(call) }),
  ]
}
