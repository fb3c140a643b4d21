import Commands
import Foundation
import Rendering
import TableEngine

/// The shell that a page talks to: one interpreter whose output is collected.
final class TranscriptSession {
  private let folders: PageFolders
  private let matter: FrontMatter
  private let deadline: StepDeadline
  private let timeout: Double
  private var interpreter: Interpreter
  private let collected: Collected
  private var hasEnded = false
  private var isTagged = false

  /// The viewport of pages that do not say theirs.
  static let standardSize = Size(width: 80, height: 20)
  /// More output than this is a mistake.
  private static let outputLimit = 16 * 1024 * 1024

  /// What the shell printed since somebody looked.
  private final class Collected {
    var text = ""
    var isTooLong = false

    func add(_ more: String) {
      if text.utf8.count + more.utf8.count > TranscriptSession.outputLimit {
        isTooLong = true
      } else {
        text += more
      }
    }
  }

  private let allowsLessons: Bool
  private let charset: Charset

  /// - Parameters:
  ///   - allowsLessons: false where a lesson itself is played: it starts no other.
  ///   - charset: the characters of marks, until the page says others.
  init(
    folders: PageFolders, matter: FrontMatter, deadline: StepDeadline, timeout: Double,
    allowsLessons: Bool = true, charset: Charset = .unicode
  ) {
    self.allowsLessons = allowsLessons
    self.charset = charset
    self.folders = folders
    self.matter = matter
    self.deadline = deadline
    self.timeout = matter.timeout ?? timeout
    collected = Collected()
    interpreter = Self.interpreter(folders, matter, deadline, charset, collected)
    interpreter.allowsLessons = allowsLessons
  }

  private static func interpreter(
    _ folders: PageFolders, _ matter: FrontMatter, _ deadline: StepDeadline, _ charset: Charset,
    _ collected: Collected
  ) -> Interpreter {
    var session = Session(
      environment: folders.environment { deadline.isOver || SignalState.shouldStop })
    session.preferences.window = Self.window(matter.size)
    session.preferences.charset = charset
    var mode = Interpreter.Mode()
    mode.isInteractive = matter.isInteractive
    mode.isTyped = true
    var console = Console(
      writeResult: { collected.add($0) }, writeMessage: { collected.add($0) })
    console.keepsLineEnds = false
    let interpreter = Interpreter(session: session, console: console, mode: mode)
    interpreter.locate = { folders.reading($0) }
    interpreter.destination = { folders.writing($0) }
    return interpreter
  }

  /// The session as it is now.
  var state: Session { interpreter.session }

  /// The window in which the table has a size.
  static func window(_ size: Size?) -> Size {
    let size = size ?? standardSize
    return Size(width: size.width, height: size.height + Preferences.chromeLines)
  }

  /// The table's size in a window.
  static func size(ofWindow window: Size) -> Size {
    Size(width: max(1, window.width), height: max(1, window.height - Preferences.chromeLines))
  }

  /// Prepares for the inputs of a block.
  func enter(_ block: TranscriptBlock) {
    if block.attributes.isFresh {
      hasEnded = false
      interpreter = Self.interpreter(folders, matter, deadline, charset, collected)
      interpreter.allowsLessons = allowsLessons
    }
    let window = Self.window(block.attributes.size ?? matter.size)
    if window != interpreter.session.preferences.window { interpreter.resize(window: window) }
    isTagged = block.attributes.color == .tags
    interpreter.console.colorsResults = isTagged
    interpreter.console.colorsMessages = isTagged
  }

  /// Opens a file as the program does at its start, in a session that was copied.
  func start(_ start: CopiedStart) -> (text: String, output: StepOutput) {
    collect {
      let verdict = interpreter.open(path: start.file, options: OpenOptions(), shape: nil)
      if case .failed(let code) = verdict { return .exit(code) }
      interpreter.greet(isQuiet: start.isQuiet)
      return .ok
    }
  }

  /// Runs a command, which may span several lines.
  func run(_ input: String, layers: [PictureLayer]) -> (text: String, output: StepOutput) {
    if hasEnded { return ("", StepOutput(problem: "the session ended before this input")) }
    return collect { runLines(Self.layered(input, layers)) }
  }

  /// Does something within the time that there is for it, and collects what is printed.
  private func collect(_ work: () -> StepStatus) -> (text: String, output: StepOutput) {
    collected.text = ""
    collected.isTooLong = false
    deadline.set(seconds: timeout)
    defer { deadline.clear() }
    var output = StepOutput(status: work())
    if deadline.wasUsed { output.problem = "did not end within \(Self.seconds(timeout))" }
    if collected.isTooLong { output.problem = "more than 16 MiB of output" }
    return (isTagged ? ColorTags.tagged(collected.text) : collected.text, output)
  }

  private func runLines(_ input: String) -> StepStatus {
    let reader = ScriptReader(text: input)
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        switch interpreter.run(SourceLine(text: line.text, source: line.source)) {
        case .carryOn: continue
        case .failed: return .error(interpreter.lastErrorCode)
        case .quit(let code):
          hasEnded = true
          return code == 0 ? .ok : .exit(code)
        }
      case .failure(let error):
        interpreter.report(Diagnostic(error))
        return .error(interpreter.lastErrorCode)
      case .interrupted, .endOfInput, .terminalGone: return .ok
      }
    }
  }

  /// In a block that asks for layers, `view` prints them.
  private static func layered(_ input: String, _ layers: [PictureLayer]) -> String {
    guard !layers.isEmpty, let statement = Statement.statements(in: input).first,
      ["view", "v"].contains(statement.name?.text), statement.words.count == 1
    else { return input }
    return "view --layers " + layers.map(\.rawValue).joined(separator: ",")
  }

  static func seconds(_ seconds: Double) -> String {
    let isWhole = seconds == seconds.rounded()
    return (isWhole ? String(Int(seconds)) : String(seconds)) + " s"
  }
}
