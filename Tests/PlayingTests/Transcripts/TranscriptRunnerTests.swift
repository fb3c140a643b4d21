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

  /// A task's own solution has to fulfil what the task asks of a learner.
  @Test(arguments: [
    ("task check=predicate:\"created == 99\"", false),
    ("task check=predicate:\"focus == '0.8'\"", true),
    ("task check=predicate:\"nothing AND\"", false), ("task check=state", true), ("task", true),
    // Whatever is done then solves it, but for a way that has to be gone.
    ("task check=predicate:\"created >= 0\"", false),
    ("task check=predicate:\"created >= 0\" via=\"offset > 0\"", true),
    ("task check=predicate:\"craeted != 99\"", false),
  ])
  func tasksAreAskedToo(_ attributes: String, _ passes: Bool) throws {
    let result = try Pages.run(
      Pages.session("shelf> open rows.json\n...", attributes: "{setup}")
        + Pages.session("shelf> down 8\n...", attributes: "{\(attributes)}"))
    #expect(result.hasPassed == passes, "\(result.steps.map(\.outcome))")
  }

  @Test(arguments: [
    "check=predicate:\"count == 99\"", "setup par=3", "quiz via=\"offset > 9\"", "demo points=2",
    "demo task", "task quiz",
  ])
  func attributesOfOtherBlocksAreRefused(_ attributes: String) {
    #expect(throws: TranscriptError.self) {
      try Pages.parse(Pages.session("shelf> echo a\na", attributes: "{\(attributes)}"))
    }
  }

  /// What a page writes lies in its own folder, whatever it is called.
  @Test func pagesWriteNothingElse() throws {
    let folder = try TemporaryFolder()
    let kept = try folder.write("kept.csv", "precious")
    let outside = "? error(file)"
    let lines = """
      shelf> open rows.json
      ...
      shelf> export \(kept) --force
      error: [..] it lies outside of the folder that may be written to
      ...
      \(outside)
      shelf> export ../../up.csv
      ...
      \(outside)
      shelf> once \(folder.path)/new.txt; count
      ...
      \(outside)
      shelf> record \(folder.path)/new.md
      ...
      \(outside)
      shelf> export rows.json --force; export below/a.csv; once a.txt; count; open below/a.csv; count
      ...
      1 section · 25 rows
      """
    let result = try Pages.run(Pages.session(lines))
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
    #expect(try folder.read("kept.csv") == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept.csv"])
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

  /// A program that says something, takes its time, throws away what was typed until then, and takes
  /// the whole screen: keys have to come behind that.
  @Test func keysWaitForTheWholeScreen() throws {
    let program = FileManager.default.temporaryDirectory.appending(
      path: "slow-screen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    let script = """
      printf 'opened a file\\r\\n'
      sleep 0.4
      stty -icanon -echo min 0 time 0
      dd bs=100 count=1 >/dev/null 2>&1
      stty min 1
      printf '\\033[?1049h\\033[H\\033[2Jready\\r\\n'
      dd bs=1 count=1 2>/dev/null
      sleep 20
      """
    try TestProgram.write(script, to: program.path)
    let result = try Pages.run(
      """
      ```shelf-keys {size=60x9}
      $ shelf --browse list.json
      type "k"
      screen
      ready
      k
      ```
      """, executable: program.path)
    #expect(result.hasPassed, "\(result.steps.map(\.outcome))")
  }
}
