import CommandLanguage
import Foundation
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What was in a document stays in it, whatever is done to its table: keys, and what stands beside
/// the rows.
@Suite struct KeptDocumentTests {
  private static let wrapped = #"{"meta":{"m":1},"rows":[{"id":1},{"id":2}],"z":[9]}"#
  private static let mixed = #"{"name":"x","n":2,"list":{"a":{"v":1},"b":{"v":2}},"req":[[1]]}"#
  private static let teams =
    #"[{"name":"A","x":1,"members":[{"n":1},{"n":2}]},{"name":"B","x":2,"members":[{"n":3}]}]"#

  private func saved(_ document: String, after changes: String) throws -> String {
    var session = try Workspace.over(json: document)
    try session.said(changes)
    return try normal(session.said("save -"))
  }

  private func normal(_ text: String) throws -> String {
    try JSONWriter.text(of: #require(Value(json: text)))
  }

  @Test(arguments: [
    (
      wrapped, #"insert 1 {"title":"T","rows":[{"q":1}]}"#,
      #"{"meta":{"m":1},"sections":[{"title":"rows","rows":[{"id":1},{"id":2}]},"#
        + #"{"title":"T","rows":[{"q":1}]}],"z":[9]}"#
    ),
    // A section of single fields is no part of the document: nothing moves but the others.
    (mixed, "move 0 1", mixed),
    (mixed, "move 2 0", #"{"name":"x","n":2,"req":[[1]],"list":{"a":{"v":1},"b":{"v":2}}}"#),
    // What is typed keeps its fields, and its title goes where others have theirs.
    (
      teams, #"insert 2 {"title":"C","x":3,"members":[{"n":4}]}"#,
      #"[{"name":"A","x":1,"members":[{"n":1},{"n":2}]},{"name":"B","x":2,"members":[{"n":3}]},"#
        + #"{"name":"C","x":3,"members":[{"n":4}]}]"#
    ),
    (
      #"[{"id":1,"items":[1]},{"id":2,"items":[2]}]"#, #"insert 0 {"id":3,"y":4,"items":[5]}"#,
      #"[{"id":3,"y":4,"items":[5]},{"id":1,"items":[1]},{"id":2,"items":[2]}]"#
    ),
    (
      #"[{"id":1,"k":"a"},{"id":2,"k":"b"}]"#, #"insert 0.0 {"id":3,"items":[5]}"#,
      #"[{"id":3,"items":[5]},{"id":1,"k":"a"},{"id":2,"k":"b"}]"#
    ),
  ])
  func allOfItIsSaved(document: String, changes: String, expected: String) throws {
    #expect(try saved(document, after: changes) == normal(expected))
  }

  @Test func whatWouldGetLostIsNamedAndRefused() throws {
    var session = try Workspace.over(json: Self.teams)
    try session.said("delete 0.0")
    let failure = session.failure("save -")
    let error = try #require(failure)
    #expect(error.description.contains("'x'"))
    #expect(error.hint?.contains("--as-table") == true)
    let notices = try session.run(line: "save - --as-table").flatMap(\.notices).joined()
    #expect(notices.contains("left out: 'x'"))
  }

  /// A value that was pushed goes back into the table below it whole.
  @Test func pushedValuesLoseNothingOnTheWayBack() throws {
    var session = try Workspace.over(json: #"[{"d":\#(Self.wrapped)}, {"d":\#(Self.wrapped)}]"#)
    try session.said("push 0.0 d; insert 1 {\"title\":\"T\",\"rows\":[{\"q\":1}]}; back")
    let text = try session.said("save -")
    #expect(text.contains(#""meta""#) && text.contains(#""z""#) && text.contains(#""q""#))
  }

  // MARK: Files

  private func withFile(_ body: (URL, inout Workspace) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-kept-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("data.json")
    try Data(#"[{"id": 1}, {"id": 2}]"#.utf8).write(to: file)
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: file.path)
    try body(file, &session)
  }

  private static let foreign = #"[{"id": 7}, {"id": 8}, {"id": 9}]"#

  @Test func changesThatAreInTheFileDoNotKeepItFromBeingReadAgain() throws {
    try withFile { file, session in
      try session.said("update 0.0 id=5; save \(file.path) --force")
      try Data(Self.foreign.utf8).write(to: file)
      #expect(try session.said("status").contains("'reload' reads it again"))
      try session.said("reload; expect count == 3")
      #expect(try session.said("show 0.0").contains("7"))
    }
  }

  @Test func aFileThatWasChangedByOthersIsNotReplaced() throws {
    try withFile { file, session in
      try session.said("update 0.0 id=5")
      try Data(Self.foreign.utf8).write(to: file)
      let failure = session.failure("save \(file.path) --force")
      let error = try #require(failure)
      #expect(error.description.contains("changed by another program"))
      #expect(try String(contentsOf: file, encoding: .utf8) == Self.foreign)
      try session.said("save \(file.path) --force --over-changes; save \(file.path) --force")
      #expect(try String(contentsOf: file, encoding: .utf8).contains("5"))
    }
  }

  @Test func anOpenBatchIsNamedWhenItIsNotSaved() throws {
    try withFile { file, session in
      let notices = try session.run(
        line: "batch begin; delete 0.0; save \(file.path) --force"
      ).flatMap(\.notices).joined()
      #expect(notices.contains("1 change of the open batch"))
      #expect(try session.said("status").contains("'batch commit' makes them"))
    }
  }

  @Test func anotherFormOfAPropertyListIsNoted() throws {
    try withFile { file, session in
      let list = file.deletingLastPathComponent().appendingPathComponent("b.plist")
      let value: [[String: Int]] = [["x": 1], ["x": 2]]
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        .write(to: list)
      _ = try session.open(path: list.path)
      let notices = try session.run(line: "save \(list.path) --force").flatMap(\.notices)
      #expect(notices.contains { $0.hasPrefix("written in XML") })
    }
  }
}
