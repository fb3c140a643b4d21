import CommandLanguage
import Documents
import Foundation
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// `diff` at the prompt: differences are a table on top of the one that is shown.
@Suite struct DiffCommandTests {
  private static let old =
    #"[{"id":1,"name":"Ada","age":36},{"id":2,"name":"Bob","age":20},{"id":3,"name":"Cem","age":5}]"#
  private static let new =
    #"[{"id":3,"name":"Cem","age":5},{"id":1,"name":"Ada","age":37},{"id":4,"name":"Di","age":1}]"#

  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write("new.json", Self.new)
  }

  private func session(_ line: String = "") throws -> Workspace {
    var session = try Workspace.over(json: Self.old)
    if !line.isEmpty { try session.said(line) }
    return session
  }

  private func texts(_ session: Workspace) throws -> [String] {
    try session.current().table.snapshot().rows.map(\.cell.content.text)
  }

  @Test func differencesAreATable() throws {
    var session = try session()
    #expect(try session.said("diff \(file)") == "1 added · 1 removed · 1 moved · 1 changed")
    #expect(session.breadcrumb == ["test.json", "diff new.json"])
    #expect(
      try texts(session) == [
        "- 0.1 Bob: {id: 2, name: Bob, age: 20}", "> 0.1 Ada: from 0.0",
        "~ 0.1 Ada: age 36 -> 37", "+ 0.2 Di: {id: 4, name: Di, age: 1}",
      ])
    #expect(try session.said("filter field == \"age\"").contains("1 of 4"))
    #expect(try session.said("show 0.0").contains(#""was": "0.0""#))
    try session.said("filter off; sort by mark")
    #expect(try texts(session).map { $0.prefix(1) } == ["-", "+", ">", "~"])
    #expect(try session.said("push 0.1 new; count").contains("3 rows"))
    try session.said("back; back")
    #expect(session.breadcrumb == ["test.json"])
  }

  @Test func nextGoesFromDifferenceToDifference() throws {
    var session = try session("find Cem; diff \(file)")
    #expect(try session.said("next").hasPrefix("difference 2 of 4"))
    #expect(try session.said("previous; previous").contains("difference 4 of 4"))
    #expect(try session.said("find Ada").contains("of 2"))
    #expect(try session.said("next").hasPrefix("match "))
    try session.said("back; diff \(file); filter mark == \"x\"")
    #expect(session.failure("next")?.description == "no difference is shown")
  }

  @Test func itIsOneStepOfUndo() throws {
    var session = try session("down 1")
    let before = session.digest
    try session.said("diff \(file)")
    let shown = session.digest
    try session.said("undo")
    #expect(session.digest == before)
    try session.said("redo")
    #expect(session.digest == shown)
    try session.said("back; diff \(file)")
    #expect(session.digest == shown)
  }

  @Test func withoutAFileChangesAreListed() throws {
    var session = try session()
    #expect(session.failure("diff")?.description == "no change was made here")
    try session.said("update 0.0 age=40; delete 0.1; insert 0.0 {\"id\": 9}; move 0.2 0.0")
    let patch = try session.said("diff --json")
    try session.said("diff")
    #expect(session.breadcrumb.last == "changes")
    #expect(
      try texts(session) == [
        "- 0.1 Bob: {id: 2, name: Bob, age: 20}", "+ 0.1 9: {id: 9}", "> 0.2 Ada: from 0.0",
        "~ 0.2 Ada: age 36 -> 40",
      ])
    #expect(patch.contains(#"{"op": "replace", "path": "/2/age", "value": 40}"#))
    // What is saved has no differences to what is here, and those to the file.
    let saved = folder.path + "/saved.json"
    try session.said("back; save \(saved)")
    #expect(try session.said("diff \(saved)") == "nothing differs")
    #expect(session.breadcrumb == ["test.json"])
  }

  @Test func aFilterIsNotRespectedAndThatIsSaid() throws {
    var session = try session("filter id == 2")
    let output = try session.run(line: "diff \(file)")
    #expect(output.first?.notices.contains { $0.hasPrefix("all of the data is compared") } == true)
    #expect(try texts(session).count == 4)
  }

  @Test func theKeyIsSaidAndStated() throws {
    var session = try session()
    func notes(_ line: String) throws -> [String] {
      defer { _ = session.failure("back") }
      return try session.run(line: line).flatMap(\.notices)
    }
    #expect(try notes("diff \(file)") == ["matched records by id (2 in both)"])
    #expect(try notes("diff \(file) --id name") == ["matched records by name (2 in both)"])
    try session.said("set identity name")
    #expect(try notes("diff \(file)") == ["matched records by name (2 in both)"])
    #expect(
      try notes("diff \(file) --id none").contains(
        "no list that was compared has 'none' in its records"))
  }

  @Test func someKindsAreShown() throws {
    var session = try session()
    #expect(try session.said("diff \(file) --only moved,added").hasSuffix("; 2 of them shown"))
    #expect(try texts(session).count == 2)
    try session.said("back")
    #expect(session.failure("diff \(file) --only more")?.description.contains("'more'") == true)
    #expect(session.failure("diff \(file) --only added --json") != nil)
  }

  @Test func whatCanNotBeComparedIsAnError() throws {
    var session = try session()
    #expect(
      session.failure("diff \(folder.path)/none.json")?.description.hasPrefix("no file") == true)
    try session.said("push 0.0")
    #expect(session.failure("diff \(file)")?.description.contains("a part of one") == true)
    try session.said("back; diff \(file)")
    #expect(
      session.failure("diff \(file)")?.description.contains("lists differences already") == true)
    #expect(session.failure("apply \(file)") != nil)
  }

  @Test func differencesCanBeSavedAndExported() throws {
    var session = try session("diff \(file)")
    let saved = folder.path + "/differences.json"
    try session.said("save \(saved)")
    #expect(try String(contentsOfFile: saved, encoding: .utf8).contains(#""mark": "~""#))
    let table = try session.said("export - --format csv")
    #expect(
      table.contains("mark,path,name,field,old,new,was")
        && table.contains(#"~,"0.1",Ada,age,36,37,"0.0""#))
    #expect(try session.said("schema").contains("field"))
  }

  @Test func machinesGetCounts() throws {
    var session = try session()
    let text = try session.run(line: "diff \(file)").flatMap(\.json).joined()
    #expect(
      text.hasPrefix(
        #"{"schema": "shelf.diff.1", "added": 1, "removed": 1, "moved": 1, "changed": 1"#))
  }

  @Test func aFileThatChangedIsCompared() throws {
    let path = try folder.write("open.json", Self.old)
    var session = Workspace(environment: .checkout)
    try session.said("open \(path)")
    #expect(session.failure("diff") != nil)
    try folder.write("open.json", Self.new + " ")
    #expect(try session.said("diff").contains("1 moved"))
  }
}
