package import CommandLanguage

extension ShellPipe {
  /// Refuses what can't be carried out: no command, or one that the user has not allowed.
  package func check(in workspace: Workspace) throws(CommandError) {
    guard workspace.preferences.usesShell else {
      throw CommandError(
        .impossible(
          "'| COMMAND' hands results to the system's shell, which is off",
          hint: "type 'set shell on' at the prompt, put it into your start-up file, or start with"
            + " --shell; a '|' that is text goes into quotes"),
        at: range)
    }
    guard !command.isEmpty else {
      throw CommandError(.missingArgument("COMMAND", usage: "... | COMMAND"), at: range)
    }
  }
}
