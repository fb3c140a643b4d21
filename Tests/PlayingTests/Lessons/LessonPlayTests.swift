import CommandLanguage
import Commands
import Foundation
import ShellCore
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Playing

@Suite struct LessonPlayTests {
  /// Each line on the task of a lesson, and whether the task is done afterwards.
  @Test(arguments: [
    ("cells", 1, "bottom", true), ("cells", 1, "goto 0.-1", true), ("cells", 1, "down", false),
    ("cells", 1, "down 5; undo; bottom", true), ("cells", 1, "bottom; up", false),
    ("cells", 1, "nosuch", false), ("cells", 1, "view; stats", false),
    ("arranging", 1, "filter NOT (price >= 5)", true),
    ("arranging", 1, "filter 5 > price", true), ("arranging", 1, "filter price < 6", false),
    ("arranging", 1, "filter price <= 5", false),
    ("updates", 1, "batch begin; delete 0.1; delete 0.0; batch commit", true),
    ("updates", 1, "delete 0.0; delete 0.0", true), ("updates", 1, "delete 0.0", false),
    ("updates", 1, "batch begin; delete 0.0; delete 0.1", false),
    ("selection", 1, "tap 0.4", true), ("selection", 1, "select 0.3", false),
    ("selection", 4, "selection multiple; select 0.1 0.3; mark 0.3", true),
    ("selection", 4, "mark 0.1 0.3; selection multiple; select 0.1 0.3", false),
    ("selection", 1, "goto 0.4 top; select", true), ("selection", 1, "mark 0.4", false),
    ("selection", 4, "selection multiple; mark 0.3; select 0.1; select 0.3", true),
    ("selection", 4, "selection multiple; deselect; select 0.1 0.3; mark 0.3", true),
    ("selection", 4, "selection multiple; tap 0.1; tap 0.3", false),
    ("cells", 4, "goto 0.500000 middle", true), ("cells", 4, "goto 0.499999", false),
    ("strips", 6, "nested restore; top; right 4; repeat 4 down; repeat 4 up", true),
    ("strips", 6, "nested restore; reset; right 4; repeat 4 down; repeat 4 up", true),
    ("strips", 6, "nested restore; top; right 4; down 4; up 4", true),
    ("strips", 6, "nested restore; reset; right 3; repeat 4 down; repeat 4 up", false),
    ("strips", 6, "nested reset; reset; right 4; repeat 4 down; repeat 4 up", false),
    ("stale", 4, "set conditional-writes none; reload", true), ("stale", 4, "reconfigure", false),
    ("jumps", 1, "bottom", true), ("prefetching", 2, "top", true),
    ("images", 2, "reset; repeat 7 down; images deliver", true),
    ("reloading", 1, "reconfigure 0.1", true), ("arranging", 6, "index S", true),
  ])
  func anyWayToTheGoalCounts(_ name: String, _ step: Int, _ line: String, _ isDone: Bool) {
    let shell = LessonShell()
    shell.go(to: step, of: name)
    let output = shell.run(line)
    #expect(shell.running?.isSolved == isDone, "\(line): \(shell.run("lesson check"))")
    #expect(output.contains("'lesson next' goes on") == isDone)
  }

  @Test(arguments: [
    ("down", "focus: 0.1, wanted: 0.999999"), ("down 2", "scrolled to: 2, wanted: 999995"),
    ("bottom; select 0.0", "selected: 0.0, wanted: none"),
    ("bottom; style value1", "cells: value1, wanted: subtitle"),
    ("bottom; open rows.json", "table: rows.json, wanted: generated"),
    ("bottom; set row-height 2", "settings: row-height 2, wanted: none"),
    ("bottom; toggle header", "hidden: header, wanted: none"),
    ("filter price < 6", "filter: filter price < 6, wanted: filter price < 5"),
  ])
  func whatIsMissingIsSaid(_ line: String, _ expected: String) {
    let shell = LessonShell()
    shell.go(to: 1, of: line.hasPrefix("filter") ? "arranging" : "cells")
    shell.run(line)
    let output = shell.run("lesson check")
    #expect(output.hasPrefix("not yet\n"))
    #expect(output.contains(expected), "\(output)")
  }

  /// What a demonstration prints can be read before the next step pushes it out of the window.
  @Test func muchOutputWaits() {
    let shell = LessonShell { $0.isInteractive = true }
    shell.interpreter.window = { Size(width: 80, height: 60) }
    shell.run("lesson start cells --again")
    let inLargeWindow = shell.run("")
    #expect(inLargeWindow.contains("step 2 of 5") && shell.running?.index == 1)
    shell.run("bottom", "lesson next")
    shell.interpreter.window = { Size(width: 80, height: 21) }
    let long = shell.run("")
    #expect(long.hasSuffix("-- Enter goes on\n") && shell.running?.index == 2)
    // The state is that after the demonstration, to look around in.
    #expect(shell.run("stats").contains("alive"))
    #expect(shell.run("lesson status").contains("'lesson next' goes on"))
    #expect(shell.run("").contains("step 4 of 5"))
    #expect(shell.run("lesson back").contains("Enter runs it"))
  }

  @Test func successIsSaidOnceAndNothingMovesOn() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    #expect(shell.run("bottom").contains("done with 1 command; 'lesson next' goes on"))
    #expect(!shell.run("view").contains("done with"))
    #expect(!shell.run("top").contains("done with"))
    #expect(shell.running?.index == 1)
    #expect(shell.run("lesson next").contains("step 3 of 5"))
  }

  @Test func moreCommandsThanParAreCounted() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    let output = shell.run("down", "view", "undo", "nosuch", "bottom")
    #expect(output.contains("done with 2 commands (1 would do)"))
  }

  @Test func anUnsolvedTaskHoldsTheLesson() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    let output = shell.run("lesson next")
    #expect(output.contains("error: this step is not done yet"))
    #expect(output.contains("hint: 'lesson check' tells what is missing"))
    #expect(shell.running?.index == 1)
    #expect(shell.run("lesson skip").contains("step 3 of 5"))
  }

  @Test func hintsComeOneByOne() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    let hints = shell.running?.step.hints.count ?? 0
    let said = (0..<hints).map { _ in shell.run("lesson hint") }
    #expect(Set(said).count == hints)
    #expect(shell.run("lesson hint").contains("'lesson solution' shows a way"))
    #expect(shell.run("lesson solution") == "  shelf> bottom\n")
  }

  @Test func resetAndBackRestoreTheState() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    let start = shell.session.digest()
    shell.run("down 7", "select 0.9", "open rows.json")
    #expect(shell.session.digest() != start)
    shell.run("lesson reset")
    #expect(shell.session.digest() == start)
    shell.run("lesson skip", "down 3", "lesson back")
    #expect(shell.session.digest() == start)
    #expect(shell.running?.commands == 0)
  }

  /// Whatever somebody does at random, `lesson reset` brings the start back.
  @Test func wanderingIsForgotten() {
    let words = [
      "down", "up", "bottom", "page", "select 0.2", "mark .", "style value2", "filter SELF != nil",
      "undo", "batch begin", "set row-height 3", "delete 0.0", "open rows.json", "reload", "close",
      "policy none", "memory-warning", "toggle header", "redo",
    ]
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let name = BundledLessons.names[Int(random.next() % UInt64(BundledLessons.names.count))]
      let shell = LessonShell()
      shell.go(to: 1, of: name)
      let start = shell.session.digest()
      for _ in 0..<8 { shell.run(words[Int(random.next() % UInt64(words.count))]) }
      shell.run("lesson reset")
      #expect(shell.session.digest() == start, "seed \(seed), lesson \(name)")
    }
  }

  @Test func undoDoesNotLeadBeforeTheTask() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    #expect(shell.run("undo").contains("nothing to undo"))
  }

  @Test func demonstrationsStartFromTheirPage() {
    let shell = LessonShell()
    shell.run("lesson start reuse")
    let first = shell.run("lesson next")
    shell.run("lesson back", "open catalog.json", "filter price < 5")
    #expect(shell.run("lesson next") == first)
  }

  @Test func theUsersTableComesBack() {
    let shell = LessonShell()
    shell.run("open catalog.json", "filter price < 5", "select 0.3")
    let before = shell.session.digest()
    let books = shell.run("stats")
    shell.run("lesson start cells", "lesson next", "bottom", "lesson start reuse", "lesson next")
    let output = shell.run("lesson quit")
    #expect(output == "left the lesson reuse at step 2; 'lesson start reuse' begins it again\n")
    #expect(shell.session.digest() == before)
    #expect(shell.run("undo").contains("undid: select 0.3"))
    #expect(!books.isEmpty)
  }

  @Test func aReplayShowsEverythingAgainAndChangesNothing() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    shell.run("down")
    let before = shell.session.digest()
    let output = shell.run("lesson replay --speed 100")
    #expect(output.hasPrefix("shelf> open generated:rows=1000000\nopened generated"))
    #expect(output.contains("shelf> view\n"))
    #expect(!output.contains("bottom"))
    #expect(shell.session.digest() == before)
  }

  @Test func replaysWaitAtPromptsOnly() {
    for (isInteractive, waits) in [(true, true), (false, false)] {
      let shell = LessonShell { $0.isInteractive = isInteractive }
      var waited = 0
      shell.lessons.pause = { waited += $0 }
      shell.run("lesson start cells", "lesson replay --speed 10")
      #expect((waited > 0) == waits)
    }
  }

  @Test func enterRunsADemonstrationAtThePromptOnly() {
    let typed = LessonShell { $0.isInteractive = true }
    typed.run("lesson start cells")
    #expect(typed.run("  ").contains("opened generated"))
    #expect(typed.running?.index == 1)
    #expect(typed.run("") == "", "a task is not run by Enter")
    let script = LessonShell()
    script.run("lesson start cells")
    #expect(script.run("") == "")
    #expect(script.running?.index == 0)
  }

  @Test func questionsAreAnswered() {
    let shell = LessonShell()
    shell.go(to: 3, of: "cells")
    #expect(shell.run("lesson check").contains("missing argument: ANSWER"))
    #expect(shell.run("lesson check x").contains("'x' is not a valid answer: expected a, b, c"))
    #expect(shell.run("lesson check a").hasPrefix("a not so: "))
    #expect(shell.running?.isSolved == false)
    #expect(shell.run("lesson check a b").contains("not all of it"))
    #expect(shell.run("lesson check B").contains("right; 'lesson next' goes on"))
    #expect(shell.running?.isSolved == true)
  }

  @Test(arguments: [
    ("lesson next", "no lesson is running"), ("lesson quit", "no lesson is running"),
    ("lesson check", "no lesson is running"), ("lesson start", "missing argument: NAME"),
    ("lesson start nosuch", "'nosuch' is not a valid lesson"),
    ("lesson start cels", "did you mean 'cells'?"),
    ("lesson strat cells", "did you mean 'start'"),
    ("lesson cells", "'lesson start cells' begins that lesson"),
    ("lesson start cells reuse", "'reuse' is one argument too many"),
    ("lesson next cells", "'cells' is one argument too many"),
    ("lesson replay --speed 0", "'0' is not a valid speed: expected 1 to 100"),
    ("lesson --speed", "option '--speed' needs a value"),
  ])
  func mistakesAreExplained(_ line: String, _ expected: String) {
    let shell = LessonShell()
    #expect(shell.run(line).contains(expected))
    #expect(shell.running == nil)
  }

  @Test func theEndIsTheEnd() {
    let shell = LessonShell()
    shell.go(to: 5, of: "cells")
    #expect(shell.running?.isAtEnd == true)
    for word in ["next", "skip", "check", "solution"] {
      #expect(shell.run("lesson \(word)").contains("the lesson is over"), "\(word)")
    }
    #expect(shell.run("lesson back").contains("step 5 of 5"))
    #expect(shell.run("lesson quit").contains("left the lesson cells"))
  }

  @Test func machinesGetJSON() throws {
    let shell = LessonShell { $0.json = true }
    let output = shell.run("lesson start cells", "lesson status", "lesson goal")
    for line in output.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((value?["schema"] as? String)?.hasPrefix("shelf.") == true)
    }
  }

  /// A page that starts lessons is a page like any other; a lesson itself starts none.
  @Test func lessonsDoNotNest() throws {
    let page = try Pages.parse(
      Pages.session("shelf> lesson start cells\n...\nshelf> lesson next\n..."))
    #expect(TranscriptRunner(executable: nil).run(page).hasPassed)
    let played = LessonStage(page).play(page.blocks[0])
    #expect(played.map(\.hasFailed) == [true, true])
  }
}
