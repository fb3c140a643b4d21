import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `help`: explains commands, topics, settings and errors.
enum HelpCommand: ShelfCommand {
  case overview
  case markdown
  case examples
  case about(Word)
  case errors
  case error(Word)

  private static let markdownOption = CommandOption(
    "markdown", nil, "print the whole reference as Markdown")
  private static let examplesOption = CommandOption(
    "examples", nil, "print all examples as a page that can be run as a test")

  static let declaration = Command(
    "help", aliases: ["h", "?"], .shell, "explain a command, a topic or an error",
    parameters: [
      Parameter("NAME", .command, optional: true),
      Parameter(
        "CODE", .choice(of: ErrorCode.self), optional: true, after: Subject.error, Subject.errors),
    ],
    options: [markdownOption, examplesOption],
    examples: [
      .init("help", "all commands by task"), .init("help filter", "one command"),
      .init("help predicates", "a topic"),
      .init("help error unknown-key", "what an error means, and what to do"),
    ],
    related: ["apropos"], needs: .nothing)

  /// What is not the name of a command, a topic or a setting.
  enum Subject: String, Keyword { case error, errors }

  init(_ call: Invocation) throws(CommandError) {
    if call.has(Self.markdownOption) {
      self = .markdown
    } else if call.has(Self.examplesOption) {
      self = .examples
    } else if call.keyword(Subject.self) != nil {
      self = call[1].map { .error($0) } ?? .errors
    } else {
      self = call[0].map { .about($0) } ?? .overview
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    try run(in: &workspace).next
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let help = Help(workspace.commands)
    return switch self {
    case .overview: Output(help.overview().joined(separator: "\n"))
    case .markdown: Output(verbatim: help.markdown().trimmingEnd())
    case .examples: Output(verbatim: help.examplesPage().trimmingEnd())
    case .about(let name):
      try Self.page(about: name, help, width: workspace.reportWidth ?? Help.width)
    case .errors: Output(ErrorTopic.overview.joined(separator: "\n"))
    case .error(let code): try Self.page(onError: code)
    }
  }

  private static func page(
    about word: Word, _ help: Help, width: Int
  ) throws(CommandError) -> Output {
    if let command = help.table[word.text] {
      let lines = help.page(for: command, width: min(width, Help.width))
      return Output(lines.joined(separator: "\n"))
    }
    if let topic = HelpTopic.all.first(where: { $0.name == word.text }) {
      return Output("\(topic.name): \(topic.summary)\n\n\(topic.text)")
    }
    if let setting = Setting.named(word.text) {
      return Output("set \(setting.name): \(setting.summary)\nallowed: \(setting.expected)")
    }
    let known =
      help.table.names + HelpTopic.all.map(\.name) + [Subject.errors.rawValue]
      + Setting.all.map(\.name)
    throw CommandError(
      .unknownTopic(word.text, nearest: Spelling.matches(for: word.text, among: known)),
      at: word.range)
  }

  private static func page(onError word: Word) throws(CommandError) -> Output {
    if let topic = ErrorCode(rawValue: word.text).flatMap({ ErrorTopic.of($0) }) {
      return Output(topic.lines.joined(separator: "\n"))
    }
    let nearest = Spelling.matches(for: word.text, among: ErrorCode.words)
    var error = CommandError(.unknownTopic(word.text, nearest: nearest), at: word.range)
    if nearest.isEmpty { error.proposal = "'help errors' lists the codes" }
    throw error
  }
}

extension ErrorCode: Keyword {}

/// `apropos`: finds what help has to say about a word.
struct AproposCommand: ShelfCommand {
  static let declaration = Command(
    "apropos", .shell, "search help for a word", parameters: [Parameter("WORD", .text)],
    examples: [
      .init("apropos scroll", "what has to do with scrolling"),
      .init("apropos reuse", "and reuse"),
    ],
    related: ["help"], needs: .nothing)

  private let word: String

  init(_ call: Invocation) throws(CommandError) { word = call.text()?.text ?? "" }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let lines = Help(workspace.commands).apropos(word, settings: Setting.all)
    return Output(lines.isEmpty ? "nothing about '\(word)'" : lines.joined(separator: "\n"))
  }
}
