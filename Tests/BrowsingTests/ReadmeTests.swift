import Commands
import TestSeeds
import Testing
import Workspaces

@testable import Browsing

@Suite struct ReadmeTests {
  @Test func theExampleOfThePageRuns() throws {
    // example
    let map = KeyMap()
    let meaning = map.meaning(of: ["j"])
    let second = map.meaning(of: ["m", "a"])
    let layout = ScreenLayout(columns: 120, lines: 40, Preferences())
    // end
    #expect(meaning == .action(.command("focus down {N}"), letter: nil))
    #expect(second == .action(.command("bookmark {LETTER}"), letter: "a"))
    #expect(layout.foot == 39)
    #expect(try ModulePage.tested() == ModulePage.example(of: "Browsing"))
  }
}
