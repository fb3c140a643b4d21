import CommandLanguage
import Commands
import Foundation
import Rendering
import ShellCore
import TestSeeds
import Testing
import Workspaces

@testable import Browsing

/// Texts that act on a terminal are never written to it as they are: every key, and every command by
/// its examples, over tables all of whose texts are attacks.
@Suite struct HostileScreenTests {
  /// Stands in front of each attack, so that none is taken for a sequence of the browser's own.
  private static let mark: Unicode.Scalar = "ɋ"

  /// What no sequence of the browser's own holds.
  private static func isUnused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7, 0xD, 0x1B: false
    default: HostileText.isRaw(scalar)
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A dataset as JSON with attacks in its texts; nil where it can't be written as JSON.
  private func hostile(_ dataset: String) throws -> String? {
    let shell = BrowsingSession.shell()
    var printed = ""
    shell.console.writeResult = { printed += $0 }
    for line in ["open '\(Repository.path("Datasets/\(dataset)"))'", "save - --format json"] {
      _ = shell.run(SourceLine(text: line))
    }
    guard let start = printed.firstIndex(where: { $0 == "{" || $0 == "[" }) else { return nil }
    let path = folder.path + "/\(dataset)\u{202E}.json"
    try HostileText.attacking(String(printed[start...]), mark: "\(Self.mark)")
      .write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// What is written to the terminal for some keys.
  private func written(_ keys: [Key], over path: String, columns: Int = 100) -> String {
    let session = BrowsingSession(["open '\(path)'"], columns: columns, lines: 30)
    session.shell.session.environment.write = { _, _, content in try content { _ in } }
    session.shell.destination = { folder.path + "/" + URL(filePath: $0).lastPathComponent }
    var text = ""
    session.terminal.onWrite = { text += $0 }
    session.press(keys)
    return text
  }

  private func check(_ text: String, _ story: String) {
    if let bad = text.unicodeScalars.firstIndex(where: Self.isUnused) {
      Issue.record("\(story): \(text[bad...].prefix(30).debugDescription)")
    }
    for piece in text.unicodeScalars.split(separator: Self.mark).dropFirst() {
      let attack = Self.raw.first { piece.starts(with: $0.unicodeScalars) }
      #expect(attack == nil, "\(story): \(attack?.debugDescription ?? "")")
    }
  }

  private static let raw = HostileText.attacks.filter {
    $0.unicodeScalars.contains(where: HostileText.isRaw)
  }

  private static func typed(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8) + decoder.settle()
  }

  @Test(arguments: ["pulse.plist", "catalog.json", "rows.json"])
  func noKeyWritesItRaw(_ dataset: String) throws {
    let path = try #require(try hostile(dataset))
    let bindings = KeyBinding.standard.flatMap(\.keys).filter {
      !["Q", "q", "Ctrl-Z"].contains($0)
    }
    var all = ""
    for (index, binding) in testCases(bindings, oneIn: 30).enumerated() {
      let keys = BrowsingSession.keys(binding.replacing(KeyBinding.anyLetter, with: "a"))
      let text = written(
        keys + BrowsingSession.keys("Wait j l Enter Tab"), over: path, columns: 30 + index)
      check(text, binding)
      all += text
    }
    // Without this the rest would hold of a screen that shows nothing.
    #expect(all.contains("\(Self.mark)␛"))
  }

  @Test(arguments: testCases(CommandTable.standard.commands.map(\.name), oneIn: 20))
  func noCommandWritesItRaw(_ name: String) throws {
    let command = try #require(CommandTable.standard[name])
    for example in command.examples.prefix(2) {
      guard let path = try hostile(example.dataset) else { continue }
      let attack = "\(Self.mark)" + HostileText.attacks[name.utf8.count % HostileText.attacks.count]
      let keys =
        Self.typed(":\(example.line)") + BrowsingSession.keys("Tab Enter Wait PageDown Escape")
        + Self.typed(":\(name) ") + BrowsingSession.keys("Tab Tab Escape Escape")
        + Self.typed(":\(name) '\(attack.filter { !$0.isNewline })'")
        + BrowsingSession.keys("Enter Wait Escape")
      let text = written(keys, over: path)
      check(text, example.line)
      // The dataset is on the screen before anything is typed.
      #expect(text.unicodeScalars.contains(Self.mark), "\(example.line)")
    }
  }

  /// Names of fields are texts of a file as well: in answers, in the heads of columns, and where a line
  /// is completed.
  @Test(arguments: [
    "schema\r", "columns auto\r", "describe \t\t", "distinct \t\t", "filter \t\t", "sort by \t\t",
    "group by \t\t",
  ])
  func noNameOfAFieldIsWrittenRaw(_ line: String) throws {
    let names = try HostileText.attacks.map {
      String(decoding: try JSONEncoder().encode("\(Self.mark)\($0)"), as: UTF8.self)
    }
    let record = names.map { "\($0):1" }.joined(separator: ",")
    let path = folder.path + "/names.json"
    try "[{\(record)},{\(record)}]".write(toFile: path, atomically: false, encoding: .utf8)
    let text = written(
      Self.typed(":" + line) + BrowsingSession.keys("Wait Down Down PageDown Escape Escape"),
      over: path)
    check(text, line)
    #expect(text.unicodeScalars.contains(Self.mark), "\(line)")
  }
}
