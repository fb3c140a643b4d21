import Workspaces

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
      let letters = (block?.choices.indices ?? 0..<0).map(Self.letter)
      if words.allSatisfy(letters.contains) {
        return .lesson("lesson check " + words.joined(separator: " "))
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
    case .next: return .lesson(command, saying: "the lesson goes on")
    case .back: return .lesson(command, saying: "the lesson goes back a step")
    case .hint, .skip, .check, .goal, .solution, .replay:
      return session.commands[word] == nil ? .lesson(command) : .nothing
    }
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
