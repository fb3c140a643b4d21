import Arranging
import CommandLanguage
import Documents
import Foundation
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Values, records and their places in the document, as text.
@Suite struct CopyCommandTests {
  private static let users = #"""
    {"users": [
      {"name": "Ann", "odd key": {"and": [1, 2]}, "friends": [{"n": "x", "age": 3}, {"n": "y", "age": 1}]},
      {"name": "Bob", "friends": [{"n": "z", "age": 2}, {"n": "w", "age": 9.50}]}
    ]}
    """#

  @Test(arguments: [
    ("copy value", "x"), ("copy value age", "3"), ("goto 1.0.1; copy value age", "9.50"),
    ("copy value SELF", "{\n  \"n\": \"x\",\n  \"age\": 3\n}"),
    ("copy record", "{\n  \"n\": \"x\",\n  \"age\": 3\n}"),
    ("copy path", "users[0].friends[0].n"), ("copy jq", ".users[0].friends[0].n"),
    ("copy path SELF", "users[0].friends[0]"), ("copy jq age", ".users[0].friends[0].age"),
    ("copy value $section.name", "Ann"), ("copy jq $section.name", ".users[0].name"),
    ("copy value name", "Ann"), ("copy path name", "users[0].name"),
    ("sort by age desc; goto 1.0.0; copy jq", ".users[1].friends[1].n"),
    ("filter age > 2; goto 1.0.0; copy jq age", ".users[1].friends[1].age"),
    ("flatten; sort by age; copy jq", ".users[0].friends[1].n"),
    ("group by age; goto 2.0; copy jq", ".users[0].friends[0].n"),
    ("goto 1.0.1; push; copy jq", ".users[1].friends[1].n"),
    ("push 1; copy jq", ".users[1].friends[0].n"),
    ("shape --rows users; push 0.0 friends; goto 0.1; copy jq age", ".users[0].friends[1].age"),
    ("shape --rows users; copy jq \"`odd key`.and[1]\"", #".users[0]["odd key"].and[1]"#),
    ("shape --rows users; push 0.0 \"`odd key`\"; copy path", "users[0].`odd key`.and[0]"),
    ("fields text=age; copy jq", ".users[0].friends[0].age"),
    ("fields text=none; copy jq", ".users[0].friends[0]"),
  ])
  func copiesWhatIsFocused(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.users)
    let output = try #require(session.run(line: line).last)
    #expect(output.lines.map(\.text).joined(separator: "\n") == expected)
    #expect(output.clipboard == expected)
    #expect(output.notices.allSatisfy { $0.contains("section") })
  }

  @Test(arguments: [
    ("copy", "missing argument: value|record|path|jq"), ("copy x", "'x' is not a valid form"),
    ("copy record age", "'age' is one argument too many"), ("copy value nam", "no record here has"),
    ("copy value --force", "--force replaces a file, and none is named"),
    ("goto 0.0; copy value age", "there is no '0.0 age'"),
    ("derive d = age * 2; copy path d", "`d` is derived"),
    ("copy jq friends.@count", "friends"), ("group by age; push 0; copy jq", "no document"),
    ("summarize n by name; results; copy path", "lines of a result stand in no document"),
    (
      "distinct age; results; distinct count; results; push; copy path",
      "lines of a result stand in no document"
    ),
    ("distinct age; delete 0.0.0; results; push; copy path", "data has changed since the result"),
  ])
  func saysWhyNot(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.users)
    let error = session.failure(line)
    #expect(error?.description.contains(expected) == true, "\(line): \(error?.description ?? "-")")
  }

  @Test func whatIsComputedOrDerivedHasAValue() throws {
    var session = try Workspace.over(json: Self.users)
    #expect(try session.said("derive d = age * 2; copy value d").hasSuffix("6"))
    #expect(try session.said("shape --rows users; copy value friends[SIZE]").hasSuffix("2"))
  }

  /// The records of a line of a result are those of the table that was asked.
  @Test func recordsOfResultsHaveTheirPaths() throws {
    var session = try Workspace.over(json: Self.users)
    try session.said("distinct age; results; goto 0.2; push")
    let age = try session.said("copy value age")
    let jq = try session.said("copy jq age")
    #expect(jq.hasPrefix(".users["))
    try session.said("back; back")
    let place = jq.replacing(".users[", with: "").replacing("].friends[", with: ".0.")
      .replacing("].age", with: "")
    #expect(try session.said("goto \(place); copy value age").hasSuffix(age))
  }

  /// The table that was asked is not always the one right below.
  @Test func resultsMayLieOverAnotherTable() throws {
    var session = try Workspace.over(json: Self.users)
    try session.said("distinct age; goto 0.0; push; results; push")
    let jq = try session.said("copy jq age")
    #expect(jq.hasPrefix(".users[") && jq.matches(of: /users/).count == 1, "\(jq)")
  }

  /// A derived key does not change the data that a result is about.
  @Test func derivingAKeyKeepsThePathsOfResults() throws {
    var session = try Workspace.over(json: Self.users)
    try session.said("distinct age; derive d = age * 2; results; push")
    #expect(try session.said("copy jq age").hasPrefix(".users["))
  }

  @Test func databasesHaveNoPaths() throws {
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: "\(root)/Datasets/catalog.sqlite")
    #expect(session.failure("copy path")?.description.contains("stand in no document") == true)
    #expect(try !session.said("copy value").isEmpty)
  }

  @Test func otherFormatsSaySo() throws {
    var session = try Workspace.over("service.ndjson")
    let output = try #require(session.run(line: "goto 0.3; copy jq").last)
    #expect(output.clipboard?.hasPrefix(".[3].") == true)
    #expect(output.notices == ["jq reads this file as one list with --slurp"])
    var list = try Workspace.over("pulse.plist")
    let notices = try list.run(line: "copy jq")[0].notices
    #expect(notices.count == 1 && notices[0].hasPrefix("jq reads JSON, in which "))
    #expect(try list.run(line: "copy path")[0].notices.isEmpty)
  }

  @Test func filesGetTheTextAsItIs() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/out.txt"
    var session = try Workspace.over(json: #"[{"t": "a\u001b[2Jb"}]"#)
    let output = try session.run(line: "copy value t")[0]
    #expect(output.clipboard == "a\u{1B}[2Jb")
    #expect(output.lines[0].text == "a␛[2Jb")
    #expect(output.notices.count == 1)
    #expect(try session.said("copy value t --to \(file)") == "wrote \(file)")
    #expect(try folder.read("out.txt") == "a\u{1B}[2Jb\n")
    #expect(session.failure("copy value --to \(file)") != nil)
    try session.said("copy jq t --to \(file) --force")
    #expect(try folder.read("out.txt") == ".[0].t\n")
  }

  @Test func machinesAreTold() throws {
    var session = try Workspace.over(json: Self.users)
    let expected =
      #"{"schema": "shelf.copy.1", "form": "jq", "address": "0.0.0", "key": "age", "#
      + #""text": ".users[0].friends[0].age", "value": 3}"#
    #expect(try session.run(line: "copy jq age --json")[0].json == [expected])
  }
}

/// Whatever a table is made of, the path finds the record in the document.
@Suite struct CopiedPathTests {
  private static let moves = [
    "sort by v", "sort by v desc", "filter v > 3", "filter off", "sort off", "flatten",
    "group by k", "group off", "push", "push l", "push o", "back", "shape --rows SELF",
    "shape auto", "derive d = v + 1", "bottom", "focus down 2", "focus right", "focus 50%",
    "summarize count by k", "results", "goto 0.0", "distinct k",
  ]

  private static let edits = [
    "update 0.0 v=7", "update 0.0.0 v=9", "update 0.1.1 v=8", "delete", "delete 0.0",
    "insert 0.0 {\"v\": 5}", "insert 0.0.0 {\"v\": 6}", "move 0.0 0.1", "move 0.0.0 0.0.1", "undo",
  ]

  private static func record(_ depth: Int, using random: inout SeededGenerator) -> String {
    var fields = [
      "\"v\": \(Int.random(in: 0..<9, using: &random))",
      "\"k\": \"\(["a", "b", "c d"].randomElement(using: &random) ?? "")\"",
    ]
    if depth > 0 {
      let inner = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        record(depth - 1, using: &random)
      }
      fields.append("\"l\": [" + inner.joined(separator: ", ") + "]")
      if Bool.random(using: &random) {
        fields.append("\"o\": {\"x y\": \(record(0, using: &random)), \"z\": [1, 2]}")
      }
    }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  private static func document(using random: inout SeededGenerator) -> String {
    let records = (0..<Int.random(in: 1..<5, using: &random)).map { _ in
      record(Int.random(in: 1..<3, using: &random), using: &random)
    }
    let list = "[" + records.joined(separator: ", ") + "]"
    return [
      list, "{\"data\": \(list)}", "{\"p\": \(list), \"q q\": \(list)}",
      "{\"n\": 1, \"p\": \(list), \"m\": \"x\"}",
    ].randomElement(using: &random) ?? list
  }

  private func value(of text: String) throws -> Value {
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json")
    return try #require(document as? ValueDocument).value
  }

  @Test(arguments: 0..<4)
  func pathsFindTheRecordsOfTheDocument(_ variant: Int) throws {
    var random = SeededGenerator(seed: testSeed(variant))
    var found = 0
    for _ in 0..<testRounds(90) {
      let text = Self.document(using: &random)
      let whole = try value(of: text)
      var session = try Workspace.over(json: text)
      var way: [String] = []
      for _ in 0..<10 {
        let lines = variant < 2 ? Self.moves : Self.moves + Self.edits
        let line = lines.randomElement(using: &random) ?? ""
        if (try? session.run(line: line)) != nil { way.append(line) }
        if let (path, shown) = try Self.focused(session), !path.isEdited {
          found += 1
          #expect(whole[path: path.path] == shown, "\(text)\n\(way)\n\(path.path)")
        }
      }
      if variant >= 2 { try checkSaved(&session, "\(text)\n\(way)") }
    }
    #expect(found > testRounds(250))
  }

  /// The focused record and its path; nil for a row of items, which is their list on the screen and a
  /// record around it in the document, and where there is no path.
  private static func focused(_ session: Workspace) throws -> (DocumentPath, Value?)? {
    guard let level = session.levels.last, let focus = level.table.focus, let row = focus.row,
      let path = try? DocumentPath(to: focus, .itself, in: session),
      let info = try level.shown.rows(row..<row + 1, inSection: focus.section).first,
      focus.item != nil || info.items == nil
    else { return nil }
    return (path, try level.shown.underived.value(at: focus))
  }

  /// Once edits are saved, paths are those of the new file. What is saved as a table, because it fits its
  /// document no longer, stays unsaved.
  private func checkSaved(_ session: inout Workspace, _ way: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/saved.json"
    guard (try? session.run(line: "save \(file)")) != nil,
      !session.levels.contains(where: \.hasUnsavedEdits),
      let (path, shown) = try Self.focused(session)
    else { return }
    let saved = try value(of: folder.read("saved.json"))
    #expect(!path.isEdited)
    #expect(saved[path: path.path] == shown, "\(way)\n\(path.path) of \(saved)")
  }

  private static let jq: URL? = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }

  /// jq itself finds the same value, where there is one.
  @Test(
    .enabled(if: jq != nil),
    arguments: [
      ("catalog.json", "goto 0.3"), ("catalog.json", "filter price > 20; sort by price; bottom"),
      ("api.json", "goto 1.0.0"), ("api.json", "flatten; bottom"),
      ("rows.json", "sort by title desc"), ("api.json", "goto 0.0.1; push"),
      ("service.ndjson", "goto 0.7"),
    ])
  func jqFindsTheValue(_ dataset: String, _ line: String) throws {
    var session = try Workspace.over(dataset)
    try session.said(line)
    let path = "\(root)/Datasets/\(dataset)"
    for key in ["", " SELF"] {
      let filter = try #require(session.run(line: "copy jq\(key)")[0].clipboard)
      let answer = try #require(session.run(line: "copy jq\(key) --json")[0].json.first)
      let slurp = dataset.hasSuffix(".ndjson") ? ["--slurp"] : []
      let found = try Self.run(slurp + [filter], Data(contentsOf: URL(filePath: path)))
      #expect(try !found.isEmpty && found == Self.run([".value"], Data(answer.utf8)), "\(filter)")
    }
  }

  private static func run(_ arguments: [String], _ input: Data) throws -> Data {
    let folder = try TemporaryFolder()
    let file = try folder.write("input.json", String(decoding: input, as: UTF8.self))
    let process = Process()
    process.executableURL = jq
    process.arguments = ["--compact-output"] + arguments + [file]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
    return output
  }
}
