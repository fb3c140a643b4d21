import Arranging
import CommandLanguage
import Documents
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct SearchResultTests {
  private func scrolled() throws -> Workspace {
    var session = try Workspace.over("catalog.json")
    try session.said("set viewport 60x8; index by name; index M; down 2; select 12.1")
    return session
  }

  @Test func resultsAreOneSectionWithoutAnIndexFromTheTop() throws {
    var session = try scrolled()
    try session.said("filter --flat name BEGINSWITH[c] \"ma\"")
    let level = try session.current()
    #expect(level.shown.counts().sections == .exact(1) && level.shown.indexTitles == nil)
    #expect(level.table.offset == 0 && level.table.focus == Address(0, 0))
    let names = try (0..<3).map { try level.shown.value(at: Address(0, $0))?.record?["name"] }
    #expect(
      names == [
        .string("Maple Rolling Pin"), .string("Marble Run"),
        .string("Marmalade, Bitter Orange"),
      ])
  }

  @Test func endingThemGivesTheTableBackWhereItWas() throws {
    var session = try scrolled()
    let before = session.digest
    for text in ["m", "ma", "mar"] {
      try session.said("filter --flat name BEGINSWITH[c] \"\(text)\"")
    }
    try session.said("tap 0.1; down; filter off")
    #expect(session.digest == before)
  }

  /// The first table's cells wait below the results, and none of them is made again.
  @Test func aSecondTableMayShowThem() throws {
    var session = try scrolled()
    let before = session.digest
    let made = try session.current().table.statistics[0].totals.created
    try session.said("set search-table own")
    let said = try session.said("filter --flat name BEGINSWITH[c] \"ma\"")
    #expect(said.hasSuffix("in a second table"))
    #expect(try session.current().table.statistics[0].totals.reused == 0)
    try session.said("undo; redo; filter off; set search-table same")
    #expect(session.digest == before)
    #expect(try session.current().table.statistics[0].totals.created == made)
    #expect(try session.current().table.invariantViolations() == [])
  }

  @Test func anotherFilterLeavesTheResults() throws {
    var session = try scrolled()
    try session.said("filter --flat name BEGINSWITH \"S\"; filter price > 20")
    #expect(try session.current().shown.indexTitles != nil)
    try session.said("filter off")
    #expect(try session.current().shown.counts().rows == .exact(293))
  }

  @Test func whatWasGroupedAnewStays() throws {
    var session = try scrolled()
    try session.said("filter --flat price > 20; group by manufacturer; filter off")
    #expect(
      try session.current().arrangement.statements == ["sort by name", "group by manufacturer"])
  }

  @Test func undoTakesThemBack() throws {
    var session = try scrolled()
    let before = session.digest
    try session.said("filter --flat price > 20")
    let results = session.digest
    try session.said("undo")
    #expect(session.digest == before)
    try session.said("redo; filter off; undo")
    #expect(session.digest == results)
    try session.said("filter off")
    #expect(session.digest == before)
  }

  @Test func aPredicateThatFailsChangesNothing() throws {
    var session = try scrolled()
    let before = session.digest
    #expect(session.failure("filter --flat name BEGINSWITH")?.code == "predicate-syntax")
    #expect(session.digest == before)
  }

  @Test func keysAreCompletedBehindTheOption() throws {
    let session = try Workspace.over("catalog.json")
    let line = "filter --flat manu"
    let offered = Completer(session).completion(of: line, at: line.count)
    #expect(offered.candidates.map(\.text).contains("manufacturer"))
  }
}
