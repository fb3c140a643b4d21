import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `lesson`: learning by doing.
struct LessonCommand: ShelfCommand {
  private static let again = CommandOption("again", nil, "start from the first step")
  private static let speed = CommandOption(
    "speed", Parameter("N", .count), "replay N times as fast, 1 to 100")

  static let declaration = Command(
    "lesson", .shell, "learn by doing, one short lesson at a time",
    parameters: [
      Parameter("WORD", .choice(Action.words + BundledLessons.names), optional: true),
      Parameter("NAME", .choice(BundledLessons.names), optional: true, repeated: true),
    ],
    options: [again, speed, .force],
    discussion: """
      'lesson' begins the next lesson, or resumes the one that you have left; inside one it shows the \
      step again. 'lesson NAME' begins another, by its name, its number or the file of a page; 'lesson \
      list' names them all. Demonstrations run with Enter, tasks are yours to solve: any way to the \
      goal counts. 'lesson new FILE' writes the beginnings of a lesson of your own. More in 'help \
      lessons'.
      """,
    examples: [
      .init("lesson list", "what there is to learn"),
      .init("lesson cells", "one of them"),
    ],
    errors: [
      .impossible: "the task is not done yet, the lessons cannot be found, or the file exists",
      .nothingToDo: "no lesson is running", .file: "the file cannot be written",
    ],
    needs: .nothing)

  enum Action: String, Keyword {
    case list, start, next, back, check, hint, goal, solution, reset, restart, replay, skip,
      status, quit, new

    /// True when words may follow.
    fileprivate var takesWords: Bool { [.start, .check, .new].contains(self) }
  }

  private let request: Output.LessonRequest

  init(_ call: Invocation) throws(CommandError) {
    guard let typed = call[0] else {
      request = .goOn
      return
    }
    if let action = Action(rawValue: typed.text) {
      request = try Self.request(action, call)
      return
    }
    if let extra = call[1] {
      throw CommandError(.unexpectedArgument(extra.text, usage: "lesson NAME"), at: extra.range)
    }
    let name = try Self.name(typed, orElse: Action.words)
    request = .start(name: name, again: call.has(Self.again))
  }

  func run(in workspace: inout Workspace) -> Output { .next(.lesson(request)) }

  /// The lesson that a name, a number or a file means.
  ///
  /// - Parameter words: what may have been meant instead.
  private static func name(
    _ typed: Word, orElse words: [String] = []
  ) throws(CommandError) -> String {
    if let name = BundledLessons.name(meantBy: typed.text) { return name }
    var error = CommandError(
      .badValue(typed.text, argument: "lesson", expected: "one that 'lesson list' names"),
      at: typed.range)
    error.proposal = CommandError.didYouMean(
      Spelling.matches(for: typed.text, among: BundledLessons.names + words))
    throw error
  }

  /// The only word behind an action.
  private static func only(
    _ argument: String, after action: Action, in call: Invocation
  ) throws(CommandError) -> Word {
    let usage = "lesson \(action.rawValue) \(argument)"
    guard let word = call[1] else {
      throw CommandError(.missingArgument(argument, usage: usage), at: call.range)
    }
    if let extra = call[2] {
      throw CommandError(.unexpectedArgument(extra.text, usage: usage), at: extra.range)
    }
    return word
  }

  private static func request(_ action: Action, _ call: Invocation) throws(CommandError)
    -> Output.LessonRequest
  {
    let words = call.arguments.dropFirst()
    if let extra = action.takesWords ? nil : words.first {
      throw CommandError(
        .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
    }
    switch action {
    case .list: return .list
    case .start:
      let name = try name(only("NAME", after: action, in: call))
      return .start(name: name, again: call.has(again))
    case .new:
      let file = try only("FILE", after: action, in: call).text
      return .new(file: file, replacing: call.has(.force))
    case .next: return .next
    case .back: return .back
    case .check: return .check(answers: words.map { $0.text.lowercased() })
    case .hint: return .hint
    case .goal: return .goal
    case .solution: return .solution
    case .reset: return .reset
    case .restart: return .restart
    case .replay: return .replay(speed: try speed(call))
    case .skip: return .skip
    case .status: return .status
    case .quit: return .quit
    }
  }

  private static func speed(_ call: Invocation) throws(CommandError) -> Int {
    guard let word = call.option(speed) else { return 1 }
    guard let speed = Int(word.text), (1...100).contains(speed) else {
      throw CommandError(
        .badValue(word.text, argument: "speed", expected: "1 to 100"), at: word.range)
    }
    return speed
  }
}
