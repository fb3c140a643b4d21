import DataSources
import Synchronization
import Testing

@testable import Commands

/// Commands that consist of others happen as a whole or not at all.
@Suite struct WholeTests {
  private final class Countdown: Sendable {
    private let left: Atomic<Int>
    init(_ count: Int) { left = Atomic(count) }
    func isOver() -> Bool { left.subtract(1, ordering: .relaxed).newValue < 0 }
  }

  private func session(interruptedAfter count: Int) throws -> Session {
    let countdown = Countdown(count)
    var environment = SessionEnvironment.checkout
    environment.isInterrupted = { countdown.isOver() }
    var session = Session(environment: environment)
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
