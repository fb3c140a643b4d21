import Foundation
import Testing
import Workspaces

@testable import Playing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ctrl-C while commands run, and what must never make the prompt wait.
@Suite(.serialized, .waits) struct CancellingTests {
  private static let table = ["generated:rows=100000"]
  /// Takes minutes.
  private static let long = "repeat 1000000 down"

  /// Waits until the command runs: before that the editor has the terminal, and Ctrl-C drops the
  /// line.
  private static func begin(
    _ command: String, at prompt: String = "shelf>", in session: TerminalSession
  ) throws {
    try session.wait(forLine: prompt)
    session.type("echo begun; " + command + "\r")
    try session.wait(for: "beginning") { $0.lines.contains("begun") }
    session.settle(milliseconds: 500)
  }

  @Test func aCancelledRepetitionIsPutBackAsAWhole() throws {
    let session = try TerminalSession(arguments: Self.table)
    try session.run("set auto-view off")
    try session.run("down 7")
    try Self.begin(Self.long, in: session)
    session.type("\u{03}")
    try session.wait(for: "message") { $0.text.contains("cancelled; nothing was changed") }
    try session.waitForPrompt()
    session.settle(milliseconds: 2100)
    session.type("goto .\r")
    try session.wait(for: "the place of before") { $0.text.contains("0.7 · row 8 of 100,000") }
    session.type("undo\r")
    try session.wait(for: "the step of before") { $0.text.contains("undid: down 7") }
  }

  @Test func whatCameBeforeInTheLineIsToldToStay() throws {
    let session = try TerminalSession(arguments: Self.table)
    try session.run("set auto-view off")
    try Self.begin("down 5; down 4; " + Self.long, in: session)
    session.type("\u{03}")
    try session.wait(for: "message") {
      $0.text.contains("cancelled; nothing was changed")
        && $0.text.contains("note: the 3 commands before it stay done")
    }
  }

  @Test func aSecondInterruptLeaves() throws {
    let session = try TerminalSession(arguments: Self.table)
    let before = session.modesBefore
    // The second one counts within two seconds, which a busy machine may not reach at once.
    for _ in 1...5 where !session.hasEnded {
      session.type("clear\r")
      try session.wait(for: "an empty screen") { !$0.text.contains("cancelled") }
      try Self.begin(Self.long, in: session)
      session.type("\u{03}")
      try session.wait(for: "message") { $0.text.contains("cancelled") }
      try session.waitForPrompt()
      session.type("\u{03}")
      session.settle(milliseconds: 500)
    }
    #expect(try session.exitCode() == 130)
    #expect(session.modes == before)
  }

  @Test func unsavedChangesKeepASecondInterruptFromLeaving() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("cancelled-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let records = String(repeating: "1,", count: 5000) + "1"
    try "[\(records)]".write(toFile: file, atomically: true, encoding: .utf8)
    let session = try TerminalSession(arguments: [file])
    try session.run("set auto-view off")
    session.type("delete 0.0\r")
    try session.wait(for: "star") { $0.currentLine == "shelf*>" }
    try Self.begin(Self.long, at: "shelf*>", in: session)
    session.type("\u{03}")
    try session.wait(for: "message") {
      $0.text.contains("cancelled") && $0.currentLine == "shelf*>"
    }
    session.type("\u{03}")
    session.settle(milliseconds: 200)
    session.type("quit\r")
    try session.wait(for: "question") {
      $0.text.contains("has unsaved changes") && $0.currentLine == "shelf*>"
    }
    session.type("\u{04}")
    #expect(try session.exitCode() == 0)
  }

  @Test func interruptsAtThePromptNeverLeave() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    for _ in 0..<8 {
      session.type("\u{03}")
      session.settle(milliseconds: 60)
    }
    try session.run("echo on")
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
  }

  /// A program that has no turn for a while finds the interrupt and what was typed after it together.
  @Test func anInterruptTakesBackNothingThatIsTypedAfterIt() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    for turn in 0..<10 {
      session.signal(SIGSTOP)
      session.type("\u{03}")
      session.type("echo turn\(turn)\r")
      session.signal(SIGCONT)
      try session.wait(forOutput: "turn\(turn)")
    }
  }

  @Test(arguments: ["state/shelf/history", "state/shelf/lessons.json", ".config/shelf/rc"])
  func aPipeDoesNotStopThePrompt(file: String) throws {
    let session = try TerminalSession(
      columns: 150, rows: 45,
      prepare: { home in
        let path = home + "/" + file
        try FileManager.default.createDirectory(
          atPath: URL(filePath: path).deletingLastPathComponent().path,
          withIntermediateDirectories: true)
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
      })
    try session.run("echo on")
    session.type("lesson list\r")
    try session.wait(for: "warning") { $0.text.contains("it is not a regular file") }
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
  }

  @Test func aPipeOfCommandsCanBeCancelled() throws {
    let session = try TerminalSession(
      columns: 150,
      prepare: { home in
        guard mkfifo(home + "/pipe", 0o600) == 0 else { throw POSIXError(.EIO) }
      })
    let pipe = open(session.home + "/pipe", O_RDWR)
    defer { close(pipe) }
    try Self.begin("source \(session.home)/pipe", in: session)
    session.type("\u{03}")
    try session.wait(for: "message") {
      $0.text.contains("it was\n  cancelled") || $0.text.contains("it was cancelled")
    }
    try session.waitForPrompt()
  }
}

/// The line that tells how far a long command has come.
@Suite(.serialized, .waits) struct ProgressLineTests {
  private static let table = ["generated:rows=20000000"]

  @Test(arguments: ["find zzzz", "schema", "distinct maker"])
  func longCommandsShowTheirProgress(command: String) throws {
    let session = try TerminalSession(columns: 100, arguments: Self.table)
    try session.waitForPrompt()
    session.type(command + "\r")
    try session.wait(for: "progress") { $0.text.contains("of 20,000,000 records") }
    try session.wait(for: "time left") { $0.currentLine.contains(" left, ") }
    session.type("\u{03}")
    try session.wait(for: "message") { $0.text.contains("error: cancelled") }
    try session.waitForPrompt()
    #expect(!session.screen.text.contains("20,000,000 records,"))
  }

  /// `shelf diff` says how much of both files it has read, also where its results go elsewhere.
  @Test func aLongDiffShowsItsProgress() throws {
    let session = try TerminalSession(
      columns: 100, environment: ["SHELF": TerminalSession.executable()],
      program: [
        "/bin/sh", "-c", "\"$SHELF\" diff \"$HOME/a.ndjson\" \"$HOME/b.ndjson\" > \"$HOME/out\"",
      ]
    ) { home in
      let lines = (0..<300_000).map { "{\"id\": \($0), \"name\": \"the one with number \($0)\"}\n" }
      for (name, last) in [("a", ""), ("b", "{\"id\": -1}\n")] {
        let text = lines.joined() + last
        try text.write(toFile: "\(home)/\(name).ndjson", atomically: true, encoding: .utf8)
      }
    }
    try session.wait(for: "progress") { $0.currentLine.hasPrefix("diff: ") }
    try session.wait(for: "the end") { $0.text.contains("1 added") }
    #expect(!session.screen.text.contains("diff: "))
    #expect(try session.exitCode() == 1)
    #expect(
      try String(contentsOfFile: session.home + "/out", encoding: .utf8).hasPrefix("+ 0.300000"))
  }

  @Test func plainTerminalsShowItWithoutEscapes() throws {
    let session = try TerminalSession(
      columns: 50, environment: ["TERM": "dumb"], arguments: Self.table)
    try session.waitForPrompt()
    session.type("find zzzz\n")
    try session.wait(for: "progress") { $0.currentLine.hasPrefix("find: ") }
    session.type("\u{03}")
    try session.wait(for: "message") { $0.text.contains("error: cancelled") }
    #expect(!session.output.contains("\u{1B}"))
  }
}

/// What `~/.editrc` says about the editor as a whole.
@Suite(.serialized, .waits) struct EditrcTests {
  /// The whole screen has an editor of its own.
  @Test func editOffLeavesTheWholeScreen() throws {
    let home = try EditrcHome(text: "edit off\n")
    let session = try TerminalSession(
      environment: ["EDITRC": home.path], arguments: ["--browse", "catalog.json"])
    try session.wait(for: "the table") { $0.lines.first?.contains("section") == true }
    session.type("jq")
    try session.wait(for: "the old screen") { _ in session.output.contains("\u{1B}[?1049l") }
    try session.run("focus")
    try session.wait(forOutput: "0.1 · row 2 of 293")
    session.type("quit\n")
    #expect(try session.exitCode() == 0)
  }

  @Test func editOffMeansAPlainPrompt() throws {
    let home = try EditrcHome(text: "edit off\n")
    let session = try TerminalSession(environment: ["EDITRC": home.path])
    try session.run("echo abc")
    try session.wait(forOutput: "abc")
    session.type("quit\n")
    #expect(try session.exitCode() == 0)
  }

  @Test(arguments: [
    ("bind -v\n", "vi"), ("bind -v\nbind -e\n", "emacs"), ("shelf:bind -v\n", "vi"),
  ])
  func theModeIsReported(text: String, mode: String) throws {
    let home = try EditrcHome(text: text)
    let session = try TerminalSession(environment: ["EDITRC": home.path])
    try session.waitForPrompt()
    session.type("set edit-mode\r")
    try session.wait(for: "mode") { $0.text.contains("edit-mode \(mode):") }
    let other = mode == "vi" ? "emacs" : "vi"
    session.type("set edit-mode \(other)\r")
    try session.wait(for: "other mode") { $0.text.contains("edit-mode \(other)\n") }
    session.type("set --script\r")
    try session.wait(for: "what differs") { $0.text.contains("set edit-mode \(other)\n") }
  }
}
