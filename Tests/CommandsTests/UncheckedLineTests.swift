import CommandLanguage
import Documents
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What is wrong with a line that changes, opens or writes something is found without a table.
@Suite struct UncheckedLineTests {
  @Test(arguments: [
    ("insert 0.0 {\"a\": }", "bad-value"), ("insert 0.0 1 --only-data --only-table", "impossible"),
    ("delete 0.0 --only-data --only-table", "impossible"), ("move 0.0", "missing-argument"),
    ("update 0.0 a=1 --only-data --only-table", "impossible"), ("batch end", "bad-value"),
    ("open a.json --rows a..b", "bad-value"), ("save a.xls", "bad-value"),
    ("open a.csv --delimiter ';;'", "bad-value"),
    ("open a.csv --header maybe", "bad-value"),
    ("export a.xls", "bad-value"), ("export a.svg --keys k", "impossible"),
    ("export a.json --safe-csv", "impossible"), ("reload 0.0", "bad-value"),
    ("push 0.0 a..b", "bad-value"), ("undo 0", "bad-value"), ("stats --reset --plot", "impossible"),
    ("trace --timeline x.svg --json", "impossible"), ("images deliver 3 4", "bad-value"),
    ("shape off --rows a", "impossible"), ("sort by a desc asc", "unexpected-argument"),
    ("update 0.0 --only-data", "missing-argument"),
  ])
  func mistakesAreFoundWithoutATable(_ line: String, _ code: String) throws {
    var session = Workspace(environment: .checkout)
    let statement = try #require(Statement.statements(in: line).first)
    let found = #expect(throws: CommandError.self) { try session.check(statement) }
    #expect(found?.code == code)
    // The same is wrong with it once there is a table.
    try session.said("open rows.json")
    #expect(session.failure(line)?.code == code)
  }

  @Test(arguments: [
    "insert 0.0 --only-data {\"a\": 1}", "delete 0.0", "move 0.0 0.1", "update 0 title=x",
    "batch begin", "open rows.json --rows a.b", "save -", "export - --keys k", "reload rows 0.0",
    "reload", "push name", "back", "close", "datasets", "apply rows.json",
  ])
  func otherLinesArePassed(_ line: String) throws {
    var session = Workspace(environment: .checkout)
    _ = try session.check(try #require(Statement.statements(in: line).first))
    #expect(session.levels.isEmpty)
  }

  /// A title takes no second word, and the hint of the error survives the alias that it was made in.
  @Test func titlesWithBlanksAreWrittenInQuotes() throws {
    var session = try Workspace.over(json: #"{"first": [{"a": 1}], "second": [{"a": 2}]}"#)
    let found = session.failure("update 1 title=Two Words")
    let mistake = try #require(found)
    #expect(mistake.code == "unexpected-argument")
    #expect(mistake.proposal == #"a title with blanks is written in quotes: title="Two ...""#)
    try session.said("alias rename update 1 title=Two Words")
    #expect(session.failure("rename")?.proposal == mistake.proposal)
    try session.said(#"update 1 title="Two Words""#)
    #expect(try session.said("view").contains("Two Words"))
  }

  /// What runs behind the scenes prints on no terminal, so nothing there can act on one.
  @Test func comparisonsPrintOnNoTerminal() throws {
    var session = try Workspace.over(json: #"[{"a": "\u001b[2J"}, {"a": "b"}]"#)
    session.environment.read = { _ throws(DataError) in "export - --format csv\ndown" }
    session.environment.printsToTerminal = true
    for line in ["export - --format csv", "save - --format csv"] {
      #expect(session.failure(line)?.description.contains("hold control characters") == true)
    }
    #expect(try session.said("compare uikit none script.shelf").contains("uikit"))
  }
}
