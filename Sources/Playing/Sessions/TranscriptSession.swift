import CommandLanguage
import Commands
import Foundation
import Rendering
import ShellCore
import Synchronization
import TableEngine
import Workspaces

/// The shell that a page talks to: one interpreter whose output is collected.
final class TranscriptSession {
  private let folders: PageFolders
  private let matter: FrontMatter
  private let deadline: StepDeadline
  private let timeout: Double
  private var interpreter: Interpreter
  private let collected: Collected
  private var hasEnded = false
  /// True while the last block is one that sets up the state.
  private var hasSetUp = false
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

  private let charset: Charset
  private let equip: (Interpreter) -> Void

  /// - Parameters:
  ///   - charset: the characters of marks, until the page says others.
  ///   - equip: gives an interpreter its parts.
  init(
    folders: PageFolders, matter: FrontMatter, deadline: StepDeadline, timeout: Double,
    charset: Charset = .unicode, equip: @escaping (Interpreter) -> Void
  ) {
    self.charset = charset
    self.equip = equip
    self.folders = folders
    self.matter = matter
    self.deadline = deadline
    self.timeout = matter.timeout ?? timeout
    collected = Collected()
    interpreter = Self.interpreter(folders, matter, deadline, charset, collected)
    equip(interpreter)
  }

  private static func interpreter(
    _ folders: PageFolders, _ matter: FrontMatter, _ deadline: StepDeadline, _ charset: Charset,
    _ collected: Collected
  ) -> Interpreter {
    var session = Workspace(
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
    interpreter.destination = { try folders.writing($0) }
    return interpreter
  }

  /// The session as it is now.
  var state: Workspace { interpreter.session }

  /// The window in which the table has a size.
  static func window(_ size: Size?) -> Size {
    let size = size ?? standardSize
    return Size(width: size.width, height: size.height + Preferences.chromeLines)
  }

  /// The table's size in a window.
  static func size(ofWindow window: Size) -> Size {
    Size(width: max(1, window.width), height: max(1, window.height - Preferences.chromeLines))
  }

  /// From here on `undo` takes nothing back that was done before.
  func forgetUndo() { interpreter.session.forgetUndo() }

  /// Prepares for the inputs of a block. What blocks before it have set up can't be taken back.
  func enter(_ block: TranscriptBlock) {
    if hasSetUp { interpreter.session.forgetUndo() }
    hasSetUp = block.attributes.role == .setup
    if block.attributes.isFresh {
      hasEnded = false
      interpreter = Self.interpreter(folders, matter, deadline, charset, collected)
      equip(interpreter)
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

/// What an input printed and how it ended, before it is compared.
struct StepOutput {
  var printed = PrintedOutput("")
  var status = StepStatus.ok
  /// What kept the input from being run or its output from being compared.
  var problem: String?
}

/// When the command that runs now has to be done; commands ask it while they work.
final class StepDeadline: Sendable {
  private let start = ContinuousClock.now
  private let end = Atomic<Int64>(.max)
  private let passed = Atomic<Bool>(false)

  private var now: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Starts the time of a command anew.
  func set(seconds: Double) {
    passed.store(false, ordering: .relaxed)
    end.store(now + Int64(seconds * 1e9), ordering: .relaxed)
  }

  func clear() { end.store(.max, ordering: .relaxed) }

  /// True when the time is over.
  var isOver: Bool {
    if now < end.load(ordering: .relaxed) { return false }
    passed.store(true, ordering: .relaxed)
    return true
  }

  /// True when a command was asked to give up since `set`.
  var wasUsed: Bool { passed.load(ordering: .relaxed) }

  /// True when the time was over long ago: nobody asks.
  var isIgnored: Bool {
    let end = end.load(ordering: .relaxed)
    return end != .max && now > end + 5_000_000_000
  }
}

/// Colours of a terminal as readable tags: `{b;cyan}x{/}`.
enum ColorTags {
  private static let names: [Substring: String] = [
    "1": "b", "2": "dim", "4": "u", "7": "rev", "30": "black", "31": "red", "32": "green",
    "33": "yellow", "34": "blue", "35": "magenta", "36": "cyan", "37": "white",
  ]

  /// Replaces every colour sequence; the reset that each begins with goes.
  static func tagged(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let escape = rest.firstRange(of: "\u{1B}[") {
      result += rest[..<escape.lowerBound]
      rest = rest[escape.upperBound...]
      guard let end = rest.firstIndex(of: "m") else { break }
      let codes = rest[..<end].split(separator: ";").filter { $0 != "0" }
      result +=
        codes.isEmpty
        ? "{/}" : "{" + codes.map { names[$0] ?? String($0) }.joined(separator: ";") + "}"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
