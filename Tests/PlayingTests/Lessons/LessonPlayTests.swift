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
  /// What was done is answered in the words of the page and with what was found.
  @Test(arguments: [
    ("cells", 1, "down", "-- not yet: the last row is not in focus (focus = 0.1)\n"),
    (
      "updates", 1, "filter title ENDSWITH \"1\"; down",
      "], with filter title ENDSWITH \"1\")"
    ),
    ("jumps", 1, "down", "-- not yet: no more than ten cells were made so far (created = 7)\n"),
    ("images", 1, "reset", "-- not yet: no cell shows the image of another row"),
  ])
  func whatWasDoneIsAnswered(_ name: String, _ task: Int, _ line: String, _ answer: String) {
    let shell = LessonShell()
    shell.go(toTask: task, of: name)
    #expect(shell.run(line).contains(answer))
    #expect(!shell.run("view").contains("not yet"), "looking around is free")
  }

  /// A page of somebody's own may leave the goal to its solution: any way to the same state counts.
  @Test(arguments: [
    ("down", "focus: 0.1, and it should be 0.4"), ("down 2", "scrolled to: 2"),
    ("bottom; select 0.0", "selected: 0.0, and it should be none"),
    ("goto 0.4; style value1", "cells: value1, and it should be subtitle"),
    ("open cells.json", "table: cells.json, and it should be rows.json"),
    ("goto 0.4; set row-height 2", "settings: row-height 2, and it should be none"),
    ("goto 0.4; toggle header", "hidden: header, and it should be none"),
    ("filter title == 'Row 4'", "focus: 0.0, and it should be 0.4"),
  ])
  func withoutAConditionStatesAreCompared(_ line: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let page = """
      ~~~shelf {setup}
      shelf> open rows.json
      ~~~
      ~~~shelf {task}
      shelf> goto 0.4
      ~~~
      """
    let file = try folder.write("own.shelf.md", page)
    let shell = LessonShell()
    shell.run("lesson \(file)", line)
    let output = shell.run("check")
    #expect(output.hasPrefix("not yet: ") && output.contains(expected), "\(output)")
    shell.run("lesson reset")
    #expect(shell.run("down 3; goto 0.4; top; goto 0.4").contains("done with"))
  }

  /// An alias is a command that was typed, like any other.
  @Test func aliasesSolveTasks() throws {
    let shell = LessonShell()
    let folder = try TemporaryFolder()
    shell.run("lesson \(try folder.write("own.shelf.md", LessonSkeleton.text))", "next")
    #expect(!shell.run("alias zz = \"select 0.3\"").contains("done with"))
    #expect(shell.run("zz").contains("done with 1 command"))
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
    #expect(shell.run("lesson status").contains("'next' goes on"))
    #expect(shell.run("").contains("step 4 of 5"))
    #expect(shell.run("lesson back").contains("Enter runs it"))
  }

  @Test func successIsSaidOnceAndNothingMovesOn() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    #expect(shell.run("bottom").contains("done with 1 command; 'next' goes on"))
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
    #expect(output.contains("hint: 'hint' helps, 'skip' leaves it out"))
    #expect(shell.running?.index == 1)
    #expect(shell.run("lesson skip").contains("step 3 of 5"))
  }

  @Test func hintsComeOneByOne() {
    let shell = LessonShell()
    shell.go(to: 1, of: "cells")
    let hints = shell.running?.step.hints.count ?? 0
    let said = (0..<hints).map { _ in shell.run("lesson hint") }
    #expect(Set(said).count == hints)
    #expect(shell.run("lesson hint").contains("'solution' shows a way"))
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
    #expect(output == "left the lesson reuse at step 2; 'lesson reuse' begins it again\n")
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
    #expect(typed.run("").contains("\nlesson cells · step 2"), "a task is not run by Enter")
    #expect(typed.run("bottom").contains("Enter goes on"))
    #expect(typed.run("").contains("step 3 of 5"))
    let script = LessonShell()
    script.run("lesson start cells")
    #expect(script.run("") == "")
    #expect(script.running?.index == 0)
  }

  @Test func aLessonBeginsAnew() {
    let shell = LessonShell()
    shell.go(to: 3, of: "cells")
    #expect(shell.run("lesson restart").contains("step 1 of"))
    #expect(shell.running?.index == 0)
  }

  @Test func whatFailsToPrepareAStepIsShown() throws {
    let folder = try TemporaryFolder()
    let page = """
      ~~~shelf {setup}
      shelf> open nope.json
      ~~~
      ~~~shelf {demo}
      shelf> echo hello
      ~~~
      """
    let path = try folder.write("bad.shelf.md", page)
    let shell = LessonShell()
    let said = shell.run("lesson \(path)")
    #expect(said.contains("what prepares this step has failed:"))
    #expect(said.contains("shelf> open nope.json\nerror: "))
  }

  @Test func questionsAreAnswered() {
    let shell = LessonShell()
    shell.go(to: 3, of: "cells")
    #expect(shell.run("lesson check").contains("missing argument: ANSWER"))
    #expect(shell.run("lesson check x").contains("'x' is not a valid answer: expected a, b, c"))
    #expect(shell.run("lesson check a").hasPrefix("a not so: "))
    #expect(shell.running?.isSolved == false)
    #expect(shell.run("a").hasSuffix("another answer is right; 'hint' may help\n"))
    #expect(shell.run("a b").contains("another answer is right"))
    #expect(shell.run("a, c").contains("c not so: "))
    #expect(shell.run("(a).").hasPrefix("a not so: "))
    #expect(shell.run("z").contains("'z' is not a valid answer: expected a, b, c"))
    #expect(shell.run("2").contains("'2' is not a valid answer"))
    #expect(shell.run("B").contains("right; 'next' goes on"))
    #expect(shell.running?.isSolved == true)
    #expect(shell.run("b").contains("'browse'"), "letters are answers while one is asked")
  }

  @Test func somethingRightThatIsNotAllIsSaidToBeSo() throws {
    let folder = try TemporaryFolder()
    let page = "~~~shelf {quiz}\nWhich?\n- [x] a\n- [x] b\n- [ ] c\n~~~\n"
    let shell = LessonShell()
    let start = shell.run("lesson " + (try folder.write("own.shelf.md", page)))
    #expect(start.contains("Which?\n\n  a  a\n") && start.contains("'a', 'b' or 'c' answers"))
    #expect(shell.run("a").contains("right, but not all that is"))
    #expect(shell.run("a c").contains("another answer is right"))
    #expect(shell.run("b a").contains("right; 'next' goes on"))
  }

  @Test(arguments: [
    ("lesson next", "no lesson is running"), ("lesson quit", "no lesson is running"),
    ("lesson check", "no lesson is running"), ("lesson start", "missing argument: NAME"),
    ("lesson start nosuch", "'nosuch' is not a valid lesson"),
    ("lesson start cels", "did you mean 'cells'?"),
    ("lesson strat", "did you mean 'start'"), ("lesson 99", "'99' is not a valid lesson"),
    ("lesson cels", "did you mean 'cells'?"), ("lesson new", "missing argument: FILE"),
    ("lesson no.shelf.md", "no.shelf.md: cannot read the file"),
    ("lesson cells reuse", "'reuse' is one argument too many"),
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
    for word in ["skip", "check", "solution"] {
      #expect(shell.run("lesson \(word)").contains("the lesson is over"), "\(word)")
    }
    #expect(shell.run("lesson back").contains("step 5 of 5"))
    shell.run("lesson skip")
    #expect(shell.run("next").contains("When a cell is used again · step 1"))
    let last = BundledLessons.names.last ?? ""
    shell.run("lesson \(last)")
    while shell.running?.isAtEnd == false { shell.run("skip") }
    #expect(shell.run("next").contains("the lesson is over"))
    #expect(shell.run("lesson quit").contains("left the lesson \(last)"))
  }

  @Test func machinesGetJSON() throws {
    let shell = LessonShell { $0.json = true }
    let output = shell.run("lesson start cells", "lesson status", "lesson goal")
    for line in output.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((value?["schema"] as? String)?.hasPrefix("shelf.") == true)
    }
  }

  /// `next` and `back` belong to whoever has something to go on to or to leave.
  @Test func wordsOfTheLessonAreTheTablesWhileItNeedsThem() {
    let shell = LessonShell()
    shell.go(toTask: 2, of: "exploring")
    #expect(shell.run("find error").contains("not yet"))
    let found = shell.run("next")
    #expect(found.contains("that was the search's 'next'; 'lesson next' is the lesson's"))
    #expect(shell.run("push", "back").contains("that was the table's 'back'; 'lesson back'"))
    let index = shell.running?.index ?? 0
    #expect(shell.run("back").hasPrefix("-- the lesson goes back a step\n"))
    #expect(shell.running?.index == index - 1)
    shell.run("skip")
    #expect(shell.running?.index == index)
    let refused = shell.run("next")
    #expect(refused.hasPrefix("-- that was the lesson's 'next'\n"))
    #expect(refused.contains("error: this step is not done yet"))
    shell.run("filter level == 'error'")
    #expect(shell.run("next").hasPrefix("-- the lesson goes on\n"))
    #expect(shell.running?.index == index + 1)
    #expect(shell.run("hint") == "'help sort'; largest first is called 'desc'.\n")
  }

  @Test func lessonAloneGoesOnWithTheNextOne() throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/lessons.json")
    let first = LessonShell(progress: file)
    #expect(first.run("lesson").hasPrefix("-- lesson 1, cells, begins; 'lesson list' names all\n"))
    #expect(first.run("next", "lesson").contains("step 2 of 5"), "inside it shows the step again")
    first.run("lesson 3")
    #expect(first.running?.lesson.name == "identifiers")
    first.run("next")
    let second = LessonShell(progress: file)
    #expect(second.run("lesson").hasPrefix("-- lesson 3, identifiers, goes on where you left it"))
    while second.running?.isAtEnd == false { second.run("skip") }
    #expect(LessonShell(progress: file).run("lesson").hasPrefix("-- lesson 4, styles, begins"))
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
