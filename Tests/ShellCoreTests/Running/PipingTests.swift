import CommandLanguage
import Commands
import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import ShellCore

/// Results that go to commands of the system's shell.
@Suite struct PipingTests {
  private func shell(_ configure: (inout Interpreter.Mode) -> Void = { _ in }) -> Collected {
    let shell = Collected(isTerminal: true, configure)
    shell.interpreter.session.preferences.usesShell = true
    return shell
  }

  @Test func theCommandReadsTheResultAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let shell = shell()
    shell.interpreter.console.colorsResults = true
    let script = """
      open generated:rows=3
      echo one | cat > '\(folder.path)/a'
      echo two; view | cat > '\(folder.path)/b'; echo x > '\(folder.path)/c'
      echo three
      """
    #expect(shell.run(script + "\n") == 0)
    #expect(try folder.read("a") == "one\n" && folder.read("c") == "x\n")
    let view = try folder.read("b")
    #expect(view.contains("created") && !view.contains("\u{1B}"))
    #expect(shell.results.hasSuffix("\ntwo\nthree\n"))
  }

  @Test(arguments: [
    ("exit 3", "ended with status 3"), ("kill -9 $$", "was ended by signal 9"),
    ("no-such-command-anywhere 2>/dev/null", "ended with status 127"),
    ("cat >&- 2>&-", "ended with status 1"),
    ("", "missing argument: COMMAND"),
  ])
  func whatEndsBadlyIsAnError(_ command: String, _ words: String) {
    let shell = shell()
    #expect(shell.run("echo a | \(command)\necho never\n") == 1)
    #expect(shell.messages.contains(words) && !shell.results.contains("never"))
    #expect(shell.interpreter.session.environment.printsToTerminal)
    #expect(shell.run("echo here\n") == 0)
    #expect(shell.results == "here\n")
  }

  /// The result is longer than a pipe holds.
  @Test func aCommandMayLeaveEarly() {
    let shell = shell()
    let script = "open generated:rows=20000\nexport - | head -n 1 > /dev/null\necho on\n"
    #expect(shell.run(script) == 0)
    #expect(shell.results.hasSuffix("on\n"), "\(shell.messages)")
  }

  @Test func whatFailsIsNotHandedOn() throws {
    let folder = try TemporaryFolder()
    let shell = shell()
    #expect(shell.run("echo a; fliter | touch '\(folder.path)/a'\n") == 1)
    #expect(shell.messages.contains("unknown command") && !folder.has("a"))
    #expect(shell.run("time fliter | touch '\(folder.path)/a'\n") == 1)
    #expect(!folder.has("a"))
  }

  @Test func allOfACommandIsHandedOn() throws {
    let folder = try TemporaryFolder()
    try _ = folder.write("in.shelf", "echo b\necho c\n")
    let shell = shell { $0.isInteractive = true }
    let script = """
      alias two = "echo 1; echo 2"
      two | cat > '\(folder.path)/alias'
      source '\(folder.path)/in.shelf' | cat > '\(folder.path)/source'
      time echo d | cat > '\(folder.path)/time'
      open generated:rows=30 | cat > '\(folder.path)/open'
      """
    #expect(shell.run(script + "\n", file: nil) == 0, "\(shell.messages)")
    #expect(try folder.read("alias") == "1\n2\n" && folder.read("source") == "b\nc\n")
    #expect(try folder.read("time") == "d\n" && folder.read("open").hasPrefix("opened generated"))
    // A person sees no viewport that the command was not to get.
    #expect(try folder.read("open").split(separator: "\n").count == 1)
  }

  @Test func whatTheCommandPrintsGoesWhereResultsGo() throws {
    let folder = try TemporaryFolder()
    let shell = shell()
    shell.interpreter.destination = { "\(folder.path)/\($0)" }
    let script =
      "output out; echo b; echo a | tr a c\necho d; output -\nonce one; echo x | tr x y\n"
    #expect(shell.run(script) == 0, "\(shell.messages)")
    #expect(try folder.read("out") == "b\nc\nd\n" && folder.read("one") == "y\n")
    #expect(shell.run("output more | cat\necho e; output -\n") == 0)
    #expect(try folder.read("more") == "e\n" && shell.results.isEmpty)
  }

  @Test func machinesHandOnJSON() throws {
    let folder = try TemporaryFolder()
    let shell = shell { $0.json = true }
    #expect(shell.run("open generated:rows=3\ncount | cat > '\(folder.path)/a'\n") == 0)
    #expect(try folder.read("a").hasPrefix("{\"schema\": \"shelf.count.1\""))
    #expect(shell.run("echo a | exit 4\n") == 1)
    #expect(shell.results.contains("\"code\": \"shell\""))
  }

  /// Only a person turns it on; what is off runs nothing, neither the command nor what stands before.
  @Test func scriptsCannotAllowThemselvesTheShell() throws {
    let folder = try TemporaryFolder()
    let file = "'\(folder.path)/a'"
    let script = Collected()
    #expect(script.run("echo a | touch \(file)\n") == 1)
    #expect(script.messages.contains("'set shell on'") && script.results.isEmpty)
    #expect(script.run("set shell on\n") == 1)
    #expect(script.messages.contains("a script or a page can't 'set shell on'"))
    #expect(!folder.has("a"))
    // A page may be interactive; nobody types it.
    let page = Collected { $0.isInteractive = true }
    #expect(page.run("set shell on\necho a | touch \(file)\n", file: nil) == 0)
    #expect(!folder.has("a") && page.messages.contains("can't 'set shell on'"))
    let prompt = Collected { $0.isInteractive = true }
    prompt.interpreter.typed = History()
    _ = try folder.write("on.shelf", "set shell on\n")
    #expect(prompt.run("source '\(folder.path)/on.shelf'\n", file: nil) == 0)
    #expect(!prompt.interpreter.session.preferences.usesShell)
    #expect(prompt.run("set shell on\necho a | touch \(file)\n", file: nil) == 0)
    #expect(folder.has("a"), "\(prompt.messages)")
  }

  @Test func onlyTheUsersStartUpFileMayAllowIt() {
    for isUsers in [true, false] {
      let shell = Collected()
      shell.interpreter.runStartUp(ScriptReader(text: "set shell on\n"), isUsers: isUsers)
      #expect(shell.interpreter.session.preferences.usesShell == isUsers)
      #expect(shell.messages.isEmpty == isUsers)
    }
  }

  @Test func noDescriptorsAreLeftOpen() {
    func open() -> Int { (0..<256).count { fcntl($0, F_GETFD) >= 0 } }
    let shell = shell()
    _ = shell.run("echo a | true\n")
    let before = open()
    for _ in 0..<20 { _ = shell.run("echo a | true\n") }
    #expect(open() < before + 10, "other tests open some, too")
  }
}

extension TemporaryFolder {
  fileprivate func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(name)")
  }
}
