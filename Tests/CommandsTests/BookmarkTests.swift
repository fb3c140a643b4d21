import CommandLanguage
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Places to come back to: bookmarks, and those that the focus has jumped from.
@Suite struct BookmarkTests {
  private func focus(_ session: Workspace) -> String {
    session.levels.last?.table.focus?.description ?? "-"
  }

  private static let numbers =
    "[" + (0..<60).map { #"{"id": \#($0), "name": "n\#($0 * 7 % 60)"}"# }.joined(separator: ",")
    + "]"

  // MARK: Bookmarks

  @Test func aLetterLeadsBack() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("goto 1.0.3; bookmark a; bottom; goto 'a")
    #expect(focus(session) == "1.0.3")
    try session.said("top; bookmark B; goto 'a top; goto 'B; select 'a")
    #expect(try session.current().table.selection == [Address(1, 0, 3)])
    #expect(try session.said("bookmark").hasPrefix("'B  0.0.0  "))
    #expect(try session.said("show 'a") == session.said("show 1.0.3"))
  }

  @Test func aBookmarkStaysWithItsRecord() throws {
    var session = try Workspace.over(json: Self.numbers)
    try session.said("goto 0.7; bookmark a; sort by id desc; top; goto 'a")
    #expect(focus(session) == "0.52")
    try session.said("sort off; delete 0.2; goto 'a")
    #expect(focus(session) == "0.6")
    try session.said("filter id > 20")
    let failure = session.failure("goto 'a")
    let error = try #require(failure)
    #expect("\(error)".contains("the record with this bookmark is not shown now"), "\(error)")
    #expect(try session.said("bookmark") == "'a  not shown now")
    try session.said("filter off; delete 0.6")
    #expect(session.failure("goto 'a") != nil)
  }

  @Test func undoTakesABookmarkBackAndNothingElse() throws {
    var session = try Workspace.over(json: Self.numbers)
    try session.said("down 5; bookmark a; down 3; bookmark a; undo")
    #expect(focus(session) == "0.8")
    try session.said("goto 'a")
    #expect(focus(session) == "0.5")
    try session.said("undo 3")
    #expect(try session.said("bookmark") == "there are no bookmarks")
    try session.said("redo; goto 'a")
    #expect(focus(session) == "0.5")
  }

  @Test func whatIsNoBookmarkIsRefused() throws {
    var session = try Workspace.over(json: Self.numbers)
    for line in ["bookmark 1", "bookmark ab", "bookmark é", "bookmark '"] {
      #expect(session.failure(line) != nil, "\(line)")
    }
    let failure = session.failure("goto 'q")
    let error = try #require(failure)
    #expect("\(error)".contains("no bookmark has this letter here"), "\(error)")
    #expect(session.failure("goto 'ab") != nil)
  }

  /// What is lost because the data is another one is said.
  @Test func anotherShapeSaysWhatItLoses() throws {
    var session = try Workspace.over(json: #"{"a": [{"x": 1}, {"x": 2}], "b": [{"x": 3}]}"#)
    try session.said("bookmark a")
    let outputs = try session.run(line: "shape --rows SELF")
    #expect(outputs.flatMap(\.notices).contains("the bookmark 'a is lost"))
    #expect(try session.said("bookmark") == "there are no bookmarks")
    try session.said("undo; goto 'a")
  }

  @Test(arguments: [
    ("goto 'a; view", ["goto 'a", "view"]), ("goto 'a; goto 'b", ["goto 'a", "goto 'b"]),
    ("find 'a b'; view", ["find 'a b'", "view"]), ("goto 'a top", ["goto 'a top"]),
    ("goto 'a; find 'two words'", ["goto 'a", "find 'two words'"]),
    ("find 'a; b'", ["find 'a; b'"]), ("goto 'Science'", ["goto 'Science'"]),
  ])
  func aLetterBehindAQuoteIsNoOpenText(line: String, statements: [String]) {
    let found = Statement.statements(in: line).map { $0.text(from: 0).text }
    #expect(found == statements)
  }

  @Test func elsewhereTheQuoteIsOpen() throws {
    var session = try Workspace.over(json: Self.numbers)
    for line in ["close 'a", "open 'a", "sort by 'a"] {
      #expect(session.failure(line)?.errorCode == .openQuote, "\(line)")
    }
  }

  // MARK: Jumps

  @Test func jumpsGoBackAndForth() throws {
    var session = try Workspace.over(json: Self.numbers)
    try session.said("goto 0.20; focus down; focus down; goto 0.50; top; jump back")
    #expect(focus(session) == "0.50")
    try session.said("jump back")
    #expect(focus(session) == "0.22")
    try session.said("jump back")
    #expect(focus(session) == "0.0")
    #expect(try session.said("jump back") == "there is no place to jump back to")
    try session.said("jump forward 2")
    #expect(focus(session) == "0.50")
    let outputs = try session.run(line: "jump forward 9")
    #expect(focus(session) == "0.0")
    #expect(outputs[0].notices == ["there was only 1 place to jump forward to"])
    // A new jump begins a new way.
    try session.said("jump back; goto 0.5")
    #expect(try session.said("jump forward") == "there is no place to jump forward to")
  }

  @Test func aNeighbourIsNoJump() throws {
    var session = try Workspace.over("pulse.plist")
    for line in ["focus down", "focus right", "down", "focus left", "focus up", "right"] {
      try session.said(line)
      #expect(try session.current().jumps == JumpList(), "\(line)")
    }
    try session.said("focus right 2")
    #expect(try session.current().jumps.back.count == 1)
  }

  @Test func recordsThatMoveAreFollowed() throws {
    var session = try Workspace.over(json: Self.numbers)
    // The focus stays with its record: sorting is no jump.
    try session.said("goto 0.7; goto 0.30; sort by id desc")
    #expect(focus(session) == "0.29")
    #expect(try session.current().jumps.back.count == 2)
    try session.said("jump back")
    #expect(focus(session) == "0.52")
    // A filter that drops the focused record is one; what it hides is passed over, and kept.
    try session.said("sort off; goto 0.40; filter id > 35 AND id != 40; bottom; jump back 9")
    #expect(focus(session) == "0.0")
    try session.said("filter off; jump back")
    #expect(try session.current().jumps.forward.count > 1)
  }

  @Test func undoTakesAJumpOutOfTheList() throws {
    var session = try Workspace.over(json: Self.numbers)
    try session.said("goto 0.9; undo")
    #expect(try session.said("jump back") == "there is no place to jump back to")
    try session.said("redo; jump back")
    #expect(focus(session) == "0.0")
    try session.said("undo; jump back")
    #expect(focus(session) == "0.0")
    try session.said("push 0.3; back; jump forward")
    #expect(focus(session) == "0.9")
  }

  @Test func theListIsBounded() throws {
    var session = try Workspace.over(json: Self.numbers)
    for number in 0..<300 { try session.said("goto 0.\(number * 7 % 60)") }
    #expect(try session.current().jumps.back.count == JumpList.limit)
    try session.said("jump back 1000")
    #expect(try session.current().jumps.back.isEmpty)
    #expect(try session.current().jumps.forward.count <= JumpList.limit)
  }

  /// The way back and forth is that of a list of places, whatever is jumped to.
  @Test func jumpsAreTheWayOfABrowser() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var session = try Workspace.over(json: Self.numbers)
    var (way, here) = ([0], 0)
    for _ in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where here > 0:
        try session.said("jump back")
        here -= 1
      case 1 where here + 1 < way.count:
        try session.said("jump forward")
        here += 1
      default:
        let goal = Int.random(in: 0..<60, using: &random)
        if abs(goal - way[here]) <= 1 { continue }
        try session.said("goto 0.\(goal)")
        way = way[...here] + [goal]
        here += 1
      }
      let forgotten = max(0, here - JumpList.limit)
      way.removeFirst(forgotten)
      here -= forgotten
      #expect(focus(session) == "0.\(way[here])", "seed \(seed)")
    }
  }
}
