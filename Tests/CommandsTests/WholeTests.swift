import CommandLanguage
import Documents
import Synchronization
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Commands that consist of others happen as a whole or not at all.
@Suite struct WholeTests {
  private final class Countdown: Sendable {
    private let left: Atomic<Int>
    init(_ count: Int) { left = Atomic(count) }
    func isOver() -> Bool { left.subtract(1, ordering: .relaxed).newValue < 0 }
  }

  private func session(interruptedAfter count: Int) throws -> Workspace {
    let countdown = Countdown(count)
    var environment = Environment.checkout
    environment.isInterrupted = { countdown.isOver() }
    var session = Workspace(environment: environment)
    _ = try session.open(path: "generated:rows=1000")
    return session
  }

  @Test func aRepetitionThatIsCancelledChangesNothing() throws {
    var session = try session(interruptedAfter: 20)
    try session.said("down 3")
    let before = session.digest
    let error = session.failure("repeat 500 down")
    #expect(error?.description == "cancelled; nothing was changed")
    #expect(session.digest == before)
    #expect(try session.said("undo").hasPrefix("undid: down 3"))
  }

  @Test(arguments: [
    "repeat 3 delete 0.998", "alias both = \"down 2; goto 99\"; both",
    "alias both = \"set row-height 2; nosuch\"; both",
  ])
  func whatFailsHalfWayChangesNothing(_ line: String) throws {
    var session = try session(interruptedAfter: .max)
    let statements = Statement.statements(in: line)
    for statement in statements.dropLast() { _ = try session.run(statement) }
    let before = session.digest
    let last = try #require(statements.last)
    #expect(throws: CommandError.self) { try session.run(last) }
    #expect(session.digest == before)
    #expect(session.failure("undo") != nil)
  }

  @Test func undoSaysManyStepsInAFewWords() throws {
    var session = try session(interruptedAfter: .max)
    for _ in 0..<28 { try session.said("down") }
    try session.said("filter id > 3; sort by id desc")
    let words = try session.said("undo 30")
    #expect(words.hasPrefix("undid 30: sort by id desc, filter id > 3, 28 x down · "))
    #expect(try session.said("redo 30").hasPrefix("redid 30: 28 x down, filter id > 3, "))
    for line in ["up", "down 2", "up 3", "down 4", "up 5", "down 6"] { try session.said(line) }
    #expect(
      try session.said("undo 6").hasPrefix("undid 6: down 6, up 5, down 4, up 3, and 2 more · "))
    #expect(try session.said("redo 2").hasPrefix("redid: up, down 2 · "))
  }
}

/// `_`, the place of the last result.
@Suite struct LastResultTests {
  private func session() throws -> Workspace {
    try Workspace.over(
      json: """
        [{"name": "Ann", "age": 3}, {"name": "Bob", "age": 2}, {"name": "Cleo", "age": 1},
         {"name": "Bobby", "age": 9}]
        """)
  }

  @Test(arguments: [
    ("find bob", "0.1"), ("find bob; next", "0.3"), ("goto 0.2", "0.2"), ("select 0.1", "0.1"),
    ("show 0.3", "0.3"), ("tap 0.2", "0.2"), ("update 0.2 age=7", "0.2"),
    ("show 0.3; down", "0.3"), ("selection multiple; show 0.1; select 0.2 0.3", "0.1"),
  ])
  func itIsWhereTheLastResultIs(_ line: String, _ expected: String) throws {
    var session = try session()
    try session.said(line)
    try session.said("top; goto _")
    #expect(try session.current().table.focus?.description == expected)
  }

  @Test func itFollowsItsRecord() throws {
    var session = try session()
    try session.said("show 0.0; sort by age")
    #expect(try session.said("show _").contains("Ann"))
    try session.said("show 0.1; sort off; delete 0.0")
    #expect(try session.said("show _").contains("Bob"))
    try session.said("insert 0.0 {\"name\": \"Dan\", \"age\": 5}; show 0.0; show _")
    #expect(try session.said("update _ age=6; show _ ").contains("\"age\": 6"))
    try session.said("filter age == 6; show 0.0; filter age < 6")
    let error = session.failure("show _")
    #expect(error?.description == "there is no '_': the last result is no longer shown")
    #expect(try session.said("filter off; show _").contains("Dan"))
  }

  @Test func withoutAResultItIsNothing() throws {
    var session = try session()
    #expect(session.failure("goto _")?.code == "no-such-place")
    #expect(session.failure("show _.1")?.code == "no-such-place")
  }

  @Test func aTitleOfThatNameIsQuoted() throws {
    #expect(AddressPattern.spelled(title: "_") == "\"_\"")
    #expect(try AddressPattern(parsing: "\"_\"").parts == [.title("_")])
  }
}
