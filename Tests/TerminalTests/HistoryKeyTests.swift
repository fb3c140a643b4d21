import Foundation
import Testing
import Workspaces

@testable import Playing

/// A file for `EDITRC` that goes with the test.
final class EditrcHome {
  let path = NSTemporaryDirectory() + "editrc-" + UUID().uuidString

  init(text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite(.serialized, .waits) struct HistoryKeyTests {
  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"

  private static func session() throws -> TerminalSession {
    let session = try TerminalSession()
    for command in ["echo one", "echo two three", "echo ähnlich"] { try session.run(command) }
    return session
  }

  @Test func upAndDownKeepWhatIsTyped() throws {
    let session = try Self.session()
    session.type(Self.up)
    try session.wait(forLine: "shelf> echo ähnlich")
    session.type(Self.down)
    try session.waitForPrompt()
    session.type("echo o" + Self.up)
    try session.wait(forLine: "shelf> echo one")
    session.type(Self.down)
    // Behind what is typed, the proposal stands dim.
    try session.wait(for: "typed text") { $0.column == 13 }
    session.type("!\r")
    try session.wait(forOutput: "o!")
  }

  @Test func proposalsAreAcceptedByRightEndAndWord() throws {
    let session = try Self.session()
    for (keys, line, column) in [
      ("\u{1B}[C", "", 21), ("\u{1B}[F", "", 21), ("\u{05}", "", 21), ("\u{1B}f", "", 15),
    ] {
      session.type("echo t")
      try session.wait(for: "proposal \(line)") {
        $0.currentLine == "shelf> echo two three" && $0.text(in: .dim) == "wo three"
      }
      #expect(session.screen.column == 13)
      session.type(keys)
      try session.wait(for: "accepted proposal") { $0.column == column }
      session.type("\u{03}")
      try session.waitForPrompt()
    }
  }

  @Test func proposalsAreNotRun() throws {
    let session = try Self.session()
    session.type("echo t")
    try session.wait(forLine: "shelf> echo two three")
    session.type("\r")
    try session.wait(forOutput: "t")
    #expect(session.screen.lines.suffix(3) == ["shelf> echo t", "t", "shelf>"])
  }

  @Test func searchFindsAndEdits() throws {
    let session = try Self.session()
    session.type("abc\u{12}ech")
    try session.wait(forLine: "search 1/3: ech | echo ähnlich")
    session.type("\u{12}")
    try session.wait(forLine: "search 2/3: ech | echo two three")
    session.type("\u{1B}[D")
    try session.wait(for: "match in the line") {
      $0.currentLine == "shelf> echo two three" && $0.column == 20
    }
    session.type("X\r")
    try session.wait(forOutput: "two threXe")
  }

  @Test func searchGivesTheLineBack() throws {
    let session = try Self.session()
    session.type("echo xyz\u{12}äh")
    try session.wait(forLine: "search 1/1: äh | echo ähnlich")
    session.type("\u{07}")
    try session.wait(forLine: "shelf> echo xyz")
    session.type("\u{12}zz")
    try session.wait(forLine: "search 0/0: zz")
    session.type("\u{1B}")
    try session.wait(forLine: "shelf> echo xyz")
    session.type("\u{12}o\u{03}")
    try session.waitForPrompt()
    try session.run("echo on")
    #expect(!session.screen.lines.contains("xyz"))
  }

  @Test func historyOutlivesTheProgram() throws {
    let first = try Self.session()
    first.type("quit\r")
    #expect(try first.exitCode() == 0)
    let second = try TerminalSession(environment: ["XDG_STATE_HOME": first.home + "/state"])
    try second.waitForPrompt()
    second.type("echo on\u{1B}[A")
    try second.wait(forLine: "shelf> echo one")
  }

  @Test func firstWordsShowWhetherTheyAreKnown() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("fliter")
    try session.wait(for: "red word") { $0.text(in: .red) == "fliter" }
    session.type("\u{15}echo")
    try session.wait(for: "plain word") {
      $0.currentLine.hasPrefix("shelf> echo") && $0.text(in: .red).isEmpty
    }
  }
}
