import Commands

/// A line of a block of keys: what is done at the terminal.
package enum KeyDirective: Sendable, Hashable {
  /// Starts the program with these arguments; only as the first line.
  case start(String)
  case type(String)
  case key([String])
  case paste(String)
  case resize(columns: Int, rows: Int)
  /// Waits until the screen has a match of a regular expression.
  case wait(String)
  /// Looks at the screen, which has to be as the lines below say.
  case screen

  static let words = ["type", "key", "paste", "resize", "wait", "screen", "$"]
  static let reserved = words + [SessionBlockParser.comment]

  /// Reads a line whose first word is one of `words`.
  ///
  /// - Throws: what was expected instead.
  static func parse(_ line: String) throws(Expectation) -> KeyDirective {
    let word = String(line.prefix { $0 != " " })
    let rest = line.dropFirst(word.count).trimmed
    switch word {
    case "type": return .type(try quoted(rest))
    case "paste": return .paste(try quoted(rest))
    case "key":
      let names = rest.split(separator: " ").map(String.init)
      for name in names where (try? KeyName(parsing: name)) == nil {
        throw Expectation("a key such as Tab, Ctrl-R, Alt-F, Up, F5; '\(name)' is not one")
      }
      if names.isEmpty { throw Expectation("names of keys") }
      return .key(names)
    case "resize":
      let numbers = rest.split(separator: "x").compactMap { Int($0) }
      guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else {
        throw Expectation("COLUMNSxROWS, such as 50x24")
      }
      return .resize(columns: numbers[0], rows: numbers[1])
    case "wait":
      guard rest.count > 2, rest.hasPrefix("/"), rest.hasSuffix("/") else {
        throw Expectation("a regular expression between slashes")
      }
      return .wait(String(rest.dropFirst().dropLast()))
    case "screen":
      if !rest.isEmpty { throw Expectation("nothing after 'screen'") }
      return .screen
    default:
      guard rest == "shelf" || rest.hasPrefix("shelf ") else { throw Expectation("$ shelf") }
      return .start(rest)
    }
  }

  struct Expectation: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// The directive as it is written.
  package var text: String {
    switch self {
    case .start(let command): "$ \(command)"
    case .type(let text): "type \(Self.quote(text))"
    case .paste(let text): "paste \(Self.quote(text))"
    case .key(let names): "key " + names.joined(separator: " ")
    case .resize(let columns, let rows): "resize \(columns)x\(rows)"
    case .wait(let pattern): "wait /\(pattern)/"
    case .screen: "screen"
    }
  }

  private static func quote(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
  }

  private static func quoted(_ text: String) throws(Expectation) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else {
      throw Expectation("text in double quotes")
    }
    var result = ""
    var rest = text.dropFirst().dropLast()
    while let character = rest.popFirst() {
      if character == "\"" { throw Expectation("\\\" for a quote inside the text") }
      guard character == "\\" else {
        result.append(character)
        continue
      }
      guard let next = rest.popFirst() else { throw Expectation("a character after '\\'") }
      result.append(next == "n" ? "\n" : next == "t" ? "\t" : next)
    }
    return result
  }
}

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
