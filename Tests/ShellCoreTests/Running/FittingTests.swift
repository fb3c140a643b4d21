import CommandLanguage
import Commands
import Foundation
import Rendering
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import ShellCore

/// What is printed at a terminal is no wider than it, and has marks of the chosen characters only.
@Suite struct FittingTests {
  /// Commands whose result is to be copied: data, scripts and pages stay as they are.
  private static let verbatim: Set<String> = [
    "copy", "show", "echo", "export", "alias", "trace", "record",
  ]

  private static func open(_ dataset: String, in shell: Collected) throws {
    _ = shell.interpreter.open(
      path: Repository.path("Datasets/\(dataset)"), options: OpenOptions(), shape: nil)
  }

  private static func shell(
    columns: Int? = nil, _ prepare: (inout Workspace) -> Void = { _ in }
  ) -> Collected {
    let shell = Collected { $0.isTyped = true }
    // What commands write to files goes nowhere.
    var environment = Environment.sharing
    environment.write = { _, _, content in try content { _ in } }
    shell.interpreter.session = Workspace(environment: environment)
    shell.interpreter.destination = { _ in "/dev/null" }
    shell.interpreter.session.environment.printsToTerminal = columns != nil
    shell.interpreter.console.columns = columns
    prepare(&shell.interpreter.session)
    return shell
  }

  @Test(arguments: CommandTable.standard.commands.map(\.name), [34])
  func resultsFitTheTerminal(_ name: String, _ columns: Int) throws {
    let command = try #require(CommandTable.standard[name])
    if Self.verbatim.contains(name) { return }
    let copied = ["markdown", "--script", "--examples", "--json", "save -", "history"]
    for example in testCases(command.examples, oneIn: 3)
    where !copied.contains(where: { example.line.contains($0) }) {
      let shell = Self.shell(columns: columns)
      shell.interpreter.resize(window: Size(width: columns, height: 24))
      try Self.open(example.dataset, in: shell)
      _ = shell.run(example.line + "\n", file: nil)
      for line in (shell.results + shell.messages).split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= columns, "\(example.line): \(line)")
      }
    }
  }

  @Test(arguments: [
    "help", "help keys", "help predicates", "help concepts", "apropos scroll", "schema",
  ])
  func helpFits(_ line: String) throws {
    let shell = Self.shell(columns: 40)
    shell.interpreter.resize(window: Size(width: 40, height: 24))
    try Self.open("pulse.plist", in: shell)
    _ = shell.run(line + "\n", file: nil)
    for line in shell.results.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= 40, "\(line)")
    }
  }

  @Test func aLongLineShowsItsCaret() throws {
    let shell = Self.shell(columns: 40)
    try Self.open("pulse.plist", in: shell)
    let long = String(repeating: "Views > 1 AND ", count: 9)
    _ = shell.run("filter \(long)Views >> 3 AND \(long)Views > 2\n", file: nil)
    let lines = shell.messages.split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 40 }, "\(shell.messages)")
    let caret = try #require(lines.first { $0.contains("^") })
    let source = try #require(lines.first { $0.hasPrefix("…") })
    let column = caret.prefix { $0 == " " }.count
    #expect(source.dropFirst(column).hasPrefix(">"), "\(shell.messages)")
  }

  @Test func offATerminalNothingIsCut() throws {
    let shell = Self.shell()
    try Self.open("pulse.plist", in: shell)
    _ = shell.run("help filter\nfilter \(String(repeating: "x", count: 300)) >\n", file: nil)
    #expect(shell.messages.contains(String(repeating: "x", count: 300)))
  }

  /// Whatever the data holds stays; all other characters are ASCII.
  @Test(arguments: CommandTable.standard.commands.map(\.name))
  func plainMarksEverywhere(_ name: String) throws {
    let command = try #require(CommandTable.standard[name])
    for example in testCases(command.examples, oneIn: 3)
    where !example.line.contains("pulse.svg") {
      if ["markdown", "--examples", "charset", "lesson", "Datasets/tour"]
        .contains(where: { example.line.contains($0) })
      {
        continue
      }
      let shell = Self.shell { $0.preferences.charset = .ascii }
      try Self.open(example.dataset, in: shell)
      _ = shell.run(example.line + "\nnosuch\nstatus\nundo\n", file: nil)
      let data = try String(
        decoding: Data(contentsOf: URL(filePath: Repository.path("Datasets/\(example.dataset)"))),
        as: UTF8.self)
      let known = Set(data.unicodeScalars.filter { !$0.isASCII })
      let marks = (shell.results + shell.messages).unicodeScalars.filter {
        !$0.isASCII && !known.contains($0)
      }
      #expect(marks.isEmpty, "\(example.line): \(String(String.UnicodeScalarView(marks)))")
    }
  }
}
