import Foundation
import Testing
import Workspaces

@testable import Playing

/// Long results at a prompt, and commands of the system's shell that read results.
@Suite(.serialized, .waits) struct PagerTests {
  /// A prompt on 20 rows with a pager of the user's own.
  private func session(
    pager: String?, arguments: [String] = [], prepare: (String) throws -> Void = { _ in }
  ) throws -> TerminalSession {
    var variables: [String: String] = [:]
    if let pager { variables["PAGER"] = pager }
    // Without a pager of the user's own and without `less` there is only ours.
    if pager == nil { variables["PATH"] = "/nonexistent" }
    return try TerminalSession(environment: variables, arguments: arguments, prepare: prepare)
  }

  /// Runs a command that prints more than the screen shows.
  private func runLong(_ command: String, in session: TerminalSession, mark: String) throws {
    try session.waitForPrompt()
    session.type("\(command); echo \(mark)\r")
    try session.wait(forOutput: mark)
  }

  private func end(_ session: TerminalSession) throws {
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
    #expect(session.modes == session.modesBefore)
  }

  @Test func aLongResultGoesThroughThePager() throws {
    let session = try session(pager: "cat > \"$HOME/paged\"; echo done")
    try runLong("help predicates", in: session, mark: "one")
    let paged = try String(contentsOfFile: session.home + "/paged", encoding: .utf8)
    #expect(paged.hasPrefix("predicates: ") && paged.contains("BEGINSWITH"))
    #expect(!session.output.contains("BEGINSWITH") && session.output.contains("done\r\n"))
    // What fits is printed, and so are the viewport and what `source` runs.
    try session.run("echo short")
    #expect(session.screen.lines.contains("short"))
    try runLong("set pager off; help predicates", in: session, mark: "three")
    #expect(session.output.contains("BEGINSWITH"))
    try session.run("set pager always")
    try session.run("echo short again")
    let file = session.home + "/paged"
    try session.wait(for: "the pager") { _ in
      (try? String(contentsOfFile: file, encoding: .utf8)) == "short again\n"
    }
    try runLong(
      "set pager auto; set viewport 40x40; open generated:rows=50; view", in: session, mark: "four")
    #expect(session.output.contains("row 30"))
    try end(session)
  }

  @Test func scriptsAndFilesAreNotPaged() throws {
    let session = try session(pager: "cat > \"$HOME/paged\"") { home in
      try "help predicates\n".write(toFile: home + "/a.shelf", atomically: true, encoding: .utf8)
    }
    try runLong("source ~/a.shelf", in: session, mark: "one")
    #expect(session.output.contains("BEGINSWITH"))
    try runLong("once /dev/null --force; help predicates", in: session, mark: "two")
    try runLong("record ~/r.md; help predicates", in: session, mark: "three")
    #expect(!FileManager.default.fileExists(atPath: session.home + "/paged"))
    try end(session)
  }

  /// A pager that somebody leaves early, that fails, is not there or is killed costs nothing.
  @Test(arguments: [
    ("head -n 1", false), ("no-such-pager-anywhere", true), ("exit 3", true),
    ("stty raw -echo; kill -9 $$", false), ("exec 0<&-; true", false),
  ])
  func aPagerThatEndsCostsNothing(_ pager: String, _ isReplaced: Bool) throws {
    let session = try session(pager: pager)
    try session.waitForPrompt()
    session.type("help predicates; echo over\r")
    if isReplaced {
      try session.wait(for: "question") { $0.currentLine.hasPrefix("-- ") }
      session.type("q")
    }
    try session.wait(for: "what follows") { $0.lines.contains("over") }
    try session.waitForPrompt()
    try session.run("echo still here")
    #expect(session.screen.lines.contains("still here"))
    try end(session)
  }

  @Test func interruptsArePagersOwn() throws {
    // A shell looks for signals between commands, and may miss one as it begins a long `sleep`.
    let naps = "while :; do sleep 0.1; done"
    let session = try session(pager: "trap 'echo trapped; exit 0' INT; echo shown; \(naps)")
    try session.waitForPrompt()
    session.type("help predicates\r")
    try session.wait(for: "pager") { $0.lines.contains("shown") }
    session.type("\u{03}")
    // The terminal's own '^C' may come before or behind the word.
    try session.wait(for: "end of the pager") { $0.text.contains("trapped") }
    session.type("\recho still here\r")
    try session.wait(forOutput: "still here")
    try session.waitForPrompt()
    try end(session)
  }

  @Test func pagesOfOurOwnAreTurned() throws {
    let session = try session(pager: nil)
    try session.waitForPrompt()
    session.type("help\r")
    try session.wait(for: "question") { $0.currentLine.hasPrefix("-- ") }
    #expect(session.screen.currentLine.contains("lines; space, Enter or q --"))
    #expect(session.modes != session.modesBefore)
    let first = session.screen.currentLine
    session.type("\r")
    try session.wait(for: "a line more") {
      $0.currentLine.hasPrefix("-- ") && $0.currentLine != first
    }
    session.type(" ")
    try session.waitForPrompt()
    #expect(session.output.contains("Topics:"))
    session.type("help\r")
    try session.wait(for: "question") { $0.currentLine.hasPrefix("-- ") }
    session.type("\u{03}")
    try session.waitForPrompt()
    try end(session)
  }

  @Test func aPersonHandsResultsToTheShell() throws {
    let session = try session(pager: "cat")
    try session.run("echo one | tr a-z A-Z")
    #expect(!session.screen.lines.contains("ONE"))
    try session.run("set shell on")
    try session.run("echo two | tr a-z A-Z")
    #expect(session.screen.lines.contains("TWO"))
    try session.waitForPrompt()
    session.type("echo one | sh -c 'echo begun; exec sleep 20'\r")
    try session.wait(for: "child") { $0.lines.contains("begun") }
    session.type("\u{03}")
    try session.wait(for: "error") { $0.text.contains("signal 2") }
    try session.run("echo still here")
    try end(session)
  }

  @Test(arguments: [("", true), ("--no-rc", false), ("--no-rc --shell", true)])
  func startUpFilesAndOptionsAllowTheShell(_ options: String, _ isOn: Bool) throws {
    let session = try session(
      pager: "cat", arguments: options.split(separator: " ").map(String.init)
    ) { home in
      let folder = home + "/.config/shelf"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try "set shell on\n".write(toFile: folder + "/rc", atomically: true, encoding: .utf8)
    }
    try session.run("echo one | tr a-z A-Z")
    #expect(session.screen.lines.contains("ONE") == isOn)
    try end(session)
  }
}
