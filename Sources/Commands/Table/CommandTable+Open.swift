extension CommandTable {
  static let shapeOptions: [CommandOption] = [
    CommandOption(
      "sections", Parameter("PATH", .key), "the key path of the sections, from the root"),
    CommandOption(
      "rows", Parameter("PATH", .key), "the key path of the rows, relative to a section"),
    CommandOption("items", Parameter("PATH", .key), "the key path of the items, relative to a row"),
    CommandOption("title", Parameter("KEY", .key), "the key that titles sections and rows"),
  ]

  static let databaseOptions: [CommandOption] = [
    CommandOption("table", Parameter("NAME", .text), "the table or view of a database"),
    CommandOption("query", Parameter("SQL", .text), "a query over a database that only reads"),
    CommandOption(
      "group-by", Parameter("COLUMN", .text), "the column of a database that makes sections"),
  ]

  static let openCommands: [Entry] = [
    .legacy(
      name: "open", group: .open, summary: "open a file as a table",
      parameters: [Parameter("FILE", .file)],
      options: [
        CommandOption(
          "format", Parameter("NAME", .choice(SessionEnvironment.formatNames)),
          "take the file for this format, whatever it looks like")
      ] + shapeOptions + databaseOptions,
      discussion: """
        Opens JSON, NDJSON or a property list (XML, binary, old text), infers how it maps to \
        sections, rows and items, and says so in one line. The name of a bundled dataset will \
        do for its path, and `bundled:NAME` means it whatever files there are. What was open is closed; if \
        the file cannot be opened it stays. `~/` at the start of a name is your home; in quotes, or as \
        `\\~/`, it is a folder of that name.
        A SQLite database shows its tables, and `push` opens one; a database of one table shows \
        that at once. It is read only, in windows, and never written.
        `open generated:sections=2,rows=1000,items=20` makes up data of any size.
        Half of a surrogate pair, which JSON can escape but no text can hold, is read as U+FFFD, and so \
        it is shown and written. A note says so, except for files of more than 16 MiB.
        """,
      examples: [
        .init("open Datasets/pulse.plist", "open a bundled dataset"),
        .init("open Datasets/api.json --rows harbours --title name", "say where the rows are"),
        .init(
          "open Datasets/catalog.sqlite --group-by manufacturer",
          "open a database's table with a section for each manufacturer"),
        .init("open generated:rows=1000000,items=20", "open a million rows made up on demand"),
      ],
      errors: ["data: the file is missing, unreadable or malformed (with line and column)"],
      related: ["shape", "datasets", "reload", "close"], effect: .open,
      run: { session, call throws(CommandError) in try session.open(call) }),
    .legacy(
      name: "reload", group: .open, summary: "reload the data, or some rows of it",
      parameters: [
        Parameter("rows", .choice(["rows"]), optional: true),
        Parameter("ADDRESS", .row, optional: true, repeated: true),
      ],
      discussion: """
        Reads the file again if it changed, then reloads the table's data: cells are reused, the \
        offset stays, the selection goes. `reload rows ADDRESS...` reloads single rows, which \
        asks for a new cell before the old one is pooled. A table with changes of its own stays as \
        it is: `undo` takes the changes back, `open` reads the file anew.
        """,
      examples: [
        .init("reload", "reload everything that is visible"),
        .init("reload rows 0.0", "reload one row"),
      ],
      related: ["reconfigure", "reset"], effect: .change,
      run: { session, call throws(CommandError) in try session.reload(call) }),
    .legacy(
      name: "close", group: .open, summary: "close the table",
      examples: [
        .init("close", "close what is open"),
        .init("close; open Datasets/rows.json", "close it and open another"),
      ], related: ["open"], effect: .change,
      run: { session, _ throws(CommandError) in try session.close() }),
    .legacy(
      name: "datasets", group: .open, summary: "list the bundled datasets",
      examples: [
        .init("datasets", "list them"),
        .init("datasets; open filmstrip.json", "list them and open one by its name"),
      ], related: ["open"], run: { session, _ in session.listDatasets() }),
    .legacy(
      name: "save", group: .open, summary: "save the table with its changes to a file",
      parameters: [Parameter("FILE", .file)],
      options: [
        CommandOption(
          "format", Parameter("NAME", .choice(Session.savedFormats.map(\.rawValue))),
          "the format, when the file's name does not say"),
        CommandOption("force", nil, "replace a file that exists"),
        CommandOption("pushed", nil, "only the value that was pushed, not the whole document"),
      ],
      discussion: """
        Writes the document with what was inserted, deleted, moved and updated, at the places where \
        that was done, inside pushed values as well. All else stays what it is: lists are lists, dictionaries have their keys in \
        their order, what is beside the table and the fields of sections and rows are kept, and \
        numbers keep their text. Filters, sorting and grouping change what is shown, not what is \
        saved, and a note says so; `export` writes what is shown. What has no place in the document \
        is reported as well: titles in lists that name nothing, null in a property list. Edits that \
        don't fit the document at all, such as a second section where the document is the only \
        one, are saved as sections, rows and items under these names. A table of a database \
        becomes a list of its records. JSON and property lists hold any table, NDJSON a \
        list of plain rows. The file is written whole or not at all, and what is open stays open.
        """,
      examples: [
        .init(
          "update 0.0 colour=teal; delete 0.2; save - --format ndjson", "the rows as JSON",
          on: "rows.json"),
        .init(
          "delete 0.0.0; save shorter.json; open shorter.json",
          "a dictionary of lists stays one, in another format"),
      ],
      errors: [
        "file: it exists (use --force), or the folder cannot be written",
        "data: the format can't hold the table, as null in a property list's list",
      ],
      related: ["export", "apply", "open"],
      run: { session, call throws(CommandError) in try session.save(call) }),
    .legacy(
      name: "export", group: .open, summary: "write what is shown to a file",
      parameters: [Parameter("FILE", .file)],
      options: [
        CommandOption(
          "format", Parameter("NAME", .choice(Session.ExportFormat.allCases.map(\.rawValue))),
          "the format, when the file's name does not say"),
        CommandOption("force", nil, "replace a file that exists"),
        CommandOption(
          "keys", Parameter("NAME", .text), "a name for a first field with the key of each record"),
        CommandOption("safe-csv", nil, "keep spreadsheets from taking texts for formulas"),
      ],
      discussion: """
        Writes the records that are shown (after filters, in the order shown) as json, ndjson, \
        csv or plist, or the viewport as text or as a picture: svg is a drawing, html a page that can be \
        read, searched and heard; both are light or dark as the reader prefers and need nothing \
        beside them. `-` writes to standard output. Files are written atomically.

        The records are written as they are in the data. In a dictionary the key of a record is \
        not part of it, so no field is made of it unless it is named: `--keys country` puts it \
        first, as `country`. For a record in a list it is the title of the list around it. Where \
        records have keys and no name is given, a note says so. In csv the columns are the fields of \
        all records in order of first appearance; what is not a record goes in a column of its own, \
        `value`. Data is written in base64, null as nothing in csv, infinity and "not a number" as \
        null in json, and a note counts those.

        Characters that hide, or act on a terminal, are written as the format's own escapes in json, \
        ndjson and plist (`\\u202e`, `&#x202E;`), so the data is the same and nothing acts. csv has \
        no escapes and carries every byte as it is; on a terminal `export -` refuses records with \
        such characters, and `--force` shows them nevertheless. `--safe-csv` puts an apostrophe \
        before texts that begin with `=`, `+`, `-`, `@`, a tab or a line break, which a spreadsheet \
        would run as a formula; numbers stay numbers. Under --json `export -` answers with the lines \
        as they are: with a line feed behind each they are the export again.
        """,
      examples: [
        .init("filter Views > 40000; export - --format ndjson", "print records, one per line"),
        .init("export - --format csv", "print a table for a spreadsheet", on: "rows.json"),
        .init(
          "filter Views > 45000; export - --format csv --keys section",
          "the key of each record, first"),
        .init("export - --format csv --safe-csv", "a table without formulas", on: "rows.json"),
        .init("select 0.0.1; export - --format svg", "draw the viewport as a picture"),
        .init("goto 0.40; export - --format html", "the viewport as a page", on: "catalog.json"),
      ],
      errors: ["file: it exists (use --force), or the folder cannot be written"],
      related: ["save", "show", "view"],
      run: { session, call throws(CommandError) in try session.export(call) }),
  ]
}
