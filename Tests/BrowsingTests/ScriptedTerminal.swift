import Asking
import CommandLanguage
import Commands
import Foundation
import Rendering
import ShellCore
import TableEngine
import TestSeeds
import Workspaces

@testable import Browsing
@testable import Playing

/// A terminal whose keys are given beforehand, with an emulator for what is drawn.
final class ScriptedTerminal: BrowserTerminal {
  var keys: ArraySlice<Key> = []
  var size: (columns: Int, lines: Int) {
    didSet { screen = TerminalScreen(columns: size.columns, rows: size.lines) }
  }
  var abilities: TerminalAbilities
  var cell: PixelSize?
  private(set) var screen: TerminalScreen
  private(set) var isEntered = false
  private(set) var written = 0
  var reportsMouse = false
  var takesClipboard = true
  /// Gets what is written.
  var onWrite: ((String) -> Void)?
  /// The last of what was written.
  private(set) var text = ""
  /// Called before each key that is handed over, with a frame drawn.
  var beforeKey: (() -> Void)?

  init(columns: Int, lines: Int, abilities: TerminalAbilities = TerminalAbilities()) {
    size = (columns, lines)
    self.abilities = abilities
    screen = TerminalScreen(columns: columns, rows: lines)
  }

  func enter() { isEntered = true }
  func leave() { isEntered = false }
  func suspend() {}
  func write(_ bytes: [UInt8]) {
    written += bytes.count
    let written = String(decoding: bytes, as: UTF8.self)
    onWrite?(written)
    text = String((text + written).suffix(20_000))
    screen.feed(written)
  }
  func hasKey() -> Bool { false }
  /// A key that no terminal sends: waits while something goes on in the background, for five seconds
  /// at most where it goes on for ever, as `follow` does.
  static let wait = Key.answer("wait")
  /// In milliseconds.
  private var waited: Int32 = 0

  /// True while the browser works beside: then keys wait, but for those behind `meanwhile`.
  var isBusy: () -> Bool = { false }
  /// A key that no terminal sends: the next one is pressed although something goes on.
  static let meanwhile = Key.answer("meanwhile")

  func next(milliseconds: Int32?) -> KeyEvent {
    if keys.first == Self.meanwhile {
      keys.removeFirst()
    } else if isBusy() {
      usleep(1000)
      return .woken
    }
    beforeKey?()
    if keys.first == Self.wait, let milliseconds, waited < 5000 {
      usleep(UInt32(milliseconds) * 1000)
      waited += milliseconds
      return .woken
    }
    waited = 0
    return keys.popFirst().map { .key($0) } ?? .end
  }
  func takesEscape() -> Bool { false }
}

/// A shell whose table is on the whole screen.
final class BrowsingSession {
  let shell: Interpreter
  let terminal: ScriptedTerminal
  let browser: Browser
  private let log = LineLog()

  init(
    _ opening: [String], columns: Int = 80, lines: Int = 24,
    abilities: TerminalAbilities = TerminalAbilities(), loader: PictureLoader = PictureLoader()
  ) {
    shell = Self.shell()
    terminal = ScriptedTerminal(columns: columns, lines: lines, abilities: abilities)
    browser = Browser(
      over: NoLines(), on: terminal, of: shell, history: History(), loader: loader)
    shell.parts = [browser, log]
    terminal.isBusy = { [unowned browser] in browser.isWorking }
    for line in opening { _ = shell.run(SourceLine(text: line)) }
    log.lines = []
    _ = shell.run(SourceLine(text: "browse"))
    log.lines = []
  }

  static func shell() -> Interpreter {
    var mode = Interpreter.Mode()
    mode.isInteractive = true
    var environment = Environment.sharing
    // Tests that run beside each other share documents, but not how far their work is.
    environment.meter = WorkMeter()
    return Interpreter(
      session: Workspace(environment: environment),
      console: Console(writeResult: { _ in }, writeMessage: { _ in }),
      mode: mode)
  }

  /// Presses keys by their names, with a blank between them; what stands between quotes is typed.
  func press(_ names: String) {
    press(Self.keys(names))
  }

  func press(_ keys: [Key]) {
    if !browser.isOpen { browser.open() }
    terminal.keys = keys[...]
    _ = shell.run(browser)
  }

  /// What the screen showed before the last key was awaited.
  var lines: [String] { terminal.screen.lines }

  /// The lines that keys have stood for, with the windows in which they ran.
  var run: [(line: String, window: Size)] { log.lines }

  static func keys(_ names: String) -> [Key] {
    names.split(separator: " ").flatMap { key(String($0)) }
  }
}

extension BrowsingSession {
  /// What a terminal sends for a key, decoded.
  static func key(_ name: String) -> [Key] {
    if name == "Wait" { return [ScriptedTerminal.wait] }
    if name == "Meanwhile" { return [ScriptedTerminal.meanwhile] }
    var decoder = KeyDecoder()
    return decoder.feed(bytes(of: name).utf8) + decoder.settle()
  }

  /// What a terminal sends for a key, or for what stands between quotes.
  static func bytes(of name: String) -> String {
    if name.count > 1, name.first == "\"" {
      return String(name.dropFirst().dropLast()).replacing("_", with: " ")
    }
    return (try? KeyName(parsing: name))?.sequence ?? ""
  }
}

/// Notes the lines that are run.
final class LineLog: InterpreterPart {
  var lines: [(line: String, window: Size)] = []

  func carryOut(_ next: Output.Next, of line: SourceLine, in interpreter: Interpreter)
    -> Interpreter.Verdict?
  { nil }

  func note(_ event: Interpreter.Event, in interpreter: Interpreter) {
    if case .begins(let line) = event {
      lines.append((line.text, interpreter.session.preferences.window))
    }
  }
}

/// A prompt at which nobody types.
final class NoLines: LineReader {
  func next(prompt: String) -> LineEvent { .endOfInput }
}
