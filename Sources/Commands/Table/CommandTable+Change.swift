extension CommandTable {
  private static let halves = [
    CommandOption("only-data", nil, "change the data and do not tell the table"),
    CommandOption("only-table", nil, "tell the table and do not change the data"),
  ]

  static let changeCommands: [Entry] = [
    .legacy(
      name: "insert", group: .change, summary: "insert an item, a row or a section",
      parameters: [
        Parameter("ADDRESS", .address), Parameter("JSON", .text, optional: true),
      ],
      options: halves,
      discussion: """
        The address is the place after the insertion. An item or a plain row is any JSON value; \
        `{"title": "New", "items": [...]}` or a list is a row of items where rows are such; \
        `{"title": "New", "rows": [...]}` is a section. JSON has no dates: where one is meant, write \
        `CAST("2024-05-01", "NSDate")`, as in predicates. The file is not touched: edits lie over \
        it, `undo` takes them back.
        The table is told, so cells of rows that stay are moved and not asked for again. With \
        --only-table or --only-data one half is left out, which a table view does not forgive.
        """,
      examples: [
        .init("insert 0.0.1 {\"Title\": \"Late news\", \"Views\": 7}", "an item"),
        .init("insert 0.3 {\"title\": \"New\"}; view", "a plain row", on: "rows.json"),
        .init("insert 1 {\"title\": \"Local\", \"items\": [{\"Title\": \"Fair\"}]}", "a section"),
      ],
      errors: ["refused-update: the counts do not add up, with what they are"],
      related: ["delete", "move", "update", "batch"], effect: .change,
      run: { session, call throws(CommandError) in try session.insert(call) }),
    .legacy(
      name: "delete", group: .change, summary: "delete items, rows or sections",
      parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
      options: halves,
      discussion: "All addresses are places before the deletion. The file is not touched.",
      examples: [
        .init("delete 0.2..4", "three rows at once", on: "rows.json"),
        .init("delete Science.0.1", "an item"), .init("delete 2; undo", "a section, and back"),
      ],
      errors: ["no-such-place: out of range"], related: ["insert", "batch"], effect: .change,
      run: { session, call throws(CommandError) in try session.delete(call) }),
    .legacy(
      name: "move", group: .change, summary: "move an item, a row or a section",
      parameters: [Parameter("FROM", .address), Parameter("TO", .address)],
      options: halves,
      discussion: """
        FROM is the place before the move, TO the place after it. Rows can go to any section, items \
        to any row; the cell of what stays in the table goes along.
        """,
      examples: [
        .init("move 0.4 0.0; trace", "no cell is made", on: "rows.json"),
        .init("move 0.0.5 1.0.0", "an item to another row"), .init("move 3 0", "a section"),
      ],
      errors: ["refused-update: TO is beyond the end"], related: ["insert", "delete"],
      effect: .change, run: { session, call throws(CommandError) in try session.move(call) }),
    .legacy(
      name: "update", group: .change, summary: "change a record, or a title",
      parameters: [
        Parameter("ADDRESS", .address), Parameter("KEY=VALUE...", .text, optional: true),
      ],
      options: halves,
      discussion: """
        Values are JSON where they can be read as such, else text; quotes make anything text. \
        A date stays one where the new value reads as a date, 2024-05-01 or 2024-05-01T12:00:00Z; \
        a new one is `KEY=CAST("2024-05-01", "NSDate")`. \
        A value in JSON alone takes the record's place. For a section or a row of items \
        `title=TEXT` changes the title. `KEY+=NUMBER` adds to a number, from 0 where there is \
        none. The cell is reconfigured: none is made, unless the reuse identifier changes.
        """,
      examples: [
        .init("update 0.0.1 Title=\"Fresh news\" Views=12", "two fields"),
        .init("update 0.3 {\"title\": \"All new\", \"colour\": \"red\"}", "all", on: "rows.json"),
        .init("update 0.0.1 Views+=1", "a counter goes up"),
        .init("update 0.0.1 Seen=CAST(\"2024-05-01\", \"NSDate\")", "a date"),
        .init("update 1 title=Trade", "a section's title"),
      ],
      errors: ["bad-value: neither KEY=VALUE nor JSON"], related: ["insert", "reconfigure"],
      effect: .change, run: { session, call throws(CommandError) in try session.update(call) }),
    .legacy(
      name: "batch", group: .change, summary: "make several changes together, in one frame",
      parameters: [
        Parameter("STEP", .choice(["begin", "commit", "rollback"]), optional: true)
      ],
      discussion: """
        After `batch begin` changes are collected. `batch commit` makes them as a table view \
        does, whatever their order: what is deleted, updated or moved away is named by places \
        before the batch, what is inserted or moved to by places after it. Ranges are checked \
        first, then the counts; a batch that is refused is rolled back as a whole. Settings and \
        styles given meanwhile share the one frame. `batch` alone lists what was collected.
        """,
      examples: [
        .init("batch begin; delete 0.0; insert 0.4; batch commit", "two", on: "rows.json"),
        .init("batch begin; delete 0.0; batch; batch rollback", "look, then drop", on: "rows.json"),
        .init("batch begin; style value1; set row-height 2; batch commit", "one frame"),
      ],
      errors: [
        "refused-update: out of range, or the counts do not add up", "in-batch: commit first",
      ],
      related: ["insert", "delete", "move", "update"], effect: .change,
      run: { session, call throws(CommandError) in try session.changeInBatch(call) }),
    .legacy(
      name: "apply", group: .change, summary: "show another version of the data by its differences",
      parameters: [Parameter("FILE", .file)],
      options: [
        CommandOption("id", Parameter("KEY", .key), "the key that names a record"),
        CommandOption(
          "format", Parameter("NAME", .choice(["json", "ndjson", "plist"])),
          "take the file for this format"),
      ],
      discussion: """
        Compares the records that are shown with those of a file by their identities, tells the \
        table what was deleted, inserted and moved, and reconfigures what changed inside. Prints \
        the script. Without --id a common key is used (id, uuid, ...) if it is there and unique, \
        else whole records are compared. What stands beside the records is not compared; where it \
        is another one, a line says so. All of the data becomes the other version: where a filter, an \
        order or a grouping shows part of it, a line counts the differences in all of it.
        """,
      examples: [
        .init("open generated:rows=9; apply generated:rows=12", "three rows more"),
        .init("apply Datasets/rows.json --id title", "nothing differs", on: "rows.json"),
      ],
      errors: ["engine: identities are not unique", "data: the file can't be read"],
      related: ["reload", "batch"], effect: .change,
      run: { session, call throws(CommandError) in try session.apply(call) }),
  ]
}
