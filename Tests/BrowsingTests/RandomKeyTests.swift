import Commands
import Foundation
import Rendering
import ShellCore
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Browsing
@testable import Playing

/// Random keys, with windows that change between them, a file that grows, and Ctrl-C.
///
/// After each key the screen is what a frame that is written whole would show, the engine's books
/// agree with its cells, and a second session that is given the commands of the keys has the same
/// digest. Every thousand keys and at the end a third one is given all commands since the beginning.
@Suite struct RandomKeyTests {
  /// How many keys are pressed in all where `SHELF_RANDOM_KEYS` asks for it.
  private static let keysAskedFor =
    ProcessInfo.processInfo.environment["SHELF_RANDOM_KEYS"].flatMap { Int($0) }

  /// How often eight keys are pressed.
  private static let rounds = keysAskedFor.map { $0 / 8 } ?? testRounds(75)

  /// Keys that lead far more often than others.
  private static let frequent = [
    "j", "k", "h", "l", "Down", "Up", "Left", "Right", "PageDown", "Space", "2", "5", "Tab",
    "Enter",
    "-",
  ]

  /// Records of lists, in lines, so that the file can grow.
  private static func records(_ count: Int, using random: inout SeededGenerator) -> String {
    (0..<count).map { _ in
      let number = Int.random(in: 0..<1000, using: &random)
      let tags = (0..<number % 9).map { "\"tag \($0)\"" }.joined(separator: ",")
      return #"{"id":\#(number),"name":"the name \#(number)","tags":[\#(tags)]}"# + "\n"
    }.joined()
  }

  private static let all: [String] =
    KeyBinding.standard.flatMap(\.keys).flatMap { $0.split(separator: " ").map(String.init) }
    .map { $0 == KeyBinding.anyLetter ? "a" : $0 }
    .filter { !["Q", "q", "Ctrl-Z"].contains($0) }

  /// What a session was given, to be given to another one.
  private enum Step {
    case line(String, window: Size)
    case resize(Size)
    /// Records that others have added to the file.
    case growth(String)
  }

  private static func append(_ text: String, to file: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// A session that is given all steps, over a copy of the file as it was in the beginning.
  private static func replay(_ steps: [Step], over data: String) throws -> Interpreter {
    let shell = BrowsingSession.shell()
    for line in opening(data) { _ = shell.run(SourceLine(text: line)) }
    for step in steps {
      switch step {
      case .line(let line, let window):
        shell.resize(window: window)
        _ = shell.run(SourceLine(text: line))
      case .resize(let window): shell.resize(window: window)
      case .growth(let text): try append(text, to: data)
      }
    }
    return shell
  }

  private static func opening(_ data: String) -> [String] {
    ["open \(data)", "selection multiple"]
  }

  @Test(arguments: ["catalog.json", "growing.ndjson"])
  func keysAreTheirCommands(file: String) throws {
    var random = SeededGenerator(seed: testSeed(file.utf8.count))
    let folder = try TemporaryFolder()
    let grows = file.hasPrefix("growing")
    let beginning = Self.records(60, using: &random)
    let data = try grows ? folder.write(file, beginning) : file
    let session = BrowsingSession(Self.opening(data), columns: 70, lines: 18)
    let second = try Self.replay([], over: data)
    var steps: [Step] = []
    var lastWindow = Size(width: 0, height: 0)
    var (compared, replayed, checked, whole, pressed) = (0, 0, 0, 0, "")
    func replayWhole() throws {
      let copy = try TemporaryFolder()
      let third = try Self.replay(steps, over: grows ? copy.write(file, beginning) : file)
      let difference = session.shell.session.digest().differences(from: third.session.digest())
      #expect(difference.isEmpty, "all of \(steps.count) steps, after \(pressed): \(difference)")
      whole += 1
    }
    session.terminal.beforeKey = {
      let frame = session.browser.frame
      var whole = ScreenWriter(abilities: session.terminal.abilities)
      var screen = TerminalScreen(columns: frame.columns, rows: frame.lines)
      screen.feed(String(decoding: whole.bytes(showing: frame), as: UTF8.self))
      #expect(screen.lines == session.terminal.screen.lines, "after \(pressed)")
      compared += 1
      while replayed < session.run.count {
        let (line, window) = session.run[replayed]
        second.resize(window: window)
        _ = second.run(SourceLine(text: line))
        steps.append(.line(line, window: window))
        replayed += 1
      }
      second.resize(window: session.browser.window)
      if second.session.preferences.window != lastWindow {
        lastWindow = second.session.preferences.window
        steps.append(.resize(session.browser.window))
      }
      let violations = session.shell.session.levels.last?.table.invariantViolations() ?? []
      #expect(violations.isEmpty, "after \(pressed)")
      if replayed > checked {
        checked = replayed
        let difference = session.shell.session.digest().differences(from: second.session.digest())
        #expect(difference.isEmpty, "after \(pressed): \(session.run.suffix(3)): \(difference)")
      }
      if Int.random(in: 0..<20, using: &random) == 0 { session.browser.interrupt() }
    }
    for round in 0..<Self.rounds {
      if Int.random(in: 0..<12, using: &random) == 0 {
        session.terminal.size = (
          Int.random(in: 18...130, using: &random), Int.random(in: 6...45, using: &random)
        )
      }
      if grows, Int.random(in: 0..<10, using: &random) == 0 {
        let more = Self.records(3, using: &random)
        try Self.append(more, to: data)
        steps.append(.growth(more))
        if Bool.random(using: &random) { session.press(": \"reload\" Enter") }
      }
      let names = (0..<8).compactMap { _ in
        Int.random(in: 0..<3, using: &random) > 0
          ? Self.frequent.randomElement(using: &random) : Self.all.randomElement(using: &random)
      }
      pressed = String((pressed + " " + names.joined(separator: " ")).suffix(300))
      session.press(names.joined(separator: " "))
      if session.shell.session.levels.count > 6 { session.press("Esc - - - - -") }
      if round % 125 == 124 {
        try replayWhole()
        if Self.keysAskedFor != nil {
          print("\(file): \((round + 1) * 8) keys, \(replayed) commands")
          fflush(nil)
        }
      }
    }
    session.press("Esc")
    try replayWhole()
    #expect(whole > Self.rounds / 125)
    #expect(compared > Self.rounds * 3)
    #expect(replayed > Self.rounds)
  }
}
