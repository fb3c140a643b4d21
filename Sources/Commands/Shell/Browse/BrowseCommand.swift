import CommandLanguage
import Workspaces

/// `browse`: the open table on the whole screen.
struct BrowseCommand: ShelfCommand {
  static let declaration = Command(
    "browse", aliases: ["b"], .shell, "show the table on the whole screen, and move by keys",
    discussion: """
      Every key is a command: `record` writes what the keys did, `undo` takes it back, and `q` \
      returns to the prompt in that state. F1 lists the keys, `:` takes any command, and `bind` gives \
      keys other commands. `set pictures on` shows the pictures that images name. It needs a \
      terminal that can be drawn on; `shelf --browse FILE` begins there.
      """,
    examples: [
      .init("browse", "the whole screen"),
      .init("filter Views > 20000; browse", "what a filter left"),
    ],
    errors: [.impossible: "there is no terminal that can be drawn on"],
    related: ["bind", "view", "focus"], needs: .nothing)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) -> Output { .next(.browse) }
}
