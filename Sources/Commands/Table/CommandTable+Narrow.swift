extension CommandTable {
  static let narrowCommands: [Entry] = [
    .legacy(
      name: "filter", group: .narrow, summary: "keep the records for which a predicate is true",
      parameters: [Parameter("PREDICATE", .predicate, optional: true)],
      options: [
        CommandOption("flat", nil, "show what is left as one list, until `filter off`")
      ],
      discussion: """
        Takes an NSPredicate format string. Items, rows and sections that lose everything \
        disappear; `filter off` brings them back, `filter` alone says what is on. See 'help \
        predicates'. A note says which keys no record has, and how many values could not be compared \
        or cast; under `set strict on` these are errors.
        With --flat the matches are in one section without an index, as the results of a search \
        bar do; `filter off` brings the table back with its sections, its scroll position and \
        its selection.
        """,
      examples: [
        .init("filter Views > 20000", "by number"),
        .init("filter Title BEGINSWITH[c] \"the\" OR Title CONTAINS[cd] \"cafe\"", "by text"),
        .init(
          "filter price < 20 AND NOT (countryOfOrigin IN {\"Peru\", \"Chile\"})",
          "with a list and NOT", on: "catalog.json"),
        .init("filter Views > 20000; filter off", "on and off"),
        .init(
          "index by name; filter --flat name BEGINSWITH[c] \"ma\"; filter off",
          "as a search bar does", on: "catalog.json"),
      ],
      errors: ["predicate-syntax: with the place and what was expected"],
      related: ["search", "count", "sort"], effect: .change,
      run: { session, call throws(CommandError) in try session.filter(call) }),
    .legacy(
      name: "search", group: .narrow, summary: "keep the records that contain a string",
      parameters: [Parameter("TEXT [in FIELD]", .text, optional: true)],
      discussion: """
        Looks in every field and in the titles of rows and sections, or in one field, regardless \
        of case and accents. Quotes are not part of the text: `search "off"` looks for that word. \
        `search off` ends it.
        """,
      examples: [
        .init("search market", "in every field"),
        .init("search lamp in name", "in one field", on: "catalog.json"),
        .init("search market; search off", "on and off"),
      ],
      related: ["filter", "find"], effect: .change,
      run: { session, call throws(CommandError) in try session.search(call) }),
    .legacy(
      name: "sort", group: .narrow, summary: "order records by keys",
      parameters: [
        Parameter("by", .choice(["by", "sections", "off"]), optional: true),
        Parameter("KEY [desc]", .key, optional: true, repeated: true),
      ],
      discussion: """
        Orders the items of each row, and plain rows within their section. Several keys are \
        separated by commas; missing values come last. KEY may lead through lists, as in \
        predicates: `tags.@count` or `tags[SIZE]` is the number of tags, `items.@max.price` the highest \
        price; a field of nothing but lists and records has no order. The \
        focus stays on its record, and that stays in view. `sort sections` orders the sections by their titles, `sort \
        sections desc` backwards. `sort off` restores the data's order.
        """,
      examples: [
        .init("sort by Title", "by text"),
        .init("sort by price desc, name", "by two keys", on: "catalog.json"),
        .init("sort by Title; sort off", "on and off"),
        .init("sort sections desc", "sections from Z to A"),
      ],
      errors: ["unknown-key: no record has the key"], related: ["filter", "group"],
      effect: .change, run: { session, call throws(CommandError) in try session.sort(call) }),
    .legacy(
      name: "group", group: .narrow, summary: "make a section for each value of a key",
      parameters: [
        Parameter("by", .choice(["by", "off"]), optional: true),
        Parameter("KEY", .key, optional: true),
      ],
      options: [
        CommandOption("strips", nil, "one row of items per section, instead of a row per record")
      ],
      examples: [
        .init("group by manufacturer", "a section each", on: "catalog.json"),
        .init("group by level --strips", "as shelves", on: "service.ndjson"),
        .init("group by level; group off", "on and off", on: "service.ndjson"),
      ],
      related: ["index", "flatten"], effect: .change,
      run: { session, call throws(CommandError) in try session.group(call) }),
    .legacy(
      name: "index", group: .narrow, summary: "make sections A to Z, or go to a letter of them",
      parameters: [
        Parameter("by", .choice(["by", "off"])), Parameter("KEY", .key, optional: true),
      ],
      discussion: """
        `index by KEY` collates records by their first letter into sections A to Z and # and \
        shows the letters along the right edge. `index LETTER` goes to that section, or to the \
        next that has rows. Accessories are hidden while the index is shown.
        """,
      examples: [
        .init("index by name", "collate products", on: "catalog.json"),
        .init("index by name; index M", "go to a letter", on: "catalog.json"),
        .init("index by name; index off", "on and off", on: "catalog.json"),
      ],
      related: ["group", "goto"], effect: .change,
      run: { session, call throws(CommandError) in try session.index(call) }),
    .legacy(
      name: "flatten", group: .narrow, summary: "show all records as plain rows of one section",
      parameters: [Parameter("off", .choice(["off"]), optional: true)],
      examples: [.init("flatten", "one flat list"), .init("flatten; flatten off", "and back")],
      related: ["group", "shape"], effect: .change,
      run: { session, call throws(CommandError) in try session.flatten(call) }),
    .legacy(
      name: "shape", group: .narrow, summary: "say how the document maps to the table",
      parameters: [Parameter("off", .choice(["off"]), optional: true)],
      options: shapeOptions,
      discussion: """
        Each path is relative to the one above it; a level that is not given is not taken from \
        the data. `shape` alone says what is on, `shape off` infers again. See 'help shapes'.
        """,
      examples: [
        .init("shape", "say how the document was understood"),
        .init(
          "shape --sections SELF --items articles --title description", "a shelf per entry",
          on: "filmstrip.json"),
        .init("shape --rows SELF; shape off", "state it, then infer again", on: "rows.json"),
      ],
      errors: ["data: a path leads nowhere (with the nearest key)"],
      related: ["group", "flatten", "open"], effect: .change,
      run: { session, call throws(CommandError) in try session.shape(call) }),
  ]
}
