import CommandLanguage
import Commands
import Rendering
import TableModel
import Workspaces

/// A lesson that is being played: where it is, and what was done in the step.
struct RunningLesson {
  let lesson: Lesson
  /// The step, from 0; at the end the number of steps.
  private(set) var index: Int
  private(set) var isSolved = false
  /// The commands that counted in this step.
  private(set) var commands = 0
  private(set) var shownHints = 0
  /// The fewest commands that each task was solved with, by its step.
  private(set) var best: [Int: Int]
  /// What the learner's last command printed.
  private var lastOutput = ""
  /// True when a demonstration has been run and waits to be read.
  private(set) var isHeld = false
  /// True when a command has run since the task was last checked, and when one of them counts.
  private(set) var (hasNews, hasTried) = (false, false)
  /// True when a command of this step has searched, so that `next` has somewhere to go.
  private(set) var hasSearched = false
  /// True when the last answers were right and others are so as well.
  private(set) var isHalfRight = false
  private(set) var goal: LessonGoal?
  /// What should have prepared the step, and failed.
  private(set) var setUpFailures: [LessonStage.Played] = []
  /// True when a command of this step has led to where the way to the goal has to pass.
  private var hasPassed = false
  /// The user's own session, which waits.
  let outside: Workspace

  /// - Parameter entry: what was reached before.
  init(_ lesson: Lesson, from entry: LessonProgress.Entry, outside: Workspace) {
    self.lesson = lesson
    self.outside = outside
    let isOver = entry.isFinished || entry.step >= lesson.count
    index = isOver ? 0 : max(0, entry.step)
    best = Dictionary(
      entry.commands.compactMap { key, value in Int(key).map { ($0, value) } },
      uniquingKeysWith: min)
  }

  var step: LessonStep { lesson.steps[index] }
  var isAtEnd: Bool { step.kind == .end }
  var block: TranscriptBlock? {
    lesson.page.blocks.indices.contains(step.block) ? lesson.page.blocks[step.block] : nil
  }

  /// True when the learner still has something to do in this step.
  var isWaiting: Bool { (step.kind == .task || step.kind == .quiz) && !isSolved }

  /// What is kept of it.
  var entry: LessonProgress.Entry {
    var entry = LessonProgress.Entry()
    entry.step = isAtEnd ? 0 : index
    entry.isFinished = isAtEnd
    entry.commands = Dictionary(
      best.map { (String($0.key), $0.value) }, uniquingKeysWith: min)
    return entry
  }
}

extension RunningLesson {
  /// The session at the start of the step, from all blocks before it.
  mutating func begin() -> Workspace {
    isSolved = false
    commands = 0
    shownHints = 0
    lastOutput = ""
    (hasNews, hasTried) = (false, false)
    hasSearched = false
    isHeld = false
    hasPassed = false
    // Where a step is begun anew, what it wants is known.
    if goal == nil, step.kind == .task, let block {
      goal = LessonGoal(block, of: lesson, at: step.block, charset: charset)
    }
    let stage = LessonStage(lesson.page, charset: charset)
    setUpFailures = stage.play(upTo: step.block)
    return dressed(stage.session)
  }

  /// Runs the commands of a demonstration from its start.
  func demonstrate() -> (played: [LessonStage.Played], session: Workspace) {
    let stage = LessonStage(lesson.page, charset: charset)
    stage.play(upTo: step.block)
    let played = block.map { stage.play($0) } ?? []
    return (played, dressed(stage.session))
  }

  /// All that was shown so far, and this step if it is a demonstration.
  func replay() -> [LessonStage.Played] {
    let stage = LessonStage(lesson.page, charset: charset)
    var played: [LessonStage.Played] = []
    for (number, block) in lesson.page.blocks.enumerated() {
      guard number < step.block || (number == step.block && step.kind == .demo) else { break }
      let outcome = stage.play(block)
      if block.attributes.role != .setup { played += outcome }
    }
    return played
  }

  private var charset: Charset { outside.preferences.charset }

  /// A lesson's session with what the user set for the screen.
  private func dressed(_ session: Workspace) -> Workspace {
    var session = session
    session.preferences.charset = charset
    session.preferences.suggests = outside.preferences.suggests
    session.preferences.marksTerminal = outside.preferences.marksTerminal
    session.preferences.editMode = outside.preferences.editMode
    session.preferences.usualEditMode = outside.preferences.usualEditMode
    return session
  }

  mutating func hold() { isHeld = true }

  mutating func move(to index: Int) -> Workspace {
    self.index = min(max(0, index), lesson.steps.count - 1)
    goal = nil
    return begin()
  }
}

extension RunningLesson {
  /// Notes a command of the learner.
  mutating func note(_ result: Workspace.Result, in session: Workspace) {
    let command = session.commands[result.command]
    guard command != nil || session.aliases[result.command] != nil, command?.name != "lesson" else {
      return
    }
    hasNews = true
    if !hasPassed, let goal { hasPassed = goal.isOnTheWay(session) }
    if command?.name == "find" { hasSearched = true }
    // An alias counts as one command, like the word that was typed.
    if command.map(LessonGoal.costs) ?? true || goal?.check == .output {
      commands += 1
      hasTried = true
    }
    lastOutput = result.output.lines.map { $0.text + "\n" }.joined()
  }

  /// What keeps the task from being done; nothing once it is.
  mutating func problems(in session: Workspace) -> [String] {
    (hasNews, hasTried) = (false, false)
    guard let goal, !isSolved else { return [] }
    let problems = goal.problems(session, lastOutput: lastOutput, hasPassed: hasPassed)
    if problems.isEmpty {
      isSolved = true
      best[index] = min(best[index] ?? .max, commands)
    }
    return problems
  }

  /// Takes the answers of a question.
  ///
  /// - Returns: what to say to each.
  mutating func answer(_ letters: [String]) throws(CommandError) -> [String] {
    let choices = block?.choices ?? []
    let all = choices.indices.map(Self.letter)
    var chosen: Set<Int> = []
    for letter in letters {
      guard let place = all.firstIndex(of: letter) else {
        throw CommandError(
          .badValue(letter, argument: "answer", expected: all.joined(separator: ", ")))
      }
      chosen.insert(place)
    }
    guard !chosen.isEmpty else {
      throw CommandError(
        .missingArgument("ANSWER", usage: "lesson check \(all.first ?? "a")"))
    }
    isSolved = isSolved || choices.indices.allSatisfy { choices[$0].isRight == chosen.contains($0) }
    isHalfRight = chosen.allSatisfy { choices[$0].isRight }
    return chosen.sorted().map { place in
      let verdict = choices[place].isRight ? "right" : "not so"
      let why = choices[place].reasons.joined(separator: " ")
      return "\(Self.letter(place)) \(verdict)" + (why.isEmpty ? "" : ": \(why)")
    }
  }

  /// `a` for the first answer.
  static func letter(_ index: Int) -> String {
    UnicodeScalar(UInt32(97 + index % 26)).map { String(Character($0)) } ?? "a"
  }

  /// The next hint; nil after the last.
  mutating func nextHint() -> String? {
    guard shownHints < step.hints.count else { return nil }
    shownHints += 1
    return step.hints[shownHints - 1]
  }
}

extension RunningLesson {
  /// The step as it is shown when it begins.
  ///
  /// - Parameters:
  ///   - isInteractive: at a prompt Enter does what `next` does.
  ///   - columns: the width of the terminal; nil where there is none.
  func introduction(isInteractive: Bool, columns: Int? = nil) -> [StyledLine] {
    let width = min(LessonText.width, columns ?? .max)
    var lines = [StyledLine(header, TextStyle(.accent, .bold))]
    if !step.prose.isEmpty {
      lines += [StyledLine("")] + LessonText.lines(step.prose, width: width)
    }
    lines.append(StyledLine(""))
    switch step.kind {
    case .demo: lines += commandLines
    case .task: break
    case .quiz: lines += questionLines
    case .end: break
    }
    return lines + [Self.advice(reminder(isInteractive))]
  }

  /// What there is to do in the step, in a line.
  ///
  /// - Parameter isInteractive: at a prompt Enter does what `next` does.
  func reminder(_ isInteractive: Bool) -> String {
    let key = Self.key(isInteractive)
    switch step.kind {
    case .demo: return isHeld ? "\(key) goes on" : "\(key) runs it"
    case .task where isSolved, .quiz where isSolved: return "\(key) goes on"
    case .task:
      let par = goal?.par ?? 1
      return "your turn: \(Self.number(par, "command")) will do; 'hint' helps"
    case .quiz:
      let letters = (block?.choices.indices ?? 0..<0).map { "'\(Self.letter($0))'" }
      return letters.dropLast().joined(separator: ", ") + " or \(letters.last ?? "") answers"
    case .end: return ending(key)
    }
  }

  private static func key(_ isInteractive: Bool) -> String { isInteractive ? "Enter" : "'next'" }

  private var header: String {
    let place = isAtEnd ? "the end" : "step \(index + 1) of \(lesson.count)"
    return DisplaySafe.line("\(lesson.title)\(Mark.dot)\(place)")
  }

  /// The commands of the step's block, as they are typed.
  var commandLines: [StyledLine] {
    (block?.steps ?? []).flatMap { step -> [StyledLine] in
      guard case .command(let input) = step.input else { return [] }
      return Self.typed(input).map { StyledLine("  " + $0, TextStyle(.accent)) }
    }
  }

  /// An input with its prompts.
  static func typed(_ input: String) -> [String] {
    input.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      let prompt = $0 == 0 ? SessionBlockParser.prompt : SessionBlockParser.continuation
      return prompt + " " + DisplaySafe.line(String($1))
    }
  }

  private var questionLines: [StyledLine] {
    let question = block?.question ?? ""
    return LessonText.lines(question.isEmpty ? [] : [question, ""]) + choiceLines
  }

  private var choiceLines: [StyledLine] {
    (block?.choices ?? []).enumerated().map { index, choice in
      var line = StyledLine("  \(Self.letter(index))  ")
      line.append(LessonText.line(choice.text))
      return line
    }
  }

  private func ending(_ key: String) -> String {
    let score = score.map { ": \($0)" } ?? ""
    let after = next.map { "\(key) begins the next, \($0); " } ?? ""
    return "the lesson is done\(score); \(after)'lesson quit' leaves"
  }

  /// The lesson that comes after this one; nil behind the last, and behind a page of one's own.
  var next: String? {
    let names = BundledLessons.names
    return names.firstIndex(of: lesson.name).flatMap { names[($0 + 1)...].first }
  }

  /// The commands that all tasks took; nil when none was solved.
  private var score: String? {
    best.isEmpty ? nil : Self.number(best.values.reduce(0, +), "command")
  }

  /// Said once when a task or a question is done.
  func praise(_ isInteractive: Bool) -> String {
    let goesOn = "\(Self.key(isInteractive)) goes on"
    guard let goal else { return "right; \(goesOn)" }
    let par = commands > goal.par ? " (\(goal.par) would do)" : ""
    return "done with \(Self.number(commands, "command"))\(par); \(goesOn)"
  }

  /// Said to somebody who has not done the task yet.
  func notYet(_ problems: [String]) -> String {
    guard let words = step.notYet else { return "not yet: " + (problems.first ?? "") }
    guard case .predicate? = goal?.check else { return "not yet: \(words)" }
    return "not yet: \(words)" + (problems.first.map { " (\($0))" } ?? "")
  }

  /// Where the lesson is, in a line.
  var status: String {
    let place = isAtEnd ? "the end" : "step \(index + 1) of \(lesson.count)"
    var parts = ["lesson \(lesson.name)", place]
    switch step.kind {
    case .demo:
      parts.append("a demonstration, 'next' \(isHeld ? "goes on" : "runs it")")
    case .task:
      parts.append("\(Self.number(commands, "command")), \(goal?.par ?? 1) will do")
      parts.append(isSolved ? "done" : "not done yet")
    case .quiz: parts.append(isSolved ? "answered" : "a question")
    case .end: break
    }
    if !step.hints.isEmpty {
      parts.append("\(shownHints) of \(Self.number(step.hints.count, "hint"))")
    }
    return parts.joined(separator: Mark.dot)
  }

  static func advice(_ text: String) -> StyledLine {
    StyledLine("-- " + text, TextStyle(.notice))
  }

  private static func number(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// A word of the lesson that may stand alone while one is played.
private enum LessonWord: String {
  case hint, skip, check, goal, solution, replay, next, back
}

extension RunningLesson {
  /// How a line that holds only such a word, or nothing, is understood.
  enum Meaning {
    /// The lesson's command, and what is said with it.
    case lesson(String, saying: String? = nil)
    /// The command of the shell that is called the same, and what is said behind it.
    case table(saying: String)
    case nothing
  }

  /// What words mean here. Letters are answers while a question waits; `next` and `back` are the
  /// table's while there is a match to go on to, or a table that was entered to be left.
  func meaning(of words: [String], in session: Workspace) -> Meaning {
    if words.isEmpty { return meaningOfEnter(session) }
    if step.kind == .quiz, isWaiting {
      let answers = Self.answers(in: words)
      let letters = (block?.choices.indices ?? 0..<0).map(Self.letter)
      let mayAnswer = answers.allSatisfy {
        letters.contains($0) || $0.count == 1 && session.commands[$0] == nil
      }
      if mayAnswer, !answers.isEmpty {
        return .lesson("lesson check " + answers.joined(separator: " "))
      }
    }
    guard words.count == 1, let word = words.first, let known = LessonWord(rawValue: word) else {
      return .nothing
    }
    let command = "lesson \(word)"
    switch known {
    case .next where hasSearched:
      return .table(saying: "that was the search's 'next'; '\(command)' is the lesson's")
    case .back where session.levels.count > 1:
      return .table(saying: "that was the table's 'back'; '\(command)' is the lesson's")
    case .next where isWaiting, .back where index == 0:
      return .lesson(command, saying: "that was the lesson's '\(word)'")
    case .next: return .lesson(command, saying: "the lesson goes on")
    case .back: return .lesson(command, saying: "the lesson goes back a step")
    case .hint, .skip, .check, .goal, .solution, .replay:
      return session.commands[word] == nil ? .lesson(command) : .nothing
    }
  }

  /// The letters of `a`, `a, c`, `b.` or `(b)`.
  private static func answers(in words: [String]) -> [String] {
    words.flatMap { $0.split { ",.()".contains($0) }.map(String.init) }
  }

  /// Enter goes on wherever nothing is left to do, and else says where the lesson is.
  private func meaningOfEnter(_ session: Workspace) -> Meaning {
    if isWaiting {
      return session.preferences.repeatsWithEnter
        ? .nothing : .lesson("lesson status", saying: reminder(true))
    }
    return isAtEnd && next == nil ? .nothing : .lesson("lesson next")
  }
}
