import DataSources
import TableModel

extension Session {
  mutating func scenario(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0], word.raw != "list" else { return Self.scenarioList() }
    guard let scenario = Scenario.named(word.text) else {
      throw CommandError(
        .unknownScenario(
          word.text, nearest: Spelling.matches(for: word.text, among: Scenario.words)),
        at: word.range)
    }
    if call.has("script") { return Output(verbatim: scenario.lines.joined(separator: "\n")) }
    return try start(scenario, at: call.range)
  }

  private static func scenarioList() -> Output {
    let width = (Scenario.all.map(\.name.count).max() ?? 0) + 2
    var output = Output(
      Scenario.all.map { $0.name.padded(to: width) + $0.summary }.joined(separator: "\n"))
    output.fields = Scenario.all.map { [$0.name, $0.summary] }
    return output
  }

  /// Runs a scenario in a shell of its own and takes over what came of it: when a line fails
  /// nothing is changed here, and one step takes all of it back.
  private mutating func start(_ scenario: Scenario, at range: Range<Int>) throws(CommandError)
    -> Output
  {
    var stage = Session(preferences: preferences.forAnotherTable, environment: environment)
    do throws(CommandError) {
      for line in scenario.lines {
        for statement in Statement.statements(in: line) { _ = try stage.run(statement) }
      }
    } catch {
      var failure = error
      failure.range = range
      throw failure
    }
    let notices = abandonment()
    preferences = stage.preferences
    levels = stage.levels
    journal = stage.journal
    preferencesAtOpening = stage.preferencesAtOpening
    lastFound = nil
    lastStatistics = nil
    let counts = Words.counts(try current().shown.counts())
    return Output(
      "scenario \(scenario.name): \(scenario.summary)\(Mark.dot)\(counts)\n"
        + "first try: \(scenario.firstStep)"
    ).with(notices)
  }
}

extension Preferences {
  /// What belongs to the person and the screen; geometry, look and engine as nobody set them.
  var forAnotherTable: Preferences {
    var fresh = Preferences()
    fresh.window = window
    fresh.charset = charset
    fresh.showsViewAfterChanges = showsViewAfterChanges
    fresh.suggests = suggests
    fresh.repeatsWithEnter = repeatsWithEnter
    fresh.marksTerminal = marksTerminal
    fresh.editMode = editMode
    fresh.usualEditMode = usualEditMode
    fresh.isStrict = isStrict
    fresh.memoryBudget = memoryBudget
    return fresh
  }
}
