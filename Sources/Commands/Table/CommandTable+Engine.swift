extension CommandTable {
  static let engineCommands: [Entry] = bookCommands + policyCommands

  private static let bookCommands: [Entry] = [
    .legacy(
      name: "stats", group: .engine, summary: "print what the recycling engine counted",
      options: [
        CommandOption("json", nil, "print JSON for machines"),
        CommandOption("reset", nil, "start counting again"),
        CommandOption("plot", nil, "draw the cells of every frame as a chart"),
      ],
      discussion: """
        For the rows and for the items of all strips, by reuse identifier: cells asked for, \
        created, reused and the hit rate, recycled, pooled now and at most, visible, alive; how \
        often the data source and delegate were called; cells that show what belongs to another \
        row. Then what the frames cost, and what happened since the last `stats`.
        `--plot` draws over the frames what was created and reused, and what lay in pools; where \
        there are more frames than columns, neighbours are added up.
        """,
      examples: [
        .init("down 3; stats", "after a few scrolls"),
        .init("stats; down 1; stats", "the second tells what the scroll did"),
        .init("stats --json", "for machines"),
        .init("down 3; up 3; stats --plot", "see when cells began to be reused"),
      ],
      related: ["trace", "explain", "compare", "expect"],
      run: { session, call throws(CommandError) in try session.stats(call) }),
    .legacy(
      name: "trace", group: .engine, summary: "print which cells were created and reused",
      options: [
        CommandOption("all", nil, "from the beginning, not since the last trace"),
        CommandOption("verbose", nil, "every event, with its frame"),
        CommandOption("json", nil, "print JSON, one line per event"),
        CommandOption("timeline", Parameter("FILE", .file), "draw a lane for each cell, as SVG"),
        CommandOption("of", Parameter("TABLE", .choice(["rows", "items"])), "of one table only"),
        CommandOption("force", nil, "replace a file that exists"),
      ],
      discussion: """
        A timeline has a lane for each cell object and in it a box for each row or item that the \
        cell served, from the frame in which it came to that in which it left, in groups by the \
        pool that the cells share. `--of` leaves out the rows or the items of strips; `-` for the \
        file writes to standard output. Long histories are cut, and the drawing says where.
        """,
      examples: [
        .init("trace; down 1; trace", "what one scroll did"),
        .init("down 1; trace --verbose", "with recycling and display events"),
        .init("trace --all --json", "everything, for machines"),
        .init("down 4; trace --timeline - --of rows", "which cell served which row, as a drawing"),
      ],
      related: ["stats", "explain"],
      run: { session, call throws(CommandError) in try session.trace(call) }),
    .legacy(
      name: "reset", group: .engine, summary: "start the engine afresh",
      discussion: """
        Empties pools, statistics and offsets, and makes a first frame. The focus goes to the first \
        place.
        """,
      examples: [
        .init("reset; stats", "only the first frame counts"),
        .init("down 3; reset", "back at the top with new cells"),
      ],
      related: ["reload", "stats"], effect: .change,
      run: { session, _ throws(CommandError) in try session.reset() }),
    .legacy(
      name: "reconfigure", group: .engine, summary: "refill visible cells",
      parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
      discussion: "Asks for the content again on the cells that are there: none is made or reused.",
      examples: [
        .init("reconfigure", "all visible cells"), .init("reconfigure 0.0.1", "one cell"),
      ],
      related: ["reload"], effect: .change,
      run: { session, call throws(CommandError) in try session.reconfigure(call) }),
    .legacy(
      name: "memory-warning", group: .engine, summary: "empty all pools",
      examples: [
        .init("bottom; memory-warning; stats", "pooled cells are gone"),
        .init("memory-warning", "visible cells stay"),
      ],
      related: ["stats"], effect: .change,
      run: { session, _ throws(CommandError) in try session.memoryWarning() }),
  ]
}
