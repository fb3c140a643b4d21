import TableModel

/// The words behind `lesson`.
enum LessonWord: String, CaseIterable {
  case list
  case start
  case next
  case back
  case check
  case hint
  case goal
  case solution
  case reset
  case replay
  case skip
  case status
  case quit

  /// True when words may follow.
  var takesWords: Bool { self == .start || self == .check }
}

extension Session {
  func lesson(_ call: Invocation) throws(CommandError) -> Output {
    guard let typed = call[0] else { return .next(.lesson(.status)) }
    guard let word = LessonWord(rawValue: typed.text) else {
      let words = LessonWord.allCases.map(\.rawValue)
      var error = CommandError(
        .badValue(
          typed.text, argument: "lesson command", expected: words.joined(separator: ", ")),
        at: typed.range)
      let near = Spelling.matches(for: typed.text, among: words)
      if BundledLessons.names.contains(typed.text) {
        error.proposal = "'lesson start \(typed.text)' begins that lesson"
      } else {
        error.proposal = CommandError.didYouMean(near)
      }
      throw error
    }
    return .next(.lesson(try request(word, call)))
  }

  private func request(_ word: LessonWord, _ call: Invocation) throws(CommandError)
    -> Output.LessonRequest
  {
    let words = call.arguments.dropFirst()
    if let extra = word.takesWords ? nil : words.first {
      throw CommandError(
        .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
    }
    switch word {
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

  private func start(_ call: Invocation) throws(CommandError) -> Output.LessonRequest {
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
    return .start(name: name.text, again: call.has("again"))
  }

  private func speed(_ call: Invocation) throws(CommandError) -> Int {
    guard let word = call.option("speed") else { return 1 }
    guard let speed = Int(word.text), (1...100).contains(speed) else {
      throw CommandError(
        .badValue(word.text, argument: "speed", expected: "1 to 100"), at: word.range)
    }
    return speed
  }
}
