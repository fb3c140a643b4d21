import CommandLanguage
import TableEngine
import Testing
import Workspaces

@testable import Commands

/// What the words of a command mean is known before there is a table.
@Suite struct DressCommandTests {
  @Test(arguments: [
    "style off for 1", "accessory off where Views > 3", "indent off 2", "background off red",
    "fields off text=Title", "cell list product", "images guarded 3", "set row-height 3 --reset",
    "set row-height --script",
  ])
  func nothingStandsBehindAWordThatEndsTheLine(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    let before = session.digest
    #expect(session.failure(line)?.code == "unexpected-argument")
    #expect(session.digest == before)
  }

  @Test(arguments: [
    ("cell lod Cell1", "load, list, show, unload"),
    ("images gard 3", "immediate, synchronous, guarded"),
    ("accessory arrow for 1", "none, disclosure, detail, detail-disclosure, checkmark"),
    ("toggle header yes", "on, off"), ("reuse maybe", "on, off or prebuilt"),
  ])
  func aWordThatIsNoneOfThoseKnownIsWhatIsWrong(_ line: String, _ known: String) throws {
    var session = Workspace(environment: .checkout)
    let failure = session.failure(line)
    #expect(failure?.code == "bad-value")
    #expect(failure?.description.contains(known) == true, "\(String(describing: failure))")
  }

  @Test(arguments: [
    ("set row-height tall", 15..<19), ("policy uikitten", 7..<15), ("nested deep", 7..<11),
    ("style subtitle where Views >", 28..<28), ("background red for 1 where == 2", 27..<29),
    ("fields Views", 7..<12), ("compare uikit nested=deep", 14..<25), ("indent 200", 7..<10),
    ("device watch", 7..<12), ("explain poool", 8..<13), ("trace --force", 0..<13),
    ("trace --timeline --force", 6..<16),
  ])
  func checkingFindsWhatNeedsNoTable(_ line: String, _ place: Range<Int>) throws {
    var session = Workspace(environment: .checkout)
    let statement = try #require(Statement.statements(in: line).first)
    let failure = #expect(throws: CommandError.self) { try session.check(statement) }
    #expect(failure?.range == place, "\(String(describing: failure))")
  }

  @Test func completionEndsBehindOff() throws {
    let session = try Workspace.over("pulse.plist")
    func offered(_ line: String) -> [String] {
      Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    }
    #expect(offered("style subtitle ") == ["for", "where"])
    #expect(offered("style subtitle for 1 w") == ["where"])
    #expect(offered("style off ").isEmpty)
    #expect(offered("cell ") == ["load", "list", "show", "unload"])
  }

  @Test func everySettingGoesBackToItsDefault() throws {
    var session = try Workspace.over("rows.json")
    try session.said(
      "set viewport 40x9; set row-height 3; set inset-top 2; set pool-order fifo; "
        + "set pool-cap 4; set kept-cells 3; set chunk 9; set charset ascii")
    for name in session.preferences.changedSettings().map(\.name) {
      try session.said("set \(name) --reset")
    }
    #expect(session.preferences == Preferences())
    #expect(session.levels.last?.table.configuration == Preferences().engine)
  }
}

@Suite struct ComparedScriptTests {
  private func compared(_ script: String, _ sides: String) throws -> String {
    var environment = Environment.checkout
    environment.read = { _ in script }
    var session = Workspace(environment: environment)
    try session.said("open catalog.json")
    return try session.said("compare \(sides) x.shelf")
  }

  @Test func imagesAreDeliveredWhereTheirComingIsCompared() throws {
    let text = try compared(
      "images immediate\nrepeat 6 down\nimages deliver\n", "images=guarded images=unguarded")
    #expect(text.contains("images rejected"), "\(text)")
  }

  @Test(arguments: ["history", "source y.shelf", "compare uikit none"])
  func whatMeansNothingThereIsRefused(_ line: String) {
    let failure = #expect(throws: CommandError.self) {
      try compared("down\n\(line)\n", "uikit none")
    }
    #expect(failure?.description.contains("line 2 of x.shelf fails under 'uikit'") == true)
    #expect(failure?.description.contains("can't be compared") == true)
  }

  @Test(arguments: ["set --reset", "set policy --reset", "set policy none", "reuse off"])
  func whatOverridesTheComparedIsLeftOut(_ line: String) throws {
    let text = try compared("\(line)\nrepeat 6 down\n", "uikit recyclerview")
    #expect(try compared("repeat 6 down\n", "uikit recyclerview") == text)
  }

  @Test func aScriptEndsWhereItQuits() throws {
    #expect(try compared("down\nquit\ncompare\n", "uikit none").contains("compared over"))
  }

  @Test func whatWasAbbreviatedRunsAgain() throws {
    var session = try Workspace.over("rows.json")
    for statement in Statement.statements(in: "dow 2; pag") {
      _ = try session.run(statement, abbreviations: true)
    }
    #expect(try session.said("compare uikit none").contains("over the 2 commands"))
  }
}
