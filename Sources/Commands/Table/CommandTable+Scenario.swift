extension CommandTable {
  static let scenarioCommands: [Entry] = [
    .legacy(
      name: "scenario", group: .open, summary: "start a classic table-view program",
      parameters: [Parameter("NAME", .choice(Scenario.words), optional: true)],
      options: [CommandOption("script", nil, "print the commands that it runs")],
      discussion: """
        Opens a bundled dataset and sets geometry, look and engine as in one of five \
        classic programs; what was set before no longer counts. Everything can be changed \
        afterwards, and one `undo` takes the whole of it back. `scenario list` names them, \
        `Documentation/Scenarios` has a page on each.
        """,
      examples: [
        .init("scenario list", "all of them"),
        .init("scenario pulse; down 2; view", "news in strips"),
        .init("scenario catalog --script", "what it consists of"),
      ],
      errors: ["unknown-scenario: with the nearest ones"],
      related: ["open", "device", "set", "explain"], effect: .open,
      run: { session, call throws(CommandError) in try session.scenario(call) })
  ]
}
