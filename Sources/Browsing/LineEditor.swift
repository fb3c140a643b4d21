import Rendering
import ShellCore

struct LineEditor {
  let assistant: LineAssistant
  var text: String
  init(assistant: LineAssistant, start: String) { (self.assistant, text) = (assistant, start) }
  enum Outcome {
    case changed, unchanged
    case accepted(String)
    case cancelled, endOfInput
  }
  mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .character("\r"): return .accepted(text)
    case .character("\u{7F}"):
      if text.isEmpty { return .cancelled }
      text.removeLast()
    case .character(let scalar): text.unicodeScalars.append(scalar)
    case .escape: return .cancelled
    default: return .unchanged
    }
    return .changed
  }
  func line(prompt: String, width: Int, charset: Charset, usesColour: Bool) -> (
    line: StyledLine, cursor: Int
  ) {
    let line = StyledLine(prompt + text)
    return (line, min(width - 1, line.width))
  }
}
