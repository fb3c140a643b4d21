import CommandLanguage
import Commands
import Foundation
import Synchronization
import TestSeeds
import Testing
import Workspaces

@testable import ShellCore

/// What acts on a terminal is never printed, nor written into a page or a drawing: each example of
/// each command runs over its dataset with an attack in front of every text, and is typed with one
/// behind it. A new command is in here by its examples.
@Suite struct HostileOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Datasets as JSON with an attack in front of each of their texts, as they were made; nil where JSON
  /// can't hold one.
  private static let texts = Mutex<[String: String?]>([:])

  /// A dataset as hostile JSON in a file of such a name; nil where JSON can't hold it.
  private func hostile(_ dataset: String) throws -> String? {
    let known = Self.texts.withLock { $0[dataset] }
    let text = try known ?? Self.attacked(dataset)
    Self.texts.withLock { $0[dataset] = .some(text) }
    guard let text else { return nil }
    let path = folder.path + "/\u{1B}]0;t\u{07}\u{202E}\(UUID().uuidString).json"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private static func attacked(_ dataset: String) throws -> String? {
    let shell = Collected()
    let script = "open '\(Repository.path("Datasets/\(dataset)"))'\nsave - --format json"
    guard shell.run(script) == 0,
      let start = shell.results.firstIndex(where: { $0 == "{" || $0 == "[" })
    else { return nil }
    return try HostileText.attacking(String(shell.results[start...]))
  }

  private func check(_ text: String, _ story: String) {
    guard let bad = text.unicodeScalars.firstIndex(where: HostileText.isRaw) else { return }
    let around = text[bad...].prefix(30).debugDescription
    Issue.record("\(story) prints \(around)")
  }

  /// Without this the test below would hold of tables that show nothing.
  @Test func attacksAreShownAsWhatTheyAre() throws {
    let shell = Collected(isTerminal: true)
    let path = try #require(try hostile("pulse.plist"))
    _ = shell.interpreter.open(path: path, options: .init(), shape: nil)
    #expect(shell.run("view\nschema") == 0)
    #expect(shell.results.contains("␛]"))
    #expect(shell.results.contains("␛]0;t␇"))
  }

  @Test(arguments: testCases(CommandTable.standard.commands.map(\.name), oneIn: 2))
  func nothingIsPrintedRaw(_ name: String) throws {
    let command = try #require(CommandTable.standard[name])
    let cases = command.examples.flatMap { [($0, false), ($0, true)] }
    for (example, asJSON) in testCases(cases, oneIn: 5) {
      guard let path = try hostile(example.dataset) else { continue }
      let shell = Collected(isTerminal: !asJSON) {
        $0.json = asJSON
        $0.keepsGoing = true
      }
      let written = Mutex<[String]>([])
      shell.interpreter.session.environment.write = { name, _, content in
        var bytes: [UInt8] = []
        try content { bytes += $0 }
        let text = String(decoding: bytes, as: UTF8.self)
        written.withLock { $0.append(text) }
      }
      shell.interpreter.destination = { folder.path + "/" + URL(filePath: $0).lastPathComponent }
      let attack = HostileText.attacks[name.utf8.count % HostileText.attacks.count]
      #expect(shell.interpreter.open(path: path, options: .init(), shape: nil) == .carryOn)
      _ = shell.run("\(example.line)\nview\nstatus\n\(example.line) '\(attack)'\nhistory\n")
      check(shell.results, "\(example.line)\(asJSON ? " --json" : "")")
      check(shell.messages, "\(example.line), in its messages,")
      for page in written.withLock({ $0 }) where page.hasPrefix("<") {
        check(page, "\(example.line), in what it writes,")
        let isPage = page.hasPrefix("<!DOCTYPE html>")
        #expect(!isPage || page.contains("Content-Security-Policy"), "\(example.line)")
        #expect(!page.contains("<script>\"'&"), "\(example.line)")
      }
      guard asJSON else { continue }
      for line in shell.results.split(separator: "\n") {
        #expect(throws: Never.self, "\(example.line): \(line.prefix(80).debugDescription)") {
          try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
        }
      }
    }
  }
}
