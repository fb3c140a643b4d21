import Foundation
import Testing
import Workspaces

@testable import Playing

/// The program at a terminal whose output goes elsewhere.
@Suite(.serialized, .waits) struct RedirectionTests {
  /// Runs a line of the system's shell on a terminal, with the program as `$SHELF`.
  ///
  /// - Returns: its exit status, and everything that reached the terminal.
  private func atTerminal(_ line: String, environment: [String: String] = [:]) throws -> (
    status: Int32, terminal: String
  ) {
    let variables = ["SHELF": try TerminalSession.executable()].merging(environment) { $1 }
    let session = try TerminalSession(
      environment: variables, program: ["/bin/sh", "-c", "cd '\(ProgramTests.root)'; \(line)"])
    let status = try session.exitCode()
    return (status, session.output)
  }

  @Test(arguments: ["> \"$HOME/out\"", "| cat > \"$HOME/out\"", "-q > \"$HOME/out\""])
  func redirectedOutputIsTheViewport(_ rest: String) throws {
    let show = "\"$SHELF\" Datasets/rows.json"
    let line =
      "\(show) \(rest) && \(show) -c view > \"$HOME/view\" && cmp \"$HOME/out\" \"$HOME/view\""
    let (status, terminal) = try atTerminal(line)
    #expect(status == 0 && terminal.isEmpty, "\(terminal)")
  }

  @Test func aReaderThatLeavesIsNoMistake() throws {
    let (status, terminal) = try atTerminal("\"$SHELF\" Datasets/rows.json | head -n 1")
    #expect(status == 0)
    #expect(terminal.contains("rows.json   1 section") && !terminal.contains("shelf>"))
    #expect(!terminal.contains("Row 0"))
  }

  @Test func dataFromAPipeGoesToAFile() throws {
    let line = "\"$SHELF\" - < Datasets/rows.json > \"$HOME/out\" && grep -c Row \"$HOME/out\""
    let (status, terminal) = try atTerminal(line)
    #expect(status == 0 && Int(terminal.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 9)
  }

  @Test func aLessonGoesToAFile() throws {
    let (status, terminal) = try atTerminal(
      "\"$SHELF\" lesson cells --no-progress > \"$HOME/out\" && cat \"$HOME/out\"")
    #expect(status == 0 && terminal.contains("cells") && !terminal.contains("\nshelf>"))
  }

  @Test(arguments: [
    ("", "nothing to print"), ("Datasets/rows.json -c view --then-interactive", "needs a terminal"),
    ("Datasets/tour.shelf --then-interactive", "needs a terminal"),
  ])
  func aPromptIsNotWrittenToAFile(_ arguments: String, _ message: String) throws {
    let (status, terminal) = try atTerminal(
      "\"$SHELF\" \(arguments) > \"$HOME/out\"; code=$?; cat \"$HOME/out\"; exit $code")
    #expect(status == 2 && terminal.contains(message) && !terminal.contains("shelf>"))
  }

  @Test(arguments: ["nosuch-terminal", "dumb", ""])
  func anUnknownTerminalGetsNoColour(_ name: String) throws {
    let line = "\"$SHELF\" Datasets/pulse.plist -c view"
    let (status, terminal) = try atTerminal(line, environment: ["TERM": name])
    #expect(status == 0 && terminal.contains("Business") && !terminal.contains("\u{1B}"))
    let known = try atTerminal(line, environment: ["TERM": "xterm"]).terminal
    #expect(known.contains("\u{1B}["))
  }
}
