import Foundation
import TestSeeds
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

/// However the program ends, the terminal is as it was.
@Suite(.serialized, .waits) struct TerminalStateTests {
  enum Ending: CaseIterable {
    case quit, endOfInput, terminate, hangUp, crash

    var exitCode: Int32 {
      switch self {
      case .quit, .endOfInput: 0
      case .terminate: 128 + SIGTERM
      case .hangUp: 128 + SIGHUP
      case .crash: 128 + SIGSEGV
      }
    }

    func happen(to session: TerminalSession) {
      switch self {
      case .quit: session.type("quit\r")
      case .endOfInput: session.type("\u{04}")
      case .terminate: session.signal(SIGTERM)
      case .hangUp: session.signal(SIGHUP)
      case .crash: session.signal(SIGSEGV)
      }
    }
  }

  @Test(arguments: Ending.allCases)
  func modesComeBack(ending: Ending) throws {
    let session = try TerminalSession()
    let before = session.modesBefore
    try session.waitForPrompt()
    #expect(session.modes != before, "the editor works without the terminal's own line editing")
    ending.happen(to: session)
    #expect(try session.exitCode() == ending.exitCode)
    #expect(session.modes == before)
    #expect(session.sequences.last { $0.hasPrefix("?2004") } == "?2004l")
  }

  @Test func interruptLeavesModesAlone() throws {
    let session = try TerminalSession()
    let before = session.modesBefore
    try session.waitForPrompt()
    session.signal(SIGINT)
    try session.wait(for: "mark") { $0.lines.contains("shelf> ^C") }
    try session.waitForPrompt()
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
    #expect(session.modes == before)
  }

  @Test func commandsRunWithTheOrdinaryModes() throws {
    let session = try TerminalSession()
    try session.run("echo one")
    try session.run("echo two")
    session.settle(milliseconds: 50)
    let opened = session.sequences.filter { $0 == "?2004h" }.count
    let closed = session.sequences.filter { $0 == "?2004l" }.count
    #expect(opened == 3)
    #expect(closed == 2)
  }

  @Test(arguments: ["dumb", "", "no-such-terminal", "emacs"])
  func plainTerminalsGetNoEscapes(term: String) throws {
    let session = try TerminalSession(environment: ["TERM": term])
    try session.waitForPrompt()
    session.type("echo größe\n")
    try session.wait(forOutput: "größe")
    try session.waitForPrompt()
    session.type("\u{03}")
    try session.wait(for: "new prompt") { $0.lines.suffix(2) == ["shelf> ^C", "shelf>"] }
    session.type("quit\n")
    #expect(try session.exitCode() == 0)
    #expect(!session.output.contains("\u{1B}"))
  }

  /// A container may hold nothing but the program and what was installed with it.
  @Test func terminalsAreDescribedBesideTheProgram() throws {
    let folder = try TemporaryFolder()
    let program = folder.path + "/bin/shelf"
    let names = folder.path + "/share/shelf/terminfo/"
    let files = FileManager.default
    for path in [folder.path + "/bin", names + "x", names + "s"] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    do {
      try files.linkItem(atPath: TerminalSession.executable(), toPath: program)
    } catch { try files.copyItem(atPath: TerminalSession.executable(), toPath: program) }
    let known = ["/lib/terminfo", "/usr/share/terminfo", "/etc/terminfo", "/usr/lib/terminfo"]
      .map { $0 + "/x/xterm" }.first(where: files.fileExists(atPath:))
    for name in ["x/xterm", "s/shelf-test"] {
      try files.copyItem(atPath: try #require(known), toPath: names + name)
    }
    let session = try TerminalSession(
      environment: ["TERM": "shelf-test"], program: [program, "-q"])
    try session.waitForPrompt()
    // Ctrl-A moves where a line is edited.
    session.type("ho x\u{01}ec\r")
    try session.wait(for: "the edited line") { $0.lines.contains("x") }
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
  }

  @Test func noColorMeansNone() throws {
    let session = try TerminalSession(environment: ["NO_COLOR": "1"])
    try session.run("echo one")
    session.type("fliter")
    try session.wait(forLine: "shelf> fliter")
    session.settle(milliseconds: 60)
    let colors = session.sequences.filter { $0.hasSuffix("m") && $0 != "m" && $0 != "0m" }
    #expect(colors.isEmpty)
  }

  @Test func stoppedProgramsComeBack() throws {
    let session = try TerminalSession()
    let before = session.modesBefore
    try session.waitForPrompt()
    session.type("echo abc")
    try session.wait(forLine: "shelf> echo abc")
    session.signal(SIGSTOP)
    session.settle(milliseconds: 60)
    session.signal(SIGCONT)
    session.settle(milliseconds: 100)
    session.type("d")
    try session.wait(forLine: "shelf> echo abcd")
    session.type("\r")
    try session.wait(forOutput: "abcd")
    session.type("quit\r")
    #expect(try session.exitCode() == 0)
    #expect(session.modes == before)
  }
}
