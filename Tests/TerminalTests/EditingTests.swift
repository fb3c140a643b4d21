import Testing
import Workspaces

@testable import Playing

/// What keys do to a line, seen on the screen. Only `echo` and `quit` are expected of the shell.
@Suite(.serialized, .waits) struct EditingTests {
  @Test func typedLinesRun() throws {
    let session = try TerminalSession()
    try session.run("echo hello")
    try session.wait(forOutput: "hello")
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
  }

  @Test func lettersOfAllScripts() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("echo größe 日本語")
    try session.wait(forLine: "shelf> echo größe 日本語")
    #expect(session.screen.column == 24)
    session.type("\u{7F}\u{7F}x")
    try session.wait(forLine: "shelf> echo größe 日x")
    session.type("\r")
    try session.wait(forOutput: "größe 日x")
    session.type("\u{1B}[A")
    try session.wait(forLine: "shelf> echo größe 日x")
  }

  @Test func accentsJoinTheirLetters() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("echo e\u{301}tude")
    try session.wait(forLine: "shelf> echo \u{E9}tude")
    session.type("\r")
    try session.wait(forOutput: "\u{E9}tude")
  }

  @Test(arguments: [
    ("ab\u{1B}[15~c", "abc"), ("ab\u{1B}[5~\u{1B}[6~c", "abc"), ("ab\u{1B}[24;5~c", "abc"),
    ("ab\u{1B}[[Ac", "abc"), ("ab\u{1B}[1;3Cc", "abc"), ("ab\u{1B}OPc", "abc"),
    ("ab\u{1B}[2~c", "abc"), ("abx\u{1B}[D\u{1B}[3~c", "abc"), ("bc\u{1B}[1;5Da", "abc"),
    ("abc d\u{1B}b\u{1B}d\u{7F}", "abc"), ("aXc\u{1B}[D\u{7F}b", "abc"),
    ("b\u{1B}[H\u{1B}[1;5C a\u{1B}[Fc", "a bc"), ("a\u{1B}[?1;2cbc", "abc"),
    ("ab\u{1B}[1;2Sc", "abc"), ("abc\u{1B}z", "abc"),
  ])
  func keysNeverTypeTheirEscapeSequence(keys: String, expected: String) throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("echo " + keys + "\r")
    try session.wait(forOutput: expected)
    #expect(!session.screen.text.contains("["))
    #expect(!session.screen.text.contains("~"))
  }

  @Test func tabCompletes() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("qui\t")
    try session.wait(for: "completed word") {
      $0.currentLine.hasPrefix("shelf> quit ") && $0.column == 12
    }
    session.type("\r")
    #expect(try session.exitCode() == 0)
  }

  @Test func tabWithoutCandidatesRings() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("zzqqzz\t")
    try session.wait(for: "bell") { _ in session.bells == 1 }
    #expect(session.screen.currentLine == "shelf> zzqqzz")
  }

  @Test func twoTabsList() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("fi\t\t")
    try session.wait(for: "list") {
      $0.text.contains("filter") && $0.text.contains("find") && $0.currentLine == "shelf> fi"
    }
    session.type("lter")
    try session.wait(for: "typed word") {
      $0.currentLine.hasPrefix("shelf> filter") && $0.column == 13
    }
  }

  @Test func controlCDropsTheLine() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("echo abc")
    try session.wait(forLine: "shelf> echo abc")
    session.type("\u{03}")
    try session.waitForPrompt()
    #expect(session.screen.lines.contains("shelf> echo abc^C"))
    for count in 2...4 {
      session.type("\u{03}")
      try session.wait(for: "prompt \(count)") { screen in
        screen.currentLine == "shelf>" && screen.lines.filter { $0.hasSuffix("^C") }.count == count
      }
    }
    try session.wait(forOutput: "type 'quit' or press Ctrl-D to leave")
    try session.run("echo on")
    #expect(!session.screen.lines.contains("abc"))
    session.type("\u{04}")
    #expect(try session.exitCode() == 0)
  }

  @Test func controlDEndsOnlyAnEmptyLine() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("echo axb\u{1B}[D\u{1B}[D\u{04}\r")
    try session.wait(forOutput: "ab")
    try session.waitForPrompt()
    session.type("\u{04}")
    #expect(try session.exitCode() == 0)
  }

  @Test func openBracketsAskForMore() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("echo (a\r")
    try session.wait(forLine: "...>")
    session.type("b)\r")
    try session.waitForPrompt()
    session.type("\u{1B}[A")
    try session.wait(for: "both lines") {
      $0.lines.suffix(2) == ["shelf> echo (a", "b)"]
    }
    // A signal may be answered after the keys that follow it.
    session.type("\u{03}")
    try session.waitForPrompt()
    session.type("echo 'x y\r")
    try session.wait(forLine: "...>")
    session.type("\u{03}")
    try session.waitForPrompt()
    session.type("echo (y\r")
    try session.wait(forLine: "...>")
    session.type("\u{04}")
    try session.waitForPrompt()
  }

  @Test func pasteIsInsertedAndRunsInOrder() throws {
    let session = try TerminalSession()
    try session.waitForPrompt()
    session.type("\u{1B}[200~shelf> echo one\r\necho e\u{301}\necho three\n\u{1B}[201~")
    try session.wait(for: "pasted lines") {
      $0.lines.suffix(3) == ["shelf> echo one", "echo \u{E9}", "echo three"]
    }
    session.settle()
    #expect(!session.screen.lines.contains("one"))
    session.type("\r")
    try session.wait(for: "results") { $0.lines.suffix(4) == ["one", "\u{E9}", "three", "shelf>"] }
  }

  @Test func longLinesAndWidths() throws {
    let session = try TerminalSession(columns: 30, rows: 10)
    try session.waitForPrompt()
    let long = "echo 0123456789012345678901234567890123日本"
    session.type(long)
    try session.wait(for: "wrapped line") { $0.lines.joined().contains("日本") }
    #expect(session.screen.lines == ["shelf> echo 012345678901234567", "8901234567890123日本"])
    session.type("\u{01}\u{1B}[C\u{1B}[3~c\u{05}!\r")
    try session.wait(for: "result") { $0.lines.contains("8901234567890123日本!") }
  }

  @Test func aWiderWindowKeepsTheLine() throws {
    let session = try TerminalSession(columns: 80, rows: 10)
    try session.waitForPrompt()
    session.type("echo abc")
    try session.wait(forLine: "shelf> echo abc")
    session.resize(columns: 50, rows: 10)
    session.settle()
    session.resize(columns: 70, rows: 10)
    session.settle()
    session.type("d")
    try session.wait(forLine: "shelf> echo abcd")
    #expect(session.screen.column == 16)
    session.type("\r")
    try session.wait(forOutput: "abcd")
  }

  @Test func viModeAndOwnKeysFromEditrc() throws {
    let home = try EditrcHome(text: "bind -v\nnonsense words\nshelf:bind ^T shelf-home\n")
    let session = try TerminalSession(environment: ["EDITRC": home.path])
    try session.waitForPrompt()
    session.type("echo bc")
    session.settle(milliseconds: 100)
    session.type("\u{1B}")
    session.settle(milliseconds: 120)
    session.type("bia\r")
    try session.wait(forOutput: "abc")
    session.type("cho x\u{14}e\u{1B}[F!\r")
    try session.wait(forOutput: "x!")
    session.type("qui\t")
    try session.wait(for: "completion in vi mode") { $0.currentLine.hasPrefix("shelf> quit ") }
  }
}
