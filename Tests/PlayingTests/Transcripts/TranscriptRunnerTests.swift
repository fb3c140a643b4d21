import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import Playing

@Suite struct TranscriptRunnerTests {
  @Test(arguments: [
    ("shelf> echo a\na", true), ("shelf> echo a\nb", false), ("shelf> echo a", false),
    ("shelf> echo a\n[..]", true), ("shelf> help\n...", true), ("shelf> help\nx\n...", false),
    ("shelf> view\n...\n? error(no-table)", true), ("shelf> view\n...", false),
    ("shelf> view\n...\n? error", true), ("shelf> view\n...\n? error(other)", false),
    ("shelf> echo a\na\n? ok", true), ("shelf> quit 3\n? 3", true), ("shelf> quit", true),
    ("shelf> quit\nshelf> echo a\na", false), ("shelf> echo (a\n...>  b)\n(a\n b)", true),
    ("shelf> open Datasets/rows.json\n[..]25 rows", true),
    ("shelf> open rows.json\n[..]25 rows", true),
    ("shelf> open /nowhere.json\n...\n? error(data)", true),
  ])
  func outputIsCompared(_ lines: String, _ passes: Bool) throws {
    let result = try Pages.run(Pages.session(lines))
    #expect(result.hasPassed == passes, "\(result.steps.map(\.outcome))")
  }

  @Test func blocksShareTheirStateUnlessFresh() throws {
    let result = try Pages.run(
      """
      ```shelf
      shelf> open rows.json
      ...
      ```
      ```shelf
      shelf> count
      [..]25 rows
      shelf> quit
      ```
      ```shelf {fresh}
      shelf> count
      ...
      ? error(no-table)
      ```
      """)
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
  }

  @Test func skippedBlocksDoNotRun() throws {
    let result = try Pages.run(
      Pages.session("shelf> quit", attributes: "{skip}")
        + Pages.session("shelf> quit", attributes: "{if=!executable}")
        + Pages.session("shelf> echo a\na"), executable: "/bin/sh")
    #expect(result.count { if case .skipped = $0 { true } else { false } } == 2)
    #expect(result.hasPassed)
  }

  @Test func errorsAreForgivenWhereThePageSaysSo() throws {
    let lines = "shelf> view\n..."
    #expect(try Pages.run(Pages.session(lines, attributes: "{continue-on-error}")).hasPassed)
    #expect(try Pages.run(Pages.session(lines, matter: "interactive: true")).hasPassed)
  }

  @Test func interactivePagesShowTheViewAndTakeAbbreviations() throws {
    let result = try Pages.run(
      Pages.session(
        "shelf> open rows.json\nopened [..]\n rows.json [..]\n...\nshelf> cou\n...",
        matter: "interactive: true\nsize: 40x4"))
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
  }

  @Test func blocksHaveSizesLayersAndColours() throws {
    let result = try Pages.run(
      """
      ---
      shelf: 1
      size: 40x3
      ---
      ```shelf
      shelf> open rows.json
      ...
      shelf> expect visible == 3
      ```
      ```shelf {size=40x5 layers=text,id}
      shelf> expect visible == 5
      shelf> view
      -- text --
      ...
      -- id --
      ...
      ```
      ```shelf {color=tags}
      shelf> expect visible == 3
      shelf> fliter
      {b;red}error: {/}unknown command 'fliter'
      ...
      ? error(unknown-command)
      ```
      """)
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
  }

  @Test func filesOfThePageAreThere() throws {
    let result = try Pages.run(
      """
      ```shelf-files
      -- deep/small.json --
      [{"a": 1}, {"a": 2}]
      -- bad.json --
      [1,
      -- run.shelf --
      echo from a file
      ```
      ```shelf
      shelf> open deep/small.json
      [..]2 rows
      shelf> source run.shelf
      from a file
      shelf> export out.csv
      wrote out.csv
      shelf> open out.json
      error: no file 'out.json'
      ...
      ? error(data)
      shelf> open bad.json
      bad.json:[..]
      ...
      ? error(data)
      ```
      """)
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
    #expect(!FileManager.default.fileExists(atPath: Repository.path("out.csv")))
  }

  @Test func commandsThatTakeTooLongAreNamed() throws {
    var page = try Pages.parse(
      Pages.session("shelf> repeat 1000000 echo a\nshelf> echo b\nb", matter: "timeout: 0.05"))
    page.file = Repository.path("page.shelf.md")
    let result = TranscriptRunner(executable: nil).run(page)
    #expect(result.steps[0].outcome == .broken("did not end within 0.05 s"))
    #expect(result.steps[1].outcome == .passed)
  }

  @Test func programsRunInASandbox() throws {
    let result = try Pages.run(
      """
      ```shelf-files
      -- a.shelf --
      open rows.json
      count
      -- latin.json --
      x
      ```
      ```shelf
      $ shelf run a.shelf
      ...
      [..]25 rows
      $ shelf --version
      shelf [VERSION]
      $ shelf nowhere.json
      error: no file 'nowhere.json'
      ...
      ? 3
      $ shelf < a.shelf > out.txt
      $ shelf one | two
      ```
      """, executable: ChildProgram.findExecutable())
    #expect(
      result.steps.prefix(4).allSatisfy { $0.outcome == .passed }, "\(result.steps.map(\.outcome))")
    #expect(result.steps.last?.outcome.isFailure == true)
  }

  @Test func withoutTheProgramTheReasonIsSaid() throws {
    let result = try Pages.run(Pages.session("$ shelf"))
    guard case .broken(let why) = result.steps[0].outcome else {
      Issue.record("it ran")
      return
    }
    #expect(why.contains("SHELF_EXECUTABLE"))
  }

  @Test func keysAreTypedAtATerminal() throws {
    let result = try Pages.run(
      """
      ```shelf-keys {size=60x9}
      $ shelf --no-rc --quiet
      type "ech"
      key Tab
      type "größe"
      screen
      shelf> echo größe
      key Enter
      wait /\\ngröße\\n/
      type "quit"
      screen
      shelf> echo größe
      größe
      shelf> quit
      ```
      """, executable: ChildProgram.findExecutable())
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
  }
}
