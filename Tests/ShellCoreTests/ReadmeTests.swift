import Commands
import ShellCore
import TestSeeds
import Testing
import Workspaces

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    var printed = ""
    let console = Console(writeResult: { printed += $0 }, writeMessage: { printed += $0 })
    let shell = Interpreter(session: Workspace(), console: console, mode: Interpreter.Mode())
    let status = shell.run(ScriptReader(text: "open rows.json; count\nfliter a > 1\n"))
    // The last line fails: 'fliter' is no command, and a script ends with the status 1.
    // end
    #expect(status == ExitStatus.commandFailed)
    #expect(printed.contains("1 section · 25 rows\n") && printed.contains("did you mean 'filter'?"))
    #expect(try ModulePage.example(of: "ShellCore") == ModulePage.tested())
  }
}
