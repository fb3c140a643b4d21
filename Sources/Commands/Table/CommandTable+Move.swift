extension CommandTable {
  private static let vertical = [
    Parameter("N", .count, optional: true),
    Parameter("UNIT", .choice(["rows", "lines", "pages", "points"]), optional: true),
  ]

  private static let horizontal = [
    Parameter("N", .count, optional: true),
    Parameter("UNIT", .choice(["items", "columns", "pages", "points"]), optional: true),
  ]

  private static let row = CommandOption(
    "row", Parameter("ADDRESS", .row), "the row whose strip is meant, instead of the focused one")

  private static let animated = CommandOption(
    "animated", Parameter("FRAMES", .count, optional: true),
    "scroll in FRAMES frames of equal steps, 18 without a number")

  static let moveCommands: [Command] = [
    Command(
      name: "down", aliases: ["d"], group: .move,
      summary: "scroll down by rows, lines, pages or points",
      parameters: vertical,
      discussion: """
        Scrolls the list so that the row N further on is where the top row was; the focus \
        moves along by as many rows. At the end the list stays and the focus goes on to the last \
        row.
        """,
      examples: [
        .init("down", "one row"), .init("down 3", "three rows"), .init("down 2 pages", "two pages"),
      ],
      related: ["up", "page", "goto"], effect: .change,
      run: { session, call throws(CommandError) in try session.scrollVertically(call, by: 1) }),
    Command(
      name: "up", aliases: ["u"], group: .move,
      summary: "scroll up by rows, lines, pages or points",
      parameters: vertical,
      examples: [.init("down 3; up", "one row back"), .init("bottom; up 2 lines", "two lines")],
      related: ["down", "top"], effect: .change,
      run: { session, call throws(CommandError) in try session.scrollVertically(call, by: -1) }),
    Command(
      name: "right", aliases: ["r"], group: .move,
      summary: "scroll a row to the right by items, columns or pages", parameters: horizontal,
      options: [row],
      discussion: """
        Scrolls the strip of the focused row; every row remembers its own place. Where there is \
        no strip nothing happens.
        """,
      examples: [
        .init("right 3", "three items of the focused row"),
        .init("right 1 pages --row Science", "a page of another row"),
      ],
      related: ["left", "finish"], effect: .change,
      run: { session, call throws(CommandError) in try session.scrollHorizontally(call, by: 1) }),
    Command(
      name: "left", aliases: ["l"], group: .move,
      summary: "scroll a row to the left by items, columns or pages", parameters: horizontal,
      options: [row],
      examples: [
        .init("right 3; left", "one item back"),
        .init("finish; left 10 columns", "ten columns back from the end"),
      ],
      related: ["right", "start"], effect: .change,
      run: { session, call throws(CommandError) in try session.scrollHorizontally(call, by: -1) }),
    Command(
      name: "page", group: .move, summary: "scroll a page down or up",
      parameters: [Parameter("DIRECTION", .choice(["down", "up"]), optional: true)],
      examples: [.init("page", "a page down"), .init("page; page up", "and back")],
      related: ["down", "up"], effect: .change,
      run: { session, call throws(CommandError) in try session.page(call) }),
    Command(
      name: "top", group: .move, summary: "go to the first row", options: [animated],
      examples: [
        .init("down 2; top", "back to the start"), .init("bottom; top", "there and back"),
      ],
      related: ["bottom"], effect: .change,
      run: { session, call throws(CommandError) in try session.goToEnd(call, first: true) }),
    Command(
      name: "bottom", group: .move, summary: "go to the last row", options: [animated],
      examples: [
        .init("bottom", "the end of the list"), .init("bottom; up", "the row before"),
        .init("bottom --animated 6; stats", "every row on the way", on: "rows.json"),
      ],
      related: ["top"], effect: .change,
      run: { session, call throws(CommandError) in try session.goToEnd(call, first: false) }),
    Command(
      name: "start", group: .move, summary: "go to the first item of a row",
      options: [row, animated],
      examples: [
        .init("right 3; start", "back to the row's start"),
        .init("start --row 1.0", "of another row"),
      ],
      related: ["finish"], effect: .change,
      run: { session, call throws(CommandError) in try session.goToEdge(call, first: true) }),
    Command(
      name: "finish", group: .move, summary: "go to the last item of a row",
      options: [row, animated],
      examples: [
        .init("finish", "the end of the focused row"),
        .init("finish --row Science", "of another row"),
      ],
      related: ["start"], effect: .change,
      run: { session, call throws(CommandError) in try session.goToEdge(call, first: false) }),
    Command(
      name: "goto", aliases: ["g"], group: .move, summary: "move the focus to an address",
      parameters: [
        Parameter("ADDRESS", .address),
        Parameter("POSITION", .choice(["top", "middle", "bottom", "none"]), optional: true),
      ],
      options: [animated],
      discussion: """
        Focuses the place and scrolls to it: to the top, middle or bottom of the viewport, or as \
        little as needed with none, which is the default. Animated it passes over what lies \
        between, first in the list and then in the strip, and rows there get cells; otherwise it \
        skips them.
        """,
      examples: [
        .init("goto 2.0.5", "the sixth item of a row"),
        .init("goto 0.20 top --animated 4; trace", "in four frames", on: "rows.json"),
        .init("goto Science top", "a section, to the top"),
      ],
      errors: ["no-such-place: out of range, or no such title"], related: ["index", "find"],
      effect: .change, run: { session, call throws(CommandError) in try session.goTo(call) }),
    Command(
      name: "offset", group: .move, summary: "set the content offset in points, in one frame",
      parameters: [Parameter("N", .count)],
      options: [
        CommandOption("overscroll", nil, "do not clamp: N may lie beyond the ends"), row, animated,
      ],
      examples: [
        .init("offset 7", "the list's offset"),
        .init("offset 20 --row 0.0", "a strip's offset"),
        .init("offset -3 --overscroll", "pull past the edge"),
      ],
      related: ["down", "right"], effect: .change,
      run: { session, call throws(CommandError) in try session.setOffset(call) }),
    Command(
      name: "bounce", group: .move, summary: "spring back from beyond an end",
      parameters: [Parameter("STEP", .count, optional: true)], options: [row],
      discussion: """
        Makes the frames of the way back after `offset N --overscroll`, STEP points each, four \
        frames without it. Rows that had left come back on the way.
        """,
      examples: [
        .init("offset -8 --overscroll; bounce 2", "in steps of two points"),
        .init("offset -9 --row 0.0 --overscroll; bounce --row 0.0", "a strip"),
      ],
      related: ["offset"], effect: .change,
      run: { session, call throws(CommandError) in try session.bounce(call) }),
    Command(
      name: "lock", group: .move, summary: "make rows scroll sideways together",
      parameters: [Parameter("ROWS", .row, repeated: true)],
      discussion: """
        The rows take the first one's offset and go along with every scroll of one of them, also \
        those off the screen. A section stands for all its rows.
        """,
      examples: [
        .init("lock 0 1 2; right 3", "three rows in step"), .init("lock *.0", "all rows"),
      ],
      errors: ["engine: a plain row does not scroll sideways"], related: ["unlock", "right"],
      effect: .change, run: { session, call throws(CommandError) in try session.lock(call) }),
    Command(
      name: "unlock", group: .move, summary: "let rows scroll by themselves again",
      parameters: [Parameter("ROWS", .row, optional: true, repeated: true)],
      examples: [
        .init("lock *.0; right 2; unlock", "all of them, each where it is"),
        .init("lock 0 1 2; unlock 1", "one of them"),
      ],
      related: ["lock"], effect: .change,
      run: { session, call throws(CommandError) in try session.unlock(call) }),
  ]
}
