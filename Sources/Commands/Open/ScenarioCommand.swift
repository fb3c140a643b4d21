import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import TableModel
import Workspaces

/// `scenario`: starts a classic table-view program.
enum ScenarioCommand: ShelfCommand {
  case list
  /// Prints the commands that it runs.
  case script(Scenario)
  /// - Parameter place: where it stands in the line, for errors.
  case start(Scenario, place: Range<Int>)

  static let declaration = Command(
    "scenario", .open, "start a classic table-view program",
    parameters: [Parameter("NAME", .choice(words), optional: true)],
    options: [asScript],
    discussion: """
      Opens a bundled dataset and sets geometry, look and engine as in one of five \
      classic programs; what was set before no longer counts. Everything can be changed \
      afterwards, and one `undo` takes the whole of it back. `scenario list` names them, \
      `Documentation/Scenarios` has a page on each.
      """,
    examples: [
      .init("scenario list", "all of them"),
      .init("scenario pulse; down 2; view", "news in strips"),
      .init("scenario catalog --script", "what it consists of"),
    ],
    errors: [.unknownScenario: "with the nearest ones"],
    related: ["open", "device", "set", "explain"], needs: .nothing, effect: .open)

  private static let asScript = CommandOption("script", nil, "print the commands that it runs")

  enum List: String, Keyword { case list }

  private static let words = List.words + Scenario.all.map(\.name)

  init(_ call: Invocation) throws(CommandError) {
    guard let word = call[0], call.keyword(List.self) == nil else {
      self = .list
      return
    }
    guard let scenario = Scenario.named(word.text) else {
      throw CommandError(
        .unknownScenario(word.text, nearest: Spelling.matches(for: word.text, among: Self.words)),
        at: word.range)
    }
    self = call.has(Self.asScript) ? .script(scenario) : .start(scenario, place: call.range)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .list: return Self.overview()
    case .script(let scenario):
      return Output(verbatim: scenario.lines.joined(separator: "\n"))
    case .start(let scenario, let place):
      return try Self.start(scenario, at: place, in: &workspace)
    }
  }

  private static func overview() -> Output {
    let width = (Scenario.all.map(\.name.count).max() ?? 0) + 2
    var output = Output(
      Scenario.all.map { $0.name.padded(to: width) + $0.summary }.joined(separator: "\n"))
    output.fields = Scenario.all.map { [$0.name, $0.summary] }
    return output
  }

  /// Runs a scenario in a workspace of its own and takes over what came of it: when a line fails
  /// nothing is changed here, and one step takes all of it back.
  private static func start(
    _ scenario: Scenario, at place: Range<Int>, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    var stage = Workspace(
      preferences: workspace.preferences.forAnotherTable,
      environment: workspace.environment.backstage)
    do throws(CommandError) {
      for line in scenario.lines { _ = try stage.run(line: line) }
    } catch {
      var failure = error
      failure.range = place
      throw failure
    }
    let notices = workspace.abandonment()
    workspace.preferences = stage.preferences
    workspace.levels = stage.levels
    workspace.history.journal = stage.history.journal
    workspace.memory.forgetTable()
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output(
      "scenario \(scenario.name): \(scenario.summary)\(Mark.dot)\(counts)\n"
        + "first try: \(scenario.firstStep)"
    ).with(notices)
  }
}

extension Preferences {
  /// What belongs to the person and the screen; geometry, look and engine as nobody set them.
  fileprivate var forAnotherTable: Preferences {
    var fresh = Preferences()
    fresh.window = window
    fresh.charset = charset
    fresh.showsViewAfterChanges = showsViewAfterChanges
    fresh.suggests = suggests
    (fresh.pager, fresh.usesShell) = (pager, usesShell)
    fresh.repeatsWithEnter = repeatsWithEnter
    fresh.marksTerminal = marksTerminal
    fresh.editMode = editMode
    fresh.usualEditMode = usualEditMode
    fresh.isStrict = isStrict
    fresh.memoryBudget = memoryBudget
    return fresh
  }
}

/// A classic table-view program, ready to run: the ordinary commands that set its data, its
/// geometry, its look and its engine.
///
/// The lines start from a shell in which nothing is open and nothing was set; running them there
/// by hand leads to the same table.
package struct Scenario: Sendable, Hashable {
  package var name: String
  /// What it is about, in one line without a full stop.
  package var summary: String
  /// The commands, in order; each changes something that any later command may change again.
  package var lines: [String]
  /// A line that is worth typing first.
  package var firstStep: String

  package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

extension Scenario {
  package static let all = [pulse, catalog, filmstrip, scrollView, cellFiles]

  static let pulse = Scenario(
    name: "pulse", summary: "news in horizontal tables inside a vertical one",
    lines: [
      "device phone",
      "nested restore",
      "set label-background persistent",
      "set on-select push",
      "open bundled:pulse.plist",
      "sort sections",
    ],
    firstStep: "nested none; repeat 6 down; view")

  static let catalog = Scenario(
    name: "catalog", summary: "products of a database: styles, accessories, index, search",
    lines: [
      "device phone",
      "set on-select push",
      "open bundled:catalog.sqlite",
      "fields text=name detail=price image=image",
      "style subtitle",
      "accessory disclosure",
      "index by name",
      "reset",
    ],
    firstStep: "index M; view")

  static let filmstrip = Scenario(
    name: "filmstrip", summary: "a collection view inside each cell of a table",
    lines: [
      "device phone",
      "set header-height 20",
      "set cell-size 130x170",
      "set row-padding 10",
      "nested reset",
      "set on-select notify",
      "open bundled:filmstrip.json",
      "fields text=title detail=none image=none",
      "reset",
    ],
    firstStep: "right 3; repeat 3 down; repeat 3 up; view")

  static let scrollView = Scenario(
    name: "scroll-view", summary: "a table built from a scroll view, with its arithmetic and bugs",
    lines: [
      "device phone",
      "policy ketable",
      "set viewport 320x460",
      "set row-height 40",
      "fields text=title detail=colour",
      "open bundled:rows.json",
    ],
    firstStep: "repeat 108 down 5 points; stats")

  static let cellFiles = Scenario(
    name: "cell-files", summary: "two kinds of cells from layout files, and the log of their reuse",
    lines: [
      "device phone",
      "set viewport 320x460",
      "set row-height 44",
      "set initial-fill descending",
      "cell load Cell1",
      "cell load Cell2",
      "style Cell1 where kind == \"Cell1\"",
      "style Cell2 where kind == \"Cell2\"",
      "accessory detail-disclosure",
      "fields text=text detail=detail",
      "set on-select deselect",
      "open bundled:cells.json",
    ],
    firstStep: "trace; repeat 14 down 27 points; trace")
}
