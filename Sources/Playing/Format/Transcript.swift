import Documents
import Files
import Foundation
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

/// Reading and replacing pages on disk.
package enum TranscriptFile {
  /// Reads and parses a page.
  ///
  /// - Parameter isAnswers: whether it is one that a learner fills in, where questions may be open.
  package static func read(
    _ path: String, isAnswers: Bool = false
  ) throws(TranscriptError) -> Transcript {
    try Transcript(parsing: try text(of: path), file: path, isAnswers: isAnswers)
  }

  private static func text(of path: String) throws(TranscriptError) -> String {
    let data: [UInt8]
    do {
      data = try FileBytes.contents(of: path)
    } catch {
      throw .unreadable(file: path, reason: SystemMessage.text(of: error))
    }
    if let text = String(validating: data, as: UTF8.self) { return text }
    let valid = validPrefix(of: data)
    let line = data.prefix(valid).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    throw .notUTF8(file: path, line: line, byte: valid)
  }

  private static func validPrefix(of bytes: [UInt8]) -> Int {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return count
  }

  /// Replaces a page as a whole: at any moment the old one or the new one is there.
  ///
  /// The new text is parsed first; one that could not be read again is not written.
  package static func replace(_ path: String, with text: String) throws(TranscriptError) {
    _ = try Transcript(parsing: text, file: path)
    var status = stat()
    // The system lets its administrator write to any file; who made it read-only meant it.
    if stat(path, &status) == 0, status.st_mode & 0o222 == 0 || access(path, W_OK) != 0 {
      throw .unwritable(file: path, reason: "it is read-only")
    }
    do {
      let file = try FileReplacement(path, replacing: true)
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      throw .unwritable(file: path, reason: SystemMessage.text(of: error))
    }
  }

  /// The pages that paths mean: files as they are, and all `*.shelf.md` below folders, in order.
  package static func find(_ paths: [String]) throws(TranscriptError) -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .unreadable(file: path, reason: "no such file or folder")
      }
      if isFolder.boolValue {
        let found = pages(below: path)
        if found.isEmpty { throw .nothingFound(path: path) }
        files += found
      } else {
        files.append(path)
      }
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  private static func pages(below folder: String) -> [String] {
    let prefix = folder == "." ? "" : folder.withoutTrailingSlash + "/"
    guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    var pages: [String] = []
    for case let name as String in names {
      if name.split(separator: "/").last?.hasPrefix(".") == true {
        names.skipDescendants()
      } else if name.hasSuffix(".shelf.md") {
        pages.append(prefix + name)
      }
    }
    return pages.sorted()
  }
}

/// Writes sessions as a page.
package struct TranscriptWriter {
  package private(set) var text = ""

  package init() {}

  /// Writes the front matter; only at the start.
  package mutating func write(_ matter: FrontMatter) {
    text += "---\nshelf: \(FrontMatterReader.version)\n"
    if let lesson = matter.lesson { text += "lesson: \(lesson)\n" }
    if let title = matter.title { text += "title: \(Self.quoted(title))\n" }
    if let size = matter.size { text += "size: \(size.width)x\(size.height)\n" }
    if !matter.tags.isEmpty {
      text += "tags: [" + matter.tags.map(Self.quoted).joined(separator: ", ") + "]\n"
    }
    if matter.isInteractive, !matter.isCopied { text += "interactive: true\n" }
    if let directory = matter.directory { text += "directory: \(Self.quoted(directory))\n" }
    if let timeout = matter.timeout { text += "timeout: \(timeout)\n" }
    if !matter.normalisers.isEmpty {
      text += "normalise:\n"
      for rule in matter.normalisers {
        text += "  - {re: \(Self.quoted(rule.pattern)), as: \(Self.quoted(rule.token))}\n"
      }
    }
    text += "---\n"
  }

  package mutating func write(heading: String) { text += "\n# \(heading)\n" }

  mutating func write(prose: [String]) { text += "\n" + prose.map { $0 + "\n" }.joined() }

  package mutating func write(_ block: TranscriptBlock) {
    let attributes = block.attributes.text
    text += "\n```\(block.kind.rawValue)\(attributes.isEmpty ? "" : " " + attributes)\n"
    for step in block.steps { write(step) }
    for fixture in block.fixtures { text += "-- \(fixture.name) --\n\(fixture.text)" }
    if !block.question.isEmpty { text += block.question + "\n" }
    for line in block.choices.flatMap(\.lines) { text += line + "\n" }
    text += "```\n"
  }

  private mutating func write(_ step: TranscriptStep) {
    for comment in step.comments { text += Self.line(SessionBlockParser.comment, comment) }
    switch step.input {
    case .command(let input):
      let lines = input.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let mark = index == 0 ? SessionBlockParser.prompt : SessionBlockParser.continuation
        text += Self.line(mark, String(line))
      }
    case .program(let input): text += Self.line(SessionBlockParser.program, input)
    case .keys(let directives): for directive in directives { text += directive.text + "\n" }
    }
    for line in step.expected { text += line.source + "\n" }
    if let status = step.status { text += "\(SessionBlockParser.status) \(status.text)\n" }
  }

  private static func line(_ mark: String, _ text: String) -> String {
    text.isEmpty ? mark + "\n" : "\(mark) \(text)\n"
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    if isPlain, !text.isEmpty { return text }
    return "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
  }
}
