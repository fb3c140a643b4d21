import Commands
import Foundation
import Rendering
import ShellCore
import TestSeeds
import Testing
import Workspaces

@testable import Browsing
@testable import Playing

/// The keys of every binding, typed at a terminal on which the program runs.
///
/// ```
///   keys ──▶ pseudo-terminal ──▶ program ──▶ screen ╮ the same after each key,
///      ╰───▶ decoded ──────────▶ browser ──▶ screen ╯ and the same commands at the end
/// ```
///
/// That these commands lead a script to the same state is tested by `BindingTests`.
@Suite struct ProgramKeysTests {
  /// What leaves the program, or stops it; and Escape, which a program that has no time at once takes
  /// for the beginning of the next key. Tests of their own type these.
  private static let leaving = ["q", "Q", "Ctrl-Z", "Esc"]
  private static let opening = [
    ": \"record_keys.shelf.md\" Enter", ": \"selection_multiple\" Enter",
    ": \"find_the\" Enter", ": \"bookmark_a\" Enter",
  ]
  private static let ending = ": \"record_off\" Enter"

  /// Programs that stand between a terminal and ours, with what has to be said for them to add nothing
  /// and to end with it.
  private static let between = [
    [], ["tmux", "-L", "keys", "-f", "tmux.conf", "-u", "new-session"],
    ["screen", "-c", "screenrc", "-U"],
  ]
  private static let settings = [
    "tmux.conf": "set -g status off\nset -g escape-time 0\nset -g destroy-unattached on\n",
    "screenrc": "startup_message off\ndefutf8 on\nvbell off\nautodetach off\n",
  ]

  /// Where such a program is missing its test is left out, unless all of them are asked for.
  private static var betweenToTest: [[String]] {
    if ProcessInfo.processInfo.environment["SHELF_TEST_PROGRAMS"] == "all" { return between }
    return between.filter { words in
      words.isEmpty || FileManager.default.isExecutableFile(atPath: "/usr/bin/\(words[0])")
    }
  }

  @Test(arguments: betweenToTest) func everyBindingInTheProgram(through: [String]) throws {
    let (screens, lines) = Self.screensOfTheBrowser()
    #expect(screens.count > KeyBinding.standard.flatMap(\.keys).count)
    let folder = try TemporaryFolder()
    let terminal = try Self.program(in: folder, through)
    for (keys, expected) in screens {
      for key in keys.split(separator: " ") {
        terminal.type(BrowsingSession.bytes(of: String(key)))
      }
      // Only the program records, and there what is copied goes to a file.
      if keys.contains("record") || (keys.hasPrefix("y") && !through.isEmpty) { continue }
      try terminal.wait(for: "screen after \(keys):\n" + expected.joined(separator: "\n")) {
        $0.lines == expected
      }
    }
    try terminal.wait(for: "recording") { $0.lines.last?.hasPrefix("recorded") == true }
    let page = try TranscriptFile.read(folder.path + "/keys.shelf.md")
    let recorded = page.steps.compactMap { step in
      if case .command(let line) = step.input { line } else { nil }
    }
    #expect(recorded == ["open catalog.json"] + lines)
  }

  /// What a browser shows after the keys of each binding, and the lines that they stood for. What a
  /// key has opened is closed before the next one.
  private static func screensOfTheBrowser() -> (
    screens: [(keys: String, lines: [String])], lines: [String]
  ) {
    let session = BrowsingSession(["open catalog.json"], columns: 80, lines: 24)
    var groups = opening[...]
    groups += KeyBinding.standard.flatMap(\.keys).filter { !leaving.contains($0) }
    groups.append(ending)
    var screens: [(keys: String, lines: [String])] = []
    session.terminal.beforeKey = {
      guard session.terminal.keys.isEmpty else { return }
      if !screens.isEmpty { screens[screens.count - 1].lines = session.lines }
      let (browser, levels) = (session.browser, session.shell.session.levels)
      let closing = browser.line != nil ? "Enter" : browser.text != nil ? "q" : nil
      guard let keys = closing ?? (levels.count > 1 ? "-" : groups.popFirst()) else { return }
      let names = keys.replacing(KeyBinding.anyLetter, with: "a")
      screens.append((names, []))
      session.terminal.keys = BrowsingSession.keys(names)[...]
    }
    session.press("")
    return (screens, session.run.map(\.line).filter { !$0.hasPrefix("record") })
  }

  /// As xterm does it, whose window knows its pixels; so does any program that is started in it and
  /// asks the terminal.
  @Test(.enabled(if: PictureLoaderTests.hasChafa, "'Scripts/setup pictures' installs chafa"))
  func picturesFitTheirCells() throws {
    let folder = try TemporaryFolder()
    let terminal = try Self.program(in: folder, [], cell: PixelSize(width: 9, height: 18))
    terminal.type("\u{1B}[?63;1;2;4c:set pictures on\r")
    var text = ""
    let picture = /\u{1B}P0;1;0q"1;1;([0-9]+);([0-9]+)[^\u{1B}]*\u{1B}/
    try terminal.wait(for: "picture") { _ in
      text.contains(picture)
    } reading: { read in
      if read.contains("\u{1B}[5n") { terminal.type("\u{1B}[0n") }
      text += read
    }
    let size = try #require(text.firstMatch(of: picture)?.output)
    // It draws eight pixels for a column and a line, of which two fit.
    #expect(size.1 == "16" && (Int(size.2) ?? 99) <= 18)
  }

  private static func program(
    in folder: TemporaryFolder, _ between: [String], cell: PixelSize? = nil
  ) throws -> PseudoTerminal {
    let executable = try #require(ChildProgram.findExecutable())
    let terminal = try #require(PseudoTerminal(columns: 80, rows: 24, cell: cell))
    for (name, text) in settings { _ = try folder.write(name, text) }
    let sockets = folder.path + "/sockets"
    try FileManager.default.createDirectory(
      atPath: sockets, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let words = between + [executable, "--no-rc", "--browse", "catalog.json"]
    try terminal.start(
      executable: words[0], arguments: Array(words.dropFirst()),
      environment: [
        "HOME": folder.path, "TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
        "TMUX_TMPDIR": sockets, "SCREENDIR": sockets,
      ], folder: folder.path)
    try terminal.wait(for: "whole screen") { $0.lines.last?.hasPrefix("F1 shows") == true }
    return terminal
  }
}

extension PseudoTerminal {
  struct Timeout: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads until the screen is as expected; only what never comes takes a minute.
  fileprivate func wait(
    for what: String, until isThere: (TerminalScreen) -> Bool, reading: (String) -> Void = { _ in }
  ) throws {
    let end = ContinuousClock.now + .seconds(60)
    while !isThere(screen) {
      guard ContinuousClock.now < end else {
        throw Timeout(description: "no \(what):\n" + screen.lines.joined(separator: "\n"))
      }
      reading(read(milliseconds: 50) ?? "")
    }
  }
}
