import CommandLanguage
import Commands
import ShellCore
import Workspaces

/// The page that `man shelf` shows, from what the argument parser, the command table and the table of
/// keys say about themselves.
struct ManualPage {
  let commands: [CompletedCommand]
  /// How the program is called, a line each.
  let usage: String
  /// What it does, in paragraphs.
  let discussion: String

  var text: String {
    var page = Roff(
      name: "shelf", section: 1, source: "shelf \(Greeting.version)", manual: "User Commands")
    page.section("Name")
    page.lines(["shelf - a shell for tables of tables"])
    page.section("Synopsis")
    page.lines([usage])
    page.section("Description")
    for paragraph in discussion.split(separator: "\n\n") {
      page.paragraph(String(paragraph))
    }
    addOptions(to: &page)
    addCommands(to: &page)
    addKeys(to: &page)
    addSurroundings(to: &page)
    return page.text
  }

  private func addOptions(to page: inout Roff) {
    page.section("Options")
    let program = commands.first { $0.word == nil }
    for option in program?.options ?? [] { page.entry(option.usage, option.summary) }
    page.section("Other words")
    let common = Set(program?.options.map(\.names) ?? [])
    for command in commands {
      guard let word = command.word else { continue }
      page.part("shelf \(word)")
      page.paragraph(command.summary)
      for option in command.options where !common.contains(option.names) {
        page.entry(option.usage, option.summary)
      }
    }
  }

  private func addCommands(to page: inout Roff) {
    page.section("Commands")
    page.paragraph("'help NAME' at the prompt says more about each of them.")
    let table = CommandTable.standard
    for group in CommandGroup.allCases {
      page.part("\(group.title): \(group.purpose)")
      for command in table.commands(in: group) { page.entry(command.usage, command.summary) }
    }
  }

  private func addKeys(to page: inout Roff) {
    page.section("Keys of the whole screen")
    page.paragraph(
      "These are the usual keys of 'browse' and '--browse'; 'bind' gives them other commands.")
    for group in KeyBinding.Group.allCases {
      page.part(group.title)
      for binding in KeyBinding.standard where binding.group == group {
        let words = binding.words.isEmpty ? "" : " (\(binding.words))"
        page.entry(binding.keys.joined(separator: ", "), binding.summary + words)
      }
    }
  }

  private func addSurroundings(to page: inout Roff) {
    page.section("Environment")
    for option in ProgramOption.allCases {
      guard let variable = option.variable, let word = option.word else { continue }
      page.entry(variable, "stands for --\(word)")
    }
    page.entry("NO_COLOR", "where it holds anything, nothing is coloured without --color")
    page.entry("EDITRC", "the file of key bindings for the line editor, in place of ~/.editrc")
    page.section("Files")
    page.entry("$XDG_CONFIG_HOME/shelf/rc, ~/.config/shelf/rc", "commands to start with")
    page.entry("$XDG_STATE_HOME/shelf, ~/.local/state/shelf", "the history and the lessons")
    page.entry(".shelfrc", "commands of a folder, which --project-rc reads")
  }
}

extension CompletedCommand.Option {
  /// As it is typed: `-q, --quiet`, `--size SIZE`.
  fileprivate var usage: String {
    names.joined(separator: ", ") + (values == nil ? "" : " \(valueName.uppercased())")
  }
}

/// A text in the language of `man`, built from its parts in the order in which they stand.
///
/// ```
/// .SH OPTIONS
/// .TP
/// \fB\-\-size\fR \fIsize\fR
/// The table's viewport, in characters.
/// ```
struct Roff {
  private(set) var text = ""

  /// - Parameters:
  ///   - name: what `man` is asked for.
  ///   - source: the program and its version.
  init(name: String, section: Int, source: String, manual: String) {
    text = ".TH \(name.uppercased()) \(section) \"\" \"\(source)\" \"\(manual)\"\n"
    // Neither hyphens nor spaces that the text has not.
    text += ".nh\n.ad l\n"
  }

  mutating func section(_ title: String) { text += ".SH \(Self.escaped(title.uppercased()))\n" }

  mutating func part(_ title: String) { text += ".SS \(Self.escaped(title))\n" }

  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.escaped(words))\n" }

  /// Lines that stay as they are.
  mutating func lines(_ lines: [String]) {
    text += ".nf\n" + lines.map { Self.escaped($0) + "\n" }.joined() + ".fi\n"
  }

  /// A term, and below it what it means.
  mutating func entry(_ term: String, _ meaning: String) {
    text += ".TP\n\\fB\(Self.escaped(term))\\fR\n\(Self.escaped(meaning))\n"
  }

  /// What stands for a text: a backslash has a meaning of its own, a hyphen may be broken at, and a
  /// line that begins with a point or an apostrophe is a request.
  private static func escaped(_ words: String) -> String {
    let words = words.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("`", with: "\\(ga").replacing("'", with: "\\(aq").replacing("^", with: "\\(ha")
      .replacing("~", with: "\\(ti")
    return words.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") ? "\\&" + $0 : String($0) }.joined(separator: "\n")
  }
}
