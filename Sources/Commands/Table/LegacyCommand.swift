/// A command whose declaration and doing are still in two places.
struct LegacyCommand: ShelfCommand {
  static let declaration = Command("", .shell, "", examples: [])

  let call: Invocation
  let perform: @Sendable (inout Workspace, Invocation) throws(CommandError) -> Output

  init(_ call: Invocation) throws(CommandError) {
    (self.call, perform) = (call, { _, _ in Output() })
  }

  private init(
    _ call: Invocation,
    _ perform: @escaping @Sendable (inout Workspace, Invocation) throws(CommandError) -> Output
  ) {
    (self.call, self.perform) = (call, perform)
  }

  /// A file that is read again now is not waited for.
  var needs: Command.Needs {
    call.command.name == "reload" && call.statement.arguments.isEmpty
      ? .ownReading : call.command.needs
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    let (text, start) = call.rest()
    if call.command.parameters.first?.kind == .predicate, !text.isEmpty, text != "off",
      call[0]?.raw != "where"
    {
      _ = try workspace.condition(text, at: start)
    }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try perform(&workspace, call)
  }

  private static let aboutEverything: Set<String> = [
    "apply", "bottom", "compare", "count", "delete", "describe", "distinct", "export",
    "filter", "find", "flatten", "group", "index", "insert", "move", "next", "previous", "reload",
    "reset", "save", "schema", "search", "shape", "sort", "summarize", "update",
  ]

  private static let withoutData: Set<String> = [
    "close", "datasets", "open", "scenario",
  ]

  fileprivate static func entry(
    _ declared: Command,
    _ run: @escaping @Sendable (inout Workspace, Invocation) throws(CommandError) -> Output
  ) -> CommandTable.Entry {
    var command = declared
    command.needs =
      withoutData.contains(command.name)
      ? .nothing
      : aboutEverything.contains(command.name)
        ? .everything : command.name == "status" ? .counts : .screen
    return CommandTable.Entry(declaration: command) { call throws(CommandError) in
      LegacyCommand(call, run)
    }
  }
}

extension CommandTable.Entry {
  static func legacy(
    name: String, aliases: [String] = [], group: CommandGroup, summary: String,
    parameters: [Parameter] = [], options: [CommandOption] = [], discussion: String = "",
    examples: [Command.Example], errors: [String] = [], related: [String] = [],
    effect: Command.Effect = .none,
    run: @escaping @Sendable (inout Workspace, Invocation) throws(CommandError) -> Output
  ) -> CommandTable.Entry {
    LegacyCommand.entry(
      Command(
        name, aliases: aliases, group, summary, parameters: parameters, options: options,
        discussion: discussion, examples: examples, errors: errors, related: related,
        effect: effect),
      run)
  }
}
