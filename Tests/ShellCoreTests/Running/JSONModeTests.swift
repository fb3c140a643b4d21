import CommandLanguage
import Commands
import Foundation
import TestSeeds
import Testing

@testable import ShellCore

/// With `--json` a command has one object for an answer, or its error.
@Suite struct JSONModeTests {
  private static func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test(arguments: [
    ("open generated:rows=3\ncount\necho hi\nnosuch\n", "message count message error"),
    ("echo a\nhistory\n", "message history"),
    ("time echo a; echo b\n", "message time message"), ("time nosuch\n", "error"),
    ("output\n", "message"),
    ("source /nonexistent.shelf\n", "error"), ("quit\n", "message"),
    ("alias a = \"echo 1; time echo 2\"\na\n", "message message message time"),
    ("set timer on\n", "message"),
  ])
  func aCommandHasOneAnswer(_ script: String, _ schemas: String) throws {
    let shell = Collected { $0.json = true }
    _ = shell.run(script)
    let found = try Self.objects(shell.results).map { object in
      String((object["schema"] as? String ?? "none").split(separator: ".").dropFirst().first ?? "")
    }
    #expect(found.joined(separator: " ") == schemas, "\(shell.results)")
  }

  @Test func theTimeIsInItsObject() throws {
    let shell = Collected { $0.json = true }
    #expect(shell.run("time echo a\n") == 0)
    let object = try #require(try Self.objects(shell.results).last)
    #expect(object["command"] as? String == "echo a")
    let wall = try #require(object["wall"] as? Double)
    #expect(wall > 0 && wall < 60 && object["cpu"] is Double && shell.messages.isEmpty)
  }

  @Test func historyIsAListOfLines() throws {
    let shell = Collected { $0.json = true }
    _ = shell.run("echo \"a\"\nhistory 1 --grep echo\n")
    let object = try #require(try Self.objects(shell.results).last)
    let entries = try #require(object["entries"] as? [[String: Any]])
    #expect(entries.first?["number"] as? Int == 2 && entries.count == 1)
    #expect(entries.first?["command"] as? String == "history 1 --grep echo")
  }

  @Test func whereResultsGoIsNotToldToTheFile() throws {
    let folder = try TemporaryFolder()
    let shell = Collected { $0.json = true }
    shell.interpreter.destination = { "\(folder.path)/\($0)" }
    #expect(shell.run("output a.json; echo one; output -; once b.json; echo two\n") == 0)
    let told = try Self.objects(shell.results).map { $0["text"] as? [String] ?? [] }
    #expect(
      told == [
        ["results go to a.json"], ["results go to standard output"], ["results go to b.json"],
      ])
    #expect(try Self.objects(folder.read("a.json")).map { $0["text"] as? [String] } == [["one"]])
    #expect(try Self.objects(folder.read("b.json")).map { $0["text"] as? [String] } == [["two"]])
  }

  /// Line and column are told whether or not the lines have a file's name.
  @Test(arguments: [
    ("echo a\n  filter a ==\n", "2:14"), ("fliter\n", "1:1"),
    ("filter (\n  a = 1) and\n", "2:13"), ("open /nonexistent.json\n", "1:6"),
  ])
  func anErrorTellsItsPlace(_ script: String, _ place: String) throws {
    for file in [nil, "t.shelf"] {
      let shell = Collected { $0.json = true }
      #expect(shell.run(script, file: file) != 0)
      let location = try #require(try Self.objects(shell.results).last?["location"] as? String)
      let isOfLine = script.hasPrefix("open")
      let named = file.map { $0 + ":" + (isOfLine ? "1" : place) }
      #expect(location == named ?? place)
    }
  }

  @Test func aFileOfTheCommandLineHasNoPlace() throws {
    let shell = Collected { $0.json = true }
    _ = shell.interpreter.open(path: "/nonexistent.json", options: OpenOptions(), shape: nil)
    #expect(try Self.objects(shell.results).first?["location"] is NSNull)
  }
}
