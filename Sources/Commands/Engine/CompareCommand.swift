import CommandLanguage
import Documents
import TableEngine
import TableModel
import Workspaces

/// `compare`: runs one script under two sets of rules, each on a table of its own, and compares
/// what the engine counted.
struct CompareCommand: ShelfCommand {
  private static let scroll = CommandOption(
    "scroll", nil, "scroll by rows, pages and jumps, whatever was typed")

  static let declaration = Command(
    "compare", .engine, "run one script under two policies side by side",
    parameters: [
      Parameter("POLICY", .choice(Setting.policy.choices)),
      Parameter("POLICY", .choice(Setting.policy.choices)),
      Parameter("SCRIPT", .file(.commands), optional: true),
    ],
    options: [scroll, .json],
    discussion: """
      Runs a file of commands, or else those typed since the table was opened, or else a \
      scroll, on a fresh table each, and prints the books side by side. A POLICY may be \
      settings too, with commas between several: `compare nested=none nested=restore`. \
      Commands in the script that would override what is compared are left out.
      """,
    examples: [
      .init("down 3; up 2; compare uikit none", "what was just typed"),
      .init("compare uikit recyclerview --scroll", "a long scroll", on: "rows.json"),
      .init("repeat 5 down; compare nested=none nested=restore", "two settings"),
    ],
    errors: [
      .impossible: "the script fails under one of them, with the line", .unknownSetting: "",
      .engine: "identities are not unique",
    ],
    related: ["policy", "stats"], needs: .everything)

  private let left: Contender
  private let right: Contender
  private let file: Word?
  private let scrolls: Bool
  private let isForMachines: Bool

  init(_ call: Invocation) throws(CommandError) {
    left = try Contender(try call.required(0))
    right = try Contender(try call.required(1))
    file = call[2]
    scrolls = call.has(Self.scroll)
    isForMachines = call.has(.json)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let script = try script(in: workspace)
    let comparison = Comparison(
      left: try side(left, script, in: workspace), right: try side(right, script, in: workspace),
      script: script.name)
    let json = comparison.json
    if isForMachines { return Output(lines: [], json: [json]) }
    var output = Output(
      lines: comparison.lines(width: workspace.preferences.window.width), json: [json])
    output.isMessage = true
    return output
  }

  // MARK: The script

  private struct Script {
    var name: String
    var lines: [String]
    /// What was set before the first of them.
    var preferences: Preferences
  }

  /// Rows one by one, there and back, then pages, then jumps.
  private static let scrolling = [
    "repeat 20 down", "repeat 20 up", "repeat 3 page", "bottom", "repeat 5 up", "top",
  ]

  private func script(in workspace: Workspace) throws(CommandError) -> Script {
    if let file {
      let text: String
      do {
        text = try workspace.environment.read(file.text)
      } catch {
        throw CommandError(.file(path: file.text, reason: "\(error)"), at: file.range)
      }
      let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      return Script(name: file.text, lines: lines, preferences: workspace.preferences)
    }
    let journal = workspace.history.journal
    if !journal.lines.isEmpty, !scrolls {
      let count = Words.number(journal.lines.count, "command")
      return Script(
        name: "the \(count) since the table was opened", lines: journal.lines,
        preferences: journal.preferencesAtOpening)
    }
    return Script(
      name: "a scroll by rows, pages and jumps", lines: Self.scrolling,
      preferences: workspace.preferences)
  }

  // MARK: One run

  /// Runs the script under one set of rules.
  private func side(
    _ side: Contender, _ script: Script, in workspace: Workspace
  ) throws(CommandError) -> Comparison.Side {
    var preferences = script.preferences
    side.apply(to: &preferences)
    var stage = Workspace(preferences: preferences, environment: workspace.environment.backstage)
    if let level = workspace.levels.first {
      do {
        _ = try stage.open(level.document, origin: level.origin, shape: level.statedShape)
      } catch {
        throw CommandError(.data(error))
      }
    }
    try play(script, under: side.name, on: &stage)
    guard let level = stage.levels.first else { throw CommandError(.noTable) }
    return Comparison.Side(name: side.name, table: level.table)
  }

  private func play(
    _ script: Script, under name: String, on stage: inout Workspace
  ) throws(CommandError) {
    for (number, line) in script.lines.enumerated() {
      if stage.environment.isInterrupted() { throw CommandError(.cancelled) }
      for statement in Statement.statements(in: line) {
        if overrules(statement, in: stage) { continue }
        do throws(CommandError) {
          if try Self.ends(at: statement, on: &stage) { return }
        } catch {
          if case .cancelled = error.reason { throw error }
          throw CommandError(
            .impossible(
              "line \(number + 1) of \(script.name) fails under '\(name)': \(error)",
              hint: error.hint))
        }
      }
    }
  }

  /// True for a command that would undo what is being compared.
  private func overrules(_ statement: Statement, in stage: Workspace) -> Bool {
    guard let asked = try? stage.commands.read(statement) else { return false }
    return left.isOverruled(by: asked) || right.isOverruled(by: asked)
  }

  /// Carries a command out.
  ///
  /// - Returns: true where the script ends with it.
  /// - Throws: also for commands that mean nothing in a comparison, or would never end.
  private static func ends(
    at statement: Statement, on stage: inout Workspace
  ) throws(CommandError) -> Bool {
    let isComparison = try? stage.commands.read(statement) is CompareCommand
    let next = isComparison == true ? nil : try stage.run(statement).output.next
    switch next {
    case .quit: return true
    case nil, .source, .history:
      throw CommandError(
        .impossible("'\(statement.name?.text ?? "")' can't be compared", hint: nil))
    default: return false
    }
  }
}
