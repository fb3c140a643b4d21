import Workspaces

/// Finds the shell's blocks in a page of Markdown and takes them apart.
///
/// Grammar of a page, by lines (`FENCE` is three or more back-quotes or tildes):
/// ```
/// page      = [front-matter] { prose | block }
/// block     = FENCE kind [attributes] { content } FENCE
/// session   = { comment | input { output } [status] }
/// input     = "shelf> " TEXT { "...> " TEXT } | "$ shelf" ARGUMENTS
/// comment   = "# " TEXT          status = "? " END
/// ```
struct TranscriptParser {
  let file: String
  private let lines: [PageLine]
  private var index = 0
  private var heading: String?
  private var blocks: [TranscriptBlock] = []
  private var frontMatter = FrontMatter()
  /// True when the page says whether it is a session at a prompt.
  private var saysHowItRuns = false

  /// True for a page of answers, where a question may be open.
  private let isAnswers: Bool

  init(_ text: String, file: String, isAnswers: Bool = false) {
    self.file = file
    self.isAnswers = isAnswers
    lines = PageLine.lines(of: text)
  }

  /// An opening fence.
  private struct Fence {
    var indentation: String
    var mark: Character
    var count: Int
    var info: String

    /// Reads a line; nil when it opens nothing.
    init?(_ line: String) {
      let indentation = line.prefix { $0 == " " }
      let rest = line.dropFirst(indentation.count)
      guard indentation.count <= 3, let mark = rest.first, mark == "`" || mark == "~" else {
        return nil
      }
      count = rest.prefix { $0 == mark }.count
      info = rest.dropFirst(count).trimmed
      // Markdown: a line of back-quotes with one more behind them is a span of code.
      guard count >= 3, mark == "~" || !info.contains("`") else { return nil }
      self.indentation = String(indentation)
      self.mark = mark
    }

    func isClosed(by line: String) -> Bool {
      let indentation = line.prefix { $0 == " " }
      let rest = line.dropFirst(indentation.count)
      let marks = rest.prefix { $0 == mark }
      return indentation.count <= 3 && marks.count >= count
        && rest.dropFirst(marks.count).allSatisfy(\.isWhitespace)
    }
  }

  mutating func parse() throws(TranscriptError) -> Transcript {
    do {
      try takeFrontMatter()
      while index < lines.count { try takeLine() }
      if !saysHowItRuns, let copied = CopiedSession(blocks) {
        frontMatter.isCopied = true
        frontMatter.isInteractive = true
        frontMatter.size = frontMatter.size ?? copied.size
      }
    } catch {
      throw .malformed(error.problem, file: file, line: error.line)
    }
    return Transcript(file: file, lines: lines, frontMatter: frontMatter, blocks: blocks)
  }

  private mutating func takeFrontMatter() throws(LineProblem) {
    guard lines.first?.text == "---" else { return }
    guard let end = lines.dropFirst().firstIndex(where: { $0.text == "---" || $0.text == "..." })
    else {
      // A page may begin with a rule; only the shell's own front matter has to be closed.
      if lines.prefix(20).contains(where: { $0.text.hasPrefix("shelf:") }) {
        throw LineProblem(1, .unclosedFrontMatter)
      }
      return
    }
    let content = lines[1..<end]
    guard content.contains(where: { $0.text.hasPrefix("shelf:") }) else { return }
    let reader = try FrontMatterReader(
      content.enumerated().map { (text: $1.text, number: $0 + 2) })
    frontMatter = try reader.frontMatter()
    saysHowItRuns = reader.saysHowItRuns
    index = end + 1
  }

  private mutating func takeLine() throws(LineProblem) {
    let line = lines[index].text
    if let fence = Fence(line) {
      try takeBlock(fence)
    } else {
      if let title = Self.heading(line) { heading = title }
      index += 1
    }
  }

  private static func heading(_ line: String) -> String? {
    let marks = line.prefix { $0 == "#" }
    guard (1...6).contains(marks.count), line.dropFirst(marks.count).first == " " else {
      return nil
    }
    return line.dropFirst(marks.count).trimmed
  }

  private mutating func takeBlock(_ fence: Fence) throws(LineProblem) {
    let start = index
    guard let end = lines[(start + 1)...].firstIndex(where: { fence.isClosed(by: $0.text) })
    else { throw LineProblem(start + 1, .unclosedFence) }
    index = end + 1
    let word = String(fence.info.prefix { !$0.isWhitespace && $0 != "{" })
    guard let kind = TranscriptBlock.Kind(rawValue: word) else {
      if word.hasPrefix("shelf") { throw LineProblem(start + 1, .unknownFence(word)) }
      return
    }
    var block = TranscriptBlock(kind, line: start + 1)
    block.lastLine = end + 1
    block.heading = heading
    block.indentation = fence.indentation
    let attributes = String(fence.info.dropFirst(word.count))
    block.attributes = try Self.attributes(attributes, line: start + 1)
    let content = ((start + 1)..<end).map { number in
      BlockLine(text: Self.dedented(lines[number].text, fence.indentation), index: number)
    }
    try fill(&block, content)
    blocks.append(block)
  }

  private static func dedented(_ line: String, _ indentation: String) -> String {
    let blanks = line.prefix { $0 == " " }.count
    return String(line.dropFirst(min(blanks, indentation.count)))
  }

  private static func attributes(_ text: String, line: Int) throws(LineProblem) -> BlockAttributes {
    do {
      return try BlockAttributes(parsing: text)
    } catch {
      switch error {
      case .malformed: throw LineProblem(line, .badAttributes)
      case .unknown(let name, let nearest):
        throw LineProblem(line, .unknownAttribute(name, nearest: nearest))
      case .badValue(let name, let expected):
        throw LineProblem(line, .badAttribute(name, expected: expected))
      case .repeated(let name): throw LineProblem(line, .repeatedAttribute(name))
      }
    }
  }

  private func fill(_ block: inout TranscriptBlock, _ content: [BlockLine]) throws(LineProblem) {
    if block.attributes.role == .quiz {
      block.choices = QuizChoice.choices(in: content)
      block.question = content.prefix { !QuizChoice.begins($0.text) }.map(\.text.trimmed)
        .filter { !$0.isEmpty }.joined(separator: " ")
      let isAnswered = isAnswers || block.choices.contains(where: \.isRight)
      if block.choices.count < 2 || !isAnswered { throw LineProblem(block.line, .badQuiz) }
      return
    }
    switch block.kind {
    case .session: block.steps = try SessionBlockParser.steps(of: content)
    case .keys: block.steps = try KeyBlockParser.steps(of: content, fence: block.line)
    case .files: block.fixtures = try Fixture.parse(content)
    }
  }
}

/// A line of a block without the block's indentation, and its index in the page.
struct BlockLine {
  var text: String
  var index: Int
  /// From 1, for messages.
  var number: Int { index + 1 }
}

extension Transcript {
  /// Reads a page.
  ///
  /// - Parameters:
  ///   - file: the name for positions; nothing is read from there.
  ///   - isAnswers: whether a learner fills it in, so that questions may be open.
  /// - Throws: the first mistake, with its line.
  package init(
    parsing text: String, file: String, isAnswers: Bool = false
  ) throws(TranscriptError) {
    var parser = TranscriptParser(text, file: file, isAnswers: isAnswers)
    self = try parser.parse()
  }
}

/// A line of a page as it stands in its file: nothing of it is lost, so that writing all lines
/// again gives the same bytes.
package struct PageLine: Sendable, Hashable {
  /// The line without its line break.
  package var text: String
  /// `\n`, `\r\n`, or nothing for a last line that has no line break.
  package var ending: String

  package init(_ text: String, ending: String = "\n") {
    self.text = text
    self.ending = ending
  }
}

extension PageLine {
  /// Cuts a text into its lines.
  ///
  /// - Complexity: O(bytes).
  static func lines(of text: String) -> [PageLine] {
    var lines: [PageLine] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let hasReturn = end > start && end < bytes.count && bytes[end - 1] == 0x0D
      let contentEnd = hasReturn ? end - 1 : end
      let ending = end == bytes.count ? "" : hasReturn ? "\r\n" : "\n"
      lines.append(
        PageLine(String(decoding: bytes[start..<contentEnd], as: UTF8.self), ending: ending))
      start = end + 1
    }
    return lines
  }

  static func text(of lines: some Sequence<PageLine>) -> String {
    lines.reduce(into: "") { $0 += $1.text + $1.ending }
  }
}

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
  /// indented below it. Lines above the first are the question.
  static func choices(in lines: [BlockLine]) -> [QuizChoice] {
    var choices: [QuizChoice] = []
    for line in lines.map(\.text) {
      if begins(line) {
        let text = line.dropFirst(5).trimmed
        choices.append(QuizChoice(text: text, isRight: !line.hasPrefix("- [ ]")))
      } else if line.first == " ", !choices.isEmpty, !line.trimmed.isEmpty {
        let text = line.trimmed
        choices[choices.count - 1].reasons.append(
          text.hasPrefix("- ") ? text.dropFirst(2).trimmed : text)
      }
    }
    return choices
  }

  /// True for the first line of an answer.
  static func begins(_ line: String) -> Bool {
    ["- [x]", "- [X]", "- [ ]"].contains { line.hasPrefix($0) }
  }

  /// The answer as it stands in a page.
  var lines: [String] { ["- [\(isRight ? "x" : " ")] \(text)"] + reasons.map { "  \($0)" } }
}
