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
  /// Sequences that terminals obey, and characters that hide or turn text around.
  private static let attacks: [String] =
    [
      "\u{1B}]0;title\u{07}", "\u{1B}]2;title\u{1B}\\", "\u{1B}]8;;http://example.org\u{1B}\\",
      "\u{1B}]52;c;AAAA\u{07}", "\u{1B}]10;?\u{07}", "\u{1B}]1337;File=:AAAA\u{07}", "\u{1B}[6n",
      "\u{1B}[c", "\u{1B}[21t", "\u{1B}[2J\u{1B}[H", "\u{1B}[31m", "\u{1B}[?1049h", "\u{1B}c",
      "\u{1B}#8", "\u{1B}(0", "\u{1B}P$q\"p\u{1B}\\", "\u{1B}_Ga=q;\u{1B}\\", "\u{1B}^pm\u{1B}\\",
      "\u{1B}Xsos\u{1B}\\", "\u{9B}31m", "\u{9D}0;t\u{9C}", "\u{90}q\u{9C}", "a\rb", "a\u{8}b",
      "\u{E}", "\u{5}", "\u{FEFF}", "\u{200B}", "\u{2028}", "\u{E0041}", "<script>\"'&",
    ] + bidiMarks.map { "\($0)txt.exe" } + (controls.map { "c\($0)c" })
  private static let bidi = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
  private static let bidiMarks = (bidi + Array(0x2066...0x2069)).compactMap(Unicode.Scalar.init)
  private static let controls = (Array(0...0x1F) + Array(0x7F...0x9F)).compactMap(
    Unicode.Scalar.init)

  private static func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    // Lines and columns of tabs are what is printed on purpose.
    scalar != "\n" && scalar != "\t" && controls.contains(scalar) || bidiMarks.contains(scalar)
  }

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
    let parts = shell.results[start...].components(separatedBy: "\": \"")
    var text = ""
    for (index, part) in parts.enumerated() {
      let attack = attacks[index % attacks.count]
      let escaped = String(decoding: try JSONEncoder().encode(attack), as: UTF8.self)
      text += part + (index + 1 < parts.count ? "\": \"" + escaped.dropFirst().dropLast() : "")
    }
    return text
  }

  private func check(_ text: String, _ story: String) {
    guard let bad = text.unicodeScalars.firstIndex(where: Self.isRaw) else { return }
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
      let attack = Self.attacks[name.utf8.count % Self.attacks.count]
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
