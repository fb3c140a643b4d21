import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Browsing

/// Every key is a command: what keys did is what a script does that was given these commands.
@Suite struct BindingTests {
  /// A table in which most keys have something to do.
  private static let opening = [
    "open catalog.json", "selection multiple", "find the", "bookmark a", "focus down 7",
  ]

  /// The digest of a session that runs the lines in windows of the same sizes.
  private static func digest(
    after opening: [String], _ lines: [(line: String, window: Size)], in window: Size
  ) -> WorkspaceDigest {
    let shell = BrowsingSession.shell()
    for line in opening { _ = shell.run(SourceLine(text: line)) }
    for (line, window) in lines {
      shell.resize(window: window)
      _ = shell.run(SourceLine(text: line))
    }
    shell.resize(window: window)
    return shell.session.digest()
  }

  private static var presses: [(keys: String, binding: KeyBinding)] {
    KeyBinding.standard.flatMap { binding in
      binding.keys.map { ($0.replacing(KeyBinding.anyLetter, with: "a"), binding) }
    }
  }

  /// Lines that a key begins go on behind a blank; a value that is left as it is, is not written.
  @Test(
    arguments: [
      ("c \"name\" Enter", "columns name"), ("w \"price\" Enter", "watch price"),
      ("a \"check\" Enter", "accessory check"), ("t \"subtitle\" Enter", "style subtitle"),
      ("e Backspace \"!\"\" Enter", "update 0.0 name=\"Fig Jam with Thyme!\""), ("e Enter", nil),
    ] as [(String, String?)]) func linesThatKeysBegin(keys: String, command: String?)
  {
    let session = BrowsingSession(["open catalog.json"])
    session.press(keys)
    #expect(session.run.map(\.line) == [command].compactMap { $0 })
    if command == nil { #expect(session.lines.last == "nothing was changed") }
  }

  @Test func noTwoBindingsHaveTheSameKeys() {
    let keys = KeyBinding.standard.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    for key in keys {
      for name in key.split(separator: " ") where name != KeyBinding.anyLetter {
        #expect((try? KeyName(parsing: String(name)))?.description == String(name), "\(key)")
      }
      // A key that others begin with can't mean something itself.
      #expect(!keys.contains { $0.hasPrefix(key + " ") }, "\(key)")
    }
  }

  @Test func bindCompletesTheNamesOfKeys() {
    func candidates(_ line: String) -> [String] {
      Completer(Workspace()).completion(of: line, at: line.utf8.count).candidates.map(\.text)
    }
    #expect(candidates("bind Page") == ["PageDown", "PageUp"])
    #expect(candidates("bind F1").contains("F12"))
    // What has another meaning in a line, or is two keys, is written in quotes.
    #expect(!candidates("bind ").contains { $0.contains(" ") || $0 == "'" })
    #expect(KeyBinding.names.allSatisfy { (try? KeyName(parsing: $0)) != nil })
  }

  /// What is filled in is not filled in again.
  @Test func keysOfTheDataMayLookLikeBlanks() throws {
    let folder = try TemporaryFolder()
    let text = #"[{"n": "a", "{PLACE}": 2, "{JSON}": 4, "{VALUE}": "{JSON} {N}"}]"#
    let session = BrowsingSession(["open \(try folder.write("odd.json", text))"])
    session.press("Tab e Backspace \"7\" Enter Tab Tab = F Tab s")
    #expect(
      session.run.map(\.line) == [
        "update 0.0 `{PLACE}`=7", "filter `{VALUE}` == \"{JSON} {N}\"", "filter off",
        "sort by n asc",
      ])
  }

  @Test func keysThatKeepTheirMeaning() {
    let shell = BrowsingSession.shell()
    for key in ["5", ":", "Ctrl-C", "5 x"] {
      _ = shell.run(SourceLine(text: "bind \"\(key)\" top"))
      #expect(shell.session.memory[OwnBindings.self].list.isEmpty, "\(key)")
    }
    _ = shell.run(SourceLine(text: "bind 0 top"))
    #expect(shell.session.memory[OwnBindings.self].list.map(\.key) == ["0"])
  }

  @Test func theFocusStaysInAWindowThatShrinks() {
    let session = BrowsingSession(["open catalog.json", "focus down 20"], columns: 80, lines: 30)
    session.press("j")
    session.terminal.size = (80, 10)
    session.press("k")
    #expect(session.lines.contains { $0.hasPrefix("▸") }, "\(session.lines)")
    session.terminal.size = (60, 30)
    session.press("G i")
    #expect(session.lines.contains { $0.hasPrefix("▸") }, "\(session.lines)")
  }

  @Test func theChosenColumnComesIntoView() {
    let session = BrowsingSession(["open catalog.json", "columns all"], columns: 60, lines: 14)
    for _ in 0..<30 {
      session.press("Tab")
      guard let level = session.shell.session.levels.last, let grid = level.presenter.grid else {
        Issue.record("there is no grid")
        return
      }
      let path = session.browser.fields.path(in: level, of: { nil })
      #expect(grid.places.contains { grid.columns[$0.index].path == path }, "\(path)")
      #expect(session.lines.last?.hasPrefix("\(path)") == true, "\(session.lines)")
    }
  }

  @Test(arguments: ["", "3 "]) func keysAreCommands(count: String) {
    // Behind a digit a zero is another one.
    for (keys, binding) in testCases(Self.presses, oneIn: 10) where keys != "0" || count.isEmpty {
      let session = BrowsingSession(Self.opening)
      session.press(count + keys)
      let ran = session.run.map(\.line)
      switch binding.action {
      case .line, .screen: #expect(ran.isEmpty, "\(keys): \(ran)")
      case .counted(_, with: "") where count.isEmpty: #expect(ran.isEmpty, "\(keys): \(ran)")
      default:
        guard ran.count == 1 else {
          Issue.record("\(keys): \(ran), \(session.lines.suffix(2))")
          continue
        }
        for statement in Statement.statements(in: ran[0]) {
          #expect(throws: Never.self, "\(keys): \(ran)") {
            var session = Workspace()
            _ = try session.check(statement)
          }
        }
      }
      let replayed = Self.digest(
        after: Self.opening, session.run, in: session.browser.window)
      let difference = session.shell.session.digest().differences(from: replayed)
      #expect(difference.isEmpty, "\(count)\(keys): \(difference)")
    }
  }
}
