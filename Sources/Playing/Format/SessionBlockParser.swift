/// Takes the lines of a session apart: comments, inputs, outputs and ends.
struct SessionBlockParser {
  static let prompt = "shelf>"
  /// The prompt while changes are not saved; a page that is written has the other one.
  static let starredPrompt = "shelf*>"
  static let continuation = "...>"
  static let program = "$"
  static let comment = "#"
  static let status = "?"
  /// What a line of output must not begin with.
  static let reserved = [prompt, starredPrompt, continuation, program, comment, status]

  private let lines: [BlockLine]
  private var steps: [TranscriptStep] = []
  private var comments: [String] = []
  private var step: TranscriptStep?

  private init(_ lines: [BlockLine]) {
    self.lines = lines
  }

  static func steps(of lines: [BlockLine]) throws(LineProblem) -> [TranscriptStep] {
    var parser = SessionBlockParser(lines)
    return try parser.parse()
  }

  private mutating func parse() throws(LineProblem) -> [TranscriptStep] {
    for line in lines { try take(line) }
    finish()
    return steps
  }

  private mutating func take(_ line: BlockLine) throws(LineProblem) {
    if let text = Self.text(of: line.text, behind: Self.prompt)
      ?? Self.text(of: line.text, behind: Self.starredPrompt)
    {
      begin(.command(text), at: line)
    } else if let text = Self.text(of: line.text, behind: Self.continuation) {
      try proceed(text, at: line)
    } else if let text = Self.text(of: line.text, behind: Self.program) {
      guard text == "shelf" || text.hasPrefix("shelf ") else {
        throw LineProblem(line.number, .notTheProgram(text))
      }
      begin(.program(text), at: line)
    } else if let text = Self.text(of: line.text, behind: Self.comment) {
      finish()
      comments.append(text)
    } else if let text = Self.text(of: line.text, behind: Self.status) {
      try end(text, at: line)
    } else {
      try addOutput(line)
    }
  }

  /// The text behind a mark; nil when the line does not begin with it.
  static func text(of line: String, behind mark: String) -> String? {
    guard line.starts(withMark: mark) else { return nil }
    return String(line.dropFirst(mark.count + 1))
  }

  private mutating func begin(_ input: TranscriptStep.Input, at line: BlockLine) {
    finish()
    let next = line.index + 1
    step = TranscriptStep(input, line: line.number, region: next..<next)
    step?.comments = comments
    comments = []
  }

  private mutating func proceed(_ text: String, at line: BlockLine) throws(LineProblem) {
    guard case .command(let before)? = step?.input, step?.expected.isEmpty == true,
      step?.status == nil
    else { throw LineProblem(line.number, .strayContinuation) }
    step?.input = .command(before + "\n" + text)
    step?.region = line.index + 1..<line.index + 1
  }

  private mutating func end(_ text: String, at line: BlockLine) throws(LineProblem) {
    guard let current = step, current.status == nil else {
      throw LineProblem(line.number, .strayStatus)
    }
    guard let status = StepStatus(parsing: text) else {
      throw LineProblem(line.number, .badStatus(text))
    }
    step?.status = status
    step?.region = current.region.lowerBound..<line.index + 1
  }

  private mutating func addOutput(_ line: BlockLine) throws(LineProblem) {
    guard let current = step, current.status == nil else {
      // Empty lines before an input are for the eye.
      if line.text.trimmed.isEmpty { return }
      throw LineProblem(line.number, step == nil ? .outputBeforeInput : .outputAfterStatus)
    }
    step?.expected.append(try ExpectedLine(checking: line))
    step?.region = current.region.lowerBound..<line.index + 1
  }

  private mutating func finish() {
    if let step { steps.append(step) }
    step = nil
  }
}

extension ExpectedLine {
  init(checking line: BlockLine) throws(LineProblem) {
    if line.text.last == " " || line.text.last == "\t" {
      throw LineProblem(line.number, .trailingBlank)
    }
    guard let expected = ExpectedLine(parsing: line.text) else {
      throw LineProblem(line.number, .badEscape)
    }
    self = expected
  }
}

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
