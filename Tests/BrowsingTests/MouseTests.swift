import Commands
import Foundation
import ShellCore
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Browsing

/// What the mouse does is what commands do.
@Suite struct MouseTests {
  private static func click(_ column: Int, _ line: Int) -> [Key] {
    [
      .mouse(MouseEvent(.press(.left), column: column, line: line)),
      .mouse(MouseEvent(.release(.left), column: column, line: line)),
    ]
  }

  private static func wheel(
    _ direction: MouseEvent.Direction, _ column: Int, _ line: Int, _ held: KeyName.Modifiers = []
  ) -> [Key] {
    [.mouse(MouseEvent(.wheel(direction), column: column, line: line, modifiers: held))]
  }

  @Test func theWheelScrollsTheListAndRows() {
    let session = BrowsingSession(["open pulse.plist"], columns: 80, lines: 24)
    session.press(
      Self.wheel(.down, 5, 5) + Self.wheel(.up, 5, 5) + Self.wheel(.down, 5, 5, .shift)
        + Self.wheel(.right, 5, 10) + Self.wheel(.left, 5, 10))
    #expect(
      session.run.map(\.line) == [
        "down 3 lines", "up 3 lines", "right 1 items --row 0.0", "right 1 items --row 1.0",
        "left 1 items --row 1.0",
      ])
  }

  @Test func aClickOnTheTitleOfAColumnSorts() throws {
    let session = BrowsingSession(
      ["open catalog.json", "columns name, price"], columns: 80, lines: 24)
    session.press("j")
    let column = try #require(session.lines[1].range(of: "price")).lowerBound
    let place = session.lines[1].distance(from: session.lines[1].startIndex, to: column)
    session.press(Self.click(place, 1) + Self.click(place, 1))
    #expect(
      session.run.map(\.line) == ["focus down", "sort by price asc", "sort by price desc"])
  }

  @Test func aClickFocusesAndADoubleClickOpens() {
    let session = BrowsingSession(["open pulse.plist"], columns: 80, lines: 24)
    session.press(Self.click(24, 4) + Self.click(24, 10) + Self.click(24, 10))
    #expect(session.run.map(\.line) == ["goto 0.0.1", "goto 1.0.1", "push 1.0.1"])
    #expect(session.shell.session.levels.count == 2)
  }

  @Test func aClickOnAnAccessoryTapsIt() {
    let session = BrowsingSession(
      ["open catalog.json", "accessory detail"], columns: 60, lines: 20)
    session.press("k")
    let line = 3
    let column = session.lines[line].count - 1
    session.press(Self.click(column, line))
    #expect(session.run.map(\.line) == ["focus up", "tap-accessory 0.2"])
  }

  @Test func aLetterOfTheIndexLeadsThere() {
    let session = BrowsingSession(
      ["open catalog.json", "index by name"], columns: 60, lines: 40)
    session.press("k")
    let line = session.lines.firstIndex { $0.hasSuffix("M") } ?? 0
    session.press(Self.click(59, line))
    #expect(session.run.last?.line == "index M")
  }

  @Test func aDragPullsTheRow() {
    let session = BrowsingSession(["open pulse.plist"], columns: 80, lines: 24)
    func drag(_ column: Int, _ line: Int) -> Key {
      .mouse(MouseEvent(.drag(.left), column: column, line: line))
    }
    session.press([
      .mouse(MouseEvent(.press(.left), column: 30, line: 5)), drag(22, 5), drag(25, 5),
      drag(25, 4), .mouse(MouseEvent(.release(.left), column: 25, line: 4)),
    ])
    #expect(
      session.run.map(\.line) == [
        "right 8 columns --row 0.0", "left 3 columns --row 0.0", "down 1 lines",
      ])
  }

  @Test func nothingHappensOutsideOfTheTable() {
    let session = BrowsingSession(["open catalog.json"], columns: 60, lines: 20)
    session.press(
      Self.click(3, 0) + Self.click(3, 19) + Self.click(200, 200) + Self.wheel(.right, 3, 3))
    #expect(session.run.isEmpty)
  }
}
