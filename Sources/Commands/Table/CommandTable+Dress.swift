extension CommandTable {
  static let styleNames = ["default", "value1", "value2", "subtitle"]
  static let accessoryNames = ["none", "disclosure", "detail", "detail-disclosure", "checkmark"]

  static let dressCommands: [Command] = [
    Command(
      name: "style", group: .dress, summary: "dress cells in one of the four styles",
      parameters: [
        Parameter("STYLE", .choice(styleNames + ["off"])),
        Parameter("[for ADDRESS] [where PREDICATE]", .text, optional: true),
      ],
      discussion: """
        default: image and text; value1: detail right-aligned; value2: text in a right-aligned \
        column, detail beside it; subtitle: detail below. `for` limits it to addresses, `where` \
        to records; the last rule that fits wins. Visible cells are reconfigured, none is made.
        """,
      examples: [
        .init("style subtitle", "all cells"),
        .init("style value1 for 1", "one section"),
        .init("style subtitle where Views > 20000", "some records"),
      ],
      related: ["accessory", "fields"], effect: .change,
      run: { session, call throws(CommandError) in try session.style(call) }),
    Command(
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
    Command(
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
    Command(
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
    Command(
      name: "device", group: .dress, summary: "choose a preset of geometry",
      parameters: [
        Parameter("NAME", .choice(["terminal", "phone", "pad"]), optional: true)
      ],
      discussion: """
        terminal: a point is a column by a line and the viewport is the window. phone: 320 x 480 \
        points, 8 x 16 a character. `set` shows and changes single constants.
        """,
      examples: [.init("device", "say which"), .init("device phone; view", "the classic phone")],
      related: ["set"], effect: .change,
      run: { session, call throws(CommandError) in try session.device(call) }),
    Command(
      name: "overlay", group: .dress, summary: "draw over cells which object stands there",
      parameters: [Parameter("KIND", .choice(["none", "reuse"]), optional: true)],
      examples: [
        .init("overlay reuse; down 2; view", "see cells come back"),
        .init("overlay", "say which is on"),
      ],
      related: ["view", "trace"], effect: .change,
      run: { session, call throws(CommandError) in try session.overlay(call) }),
    Command(
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
