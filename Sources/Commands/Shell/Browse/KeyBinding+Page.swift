extension KeyBinding {
  /// The usual keys as a page in Markdown.
  static var page: String {
    var text = """
      # Keys of the whole screen

      `browse`, or `shelf --browse FILE`, shows the table on the whole screen. Every key stands for a
      command, which is what `record` writes and `undo` takes back; what has none concerns the screen
      alone. A number typed before a key repeats it or has a place of its own in the command. This page
      is printed by `bind --markdown`; `bind KEY "COMMAND"` gives a key another command, in the file of
      start-up commands for good.

      In the commands `{N}` is the number, `{KEY}` the focused field, `{VALUE}` and `{JSON}` its value,
      `{PLACE}` the focused place and `{LETTER}` the letter behind the key.

      """
    for group in Group.allCases {
      text += "\n## \(group.title)\n\n| keys | what for | command |\n|---|---|---|\n"
      for binding in standard where binding.group == group {
        let keys = binding.keys.map(code).joined(separator: " ")
        let command = binding.words.isEmpty ? "" : code(binding.words)
        text += "| \(keys) | \(binding.summary) | \(command) |\n"
      }
    }
    return text
  }

  /// A text as code in a table.
  private static func code(_ text: String) -> String {
    let fence = text.contains("`") ? "`` " : "`"
    let end = text.contains("`") ? " ``" : "`"
    return fence + text.replacing("|", with: "\\|") + end
  }
}
