extension CommandTable {
  private static let place = Parameter("ADDRESS", .address, optional: true)

  static let chooseCommands: [Entry] = [
    .legacy(
      name: "select", group: .choose, summary: "select in code, without events",
      parameters: [Parameter("ADDRESS...|where PREDICATE", .text, optional: true)],
      discussion: """
        Selects the given places, or the focused one. `select where PREDICATE` selects \
        every shown record for which the predicate is true (selection must be multiple). \
        Selecting in code calls no delegate method; `tap` does.
        """,
      examples: [
        .init("select 0.0.2", "the third item"),
        .init("selection multiple; select 0.0.1 1.0.0", "two items"),
        .init("selection multiple; select where Views > 40000", "by what they hold"),
      ],
      errors: ["impossible: several places while selection is single"],
      related: ["tap", "deselect", "selection"], effect: .change,
      run: { session, call throws(CommandError) in try session.select(call) }),
    .legacy(
      name: "deselect", group: .choose, summary: "take back a selection",
      parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
      examples: [
        .init("select 0.0.2; deselect 0.0.2", "one"), .init("select; deselect", "all of them"),
      ],
      related: ["select"], effect: .change,
      run: { session, call throws(CommandError) in try session.deselect(call) }),
    .legacy(
      name: "tap", group: .choose, summary: "tap a cell, with all its events",
      parameters: [place],
      discussion: """
        Does what a finger does: highlight, willSelect, willDeselect and didDeselect of the one \
        before, didSelect. Prints the events.
        """,
      examples: [
        .init("tap 0.0.1", "tap an item"), .init("tap 0.0.1; tap 0.0.2", "then another"),
      ],
      related: ["select", "tap-accessory"], effect: .change,
      run: { session, call throws(CommandError) in try session.tap(call) }),
    .legacy(
      name: "tap-accessory", group: .choose, summary: "tap a cell's accessory",
      parameters: [place],
      discussion: """
        Only detail buttons answer a tap of their own; on a disclosure or a checkmark the tap \
        goes to the cell.
        """,
      examples: [
        .init("accessory detail; tap-accessory 0.0.1", "a detail button"),
        .init("accessory disclosure; tap-accessory 0.0.1", "not interactive: the cell is tapped"),
      ],
      related: ["tap", "accessory"], effect: .change,
      run: { session, call throws(CommandError) in try session.tapAccessory(call) }),
    .legacy(
      name: "selection", group: .choose, summary: "allow no, one or several selected cells",
      parameters: [Parameter("MODE", .choice(["none", "single", "multiple"]), optional: true)],
      examples: [
        .init("selection", "say which mode is on"), .init("selection multiple", "allow several"),
      ],
      related: ["select"], effect: .change,
      run: { session, call throws(CommandError) in try session.selectionMode(call) }),
    .legacy(
      name: "edit", group: .choose, summary: "begin or end the editing of a cell",
      parameters: [Parameter("ADDRESS|end", .address, optional: true)],
      discussion: """
        The cell becomes the first responder, of which there is one at a time. When it leaves \
        the screen it is not recycled, and neither is the row around it: it waits, is counted as \
        retained, and comes back with its row without being asked for. Reloading the data ends \
        editing. Nothing is written: `update` changes records. Without an argument says which \
        cell it is.
        """,
      examples: [
        .init("edit 0.2; down 9; up 9; trace --verbose", "away and back", on: "rows.json"),
        .init("edit 0.0.1; right 9; edit end", "an item; it is pooled at the end"),
        .init("edit", "say which cell is being edited"),
      ],
      errors: ["engine: the place has no cell, because it is not on the screen"],
      related: ["select", "explain"], effect: .change,
      run: { session, call throws(CommandError) in try session.edit(call) }),
    .legacy(
      name: "mark", group: .choose, summary: "set or clear the model's own mark",
      parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
      discussion: """
        A mark belongs to the record, not to the cell: it stays when the cell is reused, and \
        shows as a check mark.
        """,
      examples: [
        .init("mark 0.0.1", "mark an item"), .init("mark 0.0.1; mark 0.0.1", "and clear it"),
      ],
      related: ["select"], effect: .change,
      run: { session, call throws(CommandError) in try session.mark(call) }),
    .legacy(
      name: "push", group: .choose, summary: "open a nested value as a table of its own",
      parameters: [
        Parameter("ADDRESS", .address, optional: true), Parameter("PATH", .key, optional: true),
      ],
      discussion: """
        Opens the record at an address, or the value at a key path inside it, one level in: \
        `push 0.3 user`, or `push user` for the focused record. In the list of a database's \
        tables the name of a table is enough. `back` returns to where you were.
        """,
      examples: [
        .init("push 0.0.1", "the fields of a record"),
        .init("push 0.3 user", "a value inside it", on: "service.ndjson"),
      ],
      errors: ["impossible: the value is no record and no list"], related: ["back", "show"],
      effect: .change, run: { session, call throws(CommandError) in try session.push(call) }),
    .legacy(
      name: "back", aliases: ["pop"], group: .choose, summary: "return from a nested table",
      examples: [
        .init("push 0.0.1; back", "there and back"),
        .init("down 2; right; push; back", "the scroll position comes back too"),
      ],
      errors: ["nothing-to-do: this is the first level"], related: ["push"], effect: .change,
      run: { session, _ throws(CommandError) in try session.back() }),
  ]
}
