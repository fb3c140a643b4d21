import CommandLanguage
import Commands
import ShellCore
import TableEngine
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

  @Test(arguments: ["", "3 "]) func keysAreCommands(count: String) {
    // Behind a digit a zero is another one.
    for (keys, binding) in Self.presses where keys != "0" || count.isEmpty {
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
