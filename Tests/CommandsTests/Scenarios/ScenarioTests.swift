import CommandLanguage
import Rendering
import TableEngine
import Testing
import Workspaces

@testable import Commands

@Suite struct ScenarioTests {
  /// A session in which everything was changed that a scenario has an opinion on.
  private func meddled() throws -> Workspace {
    var session = Workspace(environment: .checkout)
    try session.said(
      """
      set viewport 70x13; set row-height 3; set cell-size 9x4; set pool-order fifo; nested none; \
      policy recyclerview; selection multiple; overlay reuse; style value2; fields detail=none; \
      set charset ascii; set suggest off
      """)
    try session.said("open Datasets/service.ndjson; down 3; filter status > 300")
    return session
  }

  @Test(arguments: Scenario.all.map(\.name))
  func oneUndoTakesItBack(_ name: String) throws {
    var session = try meddled()
    let before = session.digest
    try session.said("scenario \(name)")
    let after = session.digest
    #expect(after != before)
    #expect(try session.said("undo").hasPrefix("undid: scenario \(name)"))
    #expect(session.digest == before)
    try session.said("redo")
    #expect(session.digest == after)
  }

  @Test(arguments: Scenario.all)
  func itsLinesDoTheSameInAFreshShell(_ scenario: Scenario) throws {
    var byHand = Workspace(environment: .checkout)
    for line in scenario.lines { try byHand.said(line) }
    var started = Workspace(environment: .checkout)
    try started.said("scenario \(scenario.name)")
    #expect(started.digest == byHand.digest)
  }

  @Test(arguments: Scenario.all)
  func whatWasSetBeforeDoesNotCount(_ scenario: Scenario) throws {
    var meddled = try meddled()
    try meddled.said("scenario \(scenario.name); set charset unicode; set suggest on")
    var fresh = Workspace(environment: .checkout)
    try fresh.said("scenario \(scenario.name)")
    #expect(meddled.digest == fresh.digest)
  }

  @Test func theScreenStaysAsThePersonWantsIt() throws {
    var session = try meddled()
    try session.said("scenario pulse")
    #expect(session.preferences.charset == .ascii && !session.preferences.suggests)
  }

  @Test(arguments: Scenario.all)
  func itsFirstStepRuns(_ scenario: Scenario) throws {
    var session = Workspace(environment: .checkout)
    try session.said("scenario \(scenario.name); \(scenario.firstStep)")
    #expect(session.levels.last?.table.invariantViolations() == [])
  }

  @Test func theScriptIsPrintedAndNothingStarts() throws {
    var session = Workspace(environment: .checkout)
    for scenario in Scenario.all {
      let said = try session.said("scenario \(scenario.name) --script")
      #expect(said == scenario.lines.joined(separator: "\n"))
    }
    #expect(session.levels.isEmpty)
  }

  @Test func theListNamesEachWithItsSummary() throws {
    var session = Workspace(environment: .checkout)
    for line in ["scenario", "scenario list", "help scenarios"] {
      let said = try session.said(line)
      for scenario in Scenario.all {
        #expect(said.contains(scenario.name) && said.contains(scenario.summary), "\(line)")
      }
    }
  }

  @Test func aSlipIsAnswered() throws {
    var session = try meddled()
    let before = session.digest
    let error = session.failure("scenario filmstripe")
    #expect(error?.code == "unknown-scenario" && error?.hint == "did you mean 'filmstrip'?")
    #expect(session.failure("scenario zzz")?.hint?.contains("scenario list") == true)
    #expect(session.digest == before)
  }

  @Test(arguments: Scenario.all.map(\.name))
  func withoutItsDatasetNothingChanges(_ name: String) throws {
    var environment = Environment.checkout
    environment.datasets = { nil }
    var session = Workspace(environment: environment)
    try session.said("open Datasets/rows.json; down 3")
    let before = session.digest
    let failure = session.failure("scenario \(name)")
    let error = try #require(failure)
    #expect(error.isData || error.code == "layout")
    #expect(error.range == 0..<"scenario \(name)".count)
    #expect(session.digest == before)
  }

  @Test func comparisonsReplayWhatCameAfterIt() throws {
    var session = Workspace(environment: .checkout)
    try session.said("scenario cell-files; repeat 3 down 27 lines")
    let said = try session.said("compare uikit none")
    #expect(said.contains("compared over the 3 commands since the table was opened"))
  }

  @Test func namesAreCompleted() throws {
    let completer = Completer(Workspace(environment: .checkout))
    let line = "scenario s"
    #expect(
      completer.completion(of: line, at: line.count).candidates.map(\.text) == ["scroll-view"])
  }

  @Test func aBundledDatasetIsMeantWhateverFilesThereAre() throws {
    var environment = Environment.checkout
    environment.list = { _ in ["rows.json"] }
    var session = Workspace(environment: environment)
    #expect(session.failure("open rows.json")?.isData == true)
    #expect(try session.said("open bundled:rows.json").contains("25 rows"))
    #expect(session.failure("open bundled:nosuch.json")?.isData == true)
  }
}
