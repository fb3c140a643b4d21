import Commands
import Rendering
import TableEngine
import TableModel

extension Interpreter {
  /// Carries `lesson` out.
  func follow(_ request: Output.LessonRequest, of line: SourceLine) -> Verdict {
    spoken = []
    defer { spoken = nil }
    do {
      try play(request)
      if mode.json { writeSpoken() }
      return .carryOn
    } catch {
      return fail(error, line)
    }
  }

  private func play(_ request: Output.LessonRequest) throws(CommandError) {
    guard allowsLessons else {
      throw CommandError(.impossible("a lesson is being played", hint: nil))
    }
    switch request {
    case .list: say(LessonLibrary.list(loadProgress()))
    case .start(let name, let again): try startLesson(name, again: again)
    case .status: say(lesson.map { [$0.status] } ?? LessonLibrary.list(loadProgress()))
    case .quit: say([try quitLesson()])
    default:
      guard var running = lesson else {
        throw CommandError(
          .nothing(
            "no lesson is running", hint: "'lesson list' names them, 'lesson start NAME' begins one"
          ))
      }
      try play(request, in: &running)
      lesson = running
      keepProgress()
    }
  }

  private func play(_ request: Output.LessonRequest, in running: inout RunningLesson)
    throws(CommandError)
  {
    switch request {
    case .next: try goOn(&running)
    case .back: try goBack(&running)
    case .check(let answers): try check(answers, &running)
    case .hint: say([hint(&running)])
    case .goal: showGoal(&running)
    case .solution: try showSolution(running)
    case .reset:
      session = running.begin()
      say(["back at the start of the step"])
      showTable(running)
    case .replay(let speed): replay(running, speed: speed)
    case .skip:
      guard !running.isAtEnd else { throw Self.isOver }
      show(&running, at: running.index + 1)
    case .list, .start, .status, .quit: break
    }
  }
}

// MARK: - From step to step

extension Interpreter {
  private func startLesson(_ name: String, again: Bool) throws(CommandError) {
    let found = try LessonLibrary.lesson(named: name)
    let entry = again ? nil : loadProgress().lessons[name]
    let outside = lesson?.outside ?? session
    if lesson == nil, let name = session.unsavedFile {
      say(["'\(name)' waits with its unsaved changes; 'lesson quit' returns to it"])
    }
    var running = RunningLesson(found, from: entry ?? LessonProgress.Entry(), outside: outside)
    show(&running, at: running.index)
    lesson = running
    keepProgress()
  }

  private func quitLesson() throws(CommandError) -> String {
    guard let running = lesson else {
      throw CommandError(.nothing("no lesson is running", hint: "'quit' leaves the shell"))
    }
    session = running.outside
    lesson = nil
    let name = running.lesson.name
    if running.isAtEnd { return "left the lesson \(name)" }
    let goesOn = lessonProgress == nil ? "begins it again" : "goes on there"
    return "left the lesson \(name) at step \(running.index + 1); 'lesson start \(name)' \(goesOn)"
  }

  /// Begins a step and shows it.
  private func show(_ running: inout RunningLesson, at index: Int) {
    session = running.move(to: index)
    print(running.introduction(isInteractive: mode.isInteractive))
    showTable(running)
  }

  /// At a prompt the viewport shows where a task begins.
  private func showTable(_ running: RunningLesson) {
    if mode.isInteractive, running.step.kind == .task { showView() }
  }

  private static let isOver = CommandError(
    .nothing("the lesson is over", hint: "'lesson list' names the others, 'lesson quit' leaves"))

  private func goOn(_ running: inout RunningLesson) throws(CommandError) {
    if running.isAtEnd { throw Self.isOver }
    if running.isWaiting {
      let hint = "'lesson check' tells what is missing, 'lesson skip' leaves it out"
      throw CommandError(.impossible("this step is not done yet", hint: hint))
    }
    if running.step.kind == .demo, !running.isHeld {
      let (played, after) = running.demonstrate()
      let lines = played.flatMap(Self.lines)
      print(lines + [StyledLine("")])
      if pushesAway(lines.count) {
        session = after
        running.hold()
        print([RunningLesson.advice("Enter goes on")])
        return
      }
    }
    show(&running, at: running.index + 1)
  }

  /// True when so many lines would leave a terminal's window as soon as the next step is shown.
  private func pushesAway(_ count: Int) -> Bool {
    guard mode.isInteractive, let window else { return false }
    return count > window().height / 2
  }

  private func goBack(_ running: inout RunningLesson) throws(CommandError) {
    guard running.index > 0 else {
      throw CommandError(.nothing("this is the first step", hint: "'lesson next' goes on"))
    }
    show(&running, at: running.index - 1)
  }

  private static func lines(of played: LessonStage.Played) -> [StyledLine] {
    RunningLesson.typed(played.input).map { StyledLine($0) }
      + PrintedOutput(played.output).lines.map { StyledLine($0) }
  }
}

// MARK: - Help with a step

extension Interpreter {
  private func check(_ answers: [String], _ running: inout RunningLesson) throws(CommandError) {
    switch running.step.kind {
    case .quiz:
      print(try running.answer(answers).map(LessonText.line))
      say([running.isSolved ? running.praise : "not all of it; 'lesson hint' may help"])
    case .task:
      let missing = running.problems(in: session)
      say(missing.isEmpty ? [running.praise] : ["not yet"] + Self.firstFew(missing))
    case .demo: say(["there is nothing to check here; 'lesson next' runs the demonstration"])
    case .end: throw Self.isOver
    }
  }

  private func hint(_ running: inout RunningLesson) -> String {
    if running.step.hints.isEmpty { return "this step has no hints" }
    return running.nextHint().map { LessonText.line($0).text }
      ?? "there are no more hints; 'lesson solution' shows a way"
  }

  private func showGoal(_ running: inout RunningLesson) {
    guard let goal = running.goal else {
      say(["this step has no goal; 'lesson next' goes on"])
      return
    }
    if goal.check == .state { print(goal.picture) }
    say(goal.wanted)
    let missing = running.problems(in: session)
    say(missing.isEmpty ? ["you are there; 'lesson next' goes on"] : Self.firstFew(missing))
  }

  /// More differences than these confuse.
  private static func firstFew(_ problems: [String]) -> [String] {
    problems.prefix(3).map { "  " + $0 }
      + (problems.count > 3 ? ["  and \(problems.count - 3) more"] : [])
  }

  private func showSolution(_ running: RunningLesson) throws(CommandError) {
    switch running.step.kind {
    case .task: print(running.commandLines)
    case .quiz:
      print(
        (running.block?.choices ?? []).enumerated().filter(\.element.isRight).map {
          let why = $1.reasons.joined(separator: " ")
          return LessonText.line(RunningLesson.letter($0) + (why.isEmpty ? "" : ": " + why))
        })
    case .demo: say(["there is nothing to solve here; 'lesson next' runs the demonstration"])
    case .end: throw Self.isOver
    }
  }
}

// MARK: - While somebody types

extension Interpreter {
  /// What Enter on an empty line means at a prompt where a demonstration waits.
  func demonstration(startedBy line: SourceLine) -> SourceLine? {
    guard mode.isInteractive, lesson?.step.kind == .demo, line.file == nil,
      line.source.allSatisfy(\.isWhitespace)
    else { return nil }
    return SourceLine(text: "lesson next")
  }

  /// Counts a command of the learner.
  func noteForLesson(_ result: Session.Result) { lesson?.note(result, in: session) }

  /// Checks the task after a line; says so once when it is done.
  func checkTask() {
    guard var running = lesson, running.hasNews, running.isWaiting, running.goal != nil else {
      return
    }
    let isDone = running.problems(in: session).isEmpty
    lesson = running
    guard isDone else { return }
    // The line has its answer already: for machines this stands beside it.
    if mode.json {
      tell(running.praise)
    } else {
      say([running.praise])
    }
    keepProgress()
  }

  private func replay(_ running: RunningLesson, speed: Int) {
    let waits = mode.isInteractive ? pause : nil
    for played in running.replay() {
      if shouldStop() || session.environment.isInterrupted() { return }
      if mode.json {
        print(Self.lines(of: played))
        continue
      }
      for line in RunningLesson.typed(played.input) {
        for character in line {
          console.result(text: String(character))
          console.flush()
          waits?(Self.keyPause / speed)
        }
        console.result(text: "\n")
      }
      print(PrintedOutput(played.output).lines.map { StyledLine($0) })
      console.flush()
      waits?(Self.readingPause / speed)
    }
  }

  /// Milliseconds between two keys of somebody who types.
  private static let keyPause = 40
  /// Milliseconds for reading what a command printed.
  private static let readingPause = 1500
}

// MARK: - Writing and keeping

extension Interpreter {
  private func say(_ lines: [String]) {
    print(lines.map { StyledLine(DisplaySafe.line($0)) })
  }

  private func print(_ lines: [StyledLine]) {
    if mode.json {
      spoken? += lines.map(\.text)
    } else {
      // Answers and messages of demonstrations are broken where the terminal ends.
      console.result(lines, isMessage: true)
    }
  }

  /// All that the lesson has said to one command, as one object.
  private func writeSpoken() {
    var message = Record()
    message["schema"] = .string("shelf.lesson.1")
    message["text"] = .array((spoken ?? []).map { .string($0) })
    writeValue(.record(message))
  }

  private func loadProgress() -> LessonProgress {
    do {
      return try lessonProgress?.load() ?? LessonProgress()
    } catch {
      warn(error)
      return LessonProgress()
    }
  }

  private func keepProgress() {
    guard let file = lessonProgress, let running = lesson else { return }
    do {
      if let remark = try file.save(running.entry, of: running.lesson.name) { warn(remark) }
    } catch {
      warn(error)
    }
  }

  private func warn(_ error: LessonProgressError) { tell(error.description, .warning) }
}
