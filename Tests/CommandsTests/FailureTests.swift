import CommandLanguage
import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// `help` lists what a command can fail with.
@Suite struct FailureTests {
  private let table = CommandTable.standard

  private func codes(_ command: Command) -> Set<ErrorCode> {
    Set(command.failures.map(\.code))
  }

  @Test func everyCommandHasASectionOfErrors() {
    for command in table.commands {
      let page = Help(table).page(for: command)
      #expect(page.contains("errors:") && page.contains("  " + Command.generalFailures))
      #expect(codes(command).count == command.failures.count, "\(command.name) lists one twice")
      for (code, words) in command.failures {
        #expect(ErrorTopic.of(code) != nil && !words.isEmpty, "\(command.name): \(code)")
        #expect(page.contains { $0.hasPrefix("  \(code.rawValue) ") })
        #expect(Help(table).markdown().contains("\n- `\(code.rawValue)`: \(words)\n"))
      }
    }
  }

  /// Errors that the file of a command makes by itself are named by one of the file's commands.
  @Test func errorsThatACommandMakesAreListed() throws {
    let names = [
      "nothing": ErrorCode.nothingToDo, "condition": .predicateSyntax, "evaluation": .predicate,
    ]
    let made = /CommandError\(\s*\.([a-zA-Z]+)\b/
    let declaration = /static let declaration = Command\(\s*"([a-z-]+)"/
    let sources = URL(filePath: root).appending(path: "Sources/Commands")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let commands = text.matches(of: declaration).compactMap { table[String($0.1)] }
      if commands.isEmpty { continue }
      let listed = commands.reduce(into: Set<ErrorCode>()) { $0.formUnion(codes($1)) }
      for match in text.matches(of: made) {
        let name = String(match.1)
        guard let code = names[name] ?? ErrorCode.allCases.first(where: { "\($0)" == name }) else {
          continue
        }
        count += 1
        #expect(
          code.isGeneral || listed.contains(code),
          "\(file.lastPathComponent): \(code.rawValue) is in no errors: of its commands")
      }
    }
    #expect(count > 60)
  }

  /// Lines that fail, one way or another: their codes are in the help of the command that failed.
  @Test(arguments: testCases(CommandTable.standard.commands.map(\.name), oneIn: 4))
  func whatACommandFailsWithIsListed(_ name: String) throws {
    let command = try #require(table[name])
    let listed = codes(command)
    let arguments = [
      "", "99", "0..0", "x y z", "*", "-1.-1", "0.0.0", "0.0", "0", "zz", "`", "$index",
      "by $index",
      "by zz", "where zz ==", "where $index == \"a\"", "Q", "off", "on", "end", "0.0.0 Title",
      "0 x=3",
      "0.0.0 0.0.0", "x.json", "/no/such/folder/x.json", "zz == 3", "Title MATCHES \"(\"",
      "subtitle where zz ==", "subtitle for 99", "text=zz", "uikit none nosuch", "nosuch=1 none",
      "identity zz", "identity Source", "load nosuch", "unload nosuch", "show nosuch", "commit",
      "begin", "next", "1 repeat 2 down", "down = down", "0.0.0 --only-data --only-table",
      "--timeline /no/such/folder/x.svg", "--of rows", "--plot --reset", "0.99.0 {}", "0.0.0 0.9.9",
      "--rows zz", "lamp in Zz", "error nosuch", "Title by Zz", "- --format svg --keys x",
    ]
    for (turn, setup) in ["", "batch begin", "set strict on", "push 0.0.0", "close"].enumerated() {
      var session = try Workspace.over("pulse.plist")
      session.environment.write = { _, _, _ in throw POSIXError(.EACCES) }
      if !setup.isEmpty { try session.said(setup) }
      let tried = testCases(arguments.dropFirst(turn % 2), oneIn: turn == 0 ? 2 : 4)
      for text in tried {
        guard let error = session.failure("\(name) \(text)".trimmingCharacters(in: .whitespaces))
        else { continue }
        #expect(
          error.errorCode.isGeneral || listed.contains(error.errorCode)
            || command.parameters.contains { $0.kind == .line },
          "\(setup); \(name) \(text): \(error.code) is not in its help")
      }
    }
  }
}
