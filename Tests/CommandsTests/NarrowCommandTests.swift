import Arranging
import CommandLanguage
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What the words of commands that look and narrow mean is known before there is a table.
@Suite struct NarrowCommandTests {
  @Test(arguments: [
    "sort off Title", "sort off by Title", "sort sections desc Title", "group off Source",
    "group by Source Title", "index off Title", "index M Title", "index by Title Source",
    "flatten off Title", "flatten Title", "shape Title", "shape off Title", "next 2",
  ])
  func nothingStandsBehindAWordThatEndsTheLine(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    let before = session.digest
    #expect(session.failure(line)?.code == "unexpected-argument")
    #expect(session.digest == before)
  }

  @Test(arguments: [
    ("filter Views >", 14..<14), ("filter where Views > 3", 7..<12),
    ("count where Views > ", 19..<19), ("count --json where Views ==", 27..<27),
    ("sort Title desc, Views, Source", 5..<10), ("sort by", 0..<7), ("sort sections up", 14..<16),
    ("group Source", 6..<12), ("index by", 0..<8), ("shape --rows a..b", 13..<17),
    ("view --layers text,ink", 14..<22), ("distinct Source 0", 16..<17),
    ("summarize Views Source Title", 16..<22),
  ])
  func checkingFindsWhatNeedsNoTable(_ line: String, _ place: Range<Int>) throws {
    var session = Workspace(environment: .checkout)
    let statement = try #require(Statement.statements(in: line).first)
    let failure = #expect(throws: CommandError.self) { try session.check(statement) }
    #expect(failure?.range == place, "\(String(describing: failure))")
  }

  @Test(arguments: [
    "filter", "filter off", "filter off == 1", "filter where == 3", "search", "search off",
    "search off in name", "search \"off\"", "sort", "sort by Title", "sort sections asc", "group",
    "index M", "flatten", "shape --rows SELF", "count", "count where where == 3", "find \"a b\"",
  ])
  func whatIsRightNeedsNoTableToBeChecked(_ line: String) throws {
    var session = Workspace(environment: .checkout)
    let statement = try #require(Statement.statements(in: line).first)
    #expect(try session.check(statement) == .carryOn)
  }

  @Test func aWordOfACommandIsATextWhereThereIsMore() throws {
    var session = try Workspace.over(json: #"[{"off": 1, "where": 3}, {"off": 2, "where": 4}]"#)
    #expect(try session.said("filter off == 1") == "1 of 2 records match")
    #expect(try session.said("filter where > 2") == "2 of 2 records match")
    #expect(try session.said("search off 1").hasPrefix("0 of 2 records match"))
  }

  @Test func countingForMachinesPrintsNothingElse() throws {
    var session = try Workspace.over("pulse.plist")
    for line in ["count --json", "count --json where Views > 20000"] {
      let output = try #require(try session.run(line: line).last)
      #expect(output.lines.isEmpty)
      #expect(output.json.first?.contains("shelf.count.1") == true)
    }
  }

  @Test func filtersAreToldApartByTheirKinds() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("search the; filter Views > 100; search a; filter Views > 200")
    #expect(try session.said("filter") == "search a\nfilter Views > 200")
    #expect(try session.current().arrangement.filters.map(\.kind) == [.search, .filter])
    try session.said("search off")
    #expect(try session.said("search") == "filter Views > 200")
    let nothing = try session.said("search zzzz")
    #expect(nothing.hasSuffix("clear with 'search off'"))
    #expect(
      session.failure("find zzzz")?.hint
        == "'filter off' and 'search off' show the others")
  }

  @Test func aSearchIsForgottenWithItsTable() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("find the; open Datasets/rows.json")
    #expect(session.failure("next")?.code == "nothing-to-do")
    try session.said("find a; scenario pulse")
    #expect(session.failure("previous")?.code == "nothing-to-do")
    try session.said("find the; close")
    #expect(session.failure("next")?.code == "nothing-to-do")
  }

  @Test func completionKnowsWhatFollowsAKeyword() throws {
    let session = try Workspace.over("pulse.plist")
    func offered(_ line: String) -> [String] {
      Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    }
    #expect(offered("sort ") == ["by", "sections", "rows", "off"])
    #expect(offered("sort off ").isEmpty)
    #expect(offered("sort by Title de") == ["desc"])
    #expect(offered("group off ").isEmpty)
    #expect(offered("index by Vi") == ["Views"])
    #expect(offered("view --layers text,i") == ["text,id"])
  }
}
