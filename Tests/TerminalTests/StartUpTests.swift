import Foundation
import Testing
import Workspaces

@testable import Playing

/// Files of start-up commands, and a prompt after other commands.
@Suite(.serialized, .waits) struct StartUpTests {
  /// A folder with a table and a file of start-up commands.
  private func folder(_ commands: String, name: String = ".shelfrc") throws -> String {
    let folder = NSTemporaryDirectory() + "shelf-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #"[{"a": 1}, {"a": 2}]"#.write(
      toFile: folder + "/a.json", atomically: true, encoding: .utf8)
    try commands.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    return folder
  }

  private func run(_ line: String, in folder: String, environment: [String: String] = [:]) throws
    -> ProgramOutcome
  {
    try .of(
      "/bin/sh", ["-c", "exec \"$SHELF\" \(line) 2>&1"], in: folder,
      environment: ["SHELF": try TerminalSession.executable(), "PATH": "/usr/bin:/bin"]
        .merging(environment) { $1 })
  }

  @Test func theProjectsFileIsReadOnlyWhenAsked() throws {
    let folder = try folder("alias tell = \"count\"\nset charset ascii\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try run("a.json -c tell", in: folder).status == 1)
    #expect(try run("a.json --project-rc -c tell", in: folder).status == 0)
    #expect(
      try run("a.json -c tell", in: folder, environment: ["SHELF_PROJECT_RC": "1"]).status == 0)
    #expect(try run("a.json --project-rc --no-rc -c tell", in: folder).status == 1)
    // What the program's options say is stronger than any file.
    let charset = "a.json --project-rc -c 'set charset'"
    #expect(try run(charset, in: folder).output.contains("ascii"))
    #expect(try run(charset + " --charset unicode", in: folder).output.contains("unicode"))
  }

  @Test func aMissingProjectFileIsNoMistake() throws {
    let folder = try folder("", name: "other")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try run("a.json --project-rc -c count", in: folder).status == 0)
  }

  /// What only a shell can do is refused in all files of start-up commands, by a warning.
  @Test(arguments: ["quit 7", "source x.shelf", "record x.md", "output x", "once x", "lesson"])
  func whatLeavesTheProgramIsNotFollowed(_ command: String) throws {
    let folder = try folder(command + "\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for option in ["--project-rc", "--init .shelfrc"] {
      let found = try run("a.json \(option) -c count", in: folder)
      #expect(found.status == 0 && found.output.contains("2 rows"), "\(found)")
      #expect(found.output.contains(".shelfrc:1:1: warning: "), "\(found)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/x"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/x.md"))
  }

  /// Nobody would know which of the two commands the key has.
  @Test func aKeyThatIsBoundTwiceIsAnError() throws {
    let folder = try folder("bind z top\nbind z bottom\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for option in ["--project-rc", "--init .shelfrc"] {
      let found = try run("a.json \(option) -c count", in: folder)
      #expect(found.status == 1 && found.output.contains("2 rows"), "\(found)")
      #expect(
        found.output.contains(".shelfrc:2:6: error: 'z' is bound to 'top' already"), "\(found)")
    }
  }

  @Test func aFileThatCannotBeParsedIsAWarning() throws {
    let folder = try folder("echo \"\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let found = try run("a.json --project-rc -c count", in: folder)
    #expect(found.status == 0)
    #expect(found.output.contains("warning: this quote is never closed"), "\(found)")
  }

  @Test func sizeBeatsTheFile() throws {
    let folder = try folder("set viewport 10x2\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let found = try run("a.json --project-rc --size 30x5 -c 'set viewport'", in: folder)
    #expect(found.output.contains("30x5"), "\(found)")
  }

  @Test(arguments: ["run s.shelf --then-interactive", "s.shelf --then-interactive"])
  func aPromptFollowsAScript(_ arguments: String) throws {
    let folder = try folder("open a.json\nfilter a = 2\n", name: "s.shelf")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = try TerminalSession(
      environment: ["SHELF": try TerminalSession.executable()],
      program: ["/bin/sh", "-c", "cd '\(folder)'; exec \"$SHELF\" -q \(arguments)"])
    try session.waitForPrompt()
    // The script prints what a script prints, and the prompt begins with the viewport.
    #expect(session.screen.text.contains("1 of 2 records match"))
    #expect(session.output.components(separatedBy: " visible ").count == 2, "\(session.output)")
    session.type("count\r")
    try session.wait(for: "the script's state") { $0.text.contains("1 row") }
    session.type("quit 5\r")
    #expect(try session.exitCode() == 5)
  }

  @Test(arguments: ["s.shelf", "a.json -c 'quit 6'"])
  func quitLeavesBeforeThePrompt(_ arguments: String) throws {
    let folder = try folder("quit 6\n", name: "s.shelf")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = try TerminalSession(
      environment: ["SHELF": try TerminalSession.executable()],
      program: ["/bin/sh", "-c", "cd '\(folder)'; exec \"$SHELF\" \(arguments) --then-interactive"])
    #expect(try session.exitCode() == 6)
  }
}
