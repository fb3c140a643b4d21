import ShellCore
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Playing
@testable import Rendering

/// How many bytes real viewports take: 120 x 40, a terminal as most people have it.
@Suite struct ScreenBudgetTests {
  private static let abilities = TerminalAbilities(
    colours: .table, synchronises: true, scrollsRegions: true, erasesCharacters: true)

  private func canvas(_ shell: LessonShell) -> Canvas? {
    shell.session.levels.last.map { shell.session.picture(of: $0, withChrome: true).canvas }
  }

  @Test(arguments: ["catalog.json", "pulse.plist", "transit.plist", "garden.plist"])
  func movesAreCheap(_ dataset: String) throws {
    let shell = LessonShell()
    shell.interpreter.resize(window: Size(width: 120, height: 40))
    shell.run("open \(Repository.path("Datasets/" + dataset))", "size 120x36")
    var side = ScreenWriterTests.Side(
      Self.abilities, columns: 120, lines: try #require(canvas(shell)).lines, joinsScalars: true)
    side.show(try #require(canvas(shell)))
    for (line, budget) in [
      ("focus 0 0", 4_000), ("focus down", 1_000), ("down", 6_000), ("focus down", 6_000),
      ("down", 6_000), ("up", 6_000), ("focus up", 6_000), ("focus 0 1", 6_000),
    ] {
      shell.run(line)
      let frame = try #require(canvas(shell))
      let count = side.show(frame)
      #expect(count <= budget, "\(dataset): \(line) takes \(count) bytes")
      #expect(side.show(frame) == 0)
      var whole = ScreenWriterTests.Side(
        Self.abilities, columns: 120, lines: frame.lines, joinsScalars: true)
      whole.show(frame)
      #expect(side.seen == whole.seen)
    }
  }
}
