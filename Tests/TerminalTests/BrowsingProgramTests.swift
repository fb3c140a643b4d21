import Foundation
import TestSeeds
import Testing

@testable import Playing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The whole screen on a terminal: it is taken, and given back on every way out.
@Suite(.waits) struct BrowsingProgramTests {
  private static func browsing(
    _ file: String = "catalog.json", columns: Int = 60, rows: Int = 16,
    environment: [String: String] = [:]
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      columns: columns, rows: rows, environment: environment, arguments: ["--browse", file])
    try session.wait(for: "the table") { $0.lines.first?.contains("section") == true }
    return session
  }

  private static func focus(_ place: String, in session: TerminalSession) throws {
    try session.wait(for: "row \(place)") { $0.lines.last?.hasPrefix(place + " ·") == true }
  }

  @Test func keysMoveAndTheScreenIsGivenBack() throws {
    let session = try Self.browsing()
    session.type("jj")
    try Self.focus("0.2", in: session)
    session.type("G")
    try Self.focus("0.292", in: session)
    session.type("q")
    try session.waitForPrompt()
    #expect(session.output.contains("\u{1B}[?1049h"))
    #expect(session.output.contains("\u{1B}[?1049l"))
    try session.run("focus")
    #expect(session.screen.lines.contains("0.292 · row 293 of 293"))
    session.type("quit\r")
    _ = try session.exitCode()
    #expect(session.modes == session.modesBefore)
  }

  @Test func browseComesAndGoesAtThePrompt() throws {
    let session = try TerminalSession(columns: 90, rows: 16)
    try session.run("open catalog.json")
    session.type("browse\r")
    try session.wait(for: "the hint") { $0.lines.last?.hasPrefix("F1 shows the keys") == true }
    session.type(":filter price > 100\r")
    try session.wait(for: "the filter") { $0.lines.first?.contains("filter price > 100") == true }
    session.type("q")
    try session.waitForPrompt()
    try session.run("count")
    #expect(session.screen.lines.contains { $0.contains("of 293 rows") })
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGUSR1]) func signalsGiveTheScreenBack(signal: Int32) throws {
    let session = try Self.browsing()
    session.signal(signal)
    _ = try session.exitCode()
    #expect(session.output.contains("\u{1B}[?1049l"))
    #expect(session.modes == session.modesBefore)
  }

  @Test func ctrlZStopsAndGoesOn() throws {
    let session = try Self.browsing()
    session.type("j")
    try Self.focus("0.1", in: session)
    session.type("\u{1A}")
    try session.wait(for: "the old screen") { _ in session.output.contains("\u{1B}[?1049l") }
    session.signal(SIGCONT)
    session.type("j")
    try Self.focus("0.2", in: session)
  }

  @Test func ctrlCStopsNeitherBrowserNorProgram() throws {
    let session = try Self.browsing()
    session.type("\u{3}")
    try session.wait(for: "the words") { $0.lines.last?.hasPrefix("'q' returns") == true }
    session.type("j")
    try Self.focus("0.1", in: session)
  }

  @Test func theWindowMayChange() throws {
    let session = try Self.browsing()
    session.resize(columns: 100, rows: 30)
    session.signal(SIGWINCH)
    try session.wait(for: "a larger table") { screen in
      screen.lines.count == 30 && screen.lines[27].hasPrefix("   ")
    }
    session.resize(columns: 15, rows: 5)
    session.signal(SIGWINCH)
    try session.wait(for: "a word about it") { $0.lines.first?.hasPrefix("too small") == true }
    session.resize(columns: 60, rows: 16)
    session.signal(SIGWINCH)
    try session.wait(for: "the table") { $0.lines.first?.contains("section") == true }
  }

  @Test func withoutATerminalItFails() throws {
    let outcome = try ProgramOutcome.of(
      TerminalSession.executable(), ["--browse", "catalog.json"],
      in: FileManager.default.currentDirectoryPath, environment: ["TERM": "xterm"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("'browse' needs a terminal that can be drawn on"))
    let dumb = try TerminalSession(environment: ["TERM": "dumb"])
    try dumb.run("browse")
    #expect(dumb.screen.lines.contains("error: 'browse' needs a terminal that can be drawn on"))
  }

  @Test func keysAreRecorded() throws {
    let session = try TerminalSession(columns: 160, rows: 16)
    try session.run("record \(session.home)/page.shelf.md")
    try session.run("open catalog.json")
    session.type("browse\r")
    try session.wait(for: "the hint") { $0.lines.last?.hasPrefix("F1 shows the keys") == true }
    session.type("jjx")
    try session.wait(for: "a selection") { $0.lines.last?.hasPrefix("selected 0.2") == true }
    session.type("q")
    try session.waitForPrompt()
    try session.run("record off")
    let page = try String(contentsOfFile: session.home + "/page.shelf.md", encoding: .utf8)
    #expect(page.contains("shelf> focus down\n...\nshelf> focus down\n...\nshelf> select 0.2\n"))
    #expect(!page.contains("shelf> browse"))
  }

  @Test(arguments: ["\u{1B}", "\u{3}"]) func workIsStoppedAndNotTheBrowser(key: String) throws {
    let session = try Self.browsing()
    session.type(":repeat 1000000 focus\r")
    // What is typed before progress is seen could still belong to the line.
    try session.wait(for: "progress") { $0.lines.last?.hasPrefix("repeat: ") == true }
    session.type(key)
    try session.wait(for: "the end of work") { screen in
      screen.lines.suffix(3).contains { $0.contains("cancelled") }
    }
    session.type("j")
    try Self.focus("0.1", in: session)
  }

  /// A condition that is asked record by record counts while it is typed, until the next key.
  @Test func theCountRisesWhileAFilterRuns() throws {
    let session = try TerminalSession(
      columns: 100, rows: 16, arguments: ["--browse", "generated:rows=2000000"])
    try session.wait(for: "the table") { $0.lines.first?.contains("section") == true }
    session.type("f$row.index % 3 == 0")
    func count(_ screen: TerminalScreen) -> Int? {
      let line = screen.lines.last { $0.hasPrefix("filter: ") && $0.contains(" match, ") }
      let words = line?.components(separatedBy: " match, ").first?.split(separator: " ").last
      return words.flatMap { Int($0.replacing(",", with: "")) }
    }
    try session.wait(for: "a count") { (count($0) ?? 0) > 0 }
    let first = try #require(count(session.screen))
    try session.wait(for: "a greater count") { (count($0) ?? 0) > first }
    session.type("\u{1B}")
    try session.wait(for: "the end of the filter") { count($0) == nil }
  }

  /// A terminal that nobody reads gets no more than a frame that waits: keys lag behind by that at most.
  @Test func aSlowTerminalBuildsNoBacklog() throws {
    let session = try Self.browsing()
    let before = session.output.utf8.count
    for _ in 0..<400 { session.type("j") }
    usleep(400_000)
    for _ in 0..<200 { session.type("k") }
    // Down to the last row, and 200 back.
    try Self.focus("0.92", in: session)
    #expect(session.output.utf8.count - before < 200_000)
  }
}
