import Commands
import Rendering
import TableModel

extension RunningLesson {
  /// The step as it is shown when it begins.
  ///
  /// - Parameter isInteractive: at a prompt Enter does what `lesson next` does.
  func introduction(isInteractive: Bool) -> [StyledLine] {
    var lines = [StyledLine(header, TextStyle(.accent, .bold))]
    if !step.prose.isEmpty { lines += [StyledLine("")] + LessonText.lines(step.prose) }
    lines.append(StyledLine(""))
    switch step.kind {
    case .demo:
      lines += commandLines
      lines.append(Self.advice(isInteractive ? "Enter runs it" : "'lesson next' runs it"))
    case .task:
      let par = goal?.par ?? 1
      lines.append(
        Self.advice("your turn: \(Self.number(par, "command")) will do; 'lesson hint' helps"))
    case .quiz:
      lines += choiceLines
      lines.append(Self.advice("'lesson check a' answers"))
    case .end: lines += ending
    }
    return lines
  }

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

  private var choiceLines: [StyledLine] {
    (block?.choices ?? []).enumerated().map { index, choice in
      var line = StyledLine("  \(Self.letter(index))  ")
      line.append(LessonText.line(choice.text))
      return line
    }
  }

  private var ending: [StyledLine] {
    let names = BundledLessons.names
    let next = names.firstIndex(of: lesson.name).map { $0 + 1 }.flatMap {
      names.indices.contains($0) ? names[$0] : nil
    }
    let score = score.map { ": \($0)" } ?? ""
    let after = next.map { "'lesson start \($0)' is the next, " } ?? ""
    return [Self.advice("the lesson is done\(score); \(after)'lesson quit' leaves")]
  }

  /// The commands that all tasks took; nil when none was solved.
  private var score: String? {
    best.isEmpty ? nil : Self.number(best.values.reduce(0, +), "command")
  }

  /// Said once when a task is done.
  var praise: String {
    guard let goal else { return "right; 'lesson next' goes on" }
    let par = commands > goal.par ? " (\(goal.par) would do)" : ""
    return "done with \(Self.number(commands, "command"))\(par); 'lesson next' goes on"
  }

  /// Where the lesson is, in a line.
  var status: String {
    let place = isAtEnd ? "the end" : "step \(index + 1) of \(lesson.count)"
    var parts = ["lesson \(lesson.name)", place]
    switch step.kind {
    case .demo:
      parts.append("a demonstration, 'lesson next' \(isHeld ? "goes on" : "runs it")")
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
