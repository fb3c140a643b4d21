package import CommandLanguage
import Commands
import Foundation
import Rendering
package import ShellCore
import TableEngine
import TableModel
import Workspaces

/// The browser is a part of the interpreter, which hands it the request to open.
extension Browser: InterpreterPart {
  /// What the interpreter did before, to go back to.
  struct Outside {
    let window: (() -> Size)?
    let progress: ProgressLine?
  }

  /// The least window in which something can be seen.
  static let leastSize = (columns: 20, lines: 8)

  package func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
    -> Interpreter.Verdict?
  {
    guard next == .browse else { return nil }
    return shell.attempt(line) { () throws(CommandError) in
      let size = terminal.size
      guard size.columns >= Self.leastSize.columns, size.lines >= Self.leastSize.lines else {
        throw CommandError(
          .impossible(
            "the window is too small: \(size.columns) columns and \(size.lines) lines",
            hint: "it takes \(Self.leastSize.columns) columns and \(Self.leastSize.lines) lines"))
      }
      open()
    }
  }

  package func note(_ event: Interpreter.Event, in shell: Interpreter) {
    switch event {
    case .begins(let line): keepsRecord = onlyMoves(line.text)
    case .carriedOut where !keepsRecord, .ranUnasked, .opened: record.forget()
    case .carriedOut, .ended: break
    }
    guard isOpen, !isSilent else { return }
    switch event {
    case .begins(let line):
      (said, isSaidWhole, hasCopied) = ([], false, false)
      if line.text.hasPrefix("find ") {
        searchesBackwards = line.text.hasPrefix(KeyBinding.LineKind.findBackwards.head)
      }
    case .carriedOut(let result):
      if runsKey { said = [] }
      if let text = result.output.clipboard { copy(text) }
    case .ended(.quit): close()
    case .opened: images.loader.checkFiles()
    case .ranUnasked, .ended: break
    }
  }

  /// Takes the screen.
  package func open() {
    if isOpen { return }
    isOpen = true
    outside = Outside(window: shell.window, progress: shell.progress)
    shell.isBrowsing = true
    shell.window = { [unowned self] in window }
    shell.console.screen = { [unowned self] in take($0) }
    shell.progress = outside?.progress == nil ? nil : progressAtFoot
    shell.companion = { [unowned self] in accompany($0, $1, $2) }
    shell.showFrame = { [unowned self] in showFrame($0) }
    terminal.enter()
    measureCell()
    writer.forget()
    lastQuestion = nil
    terminal.write(Array(terminal.abilities.questions.utf8))
    // What was said of the file stands on the screen behind this one.
    let remarks = shell.session.levels.last?.remarksOnDocument.count ?? 0
    let noticed = remarks == 0 ? "" : "\(Words.number(remarks, "note")) on the file: ':status'; "
    say(
      noticed + "F1 shows the keys, ':' takes commands, 'q' returns to the prompt",
      TextStyle(.secondary))
  }

  /// Gives the screen back; the table stays as it is.
  func close() {
    guard isOpen, let outside else { return }
    isOpen = false
    dropLine()
    (text, rangeStart) = (nil, nil)
    keys.forget()
    images.loader.stop()
    images.deliveries = PictureDeliveries()
    takeLastAnswer()
    terminal.leave()
    shell.console.screen = nil
    (shell.companion, shell.showFrame) = (nil, nil)
    waiting = WaitingLines()
    (shell.window, shell.progress) = (outside.window, outside.progress)
    shell.isBrowsing = false
  }

  /// Keeps what would be printed.
  private func take(_ printed: Console.Printed) {
    if isSilent { return }
    switch printed {
    case .result where hasCopied: break
    case .result(let lines): said += lines
    case .message(let lines):
      said += lines
      isSaidWhole = true
    }
  }

  /// How far a command has come that this thread carries out, at the foot of the screen; Escape cancels
  /// it.
  private var progressAtFoot: ProgressLine {
    let foot = SharedFoot(terminal)
    sharedFoot = foot
    return ProgressLine(
      shell.session.environment.meter, width: { foot.columns }, write: { foot.show($0) })
  }
}

/// The foot of the screen for the thread that draws progress while the other one works: only one of
/// them uses the terminal at a time.
final class SharedFoot: @unchecked Sendable {
  private let terminal: any BrowserTerminal
  /// The lines of the screen that were written on, from 0: the window may have changed between.
  private var written: Set<Int> = []

  init(_ terminal: any BrowserTerminal) { self.terminal = terminal }

  var columns: Int { terminal.size.columns }

  /// Shows a text in place of what stands there.
  func show(_ text: String) {
    let line = terminal.size.lines
    terminal.write(Array("\u{1B}7\u{1B}[\(line)H\u{1B}[2K\(text)\u{1B}8".utf8))
    written.insert(line - 1)
    if terminal.takesEscape() { SignalState.requestInterrupt() }
  }

  /// The lines that are empty since progress was shown in them.
  func takeEmptied() -> Set<Int> {
    defer { written = [] }
    return written
  }
}

// MARK: - Copying

/// What `copy` gives out goes to the clipboard, or to a file where the terminal has none.
extension Browser {
  /// Terminals take no longer texts, in bytes.
  private static let longest = 74_000

  /// Puts a text where it can be pasted from, and says where.
  func copy(_ text: String) {
    hasCopied = true
    let size = Words.number(text.count, "character")
    if terminal.takesClipboard, text.utf8.count <= Self.longest {
      let data = Data(text.utf8).base64EncodedString()
      terminal.write(Array("\u{1B}]52;c;\(data)\u{7}".utf8))
      return say("copied \(size)\(Mark.dot)\(text.clipped(to: 60))", TextStyle(.success))
    }
    // Nobody else may read it, or know its name beforehand.
    let file =
      NSTemporaryDirectory() + "shelf-copy-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let isWritten = FileManager.default.createFile(
      atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    if isWritten {
      say("copied \(size) to \(file)", TextStyle(.success))
    } else {
      say("\(size) cannot be copied: 'copy ... --to FILE' writes a file", TextStyle(.warning))
    }
  }
}
