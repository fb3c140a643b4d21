import CommandLanguage
import Commands
import Foundation
import TestSeeds
import Testing

@testable import ShellCore

@Suite struct InterpreterTests {
  @Test(arguments: [
    ("echo a\n", 0 as Int32), ("echo a\nnosuch\necho b\n", 1), ("open nosuch.json\n", 3),
    ("quit 7\necho no\n", 7), ("expect created == 0\n", 1), ("", 0), ("# comment\n", 0),
    ("filter x ==\n", 1),
  ])
  func exitStatus(_ script: String, _ expected: Int32) {
    #expect(Collected().run(script) == expected)
  }

  @Test func theFirstFailureStopsAScript() {
    let shell = Collected()
    _ = shell.run("echo a\nnosuch\necho b\n")
    #expect(shell.results == "a\n")
  }

  @Test func keepGoingRunsAllAndReportsTheFirstFailure() {
    let shell = Collected { $0.keepsGoing = true }
    #expect(shell.run("open nosuch\nfliter\necho b\n") == 3)
    #expect(shell.results == "b\n")
  }

  /// A line stops where it fails, as what follows may build on it; that is said.
  @Test func keepGoingSaysWhatALineLeavesOut() {
    let shell = Collected { $0.keepsGoing = true }
    #expect(shell.run("echo a; fliter; echo b; echo c\nfliter\necho d\n") == 1)
    #expect(shell.results == "a\nd\n")
    #expect(shell.messages.contains("note: 2 commands after it in the line did not run\n"))
    #expect(shell.messages.components(separatedBy: "did not run").count == 2)
  }

  @Test func errorsTellWhereAndWhatNext() {
    let shell = Collected()
    _ = shell.run("echo a\n  fliter x == 1\n")
    #expect(
      shell.messages == """
        t.shelf:2:3: error: unknown command 'fliter'
            fliter x == 1
            ^~~~~~
          hint: did you mean 'filter'?

        """)
  }

  @Test func resultsGoToAFile() throws {
    let folder = try TemporaryFolder()
    let shell = Collected()
    shell.interpreter.destination = { "\(folder.path)/\($0)" }
    #expect(shell.run("output a.txt; echo one; echo two; output -; echo three\n") == 0)
    #expect(try folder.read("a.txt") == "one\ntwo\n" && shell.results == "three\n")
    #expect(shell.run("once b.txt; echo four; echo five\n") == 0)
    #expect(try folder.read("b.txt") == "four\n" && shell.results == "three\nfive\n")
    #expect(shell.run("output a.txt\n") == 1)
    #expect(shell.messages.contains("'a.txt' already exists"))
    #expect(try folder.read("a.txt") == "one\ntwo\n")
    #expect(shell.run("once a.txt --force; echo six\noutput no/such/folder\n") == 1)
    #expect(try folder.read("a.txt") == "six\n")
  }

  #if os(Linux)
    /// The device is a disk without room.
    @Test(arguments: ["output", "once"])
    func aResultThatCannotBeWrittenFails(_ command: String) {
      let shell = Collected()
      #expect(shell.run("\(command) /dev/full --force\necho lost\necho never\n") == 1)
      #expect(shell.results.isEmpty)
      #expect(shell.messages.contains("cannot write /dev/full: "))
      #expect(shell.messages.contains("hint: results go to standard output again"))
      #expect(shell.run("echo here\n") == 0)
      #expect(shell.results == "here\n")
    }
  #endif

  @Test func timesAreSaidBesideResults() {
    let shell = Collected()
    #expect(shell.run("time echo a; echo b\n") == 0)
    #expect(shell.results == "a\nb\n")
    #expect(shell.messages.hasPrefix("wall ") && shell.messages.contains(" · cpu "))
    _ = shell.run("set timer on; echo c; echo d\n")
    #expect(shell.messages.split(separator: "\n").count == 3)
    #expect(shell.run("time nosuch\n") == 1)
  }

  @Test func aliasesStandForCommands() {
    let shell = Collected()
    let script = """
      alias hi = "echo hello"
      hi there; repeat 2 hi
      alias two = "echo 1; echo 2"
      two
      """
    #expect(shell.run(script + "\n") == 0)
    #expect(
      shell.results == """
        alias hi = "echo hello"
        hello there
        hello
        alias two = "echo 1; echo 2"
        1
        2

        """)
  }

  @Test(arguments: [
    ("alias echo = down", "'echo' is a command"), ("alias a = a; a", "runs itself"),
    ("alias a = \"z\"; alias z = \"a x\"; z", "runs itself"), ("alias a =", "COMMANDS"),
    ("unalias nosuch", "is not an alias"), ("alias nosuch", "is not an alias"),
    ("alias a/b = down", "letters, digits"), ("alias a = nosuchcommand; a", "unknown command"),
    ("alias a = \"quit; echo x\"; a", "only be the last"),
  ])
  func aliasesAreChecked(_ line: String, _ words: String) {
    let shell = Collected()
    #expect(shell.run(line + "\n") == 1)
    #expect(shell.messages.contains(words), "\(shell.messages)")
  }

  @Test func caretsCountColumnsOfWideCharacters() {
    let shell = Collected()
    _ = shell.run("goto 東京 nowhere\n", file: nil)
    let lines = shell.messages.split(separator: "\n")
    #expect(lines.count >= 1)
    _ = shell.run("open generated:rows=3\ngoto 0 \"東京\"\n", file: nil)
    #expect(shell.messages.contains("         ^~~~~~"))
  }

  @Test func predicateErrorsShowTheOpener() {
    let shell = Collected()
    _ = shell.run("filter name BEGINSWITH[c \"a\" AND price > 20\n", file: nil)
    #expect(shell.messages.contains("filter name BEGINSWITH[c \"a\" AND price > 20"))
    #expect(shell.messages.contains("                        -  ^"))
  }

  @Test func echoPrintsCommandsAsInTranscripts() {
    let shell = Collected { $0.echoes = true }
    _ = shell.run("echo a # why\n\n")
    #expect(shell.results == "shelf> echo a # why\na\n")
  }

  @Test func abbreviationsAreForPromptsOnly() {
    #expect(Collected().run("ech a\n") == 1)
    let prompt = Collected { $0.isInteractive = true }
    #expect(prompt.run("ech a\n", file: nil) == 0)
    #expect(prompt.results == "a\n")
  }

  @Test func aPromptShowsTheViewAfterAChange() {
    let prompt = Collected { $0.isInteractive = true }
    _ = prompt.run("open generated:rows=30\ndown 3\ncount\n", file: nil)
    #expect(prompt.results.components(separatedBy: "created").count == 3)
  }

  @Test func checkReportsEveryError() {
    let shell = Collected()
    let script = "open nosuch\nfliter\ndown a b c\nfilter a ==\n"
    #expect(!shell.interpreter.check(ScriptReader(text: script, file: "c.shelf")))
    #expect(shell.messages.components(separatedBy: "error:").count == 5)
    #expect(shell.interpreter.check(ScriptReader(text: "view\ndown 2\n", file: "c.shelf")))
  }

  /// Checking says what running says: names hold from where they are given to where they are taken.
  @Test(arguments: [
    ("alias n = echo\nn\nunalias n\nn\n", 1), ("n\nalias n = echo\n", 1),
    ("alias c = \"echo\"\nc hi\n", 0), ("c hi\n", 1), ("alias a = fliter\na\n", 1),
    ("alias a = \"echo 1; a\"\na\n", 1), ("alias view = echo\n", 1),
    ("alias p = \"filter a\"; p ==\n", 1), ("unalias nosuch\n", 1),
  ])
  func checkKnowsTheNamesOfTheScript(_ script: String, _ errors: Int) {
    let checked = Collected()
    let isFine = checked.interpreter.check(ScriptReader(text: script, file: "c.shelf"))
    #expect(isFine == (errors == 0))
    #expect(checked.messages.components(separatedBy: "error:").count == errors + 1)
    let run = Collected { $0.keepsGoing = true }
    _ = run.run(script, file: "c.shelf")
    #expect(run.messages == checked.messages)
  }

  @Test func scriptsListTheirOwnLines() {
    let shell = Collected()
    #expect(shell.run("echo a\n# b\nhistory 2\nhistory --grep ECHO\n") == 0)
    #expect(
      shell.results == "a\n1  echo a\n2  history 2\n1  echo a\n3  history --grep ECHO\n")
    #expect(shell.run("history --clear\n") == 1)
    #expect(shell.messages.contains("only a prompt has a history"))
  }

  @Test func promptsListWhatWasTyped() {
    let shell = Collected { $0.isInteractive = true }
    let typed = History()
    typed.record("view")
    shell.interpreter.typed = typed
    #expect(shell.run("history\n!v\nhistory --clear\n!!\n", file: nil) == 0)
    #expect(shell.results == "1  view\nthe history is empty\n")
    #expect(shell.messages.contains("no line in the history matches '!!'"))
  }
}

@Suite struct SourceTests {
  private func folder(_ files: [String: String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-source-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder + "/sub", withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    return folder
  }

  @Test func namesAreRelativeToTheSourcingFile() throws {
    let folder = try folder([
      "a.shelf": "source sub/b.shelf", "sub/b.shelf": "source c.shelf",
      "sub/c.shelf": "echo deep",
    ])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shell = Collected()
    #expect(shell.run("source \(folder)/a.shelf\n", file: nil) == 0)
    #expect(shell.results == "deep\n")
  }

  @Test func circlesAndMissingFilesAreErrors() throws {
    let folder = try folder(["a.shelf": "source b.shelf", "b.shelf": "source a.shelf"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shell = Collected()
    #expect(shell.run("source \(folder)/a.shelf\n", file: nil) == 1)
    #expect(shell.messages.contains("in a circle"))
    #expect(Collected().run("source \(folder)/none.shelf\n", file: nil) == 1)
  }

  @Test(arguments: [
    ("nosuch\necho on", 1), ("open nosuch\nquit", 3), ("nosuch\nquit 5", 5), ("echo (\n", 1),
  ])
  func aFailureInASourcedFileIsNotForgotten(_ text: String, _ status: Int32) throws {
    let folder = try folder(["a.shelf": text])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shell = Collected { $0.keepsGoing = true }
    #expect(shell.run("source \(folder)/a.shelf\nquit\n", file: nil) == status)
    #expect(shell.messages.contains("error: "))
  }

  @Test func checkFollowsFiles() throws {
    let folder = try folder(["a.shelf": "alias n = count\nfliter", "c.shelf": "source c.shelf"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shell = Collected()
    let script = "source a.shelf\nn\nsource later.shelf\nsource c.shelf\n"
    let reader = ScriptReader(text: script, file: "\(folder)/main.shelf")
    #expect(!shell.interpreter.check(reader))
    let places = shell.messages.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(places.count == 3)
    #expect(places.first?.hasPrefix("\(folder)/a.shelf:2:1: ") == true)
    #expect(places.last?.contains("in a circle") == true)
  }

  @Test func quitInASourcedFileEndsAll() throws {
    let folder = try folder(["a.shelf": "quit 5"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shell = Collected()
    #expect(shell.run("source \(folder)/a.shelf\necho no\n", file: nil) == 5)
    #expect(shell.results == "")
  }

  /// A large file of records a line, one of which is no JSON and comes after all that a first
  /// screen reads.
  private func withDamagedFile(_ body: (String) throws -> Void) throws {
    let line = "{\"id\":1,\"title\":\"plain words\"}\n"
    var text = String(repeating: line, count: 150_000)
    text += "{\"id\":tru}\n" + String(repeating: line, count: 400_000)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-damaged-\(UUID().uuidString).ndjson")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func aDamagedFileIsFoundOutBeforeTheEnd() throws {
    try withDamagedFile { path in
      let shell = Collected()
      #expect(shell.run("open '\(path)'\ncount\n") == 0)
      var status: Int32?
      let deadline = ContinuousClock.now + .seconds(120)
      while status == nil, ContinuousClock.now < deadline {
        status = shell.interpreter.reportDamage()
      }
      #expect(status == ExitStatus.dataNotOpened)
      #expect(shell.messages.contains("\(path):150001:7: error: "), "\(shell.messages)")
    }
  }

  @Test func whoAsksWaitsUntilAFileIsVerified() throws {
    try withDamagedFile { path in
      let shell = Collected()
      #expect(shell.interpreter.open(path: path, options: OpenOptions(), shape: nil) == .carryOn)
      #expect(shell.interpreter.verify() == .failed(ExitStatus.dataNotOpened))
      #expect(shell.messages.contains(":150001:7: error: "), "\(shell.messages)")
    }
    let shell = Collected()
    #expect(shell.run("datasets\n") == 0 && shell.interpreter.verify() == .carryOn)
  }
}
