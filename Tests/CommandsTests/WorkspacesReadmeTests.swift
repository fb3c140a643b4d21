import CommandLanguage
import Opening
import TestSeeds
import Testing
import Workspaces

/// The example of the page of module `Workspaces`.
@Suite struct WorkspacesReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let table = CommandTable([])
    let empty = Workspace(
      preferences: Preferences(), environment: .standard { false }, commands: table)

    let openTables = empty.levels.count
    let known = table.names
    // end
    #expect(openTables == 0 && known.isEmpty)
    #expect(try ModulePage.example(of: "Workspaces") == ModulePage.tested())
  }
}
