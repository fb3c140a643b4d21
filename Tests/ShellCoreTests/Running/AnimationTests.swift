import CommandLanguage
import Commands
import Foundation
import ShellCore
import TableEngine
import TestSeeds
import Testing
import Workspaces

/// `--animated` draws its frames where somebody sees them, and nowhere else.
@Suite struct AnimationTests {
  private final class Written {
    var text = ""
    /// How often a picture was taken away again.
    var wiped: Int { text.components(separatedBy: "\u{1B}[J").count - 1 }
  }

  private func shell(_ written: Written, isTerminal: Bool, isInteractive: Bool) throws
    -> Interpreter
  {
    var session = Workspace()
    session.preferences.window = Size(width: 60, height: 16)
    session.environment.printsToTerminal = isTerminal
    var mode = Interpreter.Mode()
    mode.isInteractive = isInteractive
    let console = Console(writeResult: { written.text += $0 }, writeMessage: { _ in })
    let shell = Interpreter(session: session, console: console, mode: mode)
    let path = Repository.path("Datasets/rows.json")
    try #require(shell.open(path: path, options: OpenOptions(), shape: nil) == .carryOn)
    return shell
  }

  @Test func eachFrameIsSeenOnATerminal() throws {
    let written = Written()
    let shell = try shell(written, isTerminal: true, isInteractive: true)
    var kept = ""
    shell.console.listen = { kept += $0 }
    #expect(shell.run(SourceLine(text: "bottom --animated 4")) == .carryOn)
    #expect(written.wiped == 3)
    #expect(!kept.contains("\u{1B}"))
    #expect(shell.run(SourceLine(text: "top")) == .carryOn)
    #expect(written.wiped == 3)
  }

  @Test(arguments: [(false, true), (true, false)])
  func nothingIsDrawnInBatch(isTerminal: Bool, isInteractive: Bool) throws {
    let written = Written()
    let shell = try shell(written, isTerminal: isTerminal, isInteractive: isInteractive)
    #expect(shell.run(SourceLine(text: "bottom --animated 4")) == .carryOn)
    #expect(written.wiped == 0)
  }
}
