import Commands
import Rendering
import ShellCore
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Browsing
@testable import Playing

@Suite struct ScreenTests {
  @Test func theTableTakesTheWholeScreen() {
    for (columns, lines) in [(20, 8), (60, 20), (80, 24), (120, 40), (500, 200)] {
      let session = BrowsingSession(["open catalog.json"], columns: columns, lines: lines)
      session.press("j")
      #expect(session.lines.count == lines, "\(columns)x\(lines): \(session.lines)")
      #expect(session.lines.first?.contains("catalog") == true)
      #expect(session.lines.last?.hasPrefix("0.1 · row 2") == true, "\(session.lines)")
    }
  }

  @Test func smallWindowsSayOneLine() {
    let session = BrowsingSession(["open pulse.plist"])
    session.terminal.size = (19, 7)
    session.press("j")
    #expect(session.lines == ["too small: 20x8 at"] || session.lines[0].hasPrefix("too small"))
  }

  @Test func theRecordStandsBesideTheTable() {
    let wide = BrowsingSession(["open catalog.json"], columns: 120, lines: 30)
    wide.press("i")
    #expect(wide.lines[2].contains("│"))
    let narrow = BrowsingSession(["open catalog.json"], columns: 80, lines: 30)
    narrow.press("i j")
    #expect(narrow.lines.contains { $0.contains("\"name\"") })
    narrow.press("q")
    #expect(!narrow.lines.contains { $0.contains("\"name\"") })
  }

  /// What is slow is asked whether it has drawn a frame; until it says so it gets no other one.
  @Test func aSlowTerminalGetsAFrameWhenItHasDrawnTheLast() {
    let session = BrowsingSession(["open catalog.json"])
    var frames: [Int] = []
    session.terminal.onWrite = { if $0.contains("\u{1B}[5n") { frames.append(session.run.count) } }
    let held = Array(repeating: Key.character("j"), count: 6)
    session.press([.answer("\u{1B}[?62;4c")] + held + [.answer("\u{1B}[0n"), .character("k")])
    #expect(frames == [1, 6], "\(frames)")
    #expect(session.lines[6].hasPrefix("▸") || session.lines[7].hasPrefix("▸"), "\(session.lines)")
  }

  /// An answer that comes after 'q' is not typed at the prompt.
  @Test func theLastAnswerIsTakenBeforeTheScreenIsGivenBack() {
    let session = BrowsingSession(["open catalog.json"])
    session.press([
      .answer("\u{1B}[?62;4c"), .character("j"), .character("q"), .answer("\u{1B}[0n"),
    ])
    #expect(session.terminal.keys.isEmpty && session.browser.lastQuestion == nil)
    #expect(!session.browser.isOpen && !session.terminal.isEntered)
  }

  /// Each frame of an animation is on the screen once, at the place where the list was then.
  @Test func animationsAreSeen() {
    let session = BrowsingSession(["open rows.json", "set row-height 2"], lines: 16)
    session.press("j")
    var seen: [String] = []
    session.terminal.onWrite = { [unowned session] _ in
      if seen.last != session.lines[1] { seen.append(session.lines[1]) }
    }
    session.press(": \"bottom_--animated_5\" Enter")
    #expect(seen.count > 4 && seen.first?.contains("Row 0") == true, "\(seen)")
    #expect(session.lines.contains { $0.contains("Row 24") })
    #expect(session.run.last?.line == "bottom --animated 5")
  }

  @Test func keysOfThePersonReplaceTheUsualOnes() {
    let session = BrowsingSession([
      "open catalog.json", "bind z \"sort by {KEY} desc; top\"", "bind j bottom",
    ])
    session.press("z j")
    #expect(session.run.map(\.line) == ["sort by name desc; top", "bottom"])
  }

  @Test func linesAreTyped() {
    let session = BrowsingSession(["open catalog.json"])
    session.press("f \"price_>_100\" Enter : \"sort_by_price\" Enter / \"lamp\" Enter : Esc")
    #expect(session.run.map(\.line) == ["filter price > 100", "sort by price", "find --both lamp"])
  }

  /// What a file's opening had to say stands on the screen behind this one.
  @Test func notesOnTheFileAreAnnounced() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write("a.csv", "a,b\n1,2\n1,2,3\n")
    let session = BrowsingSession(["open \(data)"], columns: 100)
    session.press("")
    #expect(
      session.lines.last?.hasPrefix("1 note on the file: ':status'; F1 shows") == true,
      "\(session.lines)")
  }

  @Test func whatKeysCannotDoIsSaid() {
    let session = BrowsingSession(["open catalog.json"])
    session.press("z")
    #expect(session.lines.last == "'z' means nothing here; F1 shows the keys")
    session.press("%")
    #expect(session.lines.last == "a number comes first, such as 50")
    session.press("-")
    #expect(
      session.lines.suffix(2) == [
        "error: this is the first level", "  hint: 'close' closes the table",
      ])
  }

  /// What is looked for is marked in the table alone: 're' is in 'created' and 'reused', too.
  @Test func onlyTheTableIsMarked() throws {
    let session = BrowsingSession(["open catalog.json", "find re"], columns: 80, lines: 12)
    session.press("j")
    let level = try #require(session.shell.session.levels.last)
    let lines = level.lines(of: session.shell.session.picture(of: level, withChrome: true))
    let marked = lines.map { line in line.runs.contains { $0.style.attributes.contains(.reverse) } }
    #expect(marked.dropLast().contains(true) && marked.last == false && marked.first == false)
  }

  @Test func theRecordScrollsByACount() {
    let session = BrowsingSession(["open catalog.json"], columns: 80, lines: 14)
    session.press("i 3 J")
    #expect(session.browser.detailOffset == 3)
    session.press("i i 9 9 9 J 9 9 9 K")
    #expect(session.browser.detailOffset == 0)
  }

  /// The line about a long message is cut where that is longer than the foot, and not shown as another one.
  @Test func aLongMessageFitsIntoTheSmallestWindow() {
    let session = BrowsingSession(["open catalog.json"], columns: 20, lines: 8)
    session.press(": \"filter_nothing_at_all_of_this_is_a_condition_and_it_goes_on\" Enter Wait")
    #expect(session.lines.last?.contains(" of ") == true, "\(session.lines)")
    session.press(": \"filter_nothing_at_all_of_this_is_a_condition_and_it_goes_on\" Enter q j")
    #expect(session.lines.last?.hasPrefix("0.1") == true, "\(session.lines)")
  }

  @Test func whatCoversTheTableIsSearched() {
    let session = BrowsingSession(["open catalog.json"], columns: 100, lines: 12)
    session.press("F1 / \"ctrl-z\" Enter")
    #expect(session.lines.contains { $0.contains("Ctrl-Z") }, "\(session.lines)")
    session.press("F1 / \"nowhere_at_all\" Enter")
    #expect(session.lines.last?.hasSuffix("no line has that") == true, "\(session.lines)")
    session.press("F1 / \"focus\" Enter n n n n n n N q")
    #expect(session.lines[0].contains("catalog"))
    #expect(session.run.isEmpty)
  }

  @Test func theTraceScrolls() {
    let session = BrowsingSession(["open pulse.plist"], columns: 80, lines: 24)
    session.press("T Space")
    let first = session.lines
    session.press("2 )")
    #expect(session.browser.trace.offset == 2)
    let title = session.lines.firstIndex { $0.hasPrefix(" frame ") }
    #expect(title.map { session.lines[$0 + 1] } == title.map { first[$0 + 3] })
    session.press("9 9 9 ( j")
    #expect(session.browser.trace.offset == 0)
  }

  @Test func whatIsSelectedIsDeleted() {
    let session = BrowsingSession(["open catalog.json", "selection multiple"])
    session.press("x j x d")
    #expect(session.run.map(\.line).last == "delete 0.0 0.1")
    #expect(session.lines.first?.contains("291 rows") == true)
    session.press("d")
    #expect(session.run.map(\.line).last?.hasPrefix("delete 0.") == true)
    #expect(session.lines.first?.contains("290 rows") == true)
  }

  /// Wide characters and those written from right to left stay within their line at any width.
  @Test func edgesHoldWhateverIsWritten() throws {
    let names = [
      "שלום עולם", "مرحبا بالعالم", "檜の風呂椅子", "👩‍👩‍👧‍👦 family", "e\u{301}\u{302}x", "\u{202E}abc",
    ]
    let records = names.map { #"{"name":"\#($0) \#($0)","note":"\#($0)"}"# }
    let folder = try TemporaryFolder()
    let data = try folder.write("names.json", "[\(records.joined(separator: ","))]")
    for columns in 20...50 {
      let session = BrowsingSession(["open \(data)"], columns: columns, lines: 16)
      session.press("i j Tab T l")
      #expect(session.lines.contains { $0.hasPrefix("▸") }, "\(columns): \(session.lines)")
      for line in session.lines {
        #expect(DisplayWidth.of(line) <= columns, "\(columns): \(line)")
      }
      var whole = ScreenWriter(abilities: session.terminal.abilities)
      var screen = TerminalScreen(columns: columns, rows: 16)
      screen.feed(String(decoding: whole.bytes(showing: session.browser.frame), as: UTF8.self))
      #expect(screen.lines == session.lines)
    }
  }

  @Test func keysAreLookedForAsWell() {
    let session = BrowsingSession(["open catalog.json"])
    session.press("/ \"countryOf\" Enter")
    #expect(session.lines.last?.contains("match 2 of 293") == true, "\(session.lines)")
    session.press("/ \"/^Fig.*Thyme$/\" Enter")
    #expect(session.lines.last?.hasPrefix("match 1 of 1") == true, "\(session.lines)")
  }

  @Test func theKeysAreShown() {
    let session = BrowsingSession(["open catalog.json"], columns: 100, lines: 30)
    session.press("F1")
    #expect(session.lines[0] == "Move")
    #expect(session.lines[1].contains("focus up"))
    session.press("F1 G")
    #expect(session.lines.contains { $0.contains("Ctrl-Z") })
    session.press("F1 G q")
    #expect(session.lines[0].contains("catalog"))
    // What was said of the text goes with it.
    #expect(session.lines.last?.contains("scroll") == false, "\(session.lines)")
  }
}
