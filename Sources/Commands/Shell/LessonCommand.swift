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
      Parameter("WORD", .choice(of: Action.self), optional: true),
      Parameter("NAME", .choice(BundledLessons.names), optional: true, repeated: true),
    ],
    options: [again, speed],
    discussion: """
      'lesson list' names the lessons and 'lesson start NAME' begins one, or resumes \
      it where it was left. Demonstrations are run with 'lesson next', tasks are yours to \
      solve: any way to the goal counts. 'lesson' alone tells where you are. More in 'help lessons'.
      """,
    examples: [
      .init("lesson list", "what there is to learn"),
      .init("lesson start cells", "the first one"),
      .init("lesson start cells; lesson next", "its first demonstration"),
    ],
    errors: [
      .impossible: "the task is not done yet, or the lessons cannot be found",
      .nothingToDo: "no lesson is running",
    ],
    needs: .nothing)

  enum Action: String, Keyword {
    case list, start, next, back, check, hint, goal, solution, reset, replay, skip, status, quit

    /// True when words may follow.
    fileprivate var takesWords: Bool { self == .start || self == .check }
  }

  private let request: Output.LessonRequest

  init(_ call: Invocation) throws(CommandError) {
    guard let typed = call[0] else {
      request = .status
      return
    }
    guard let action = Action(rawValue: typed.text) else { throw Self.unknown(typed) }
    request = try Self.request(action, call)
  }

  func run(in workspace: inout Workspace) -> Output { .next(.lesson(request)) }

  private static func unknown(_ typed: Word) -> CommandError {
    var error = CommandError(
      .badValue(
        typed.text, argument: "lesson command", expected: Action.words.joined(separator: ", ")),
      at: typed.range)
    if BundledLessons.names.contains(typed.text) {
      error.proposal = "'lesson start \(typed.text)' begins that lesson"
    } else {
      error.proposal = CommandError.didYouMean(
        Spelling.matches(for: typed.text, among: Action.words))
    }
    return error
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
    case .start: return try start(call)
    case .next: return .next
    case .back: return .back
    case .check: return .check(answers: words.map { $0.text.lowercased() })
    case .hint: return .hint
    case .goal: return .goal
    case .solution: return .solution
    case .reset: return .reset
    case .replay: return .replay(speed: try speed(call))
    case .skip: return .skip
    case .status: return .status
    case .quit: return .quit
    }
  }

  private static func start(_ call: Invocation) throws(CommandError) -> Output.LessonRequest {
    guard let name = call[1] else {
      throw CommandError(.missingArgument("NAME", usage: "lesson start NAME"), at: call.range)
    }
    if let extra = call[2] {
      throw CommandError(
        .unexpectedArgument(extra.text, usage: "lesson start NAME"), at: extra.range)
    }
    guard BundledLessons.names.contains(name.text) else {
      var error = CommandError(
        .badValue(name.text, argument: "lesson", expected: "one that 'lesson list' names"),
        at: name.range)
      let near = Spelling.matches(for: name.text, among: BundledLessons.names)
      error.proposal = CommandError.didYouMean(near)
      throw error
    }
    return .start(name: name.text, again: call.has(again))
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
