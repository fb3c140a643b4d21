/// An answer that a question offers.
package struct QuizChoice: Sendable, Hashable {
  package var text: String
  package var isRight: Bool
  /// Why it is right or wrong, in lines.
  package var reasons: [String] = []
}

extension QuizChoice {
  /// Reads a task list: `- [x]` for what is right, `- [ ]` for what is not, each with its reasons
  /// indented below it. Other lines belong to nothing and are left out.
  static func choices(in lines: [BlockLine]) -> [QuizChoice] {
    var choices: [QuizChoice] = []
    for line in lines.map(\.text) {
      if line.hasPrefix("- [x]") || line.hasPrefix("- [ ]") {
        let text = line.dropFirst(5).trimmed
        choices.append(QuizChoice(text: text, isRight: line.hasPrefix("- [x]")))
      } else if line.first == " ", !choices.isEmpty, !line.trimmed.isEmpty {
        let text = line.trimmed
        choices[choices.count - 1].reasons.append(
          text.hasPrefix("- ") ? text.dropFirst(2).trimmed : text)
      }
    }
    return choices
  }

  /// The answer as it stands in a page.
  var lines: [String] { ["- [\(isRight ? "x" : " ")] \(text)"] + reasons.map { "  \($0)" } }
}
