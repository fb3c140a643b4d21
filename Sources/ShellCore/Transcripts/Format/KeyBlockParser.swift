/// Takes the lines of a block of keys apart: directives, and screens that are expected.
struct KeyBlockParser {
  private let lines: [BlockLine]
  private let fence: Int
  private var steps: [TranscriptStep] = []
  private var comments: [String] = []
  private var directives: [KeyDirective] = []
  private var firstLine = 0
  private var isInScreen = false

  private init(_ lines: [BlockLine], fence: Int) {
    self.lines = lines
    self.fence = fence
  }

  /// - Parameter fence: the number of the opening fence's line.
  static func steps(of lines: [BlockLine], fence: Int) throws(LineProblem) -> [TranscriptStep] {
    var parser = KeyBlockParser(lines, fence: fence)
    return try parser.parse()
  }

  private mutating func parse() throws(LineProblem) -> [TranscriptStep] {
    for line in lines { try take(line) }
    if !directives.isEmpty { finish(at: lines.last?.number ?? fence) }
    return steps
  }

  private mutating func take(_ line: BlockLine) throws(LineProblem) {
    if let comment = SessionBlockParser.text(of: line.text, behind: SessionBlockParser.comment) {
      isInScreen = false
      comments.append(comment)
    } else if KeyDirective.words.contains(where: { line.text.starts(withMark: $0) }) {
      try addDirective(line)
    } else if isInScreen {
      steps[steps.count - 1].expected.append(try ExpectedLine(checking: line))
      steps[steps.count - 1].region = steps[steps.count - 1].region.lowerBound..<line.index + 1
    } else if !line.text.trimmed.isEmpty {
      let word = line.text.split(separator: " ").first.map(String.init) ?? ""
      throw LineProblem(
        line.number,
        .badKeyDirective(word, expected: KeyDirective.words.joined(separator: ", ")))
    }
  }

  private mutating func addDirective(_ line: BlockLine) throws(LineProblem) {
    isInScreen = false
    let directive: KeyDirective
    do {
      directive = try KeyDirective.parse(line.text)
    } catch {
      throw LineProblem(line.number, .badKeyDirective(line.text, expected: error.text))
    }
    if case .start = directive, !(steps.isEmpty && directives.isEmpty) {
      throw LineProblem(
        line.number, .badKeyDirective("$", expected: "it in the block's first line only"))
    }
    if directives.isEmpty { firstLine = line.number }
    directives.append(directive)
    if directive == .screen {
      finish(at: line.number)
      isInScreen = true
    }
  }

  private mutating func finish(at line: Int) {
    var step = TranscriptStep(.keys(directives), line: firstLine, region: line..<line)
    step.comments = comments
    steps.append(step)
    (directives, comments) = ([], [])
  }
}
