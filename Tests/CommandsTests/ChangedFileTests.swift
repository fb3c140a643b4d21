import CommandLanguage
import Foundation
import Testing
import Workspaces

@testable import Commands

/// A file that was read as a whole and is written to by somebody else: nothing fails, `status` tells
/// it, and `reload` reads it again.
@Suite struct ChangedFileTests {
  private static let before = #"{"a": [{"id": 1}, {"id": 2}], "b": [{"id": 3}]}"#
  private static let after = #"{"a": [{"id": 1}], "b": [{"id": 3}, {"id": 4}, {"id": 5}]}"#

  private func withFile(_ body: (URL, inout Workspace) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-changed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("data.json")
    try Data(Self.before.utf8).write(to: file)
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: file.path)
    try body(file, &session)
  }

  private func isChanged(_ session: inout Workspace) throws -> Bool {
    let json = try session.run(line: "status").flatMap(\.json).joined()
    let text = try session.said("status").contains("changed since it was read")
    #expect(json.contains(#""changed": true"#) == text)
    #expect(json.contains(#""changed": false"#) != text)
    return text
  }

  @Test func statusTellsAndReloadReadsAnew() throws {
    try withFile { file, session in
      #expect(try !isChanged(&session))
      try Data(Self.after.utf8).write(to: file)
      #expect(try isChanged(&session))
      try session.said("view; filter id > 1; expect count == 2; filter off; sort by id desc")
      #expect(try session.said("status").contains("'reload' reads it again"))
      try session.said("reload; sort off")
      #expect(try !isChanged(&session))
      #expect(try session.said("count").contains("4 items"))
      // A shape is looked for in what is shown now.
      try session.said("shape --rows b; expect count == 3")
      #expect(try !isChanged(&session))
    }
  }

  @Test func whatIsNotReadAgainSaysWhatIs() throws {
    try withFile { file, session in
      try FileManager.default.removeItem(at: file)
      #expect(try session.said("status").contains("'reload' reads it again"))
      try session.said("push 0.0")
      #expect(try session.said("status").contains("'open' reads it again"))
      try session.said("back; delete 0.0; reload")
      #expect(try session.said("status").contains("'open' reads it again"))
      try session.said("undo")
      #expect(session.failure("reload") != nil)
      #expect(try session.said("count").contains("3 items"))
    }
  }
}
