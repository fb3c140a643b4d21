import CommandLanguage
import Documents
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `compare`: runs one script under two sets of rules, each on a table of its own, and compares
/// what the engine counted.
struct CompareCommand: ShelfCommand {
  private static let scroll = CommandOption(
    "scroll", nil, "scroll by rows, pages and jumps, whatever was typed")

  private static let html = CommandOption(
    "html", Parameter("FILE", .file(.new)), "write a page that plays both, side by side")

  static let declaration = Command(
    "compare", .engine, "run one script under two policies side by side",
    parameters: [
      Parameter("POLICY", .choice(Setting.policy.choices)),
      Parameter("POLICY", .choice(Setting.policy.choices)),
      Parameter("SCRIPT", .file(.commands), optional: true),
    ],
    options: [scroll, .json, html, .force],
    discussion: """
      Runs a file of commands, or else those typed since the table was opened, or else a \
      scroll, on a fresh table each, and prints the books side by side. A POLICY may be \
      settings too, with commas between several: `compare nested=none nested=restore`. \
      Commands in the script that would override what is compared are left out. --html writes a page \
      for a browser, in which both tables are played command by command.
      """,
    examples: [
      .init("down 3; up 2; compare uikit none", "what was just typed"),
      .init("compare uikit recyclerview --scroll", "a long scroll", on: "rows.json"),
      .init("repeat 5 down; compare nested=none nested=restore", "two settings"),
      .init("down 3; compare uikit none --html both.html", "to be played in a browser"),
    ],
    errors: [
      .impossible: "the script fails under one of them, with the line", .unknownSetting: "",
      .engine: "identities are not unique",
    ],
    related: ["policy", "stats"], needs: .everything)

  private let sides: [Contender]
  private let file: Word?
  private let scrolls: Bool
  private let isForMachines: Bool
  /// The page that plays both sides.
  private let page: WrittenFile?

  init(_ call: Invocation) throws(CommandError) {
    sides = [try Contender(try call.required(0)), try Contender(try call.required(1))]
    file = call[2]
    scrolls = call.has(Self.scroll)
    isForMachines = call.has(.json)
    if let file = call.option(Self.html) {
      page = try WrittenFile(file, endings: ["html"], isReplacing: call.has(.force))
    } else {
      page = nil
    }
    if page == nil, call.has(.force) {
      throw CommandError(
        .impossible("--force goes with --html", hint: "add --html FILE.html"), at: call.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let script = try script(in: workspace)
    var film = page.map { _ in
      script.film(of: workspace.levels.first?.title ?? "", sides)
    }
    let comparison = Comparison(
      left: try side(0, script, in: workspace, filmed: &film),
      right: try side(1, script, in: workspace, filmed: &film), script: script.name)
    if let page, let film {
      var html = PlaybackPage(film)
      let written = try page.write(html.html(), in: workspace.environment)
      if written.document != nil { return written }
    }
    let json = comparison.json
    if isForMachines { return Output(lines: [], json: [json]) }
    var output = Output(
      lines: comparison.lines(width: workspace.preferences.window.width), json: [json])
    output.isMessage = true
    return output
  }

  // MARK: The script

  fileprivate struct Script {
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
  ///
  /// - Parameter number: which of the two.
  private func side(
    _ number: Int, _ script: Script, in workspace: Workspace, filmed film: inout Film?
  ) throws(CommandError) -> Comparison.Side {
    let side = sides[number]
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
    let camera = SessionCamera(reel: number)
    var step = 0
    func look(at stage: Workspace) {
      film?.take { camera.look(stage, for: &$0, step: step) }
      step += 1
    }
    look(at: stage)
    try play(script, under: side.name, on: &stage, after: look)
    guard let level = stage.levels.last else { throw CommandError(.noTable) }
    film?.take { camera.finish(&$0) }
    return Comparison.Side(name: side.name, table: level.table)
  }

  /// - Parameter look: called after each command, also after one that is left out.
  private func play(
    _ script: Script, under name: String, on stage: inout Workspace,
    after look: (Workspace) -> Void
  ) throws(CommandError) {
    for (number, line) in script.lines.enumerated() {
      if stage.environment.isInterrupted() { throw CommandError(.cancelled) }
      for statement in Statement.statements(in: line) {
        defer { look(stage) }
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
    return sides.contains { $0.isOverruled(by: asked) }
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

extension Film {
  /// Does something with the film, where there is one.
  fileprivate mutating func take(_ work: (inout Film) -> Void) { work(&self) }
}

extension CompareCommand.Script {
  /// A film with a reel for each side and a step for each command, and nothing to be seen yet.
  fileprivate func film(of table: String, _ sides: [Contender]) -> Film {
    var film = Film(title: "\(table), \(name)", reels: sides.map(\.name))
    film.begin(Film.Step(input: ""))
    for statement in lines.flatMap({ Statement.statements(in: $0) }) {
      film.begin(Film.Step(input: statement.text(from: 0).text))
    }
    return film
  }
}
