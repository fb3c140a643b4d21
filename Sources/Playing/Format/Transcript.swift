package import TableEngine
import Workspaces

/// A page of Markdown with sessions in it: documentation, test and lesson in one.
package struct Transcript: Sendable {
  /// The page's file, as it was named.
  package var file: String
  /// The page itself, line by line.
  package var lines: [PageLine]
  package var frontMatter: FrontMatter
  /// The fenced blocks that belong to the shell, in order.
  package var blocks: [TranscriptBlock]

  package var steps: [TranscriptStep] { blocks.flatMap(\.steps) }
}

/// What a page says about itself between two lines `---` at its start.
package struct FrontMatter: Sendable, Hashable {
  package var title: String?
  /// The place of a lesson among the others, from 1.
  package var lesson: Int?
  /// The table's viewport in characters.
  package var size: Size?
  package var tags: [String] = []
  /// Rewriting rules for what is printed, before it is compared.
  package var normalisers: [Normaliser.Rule] = []
  /// True when the page is a session at a prompt: abbreviations are understood, the viewport is
  /// shown after changes, and errors need no `?` line.
  package var isInteractive = false
  /// True when the page was found to be a session at a prompt, copied from a terminal.
  package var isCopied = false
  /// The working directory, relative to the page's own folder.
  package var directory: String?
  /// How long an input may take, in seconds.
  package var timeout: Double?

  package init() {}
}

/// A fenced block: a session, key strokes, files, or a question.
package struct TranscriptBlock: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case session = "shelf"
    case keys = "shelf-keys"
    case files = "shelf-files"
  }

  package var kind: Kind
  package var attributes = BlockAttributes()
  /// The last heading above the block, without its marks.
  package var heading: String?
  /// The line of the opening fence, from 1.
  package var line: Int
  /// The line of the closing fence, from 1.
  package var lastLine = 0
  /// How far the fence is indented; its content is indented alike.
  package var indentation = ""
  /// The inputs of a session or the screens of a block of keys.
  package var steps: [TranscriptStep] = []
  package var fixtures: [Fixture] = []
  /// The question above the answers of a quiz, in one line.
  package var question = ""
  /// The answers of a question.
  package var choices: [QuizChoice] = []

  package init(_ kind: Kind, line: Int = 0) {
    self.kind = kind
    self.line = line
  }
}

/// A file that a page brings along.
package struct Fixture: Sendable, Hashable {
  /// The path below the page's sandbox.
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// An input and the output that is expected of it.
package struct TranscriptStep: Sendable, Hashable {
  package enum Input: Sendable, Hashable {
    /// A command of the shell; its lines are joined by line feeds.
    case command(String)
    /// The program itself: `shelf` and its arguments.
    case program(String)
    /// Key strokes, up to the next look at the screen.
    case keys([KeyDirective])
  }

  package var comments: [String] = []
  package var input: Input
  package var expected: [ExpectedLine] = []
  package var status: StepStatus?
  /// The line of the input, from 1.
  package var line: Int
  /// The page's lines (from 0) that hold the expected output and the status.
  package var region: Range<Int>

  package init(_ input: Input, line: Int = 0, region: Range<Int> = 0..<0) {
    self.input = input
    self.line = line
    self.region = region
  }

  /// The input in one line, for names of tests.
  package var summary: String {
    switch input {
    case .command(let text), .program(let text):
      text.split(separator: "\n").first.map(String.init) ?? ""
    case .keys(let directives): directives.map(\.text).joined(separator: ", ")
    }
  }
}

/// How an input ended.
package enum StepStatus: Sendable, Hashable {
  case ok
  /// An error, with the code that is expected of it.
  case error(String?)
  /// The program's exit status.
  case exit(Int32)
}

extension StepStatus {
  /// Reads what stands behind `? `.
  init?(parsing text: String) {
    if text == "ok" {
      self = .ok
    } else if text == "error" {
      self = .error(nil)
    } else if text.hasPrefix("error("), text.hasSuffix(")"), text.count > 7 {
      self = .error(String(text.dropFirst(6).dropLast()))
    } else if let code = Int32(text), (0...255).contains(code) {
      self = .exit(code)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .ok: "ok"
    case .error(nil): "error"
    case .error(let code?): "error(\(code))"
    case .exit(let code): String(code)
    }
  }

  /// True when an end of this kind is what was expected.
  func accepts(_ actual: StepStatus) -> Bool {
    switch (self, actual) {
    case (.error(nil), .error), (.ok, .exit(0)), (.exit(0), .ok): true
    default: self == actual
    }
  }

  var isSuccess: Bool { StepStatus.ok.accepts(self) }
}
