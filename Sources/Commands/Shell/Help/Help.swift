package import CommandLanguage
package import Workspaces

/// The words of `help`, made from the command table alone.
package struct Help: Sendable {
  let table: CommandTable

  package init(_ table: CommandTable) {
    self.table = table
  }

  /// Commands by task: fits 80 x 24.
  package func overview() -> [String] {
    var lines = ["Commands by task ('help NAME' for one, 'help TOPIC' for a topic):", ""]
    for group in CommandGroup.allCases {
      let names = table.commands(in: group).map(\.name).joined(separator: " ")
      lines += Words.wrap(names, label: group.rawValue, indent: 10, width: 79)
    }
    let topics = (HelpTopic.all.map(\.name) + ["errors"]).joined(separator: " ")
    lines += [""] + Words.wrap(topics, label: "Topics:", indent: 10, width: 79)
    return lines
  }

  /// The columns of a page where the terminal has as many.
  package static let width = 79

  /// Synopsis, purpose, examples, options, errors and related commands.
  package func page(for command: Command, width: Int = Self.width) -> [String] {
    var lines = [command.name + ": " + command.summary, "", "usage: " + command.usage]
    if !command.aliases.isEmpty {
      lines.append("also:  " + command.aliases.joined(separator: ", "))
    }
    if !command.discussion.isEmpty {
      for paragraph in command.discussion.split(separator: "\n") {
        lines += [""] + Words.wrap(String(paragraph), label: "", indent: 0, width: width)
      }
    }
    if !command.options.isEmpty {
      lines += ["", "options:"]
      for option in command.options {
        lines += Words.wrap(option.summary, label: "  " + option.usage, indent: 20, width: width)
      }
    }
    lines += ["", "examples:"]
    for example in command.examples {
      lines.append("  \(example.line)")
      lines.append("      \(example.purpose)")
    }
    lines += ["", "errors:"]
    for (code, words) in command.failures {
      lines += Words.wrap(words, label: "  " + code.rawValue, indent: 20, width: 79)
    }
    lines.append("  " + Command.generalFailures)
    if !command.related.isEmpty {
      lines += ["", "see also: " + command.related.joined(separator: ", ")]
    }
    return lines
  }

  /// Commands, topics and settings whose name or text has a word in it.
  package func apropos(_ word: String, settings: [Setting]) -> [String] {
    func has(_ texts: String...) -> Bool {
      texts.contains { $0.lowercased().contains(word.lowercased()) }
    }
    let commands = table.commands.filter {
      has($0.name, $0.summary, $0.discussion, $0.aliases.joined(separator: " "))
    }
    let topics = HelpTopic.all.filter { has($0.name, $0.summary, $0.text) }
    let matching = settings.filter { has($0.name, $0.summary) }
    return commands.map { Self.entry($0.name, $0.summary) }
      + topics.map { Self.entry("help " + $0.name, $0.summary) }
      + matching.map { Self.entry("set " + $0.name, $0.summary) }
  }

  private static func entry(_ name: String, _ summary: String) -> String {
    name + String(repeating: " ", count: max(2, 20 - name.count)) + summary
  }
}

extension Help {
  /// The whole reference as Markdown, as it stands in `Documentation/Commands.md`.
  package func markdown() -> String {
    var text = """
      # Commands

      Every command, made from the command table: `help --markdown` prints this page and a test \
      compares the two. `help NAME` shows the same at the prompt. Of errors each command has those that not any \
      command can meet; `help errors` lists all.

      """
    for group in CommandGroup.allCases {
      text += "\n## \(group.title): \(group.purpose)\n"
      for command in table.commands(in: group) { text += Self.section(command) }
    }
    return text
  }

  private static func section(_ command: Command) -> String {
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst()
    var text = "\n### \(command.name)\n\n\(summary).\n\n```\n\(command.usage)\n```\n"
    if !command.aliases.isEmpty {
      text += "\nAlso: " + command.aliases.map { "`\($0)`" }.joined(separator: ", ") + ".\n"
    }
    if !command.discussion.isEmpty {
      let paragraphs = command.discussion.split(separator: "\n").joined(separator: "\n\n")
      text += "\n\(paragraphs)\n"
    }
    if !command.options.isEmpty {
      text += "\nOptions:\n\n"
      for option in command.options {
        text += "- `\(option.usage)`: \(option.summary)\n"
      }
    }
    text += "\nExamples:\n\n"
    for example in command.examples { text += "- `\(example.line)`: \(example.purpose)\n" }
    let failures = command.failures
    if !failures.isEmpty {
      text += "\nErrors:\n\n"
      for (code, words) in failures { text += "- `\(code.rawValue)`: \(words)\n" }
    }
    if !command.related.isEmpty {
      text += "\nSee also: " + command.related.map { "`\($0)`" }.joined(separator: ", ") + ".\n"
    }
    return text
  }
}

// MARK: - Examples

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
