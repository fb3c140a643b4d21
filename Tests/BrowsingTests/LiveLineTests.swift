import Arranging
import CommandLanguage
import Commands
import Foundation
import Rendering
import ShellCore
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Browsing

/// What a line would do is shown while it is typed, and leaves no trace.
@Suite struct LiveLineTests {
  @Test func theTableIsNarrowedWhileAFilterIsTyped() {
    let session = BrowsingSession(["open catalog.json"], columns: 80, lines: 20)
    var narrowed: [String] = []
    session.terminal.beforeKey = {
      if session.lines.last == "filter price > 100" { narrowed = session.lines }
    }
    // The first frame takes the size of the window.
    session.press("j k")
    let before = session.shell.session.digest()
    session.press("f \"price_>_100\" Esc")
    #expect(narrowed.first?.contains("39 of 293 rows") == true)
    #expect(narrowed.dropLast().last?.hasPrefix("39 of 293 records match") == true)
    #expect(narrowed.dropLast().last?.hasSuffix(" ms") == true)
    let after = session.shell.session.digest()
    #expect(after.differences(from: before).isEmpty)
    #expect(session.run.map(\.line) == ["focus down", "focus up"])
    #expect(session.shell.session.levels[0].arrangement.filters.isEmpty)
  }

  @Test func enterRunsTheCommandOnce() {
    let session = BrowsingSession(["open catalog.json"])
    session.press("f \"price_>_100\" Enter u")
    #expect(session.run.map(\.line) == ["filter price > 100", "undo"])
    #expect(session.shell.session.levels[0].arrangement.filters.isEmpty)
    #expect(session.lines.first?.contains("293 rows") == true)
  }

  @Test func mistakesAreShownWhileTyping() {
    let session = BrowsingSession(["open catalog.json"])
    var shown: [String] = []
    session.terminal.beforeKey = { shown.append(session.lines.suffix(2).joined(separator: "|")) }
    session.press("f \"price_>\" Esc")
    #expect(shown.contains("expected a value after `>`, found the end|filter price >"))
  }

  @Test func aTextIsFoundWhileItIsTyped() {
    let session = BrowsingSession(["open catalog.json"])
    var shown: [String] = []
    session.terminal.beforeKey = { shown.append(session.lines[session.lines.count - 2]) }
    session.press("/ \"lamp\" Esc")
    #expect(shown.contains { $0.hasPrefix("match 1 of 8") })
    #expect(session.shell.session.levels[0].table.focus == Address(0, 0))
    session.press("/ \"lamp\" Enter n")
    #expect(session.run.map(\.line) == ["find --both lamp", "next"])
  }

  /// What is shown while a text is typed is where Enter leads.
  @Test func aTextIsFoundBackwardsWhileItIsTyped() throws {
    let session = BrowsingSession(["open catalog.json", "focus row 100"])
    var seen: [Address?] = []
    session.terminal.beforeKey = { seen.append(session.shell.session.levels[0].table.focus) }
    session.press("? \"lamp\" Enter F1")
    let found = try #require(session.shell.session.levels[0].table.focus)
    #expect(found.row.map { $0 < 99 } == true)
    #expect(seen.suffix(3) == [found, found, found], "\(seen)")
  }

  /// From a match it goes on to the one before, as `/` goes to the one behind.
  @Test func searchesLeaveTheMatchThatHasTheFocus() {
    let session = BrowsingSession(["open rows.json", "filter title CONTAINS '1'", "focus row 3"])
    session.press("/ \"Row_1\" Enter")
    #expect(session.shell.session.levels[0].table.focus?.row == 3)
    session.press("? \"Row_1\" Enter")
    #expect(session.shell.session.levels[0].table.focus?.row == 2)
  }

  /// As people who come from other programs expect it.
  @Test func searchesGoOnTheWayTheyBegan() {
    let session = BrowsingSession(["open catalog.json", "focus row 100"])
    session.press(
      "? \"lamp\" Enter n N / \"lamp\" Enter n N ? \"bell\" Enter : \"find_lamp\" Enter n")
    #expect(
      session.run.map(\.line) == [
        "find --backwards --both lamp", "previous", "next", "find --both lamp", "next", "previous",
        "find --backwards --both bell", "find lamp", "next",
      ])
  }

  @Test func theNextKeyBreaksATrialOff() throws {
    let shell = BrowsingSession.shell()
    _ = shell.run(SourceLine(text: "open catalog.json"))
    let before = shell.session.digest()
    var live = LiveLine()
    let gate = Gate()
    shell.session.environment.isInterrupted = { gate.wait() }
    live.follow("filter price > 100", in: shell, columns: 80)
    #expect(live.isTrying("filter price > 100"))
    #expect(shell.session.digest() == before)
    // The next key gives it up; it is not waited for.
    live.follow("filter price > 1000", in: shell, columns: 80)
    #expect(!live.isTrying)
    gate.open()
    while live.words == nil {
      live.follow("filter price > 1000", in: shell, columns: 80)
      usleep(1000)
    }
    #expect(live.words?.text.contains("of 293 records match") == true, "\(live.words?.text ?? "")")
    #expect(shell.session.digest() != before)
    live.takeBack(in: shell)
    #expect(shell.session.digest() == before)
    #expect(shell.session.environment.isInterrupted() == false)
  }

  @Test func keysAndValuesAreCompleted() {
    let session = BrowsingSession(["open catalog.json"])
    session.press("f \"pri\" Tab \">_100\" Enter")
    #expect(session.run.map(\.line) == ["filter price > 100"])
  }
}
