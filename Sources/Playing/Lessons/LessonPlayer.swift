package import CommandLanguage
import Commands
import Rendering
package import ShellCore
import TableEngine
import TableModel
import Workspaces

/// Plays lessons: carries `lesson` out and follows what the learner does.
package final class LessonPlayer: InterpreterPart {
  /// Where it is kept how far somebody has come; nil for nowhere.
  package var progress: LessonProgressFile?
  /// Waits while a lesson is replayed, in milliseconds; without it nothing waits.
  package var pause: ((Int) -> Void)?
  /// The lesson that is being played; its session is in the place of the user's own.
  private(set) var lesson: RunningLesson?
  /// What the lesson has said since its command began, for machines; nil between its commands.
  private var spoken: [String]?
  /// What a word that stood alone was taken for, to be said with what it does.
  private var meaning: String?
  /// False where a lesson itself is played.
  private let allowsLessons: Bool

  /// - Parameter isInLesson: whether the interpreter plays a lesson itself: it starts no other.
  package init(isInLesson: Bool = false) { allowsLessons = !isInLesson }

  package var holdsTable: Bool { lesson != nil }
  package var unsavedFile: String? { lesson?.outside.unsavedFile }
  package var forPlaying: (any InterpreterPart)? { LessonPlayer() }

  package func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
    -> Interpreter.Verdict?
  {
    guard case .lesson(let request) = next else { return nil }
    spoken = []
    defer { spoken = nil }
    return shell.attempt(line) { () throws(CommandError) in
      try play(request, in: shell)
      if shell.mode.json { writeSpoken(shell) }
    }
  }

  package func note(_ event: Interpreter.Event, in shell: Interpreter) {
    switch event {
    case .carriedOut(let result): lesson?.note(result, in: shell.session)
    case .ended:
      sayMeaning(shell)
      followUp(shell)
    case .opened, .ranUnasked, .begins: break
    }
  }

  private func play(_ request: Output.LessonRequest, in shell: Interpreter) throws(CommandError) {
    guard allowsLessons else {
      throw CommandError(.impossible("a lesson is being played", hint: nil))
    }
    sayMeaning(shell)
    switch request {
    case .list: say(LessonLibrary.list(loadProgress(shell)), shell)
    case .goOn: try goOn(in: shell)
    case .start(let name, let again): try startLesson(name, again: again, in: shell)
    case .new(let file, let replacing):
      try shell.session.environment.writing(file) {
        try shell.session.environment.write(file, replacing) { take in
          try take(Array(LessonSkeleton.text.utf8))
        }
      }
      say(["wrote \(file); 'shelf lesson \(file)' plays it, 'shelf test \(file)' checks it"], shell)
    case .next where lesson?.isAtEnd == true:
      guard let next = lesson?.next else { throw Self.isOver }
      try startLesson(next, again: false, in: shell)
    case .status: say(lesson.map { [$0.status] } ?? LessonLibrary.list(loadProgress(shell)), shell)
    case .quit: say([try quitLesson(shell)], shell)
    default:
      guard var running = lesson else {
        throw CommandError(
          .nothing(
            "no lesson is running", hint: "'lesson' begins the next one, 'lesson list' names them"))
      }
      try play(request, &running, in: shell)
      lesson = running
      keepProgress(shell)
    }
  }

  private func play(
    _ request: Output.LessonRequest, _ running: inout RunningLesson, in shell: Interpreter
  ) throws(CommandError) {
    switch request {
    case .next: try goOn(&running, shell)
    case .back: try goBack(&running, shell)
    case .check(let answers): try check(answers, &running, shell)
    case .hint: say([hint(&running, shell)], shell)
    case .goal: showGoal(&running, shell)
    case .solution: try showSolution(running, shell)
    case .reset:
      shell.session = running.begin()
      say(["back at the start of the step"], shell)
      showTable(running, shell)
    case .restart: show(&running, at: 0, shell)
    case .replay(let speed): replay(running, speed: speed, shell)
    case .skip:
      guard !running.isAtEnd else { throw Self.isOver }
      show(&running, at: running.index + 1, shell)
    case .list, .goOn, .start, .new, .status, .quit: break
    }
  }
}

// MARK: - From step to step

extension LessonPlayer {
  /// `lesson` alone: shows the step again, or begins what comes next.
  private func goOn(in shell: Interpreter) throws(CommandError) {
    if let lesson {
      introduce(lesson, shell)
      return
    }
    let progress = loadProgress(shell)
    guard let name = progress.next(of: BundledLessons.names) else { throw Self.isOver }
    let place = BundledLessons.names.firstIndex(of: name).map { " \($0 + 1)" } ?? ""
    let isResumed = progress.lessons[name].map { $0.step > 0 && !$0.isFinished } ?? false
    let verb = isResumed ? "goes on where you left it" : "begins"
    print(
      [RunningLesson.advice("lesson\(place), \(name), \(verb); 'lesson list' names all")], shell)
    try startLesson(name, again: false, in: shell)
  }

  private func startLesson(
    _ name: String, again: Bool, in shell: Interpreter
  ) throws(CommandError) {
    let found = try LessonLibrary.lesson(named: name, locate: shell.locate)
    let entry = again ? nil : loadProgress(shell).lessons[name]
    let outside = lesson?.outside ?? shell.session
    if lesson == nil, let name = shell.session.unsavedFile {
      say(["'\(name)' waits with its unsaved changes; 'lesson quit' returns to it"], shell)
    }
    var running = RunningLesson(found, from: entry ?? LessonProgress.Entry(), outside: outside)
    show(&running, at: running.index, shell)
    lesson = running
    keepProgress(shell)
  }

  private func quitLesson(_ shell: Interpreter) throws(CommandError) -> String {
    guard let running = lesson else {
      throw CommandError(.nothing("no lesson is running", hint: "'quit' leaves the shell"))
    }
    shell.session = running.outside
    lesson = nil
    let name = running.lesson.name
    if running.isAtEnd { return "left the lesson \(name)" }
    let goesOn = progress == nil ? "begins it again" : "goes on there"
    return "left the lesson \(name) at step \(running.index + 1); 'lesson \(name)' \(goesOn)"
  }

  /// Begins a step and shows it.
  private func show(_ running: inout RunningLesson, at index: Int, _ shell: Interpreter) {
    shell.session = running.move(to: index)
    introduce(running, shell)
    if !running.setUpFailures.isEmpty {
      say(["what prepares this step has failed:"], shell)
      print(running.setUpFailures.flatMap(Self.lines), shell)
    }
    showTable(running, shell)
  }

  private func introduce(_ running: RunningLesson, _ shell: Interpreter) {
    let lines = running.introduction(
      isInteractive: shell.mode.isInteractive, columns: shell.console.columns)
    print(lines, shell)
  }

  /// At a prompt the viewport shows where a task begins.
  private func showTable(_ running: RunningLesson, _ shell: Interpreter) {
    if shell.mode.isInteractive, running.step.kind == .task { shell.showView() }
  }

  private static let isOver = CommandError(
    .nothing("the lesson is over", hint: "'lesson list' names the others, 'lesson quit' leaves"))

  private func goOn(_ running: inout RunningLesson, _ shell: Interpreter) throws(CommandError) {
    if running.isAtEnd { throw Self.isOver }
    if running.isWaiting {
      let hint = "'hint' helps, 'skip' leaves it out"
      throw CommandError(.impossible("this step is not done yet", hint: hint))
    }
    if running.step.kind == .demo, !running.isHeld {
      let (played, after) = running.demonstrate()
      let lines = played.flatMap(Self.lines)
      print(lines + [StyledLine("")], shell)
      if pushesAway(lines.count, shell) {
        shell.session = after
        running.hold()
        print([RunningLesson.advice(running.reminder(shell.mode.isInteractive))], shell)
        return
      }
    }
    show(&running, at: running.index + 1, shell)
  }

  /// True when that many lines would leave a terminal's window as soon as the next step is shown.
  private func pushesAway(_ count: Int, _ shell: Interpreter) -> Bool {
    guard shell.mode.isInteractive, let window = shell.window else { return false }
    return count > window().height / 2
  }

  private func goBack(_ running: inout RunningLesson, _ shell: Interpreter) throws(CommandError) {
    guard running.index > 0 else {
      throw CommandError(.nothing("this is the first step", hint: "'next' goes on"))
    }
    show(&running, at: running.index - 1, shell)
  }

  static func lines(of played: LessonStage.Played) -> [StyledLine] {
    RunningLesson.typed(played.input).map { StyledLine($0) }
      + PrintedOutput(played.output).lines.map { StyledLine($0) }
  }
}

// MARK: - Help with a step

extension LessonPlayer {
  private func check(
    _ answers: [String], _ running: inout RunningLesson, _ shell: Interpreter
  ) throws(CommandError) {
    switch running.step.kind {
    case .quiz:
      print(try running.answer(answers).map(LessonText.line), shell)
      let more = running.isHalfRight ? "right, but not all that is" : "another answer is right"
      say([running.isSolved ? praise(running, shell) : "\(more); 'hint' may help"], shell)
    case .task:
      let missing = running.problems(in: shell.session)
      if missing.isEmpty { return say([praise(running, shell)], shell) }
      say([running.notYet(missing)] + (running.goal?.wanted ?? []), shell)
      if running.goal?.check == .state { say(Self.firstFew(missing), shell) }
    case .demo:
      say(["there is nothing to check here; 'next' runs the demonstration"], shell)
    case .end: throw Self.isOver
    }
  }

  private func hint(_ running: inout RunningLesson, _ shell: Interpreter) -> String {
    if running.step.hints.isEmpty { return running.reminder(shell.mode.isInteractive) }
    return running.nextHint().map { LessonText.line($0).text }
      ?? "there are no more hints; 'solution' shows a way"
  }

  private func showGoal(_ running: inout RunningLesson, _ shell: Interpreter) {
    guard let goal = running.goal else {
      say(["this step has no goal; 'next' goes on"], shell)
      return
    }
    if goal.check == .state { print(goal.picture, shell) }
    say(goal.wanted, shell)
    let missing = running.problems(in: shell.session)
    say(
      missing.isEmpty ? ["you are there; 'next' goes on"] : Self.firstFew(missing), shell)
  }

  /// More differences than these confuse.
  private static func firstFew(_ problems: [String]) -> [String] {
    problems.prefix(3).map { "  " + $0 }
      + (problems.count > 3 ? ["  and \(problems.count - 3) more"] : [])
  }

  private func showSolution(_ running: RunningLesson, _ shell: Interpreter) throws(CommandError) {
    switch running.step.kind {
    case .task: print(running.commandLines, shell)
    case .quiz:
      print(
        (running.block?.choices ?? []).enumerated().filter(\.element.isRight).map {
          let why = $1.reasons.joined(separator: " ")
          return LessonText.line(RunningLesson.letter($0) + (why.isEmpty ? "" : ": " + why))
        }, shell)
    case .demo:
      say(["there is nothing to solve here; 'next' runs the demonstration"], shell)
    case .end: throw Self.isOver
    }
  }
}

// MARK: - While somebody types

extension LessonPlayer {
  /// What a word of the lesson means that stands alone, and Enter on an empty line at a prompt.
  package func substitute(for line: SourceLine, in shell: Interpreter) -> SourceLine? {
    guard let lesson, line.file == nil else { return nil }
    let words = line.text.split(separator: " ").map { $0.lowercased() }
    switch lesson.meaning(of: words, in: shell.session) {
    case .lesson(let command, let words):
      if line.isBlank, !shell.mode.isInteractive { return nil }
      meaning = words
      return SourceLine(text: command)
    case .table(let words):
      meaning = words
      return nil
    case .nothing: return nil
    }
  }

  /// Says once which of two meanings a word was given.
  private func sayMeaning(_ shell: Interpreter) {
    guard let words = meaning else { return }
    meaning = nil
    print([RunningLesson.advice(words)], shell)
  }

  /// Checks the task after a line and says what came of it; reminds of what the step waits for.
  private func followUp(_ shell: Interpreter) {
    guard var running = lesson, running.hasNews else { return }
    let (isOpen, hasTried) = (running.isWaiting, running.hasTried)
    let problems = running.problems(in: shell.session)
    let words: String? =
      switch running.step.kind {
      case .task where !isOpen, .quiz where !isOpen: nil
      case .task where running.isSolved: praise(running, shell)
      case .task: hasTried ? running.notYet(problems) : nil
      case .demo, .quiz: hasTried ? running.reminder(shell.mode.isInteractive) : nil
      case .end: nil
      }
    lesson = running
    guard let words else { return }
    // The line has its answer already: for machines this stands beside it.
    if shell.mode.json {
      shell.tell(words)
    } else {
      print([RunningLesson.advice(words)], shell)
    }
    keepProgress(shell)
  }

  private func praise(_ running: RunningLesson, _ shell: Interpreter) -> String {
    running.praise(shell.mode.isInteractive)
  }
}

// MARK: - Writing and keeping

extension LessonPlayer {
  private func say(_ lines: [String], _ shell: Interpreter) {
    print(lines.map { StyledLine(DisplaySafe.line($0)) }, shell)
  }

  func print(_ lines: [StyledLine], _ shell: Interpreter) {
    if shell.mode.json {
      spoken? += lines.map(\.text)
    } else {
      // Answers and messages of demonstrations are broken where the terminal ends.
      shell.console.result(lines, isMessage: true)
    }
  }

  /// All that the lesson has said to one command, as one object.
  private func writeSpoken(_ shell: Interpreter) {
    var message = Record()
    message["schema"] = .string("shelf.lesson.1")
    message["text"] = .array((spoken ?? []).map { .string($0) })
    shell.writeValue(.record(message))
  }

  private func loadProgress(_ shell: Interpreter) -> LessonProgress {
    do {
      return try progress?.load() ?? LessonProgress()
    } catch {
      warn(error, shell)
      return LessonProgress()
    }
  }

  private func keepProgress(_ shell: Interpreter) {
    guard let file = progress, let running = lesson else { return }
    do {
      if let remark = try file.save(running.entry, of: running.lesson.name) {
        warn(remark, shell)
      }
    } catch {
      warn(error, shell)
    }
  }

  private func warn(_ error: LessonProgressError, _ shell: Interpreter) {
    shell.tell(error.description, .warning)
  }
}
