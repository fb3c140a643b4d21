extension CommandTable {
  static let chooseCommands: [Entry] = [
    .of(SelectCommand.self), .of(DeselectCommand.self), .of(TapCommand.self),
    .of(TapAccessoryCommand.self), .of(SelectionCommand.self), .of(EditCommand.self),
    .of(MarkCommand.self),
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
