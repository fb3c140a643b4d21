import TableEngine

/// Commands that change how the engine works, and those that compare and explain it.
extension CommandTable {
  static let policyCommands: [Entry] = [
    .legacy(
      name: "policy", group: .engine, summary: "choose how cells are asked for and recycled",
      parameters: [
        Parameter("NAME", .choice(ReusePolicy.allCases.map(\.rawValue)), optional: true)
      ],
      discussion: """
        uikit asks first and recycles afterwards; recyclerview keeps two cells by place before \
        pools of five; flashlist recycles first; ketable is a table on a scroll view, with its \
        bugs; none makes a cell for every request; prebuilt keeps one for every row. Pools and \
        screen are emptied, the statistics go on. `explain NAME` says more.
        """,
      examples: [
        .init("policy", "say which is on"),
        .init("policy none; down 3; stats", "what reuse saves", on: "rows.json"),
        .init("policy recyclerview; down 2; up 2; trace", "cells that come back", on: "rows.json"),
      ],
      errors: ["in-batch: not in the middle of a batch"],
      related: ["reuse", "compare", "explain"], effect: .change,
      run: { session, call throws(CommandError) in try session.policy(call) }),
    .legacy(
      name: "reuse", group: .engine, summary: "switch the reuse of cells on or off",
      parameters: [
        Parameter("on|off|prebuilt", .choice(["on", "off", "prebuilt"]), optional: true)
      ],
      examples: [
        .init("reuse off; down 3; stats", "a cell for every request", on: "rows.json"),
        .init("reuse off; reuse on", "and back"),
      ],
      related: ["policy"], effect: .change,
      run: { session, call throws(CommandError) in try session.reuse(call) }),
    .legacy(
      name: "nested", group: .engine, summary: "say what a strip keeps when its cell is reused",
      parameters: [
        Parameter("MODE", .choice(NestedMode.allCases.map(\.rawValue)), optional: true)
      ],
      discussion: """
        none keeps the items and offset of the former row, reload cures the items, reset puts the \
        offset to zero, restore brings the row's own offset back. prebuilt keeps a cell for \
        every row, shared lets strips share their pools, orthogonal has no row cells at all.
        """,
      examples: [
        .init("nested none; down 4; stats", "rows repeat those above"),
        .init("nested reset; right 3; down 4; up 4", "the place in a row is lost"),
      ],
      related: ["stats", "compare", "explain"], effect: .change,
      run: { session, call throws(CommandError) in try session.nested(call) }),
    .legacy(
      name: "prefetch", group: .engine, summary: "ask for data ahead of the scroll",
      parameters: [Parameter("off|viewport|N", .choice(["off", "viewport"]), optional: true)],
      discussion: """
        Rows ahead in the direction of the last movement, nearest first, each once; turning \
        back cancels. `stats` counts hits, waste and rows that came too late. `set \
        cell-prefetch N` prepares cells too.
        """,
      examples: [
        .init("prefetch viewport; down 3; stats", "hits", on: "rows.json"),
        .init("prefetch 5; down 2; up 1; trace --verbose", "turning back", on: "rows.json"),
      ],
      related: ["stats", "explain"], effect: .change,
      run: { session, call throws(CommandError) in try session.prefetch(call) }),
    .legacy(
      name: "estimate", group: .engine, summary: "count rows with an estimate until they are seen",
      parameters: [Parameter("off|N", .choice(["off"]), optional: true)],
      discussion: """
        For tables whose rows differ in height (`fields height=KEY`): without an estimate every \
        row is measured first; with one the content's height drifts as rows are seen.
        """,
      examples: [
        .init("estimate 4", "four points for a row"), .init("estimate 4; estimate off", "and back"),
      ],
      related: ["stats", "fields"], effect: .change,
      run: { session, call throws(CommandError) in try session.estimate(call) }),
    .legacy(
      name: "images", group: .engine, summary: "let images come later, at your command",
      parameters: [
        Parameter(
          "MODE", .choice(ImageLoading.allCases.map(\.rawValue) + ["deliver"]), optional: true),
        Parameter("N", .count, optional: true),
        Parameter("ORDER", .choice(["last", "first"]), optional: true),
      ],
      discussion: """
        immediate: images are there at once. guarded and unguarded: they come when you say \
        `images deliver`, all or N of them, the last requested first; guarded drops an image \
        whose cell now shows another row, unguarded shows it in the wrong place. Small \
        scrolls show the bug, big jumps hide it. `shuffle:SEED` is an order too.
        """,
      examples: [
        .init("images unguarded; repeat 5 down; images deliver; stats", "wrong images"),
        .init("images guarded; repeat 5 down; images deliver 9 first", "and the cure"),
      ],
      related: ["stats", "explain"], effect: .change,
      run: { session, call throws(CommandError) in try session.images(call) }),
    .legacy(
      name: "compare", group: .engine, summary: "run one script under two policies side by side",
      parameters: [
        Parameter("POLICY", .choice(ReusePolicy.allCases.map(\.rawValue))),
        Parameter("POLICY", .choice(ReusePolicy.allCases.map(\.rawValue))),
        Parameter("SCRIPT", .file, optional: true),
      ],
      options: [
        CommandOption("scroll", nil, "scroll by rows, pages and jumps, whatever was typed"),
        CommandOption("json", nil, "print JSON for machines"),
      ],
      discussion: """
        Runs a file of commands, or else those typed since the table was opened, or else a \
        scroll, on a fresh table each, and prints the books side by side. A POLICY may be \
        settings too, with commas between several: `compare nested=none nested=restore`. \
        Commands in the script that would override what is compared are left out.
        """,
      examples: [
        .init("down 3; up 2; compare uikit none", "what was just typed"),
        .init("compare uikit recyclerview --scroll", "a long scroll", on: "rows.json"),
        .init("repeat 5 down; compare nested=none nested=restore", "two settings"),
      ],
      errors: ["impossible: the script fails under one of them, with the line"],
      related: ["policy", "stats"],
      run: { session, call throws(CommandError) in try session.compare(call) }),
    .legacy(
      name: "explain", group: .engine, summary: "say what the last frame did and why",
      parameters: [
        Parameter("TOPIC", .choice(["topics"] + topics), optional: true, repeated: true)
      ],
      discussion: """
        Goes through the last frame cell by cell, with the rule behind each step. With a topic \
        explains the word or the rule, and says whether it is documented behaviour, observed, or \
        this program's own choice. `explain topics` lists them.
        """,
      examples: [
        .init("down 1; explain", "what one scroll did, and why", on: "rows.json"),
        .init("explain pool", "a word"), .init("explain topics", "all of them"),
      ],
      errors: ["unknown-topic: with the nearest ones"], related: ["trace", "stats"],
      run: { session, call throws(CommandError) in try session.explain(call) }),
  ]

  private static let topics = EngineNote.all.map(\.topic)
}
