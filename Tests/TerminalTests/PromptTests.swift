import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import Playing

/// What a prompt does beyond editing a line.
@Suite(.serialized, .waits) struct PromptTests {
  private static let table = ["generated:rows=1000"]

  private static func session(
    columns: Int = 80, environment: [String: String] = [:], arguments: [String] = table
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      columns: columns, environment: environment, arguments: arguments)
    try session.run("set auto-view off")
    return session
  }

  @Test func clearLeavesAnEmptyScreen() throws {
    let session = try Self.session()
    try session.run("echo abc")
    session.type("clear\r")
    try session.wait(for: "empty screen") { $0.lines == ["shelf>"] }
    try session.run("echo abc")
    session.type("echo x\u{0C}")
    try session.wait(for: "empty screen with the line") { $0.lines == ["shelf> echo x"] }
  }

  @Test func abbreviationsShowTheirFullNames() throws {
    let session = try Self.session()
    session.type("echo a; dow 2; ec b\r")
    try session.wait(for: "full names") { $0.lines.contains("echo a; down 2; echo b") }
    #expect(session.screen.lines(in: .dim).contains("echo a; down 2; echo b"))
    try session.waitForPrompt()
    // Names in full and declared short names are shown by nobody.
    session.type("d 2\r")
    try session.wait(for: "next prompt") { $0.text.contains("row 5 of") }
    #expect(!session.screen.lines.contains("down 2"))
    session.type("undo 2\r")
    try session.wait(for: "full name in undo") { $0.text.contains("undid: d 2, down 2") }
  }

  @Test func recordedAbbreviationsCanBePlayed() throws {
    let session = try Self.session()
    try session.run("dow 3")
    session.type("history --transcript\r")
    try session.wait(for: "transcript") { $0.lines.contains("shelf> down 3") }
  }

  @Test func enterRepeatsAScrollWhereThatIsWanted() throws {
    let session = try Self.session()
    try session.run("down 2")
    session.type("\r\r")
    session.settle()
    #expect(!session.screen.text.contains("row 5 of"))
    try session.run("set repeat-with-enter on")
    session.type("\r")
    session.settle()
    try session.run("down 2")
    session.type("\r")
    try session.wait(for: "second scroll") { $0.text.contains("row 7 of 1,000") }
    #expect(session.screen.lines(in: .dim).contains("down 2"))
    try session.run("goto 0.500")
    session.type("\r")
    session.settle()
    #expect(!session.screen.text.contains("row 503 of"))
  }

  @Test func referencesToTheHistoryAreNotRed() throws {
    let session = try Self.session()
    for line in ["!!", "!ech", "!1"] {
      try session.run("echo abc")
      session.type(line)
      try session.wait(forLine: "shelf> " + line)
      session.settle(milliseconds: 60)
      #expect(session.screen.text(in: .red).isEmpty, "\(line)")
      session.type("\u{03}")
      try session.waitForPrompt()
    }
    session.type("!zzqq")
    try session.wait(for: "red word") { $0.text(in: .red) == "!zzqq" }
  }

  @Test func newsStandAboveTheLine() throws {
    let path = NSTemporaryDirectory() + "shelf-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let row = #"{"name": "A walnut table for six", "price": 120, "inStock": true},"# + "\n"
    let text = "[" + String(repeating: row, count: 270_000) + #"{"name": nothing}]"#
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TerminalSession(columns: 150, arguments: [path])
    try session.waitForPrompt()
    session.type("echo abc")
    try session.wait(forLine: "shelf> echo abc")
    try session.wait(for: "news") { screen in
      screen.text.contains("warning:") && screen.currentLine == "shelf> echo abc"
    }
    session.type("d\r")
    try session.wait(for: "result") { $0.lines.contains("abcd") }
  }

  @Test func marksTellPromptsFromResults() throws {
    let session = try Self.session(columns: 120)
    try session.run("echo abc")
    try session.run("echo def; goto 99")
    func mark(_ kind: String) -> String { "\u{1B}]133;\(kind)\u{1B}\\" }
    let output = session.output
    for kind in ["A", "B", "C", "D;0", "D;1"] { #expect(output.contains(mark(kind)), "\(kind)") }
    #expect(output.contains("\u{1B}]2;shelf: generated\u{1B}\\"))
    try session.run("set terminal-marks off")
    let before = session.output.count
    try session.run("echo ghi")
    #expect(!session.output.dropFirst(before + 40).contains("]133;"))
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
    #expect(session.output.contains("\u{1B}[23;2t"))
  }

  /// The title of the window names the file, and completion the keys of its records: whatever they are called,
  /// the terminal is sent nothing of it that it would obey.
  @Test func hostileNamesReachNoTitleAndNoCompletion() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "x\u{1B}]2;evil\u{07}\u{202E}.json", #"[{"a\u001b[31mb":1,"ac\u009b31m\u202e":2}]"#)
    let session = try TerminalSession(columns: 120, arguments: [path])
    try session.waitForPrompt()
    session.type("filter a\t\t")
    session.settle(milliseconds: 400)
    session.type("\u{15}open '\(folder.path)/x\t\t")
    session.settle(milliseconds: 400)
    session.type("\u{15}quit\r")
    #expect(try session.exitCode() == 0)
    #expect(session.output.contains("\u{1B}]2;shelf: x\u{241B}]2;evil"))
    for raw in ["]2;evil\u{07}", "\u{1B}]2;evil", "\u{202E}", "a\u{1B}[31m", "\u{9B}"] {
      #expect(
        !session.output.unicodeScalars.contains(Array(raw.unicodeScalars)),
        "\(raw.debugDescription)")
    }
  }

  @Test(arguments: ["linux", "vt100", "dumb"])
  func otherTerminalsGetNoMarks(term: String) throws {
    let session = try TerminalSession(environment: ["TERM": term])
    try session.run("echo abc")
    #expect(!session.output.contains("\u{1B}]"))
  }

  @Test(
    arguments: testCases(
      [[50, 120, 30], [33, 20, 90], [21, 80, 25, 61], [40, 41, 42, 43, 90]], oneIn: 4))
  func longLinesAreRedrawnCleanly(widths: [Int]) throws {
    let session = try TerminalSession(columns: 80, rows: 24)
    try session.run("echo one")
    let words = "echo aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd eeeeeeeeee ffffffffff g hh iii"
    session.type(words)
    try session.wait(for: "line") { $0.lines.joined().hasSuffix("iii") }
    for width in widths {
      session.resize(columns: width, rows: 24)
      session.settle(milliseconds: 150)
      var rows: [String] = []
      var rest = "shelf> " + words
      while !rest.isEmpty {
        rows.append(String(rest.prefix(width)).trimmingCharacters(in: .init(charactersIn: " ")))
        rest = String(rest.dropFirst(width))
      }
      let shown = session.screen.lines.map {
        $0.trimmingCharacters(in: .init(charactersIn: " "))
      }
      #expect(shown == ["shelf> echo one", "one"] + rows, "\(width)")
    }
    session.type("!\r")
    try session.wait(for: "result") {
      $0.text.filter { $0 != "\n" }.contains("iii!aaaaaaaaaa")
        || $0.lines.dropLast().last?.hasSuffix("iii!") == true
    }
  }

  @Test func joinedPicturesAreEdited() throws {
    let session = try TerminalSession(columns: 60)
    try session.waitForPrompt()
    let family = "👨\u{200D}👩\u{200D}👧"
    for character in family.unicodeScalars { session.type(String(Character(character))) }
    session.type("ab")
    try session.wait(for: "pictures") { $0.currentLine == "shelf> 👨👩👧ab" && $0.column == 15 }
    session.type("\u{1B}[D\u{1B}[D\u{1B}[Dx")
    try session.wait(for: "letter before") {
      $0.currentLine == "shelf> x👨👩👧ab" && $0.column == 8
    }
    session.type("\u{05}\u{7F}\u{7F}\u{7F}")
    try session.wait(for: "letter alone") { $0.currentLine == "shelf> x" && $0.column == 8 }
    session.type("\u{03}")
    try session.waitForPrompt()
    session.type("echo ❤️\u{1B}[200~" + family + "\u{1B}[201~!\r")
    try session.wait(for: "result") { $0.currentLine == "shelf>" && $0.text.contains("!") }
  }
}
