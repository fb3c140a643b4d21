import CommandLanguage
import Foundation
import Testing
import Workspaces

@testable import Commands
@testable import Documents
@testable import Files

/// Names of files that are not UTF-8 are written as they are read: `\xE9`.
@Suite struct OddNameTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-odd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test(arguments: ["save", "export"])
  func filesAreWrittenAndReplaced(_ command: String) throws {
    try withFolder { folder in
      var session = try Workspace.over(json: #"[{"a":1}]"#)
      try session.said(#"\#(command) \#(folder)/caf\xE9.json"#)
      #expect(FolderEntries.read(folder).names == [SystemPath.read(#"caf\xE9.json"#)])
      #expect(session.failure(#"\#(command) \#(folder)/caf\xE9.json"#)?.code == "impossible")
      try session.said(#"update 0.0 a=2; \#(command) \#(folder)/caf\xE9.json --force"#)
      try session.said(#"open \#(folder)/caf\xE9.json"#)
      #expect(try session.said("show 0.0").contains("2"))
      #expect(FolderEntries.read(folder).names.count == 1)
    }
  }

  @Test func theyAreWrittenWhereFilesNeedNames() throws {
    try withFolder { folder in
      let path = folder + "/" + SystemPath.read(#"\xE9"#)
      let file = try FileReplacement(path, replacing: true, namelessly: false)
      try file.write(Array("1".utf8))
      try file.finish()
      #expect(try FileBytes.contents(of: path, limit: 10) == Array("1".utf8))
    }
  }
}
