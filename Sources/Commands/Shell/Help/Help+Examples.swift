import CommandLanguage
import Workspaces

extension Help {
  /// Every example as a page of sessions, each on its own table, without what they print: the
  /// command that runs pages as tests fills that in.
  package func examplesPage() -> String {
    var text = """
      ---
      shelf: 1
      title: Examples
      size: 60x9
      tags: [doc, test]
      ---

      # Examples: what every command prints

      The examples of `help`, each on its own table. The inputs come from the command table
      (`help --examples` prints them); what they print is filled in by `shelf test --update`.

      """
    for group in CommandGroup.allCases {
      text += "\n## \(group.title): \(group.purpose)\n"
      for command in table.commands(in: group) { text += Self.sessions(of: command) }
    }
    return text
  }

  private static func sessions(of command: Command) -> String {
    var text = "\n### \(command.name)\n"
    for example in command.examples {
      text += """

        \(example.purpose.prefix(1).uppercased() + example.purpose.dropFirst()):

        ```shelf {fresh}
        shelf> open \(example.dataset)
        [..]
        shelf> \(example.line)
        ```

        """
    }
    return text
  }
}
