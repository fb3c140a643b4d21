import Rendering
import Testing

@testable import Playing

@Suite struct LessonReaderTests {
  private static let page = """
    ---
    shelf: 1
    title: T
    ---

    # A heading

    First `word`
    goes on.


    Second.

    ```shelf {setup}
    shelf> echo a
    ```
    Third.

    ```text
    shelf> no
    ```

    ```shelf
    shelf> echo b
    ```

    ```shelf {task par=2}
    shelf> echo c
    ```

    > Hint: one
    > and more
    > Hint: two

    > Not yet: not
    > c
    > Instructor: unseen
    > altogether

    > no hint

    ```shelf {quiz}
    Which
    of them?
    - [ ] a
      because
      - it is
    - [x] b
    ```
    The end.
    """

  @Test func blocksBecomeSteps() throws {
    let lesson = Lesson(try Pages.parse(Self.page), name: "n")
    #expect(lesson.title == "T")
    #expect(lesson.steps.map(\.kind) == [.demo, .task, .quiz, .end])
    #expect(lesson.steps.map(\.block) == [1, 2, 3, 4])
    #expect(lesson.count == 3)
  }

  @Test func proseAndHintsFindTheirSteps() throws {
    let steps = Lesson(try Pages.parse(Self.page), name: "n").steps
    #expect(
      steps[0].prose == [
        "First `word`", "goes on.", "", "Second.", "", "Third.", "", "```text", "shelf> no", "```",
      ])
    #expect(steps[1].prose == [])
    #expect(steps[1].hints == ["one and more", "two"])
    #expect(steps[1].notYet == "not c")
    #expect(steps[2].prose == ["> no hint"])
    #expect(steps[3].prose == ["The end."])
  }

  @Test func answersHaveReasons() throws {
    let page = try Pages.parse(Self.page)
    let choices = try #require(page.blocks.last).choices
    #expect(page.blocks.last?.question == "Which of them?")
    #expect(choices.map(\.text) == ["a", "b"])
    #expect(choices.map(\.isRight) == [false, true])
    #expect(choices.map(\.reasons) == [["because", "it is"], []])
  }

  @Test(arguments: ["", "text", "> Hint: x", "---\nshelf: 1\n---", "```shelf\n```", "---"])
  func oddPagesAreLessonsToo(_ text: String) throws {
    let lesson = Lesson(try Pages.parse(text), name: "n")
    #expect(lesson.steps.last?.kind == .end)
  }

  @Test(arguments: [
    (["a `b c` d"], ["a 'b c' d"]), (["a ` b"], ["a ` b"]), (["# T", "x"], ["T", "x"]),
    (["a", "b", "", "c"], ["a b", "", "c"]), (["*a* b**c**"], ["a bc"]),
    (["\u{1B}[1m"], ["\u{241B}[1m"]), ([], []),
    ([String(repeating: "word ", count: 20)], [Self.words(15), Self.words(5)]),
  ])
  func proseIsFilled(_ prose: [String], _ expected: [String]) {
    #expect(LessonText.lines(prose).map(\.text) == expected)
  }

  @Test func proseIsFilledToNarrowWindowsToo() {
    let lines = LessonText.lines(["a few words that go on"], width: 11)
    #expect(lines.map(\.text) == ["a few words", "that go on"])
  }

  private static func words(_ count: Int) -> String {
    Array(repeating: "word", count: count).joined(separator: " ")
  }
}
