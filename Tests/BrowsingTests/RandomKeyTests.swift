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
/// After each key the screen is what a frame that is written whole would show, and a second session
/// that is given the commands of the keys has the same digest.
@Suite struct RandomKeyTests {
  /// How often eight keys are pressed; `SHELF_RANDOM_KEYS` says how many keys in all.
  private static var rounds: Int {
    let keys = ProcessInfo.processInfo.environment["SHELF_RANDOM_KEYS"].flatMap { Int($0) }
    return keys.map { $0 / 8 } ?? testRounds(75)
  }

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

  @Test(arguments: ["catalog.json", "growing.ndjson"])
  func keysAreTheirCommands(file: String) throws {
    var random = SeededGenerator(seed: testSeed(file.utf8.count))
    let folder = try TemporaryFolder()
    let grows = file.hasPrefix("growing")
    let data = try grows ? folder.write(file, Self.records(60, using: &random)) : file
    let opening = ["open \(data)", "selection multiple"]
    let session = BrowsingSession(opening, columns: 70, lines: 18)
    let second = BrowsingSession.shell()
    for line in opening { _ = second.run(SourceLine(text: line)) }
    var (compared, replayed, checked, pressed) = (0, 0, 0, "")
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
        replayed += 1
      }
      second.resize(window: session.browser.window)
      if replayed > checked {
        checked = replayed
        let difference = session.shell.session.digest().differences(from: second.session.digest())
        #expect(difference.isEmpty, "after \(pressed): \(session.run.suffix(3)): \(difference)")
      }
      if Int.random(in: 0..<20, using: &random) == 0 { session.browser.interrupt() }
    }
    for _ in 0..<Self.rounds {
      if Int.random(in: 0..<12, using: &random) == 0 {
        session.terminal.size = (
          Int.random(in: 18...130, using: &random), Int.random(in: 6...45, using: &random)
        )
      }
      if grows, Int.random(in: 0..<10, using: &random) == 0 {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: data))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(Self.records(3, using: &random).utf8))
        try handle.close()
        if Bool.random(using: &random) { session.press(": \"reload\" Enter") }
      }
      let names = (0..<8).compactMap { _ in
        Int.random(in: 0..<3, using: &random) > 0
          ? Self.frequent.randomElement(using: &random) : Self.all.randomElement(using: &random)
      }
      pressed = String((pressed + " " + names.joined(separator: " ")).suffix(300))
      session.press(names.joined(separator: " "))
      if session.shell.session.levels.count > 6 { session.press("Esc - - - - -") }
    }
    #expect(compared > 100)
    #expect(replayed > 50)
  }
}
