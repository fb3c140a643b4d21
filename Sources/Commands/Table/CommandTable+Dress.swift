import TableEngine

extension CommandTable {
  static let cellActions = ["load", "list", "show", "unload"]
  static let styleNames = ["default", "value1", "value2", "subtitle"]
  static let accessoryNames = ["none", "disclosure", "detail", "detail-disclosure", "checkmark"]

  static let colourNames = CellColour.allCases.map(\.rawValue) + ["none", "off"]

  static let dressCommands: [Entry] = [
    .legacy(
      name: "style", group: .dress, summary: "dress cells in a style, built in or from a file",
      parameters: [
        Parameter("STYLE", .style),
        Parameter("[for ADDRESS] [where PREDICATE]", .text, optional: true),
      ],
      discussion: """
        default: image and text; value1: detail right-aligned; value2: text in a right-aligned \
        column, detail beside it; subtitle: detail below. Any other word names a layout (see \
        `cell`). `for` limits it to addresses, `where` to records; the last rule that fits \
        wins. Visible cells are reconfigured and none is made, unless a layout is involved: \
        its cells have a reuse identifier of their own.
        """,
      examples: [
        .init("style subtitle", "all cells"),
        .init("style value1 for 1", "one section"),
        .init("style subtitle where Views > 20000", "some records"),
        .init("style Cell1 where kind == \"Cell1\"", "by a layout", on: "cells.json"),
      ],
      related: ["accessory", "cell", "fields"], effect: .change,
      run: { session, call throws(CommandError) in try session.style(call) }),
    .legacy(
      name: "cell", group: .dress, summary: "load a file that describes a cell, as a style",
      parameters: [
        Parameter("load|list|show|unload", .choice(cellActions), optional: true),
        Parameter("FILE|NAME", .layout, optional: true),
      ],
      discussion: """
        A layout file names the subviews of a cell, where they are and what they show; \
        `help layouts` describes the format. `cell load` reads one and makes it a \
        style of its name; layouts that come with the program are loaded by `style` itself.
        """,
      examples: [
        .init("cell load Cell1", "a bundled one", on: "cells.json"),
        .init("cell list", "what is loaded and bundled"),
        .init("cell show product", "the views of one", on: "catalog.json"),
        .init("cell load Cell2; style Cell2; cell unload Cell2", "and back", on: "cells.json"),
      ],
      errors: ["layout: line, column and what is wrong with the file"],
      related: ["style", "overlay", "trace"], effect: .change,
      run: { session, call throws(CommandError) in try session.cell(call) }),
    .legacy(
      name: "accessory", group: .dress, summary: "put an accessory at the right edge of cells",
      parameters: [
        Parameter("ACCESSORY", .choice(accessoryNames + ["off"])),
        Parameter("[for ADDRESS] [where PREDICATE]", .text, optional: true),
      ],
      discussion: """
        A disclosure says that selecting leads on, a detail button answers a tap of its own, a \
        checkmark shows a choice.
        """,
      examples: [
        .init("accessory disclosure", "all cells"),
        .init("accessory checkmark for 0.0.2", "one cell"),
        .init("accessory detail where Views > 20000", "some records"),
      ],
      related: ["style", "tap-accessory"], effect: .change,
      run: { session, call throws(CommandError) in try session.accessory(call) }),
    .legacy(
      name: "indent", group: .dress, summary: "indent cells by levels",
      parameters: [
        Parameter("LEVEL", .choice(["0", "1", "2", "off"])),
        Parameter("[for ADDRESS] [where PREDICATE]", .text, optional: true),
      ],
      discussion: """
        Plain rows only: each level moves the content to the right, as the indentation level of \
        a table's cell does; the device says how far.
        """,
      examples: [
        .init("indent 1 for 0.3", "one row", on: "rows.json"),
        .init("indent 2 where price > 50; indent off", "some, and back", on: "catalog.json"),
      ],
      related: ["style", "background"], effect: .change,
      run: { session, call throws(CommandError) in try session.indent(call) }),
    .legacy(
      name: "background", group: .dress, summary: "give cells a background colour",
      parameters: [
        Parameter("COLOUR", .choice(colourNames)),
        Parameter("[for ADDRESS] [where PREDICATE]", .text, optional: true),
      ],
      discussion: """
        Seen on a terminal with colours, and by letters in `view --layers background`. What the \
        table, its strips, selected cells and labels have behind them is painted too while \
        `set label-background` says what becomes of a label in a selected cell.
        """,
      examples: [
        .init("background yellow where Views > 20000", "some records"),
        .init("background blue for 0.2; view --layers background", "one row", on: "rows.json"),
      ],
      related: ["style", "view", "set"], effect: .change,
      run: { session, call throws(CommandError) in try session.background(call) }),
    .legacy(
      name: "toggle", group: .dress, summary: "show or hide a part of the view",
      parameters: [
        Parameter("PART", .choice(Look.Part.allCases.map(\.rawValue))),
        Parameter("on|off", .choice(["on", "off"]), optional: true),
      ],
      examples: [
        .init("toggle header", "section headers"), .init("toggle image off", "the swatches"),
      ],
      related: ["style", "accessory"], effect: .change,
      run: { session, call throws(CommandError) in try session.toggle(call) }),
    .legacy(
      name: "fields", group: .dress, summary: "say which keys fill the cells",
      parameters: [Parameter("ROLE=KEY", .key, optional: true, repeated: true)],
      discussion: """
        Roles are text, detail, image, identifier (the reuse identifier) and height (of a plain \
        row, in points). `ROLE=none` leaves one empty, `fields off` chooses again by the keys' names, `fields` says what is on.
        """,
      examples: [
        .init("fields", "say which keys are used"),
        .init("fields text=name detail=price", "choose two", on: "catalog.json"),
        .init("fields detail=Source image=none", "and none"),
      ],
      errors: ["unknown-key: no record has the key"], related: ["style", "schema"],
      effect: .change, run: { session, call throws(CommandError) in try session.fields(call) }),
    .legacy(
      name: "device", group: .dress, summary: "choose a preset of geometry",
      parameters: [
        Parameter("NAME", .choice(["terminal", "phone", "pad"]), optional: true)
      ],
      options: [CommandOption("constants", nil, "print every constant of a preset")],
      discussion: """
        terminal: a point is a column by a line and the viewport is the window. phone: 320 x 480 \
        points, 8 x 16 a character. `set` shows and changes single constants.
        """,
      examples: [
        .init("device", "say which"), .init("device phone; view", "the classic phone"),
        .init("device phone --constants", "what it consists of"),
      ],
      related: ["set"], effect: .change,
      run: { session, call throws(CommandError) in try session.device(call) }),
    .legacy(
      name: "overlay", group: .dress, summary: "draw over cells what is behind them",
      parameters: [Parameter("KIND", .choice(["none", "reuse", "blended"]), optional: true)],
      discussion: """
        reuse names the object that stands in each place. blended colours layers: red what has \
        to be composed with what is below it, green what covers its area.
        """,
      examples: [
        .init("overlay reuse; down 2; view", "see cells come back"),
        .init("style product; overlay blended; view", "see what is blended", on: "catalog.json"),
        .init("overlay", "say which is on"),
      ],
      related: ["cell", "view", "trace"], effect: .change,
      run: { session, call throws(CommandError) in try session.overlay(call) }),
    .legacy(
      name: "set", group: .dress, summary: "show or change settings",
      parameters: [
        Parameter("NAME", .setting, optional: true),
        Parameter("VALUE", .settingValue, optional: true, repeated: true),
      ],
      options: [
        CommandOption("reset", nil, "back to the defaults, all or one"),
        CommandOption("script", nil, "print what was changed as commands"),
      ],
      examples: [
        .init("set", "all settings"),
        .init("set viewport 60x12", "the table's viewport in points"),
        .init("set cell-size 24x6; set --script", "change one, print it as a command"),
      ],
      errors: ["unknown-setting", "bad-value: with what is allowed"],
      related: ["device", "status"], effect: .change,
      run: { session, call throws(CommandError) in try session.set(call) }),
  ]
}
