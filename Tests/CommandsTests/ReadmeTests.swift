import CommandLanguage
import Commands
import Rendering
import TestSeeds
import Testing
import Workspaces

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    var workspace = Workspace()
    /// Runs the commands of a line and gives back what they say.
    func said(_ line: String) throws -> [String] {
      try Statement.statements(in: line).flatMap { statement in
        try workspace.run(statement).output.lines.map(\.text)
      }
    }

    let kept = try said("open pulse.plist; filter Views > 20000; count").last
    let all = try said("undo; count").last
    // end
    #expect(kept != all && kept?.hasSuffix("(of \(all ?? ""))") == true, "\(kept ?? "")")
    #expect(try ModulePage.example(of: "Commands") == ModulePage.tested())
  }
}
