import CommandLanguage
import Files
import Foundation
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import Documents

/// A file that stays in its place and is written to underneath: what needs it says so, and all else
/// works.
@Suite struct MappedFileChangeTests {
  private static func text(_ count: Int) -> String {
    "[" + (0..<count).map { #"{"id": \#($0), "name": "record \#($0)"}"# }.joined(separator: ",\n")
      + "]"
  }

  /// - Parameter body: gets the session, and what writes the file in its place.
  private func withFile(
    _ count: Int = 4000, _ body: (inout Workspace, (Int) throws -> Void) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-mapped-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    func write(_ count: Int) throws {
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data(Self.text(count).utf8))
      try handle.truncate(atOffset: UInt64(Self.text(count).utf8.count))
      try handle.close()
    }
    try write(count)
    var environment = Environment.checkout
    environment.open = { path, _ throws(DataError) in
      guard
        let document = try DocumentOpener.large(
          path: path, name: "data.json", format: nil, from: 1)
      else { throw .notFound(file: path) }
      return document
    }
    var session = Workspace(environment: environment)
    _ = try session.open(path: file.path)
    try body(&session, write)
  }

  @Test(
    arguments: ["", "set identity id; select 0.3; "], ["", "bottom; ", "view; ", "down 900; "])
  func theFirstReloadReadsAnew(_ before: String, _ tried: String) throws {
    try withFile { session, write in
      try session.said(before + "count")
      try write(4010)
      if !tried.isEmpty { _ = session.failure(tried) }
      let said = try session.said("reload")
      #expect(said.hasPrefix("reloaded"))
      #expect(try session.said("count") == "1 section · 4,010 rows")
      #expect(try session.said("bottom").contains("row 4,010 of 4,010"))
    }
  }

  @Test(arguments: ["bottom", "down 2000", "goto 0.3999", "view", "filter id > 3", "page down"])
  func whatNeedsTheFileSaysThatItChanged(_ command: String) throws {
    try withFile { session, write in
      try session.said("count")
      try write(12)
      let failure = session.failure(command)
      let description = try #require(failure?.description)
      #expect(description.contains("changed while it was open"), "\(description)")
      #expect(!description.contains("behind the table's back"))
    }
  }

  /// Rows that were found since the last picture are in the next one where there is room for them.
  @Test func whatIsFoundLateIsShownWhereThereIsRoom() throws {
    let folder = try TemporaryFolder()
    let text = "{\"users\":\(Self.text(4000)),\"total\":3,\"orders\":[1]}"
    let path = try folder.write("data.json", text)
    let document = try IndexedDocument(
      RecordText(file: try MappedFile(path: path)), name: "data.json", isSequence: false,
      settings: .init(headScan: 64, chunkSize: 1000, workers: 1, verifies: false),
      headSizes: 64...128)
    var session = Workspace(environment: .checkout)
    _ = try session.open(document, shape: Shape(rows: .itself))
    try session.said("view")
    try session.said("count")
    let picture = try session.said("view")
    for key in ["users", "total  3", "orders"] { #expect(picture.contains(key), "\(picture)") }
  }

  @Test func commandsWithoutDataWork() throws {
    try withFile { session, write in
      try session.said("count")
      try write(12)
      for command in ["bottom", "view"] {
        _ = session.failure(command)
        #expect(try session.said("echo hi") == "hi")
        #expect(try session.said("help quit").contains("quit"))
        #expect(try session.said("status").contains("'reload' reads it again"))
        #expect(try session.said("alias x echo a; x").hasSuffix("a"))
      }
    }
  }

  @Test(arguments: [
    "expect count == 4000", "expect rows.count == 4000", "expect sections == 1",
    "expect count > 1 AND offset == 0",
  ])
  func countsOfAnOlderFileAreNotExpected(_ command: String) throws {
    try withFile { session, write in
      try session.said("count; " + command)
      try write(4010)
      let failure = session.failure(command)
      #expect(failure?.description.contains("changed while it was open") == true)
      try session.said("reload; expect count == 4010")
    }
  }

  /// What undo leads to can be read, or it is refused and nothing has happened.
  @Test func undoNeverLeadsToWhatIsLost() throws {
    try withFile { session, write in
      try session.said("count; filter id > 3; sort by id desc")
      try write(4010)
      #expect(session.failure("undo")?.description.contains("is gone") == true)
      try session.said("reload; down 2")
      try session.said("undo")
      let before = session.digest
      for command in ["undo", "undo 2", "undo"] {
        let words = session.failure(command)?.description ?? ""
        #expect(words.contains("'reload' was about 'data.json' before it was written to"))
        #expect(session.digest == before)
      }
      try session.said("redo; expect count == 4006")
    }
  }

  @Test func statusDoesNotCallVerifiedWhatIsLost() throws {
    try withFile { session, write in
      try session.said("count; expect count == 4000")
      try write(12)
      #expect(try session.said("status").contains("what was read is no longer there"))
      #expect(
        try session.run(line: "status").flatMap(\.json).joined().contains(#""verified": false"#))
    }
  }

  @Test func aChangeIsNotedOnce() throws {
    try withFile { session, write in
      #expect(session.changedFile == nil)
      try write(12)
      let first = try #require(session.changedFile)
      #expect(first.words == "'data.json' changed since it was read; 'reload' reads it again")
      #expect(session.changedFile == first)
      try write(20)
      #expect(session.changedFile != first)
      try session.said("reload")
      #expect(session.changedFile == nil)
    }
  }
}
