extension CommandTable {
  private static let json = CommandOption("json", nil, "print JSON for machines")

  static let lookCommands: [Entry] = [
    .legacy(
      name: "view", aliases: ["v"], group: .look, summary: "print the viewport",
      options: [
        CommandOption("table", nil, "the viewport alone, without title and reuse lines"),
        CommandOption(
          "layers", Parameter("NAMES", .choice(["text", "style", "id", "background"])),
          "aligned grids: what is written, how it is styled, which cell is there"),
        json,
      ],
      discussion: """
        Prints the visible part of the table as plain text, the same bytes for the same state, \
        never wider than the viewport. The two lines below it count what the recycling table \
        view did.
        """,
      examples: [
        .init("view", "print the viewport"),
        .init("down 1; right 2; view --table", "scroll both ways, then look"),
        .init("view --layers text,id", "see which cell object is where"),
      ],
      related: ["stats", "status", "show"],
      run: { session, call throws(CommandError) in try session.view(call) }),
    .legacy(
      name: "show", group: .look, summary: "print a whole record",
      parameters: [Parameter("ADDRESS", .address, optional: true)], options: [json],
      discussion: """
        Prints the record at an address, or the focused one, with every field and with \
        numbers exactly as they are in the data. With `--json` it is the `record` of \
        an answer that says its address, too.
        """,
      examples: [
        .init("show 0.0.3", "the fourth item of the first row"),
        .init("show Science.0.-1", "the last item of a section, by its title"),
      ],
      errors: ["no-such-place: the address is out of range"], related: ["push", "view"],
      run: { session, call throws(CommandError) in try session.show(call) }),
    .legacy(
      name: "count", group: .look, summary: "count sections, rows and items",
      parameters: [Parameter("where PREDICATE", .predicate, optional: true)], options: [json],
      discussion: """
        Counts what is shown, and everything too when a filter is on. Records are items, and rows \
        without items; where a table has both, they are counted, too. `count where PREDICATE` \
        counts the shown records for which the predicate is true, without filtering.
        """,
      examples: [
        .init("count", "count everything"),
        .init("count where Views > 20000", "count without filtering"),
      ],
      related: ["filter", "summarize"],
      run: { session, call throws(CommandError) in try session.count(call) }),
    .legacy(
      name: "status", group: .look, summary: "show what is open and how it is set",
      options: [json],
      discussion: """
        A file that was written to, replaced or removed since it was read is reported as well: up \
        to 16 MiB, what was read stays as it was until `reload`; larger files and databases cannot \
        be read any further.
        """,
      examples: [
        .init("status", "source, shape, filter, focus, changed settings"),
        .init("filter Views > 20000; status --json", "the same for machines"),
      ],
      related: ["set", "stats"],
      run: { session, call throws(CommandError) in try session.status(call) }),
    .legacy(
      name: "schema", group: .look, summary: "list the fields with kinds and ranges",
      options: [json],
      discussion: """
        Reads every record and lists its fields: the kinds of their values and the share of \
        each, how many are null or lack the field, the smallest and the largest, how many \
        different ones (`1,000+` when there are more). With --json the shares are counts, and \
        `distinctIsExact` is false where there are more different values than `distinct` says.
        """,
      examples: [
        .init("schema", "the fields of the table", on: "catalog.json"),
        .init("schema --json", "the same for machines", on: "service.ndjson"),
      ],
      related: ["describe", "distinct"],
      run: { session, call throws(CommandError) in try session.schema(call) }),
    .legacy(
      name: "describe", group: .look, summary: "describe one field",
      parameters: [Parameter("FIELD", .key)], options: [json],
      discussion: """
        Says what `schema` says of the field, and for numbers their sum, mean and deviation, for \
        text its length, and which values come up most. With --json nothing is rounded.
        """,
      examples: [
        .init("describe price", "range and kinds of a number", on: "catalog.json"),
        .init("describe Source", "and of text"),
      ],
      errors: ["unknown-key: no record has the field"], related: ["schema", "distinct"],
      run: { session, call throws(CommandError) in try session.describe(call) }),
    .legacy(
      name: "distinct", group: .look, summary: "count the different values of a field",
      parameters: [Parameter("FIELD", .key), Parameter("N", .count, optional: true)],
      options: [json],
      discussion: """
        The most frequent come first; with N only so many are listed, and the others counted. \
        FIELD may lead through lists, as in predicates: `tags.name` are the names of all tags of a \
        record, `tags.@count` is their number. Lists and records are written as JSON and data by its \
        bytes; text is quoted where there are values of other kinds too.
        """,
      examples: [
        .init("distinct Source", "which sources, how often"),
        .init("distinct manufacturer 3", "the three with most products", on: "catalog.json"),
        .init("distinct level", "log levels, most frequent first", on: "service.ndjson"),
      ],
      related: ["group", "summarize"],
      run: { session, call throws(CommandError) in try session.distinct(call) }),
    .legacy(
      name: "summarize", group: .look, summary: "sum up a field by the values of another",
      parameters: [
        Parameter("FIELD", .key), Parameter("by", .choice(["by"])), Parameter("KEY", .key),
      ], options: [json],
      discussion: """
        A line for each value of KEY, in order: its records, and what the numbers of FIELD come \
        to. With --json means are not rounded, and `deviation` is given, too.
        """,
      examples: [
        .init("summarize price by manufacturer", "count, sum, mean, range", on: "catalog.json"),
        .init("summarize Views by Source", "how much each source is read"),
      ],
      related: ["group", "distinct"],
      run: { session, call throws(CommandError) in try session.summarize(call) }),
    .legacy(
      name: "find", group: .look,
      summary: "move the focus to the next record that contains a string",
      parameters: [Parameter("TEXT", .text)],
      discussion: """
        Looks through every field from the focus on, and through the titles of rows and sections, \
        regardless of case and accents, and starts again at the top. `next` and `previous` go on, \
        after a filter or a sort as well. Text that stands beside the table is pointed to. \
        Quotes around the whole text are not part of it, as in `search`; escapes work inside them.
        """,
      examples: [
        .init("find storm", "the first record after the focus with that word"),
        .init("find the; next; previous", "go on, and back"),
      ],
      related: ["search", "filter"], effect: .change,
      run: { session, call throws(CommandError) in try session.find(call) }),
    .legacy(
      name: "next", group: .look, summary: "go to the next match of find",
      examples: [
        .init("find the; next", "the second match"),
        .init("find the; next; next", "the third"),
      ], related: ["find", "previous"], effect: .change,
      run: { session, _ throws(CommandError) in try session.findAgain(forward: true) }),
    .legacy(
      name: "previous", group: .look, summary: "go to the previous match of find",
      examples: [
        .init("find the; previous", "the last match in the table"),
        .init("find the; next; previous", "there and back"),
      ], related: ["find", "next"], effect: .change,
      run: { session, _ throws(CommandError) in try session.findAgain(forward: false) }),
  ]
}
