import CommandLanguage
import Foundation
import ShellCore
import TestSeeds
import Testing

@testable import Playing

/// Pages that teachers write, hand out and mark.
@Suite struct ClassTests {
  private let folder: TemporaryFolder
  private let lesson: String

  init() throws {
    folder = try TemporaryFolder()
    lesson = try folder.write("own.shelf.md", LessonSkeleton.text)
  }

  /// Fills a handout in: commands for its task, and a tick in front of an answer.
  private func answers(_ commands: [String], ticking answer: String) throws -> String {
    let text = try Handout.text(of: lesson, hasAnswers: false)
    let lines = commands.map { "shelf> \($0)\n" }.joined()
    let filled = text.replacing("name=\"Task 1\"}\n", with: "name=\"Task 1\"}\n" + lines)
      .replacing("- [ ] \(answer)", with: "- [x] \(answer)")
    return try folder.write("answers.shelf.md", filled)
  }

  private func mark(_ paths: [String], _ format: ReportFormat = .pretty) -> (Int32, String) {
    var options = TestRun.Options()
    (options.paths, options.assignment, options.format) = (paths, lesson, format)
    var printed = ""
    let run = TestRun(options, writeResult: { printed += $0 }, writeMessage: { printed += $0 })
    return (run.run(), printed)
  }

  @Test func whatIsWrittenForANewLessonPassesAndCanBePlayed() throws {
    let page = try TranscriptFile.read(lesson)
    #expect(TranscriptRunner(executable: nil).run(page).hasPassed)
    let shell = LessonShell()
    let written = folder.path + "/new.shelf.md"
    #expect(shell.run("lesson new \(written)").hasPrefix("wrote \(written); "))
    #expect(try folder.read("new.shelf.md") == LessonSkeleton.text)
    #expect(shell.run("lesson new \(written)").contains("--force replaces it"))
    #expect(!shell.run("lesson \(written)").contains("whoever teaches"))
    #expect(shell.run("next", "select 0.3", "next", "a", "next").contains("the lesson is done"))
  }

  /// The way counts command by command, however many stand in a line, as in the lesson.
  @Test(arguments: ["down 8; top", "repeat 2 down 4\nshelf> top", "top"])
  func theWayIsMarked(_ way: String) throws {
    let task = "task via=\"offset > 1\" check=predicate:\"offset == 0\""
    let head = "~~~shelf {setup}\nshelf> open rows.json\n~~~\n"
    let page = try Transcript(
      parsing: head + "~~~shelf {\(task)}\nshelf> down 8\nshelf> top\n~~~\n", file: "way.shelf.md")
    let answer = try Transcript(
      parsing: "~~~shelf {task}\nshelf> \(way)\n~~~\n", file: "answer.shelf.md")
    let marked = Assignment(page).mark(answer)
    #expect(marked.points == (way == "top" ? 0 : 1), "\(marked.result.steps.map(\.outcome))")
  }

  @Test func handoutsHaveRoomAndNoAnswers() throws {
    let open = try Handout.text(of: lesson, hasAnswers: false)
    for hidden in [
      "check=", "Instructor", "Hint", "Not yet", "select 0.3", "{setup}", "[x]", "Say why",
    ] {
      #expect(!open.contains(hidden), "\(hidden)")
    }
    #expect(open.contains("shelf> count\n1 section"), "demonstrations stay as they are")
    let full = try Handout.text(of: lesson, hasAnswers: true)
    for answer in [
      "shelf> select 0.3\n", "- [x] The selection.\n  Say why", "> Hint: `help select`",
    ] {
      #expect(full.contains(answer), "\(answer)")
    }
    #expect(!full.contains("Instructor") && !full.contains("check="))
  }

  @Test(arguments: testCases(BundledLessons.names, oneIn: 3))
  func everyLessonCanBeHandedOutAndItsAnswersEarnAllPoints(_ name: String) throws {
    let open = try Handout.text(of: name, hasAnswers: false)
    #expect(throws: Never.self) {
      try Transcript(parsing: open, file: "open.shelf.md", isAnswers: true)
    }
    let assignment = Assignment(try LessonLibrary.lesson(named: name).page)
    let answers = try Transcript(
      parsing: Handout.text(of: name, hasAnswers: true), file: "answers.shelf.md", isAnswers: true)
    let (result, points) = assignment.mark(answers)
    #expect(points == assignment.points && result.hasPassed)
  }

  @Test(
    arguments: [
      (["select 0.3"], "The selection.", 3, 0), (["goto 0.3", "select"], "The selection.", 3, 0),
      (["select 0.3"], "The values", 2, 4), (["select 0.3"], "nothing", 2, 4),
      (["select 0.2"], "The selection.", 1, 4), ([], "nothing", 0, 4), (["nosuch"], "", 0, 4),
    ] as [([String], String, Int, Int32)])
  func answersEarnPoints(_ commands: [String], _ tick: String, _ points: Int, _ code: Int32) throws
  {
    let (status, report) = mark([try answers(commands, ticking: tick)])
    #expect(report.hasSuffix("answers.shelf.md: \(points) of 3 points\n"), "\(report)")
    #expect(status == code)
  }

  /// Markdown knows both letters for a tick.
  @Test func aCapitalTicksToo() throws {
    let page = try answers(["select 0.3"], ticking: "The selection.")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    try Data(text.replacing("- [x]", with: "- [X]").utf8).write(to: URL(filePath: page))
    #expect(mark([page]).1.hasSuffix("answers.shelf.md: 3 of 3 points\n"))
  }

  @Test func lessonsAreHandedOutByNumberToo() throws {
    #expect(
      try Handout.text(of: "1", hasAnswers: true)
        == Handout.text(of: BundledLessons.names[0], hasAnswers: true))
    #expect(throws: CommandError.self) { try Handout.text(of: "99", hasAnswers: false) }
    #expect(BundledLessons.name(meantBy: "own.md") == "own.md")
  }

  @Test func reportsSayWhatIsMissing() throws {
    let page = try answers(["select 0.2", "nosuch"], ticking: "The values")
    let (_, report) = mark([page])
    #expect(report.contains("Task 1 (2 points)"))
    #expect(report.contains("row 3 is not selected (selected = [0.2])\n    'nosuch' fails"))
    #expect(report.contains("ticked: The values of the records."))
    let (_, junit) = mark([page], .junit)
    #expect(junit.contains("tests=\"2\" failures=\"2\"") && junit.contains("Question 2 (1 point)"))
  }

  @Test func aPageWithoutAnAnswerInItsPlaceEarnsNothing() throws {
    let other = try folder.write("other.shelf.md", "# Nothing\n")
    let (status, report) = mark([other])
    #expect(status == 4 && report.contains("the page has no answer in this place"))
    #expect(report.contains("0 of 3 points"))
    #expect(mark([folder.path + "/missing.shelf.md"]).0 == 2)
  }
}
