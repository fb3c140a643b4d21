import Foundation
import TableModel
import Testing

@testable import Documents

/// A document tells that its file is no longer the one that was read.
@Suite struct ChangedFileTests {
  private static let text = #"[{"id": 1}, {"id": 2}, {"id": 3}]"#

  private static let changes: [(name: String, change: @Sendable (String) throws -> Void)] = [
    (
      "append",
      {
        let file = try #require(FileHandle(forWritingAtPath: $0))
        try file.seekToEnd()
        try file.write(contentsOf: Data(" ".utf8))
      }
    ),
    ("truncate", { try #require(FileHandle(forWritingAtPath: $0)).truncate(atOffset: 3) }),
    ("remove", { try FileManager.default.removeItem(atPath: $0) }),
    (
      "replace",
      {
        // The same size, and the same time of writing.
        let time = try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate]
        try Data(text.utf8).write(to: URL(fileURLWithPath: $0 + ".new"))
        try FileManager.default.setAttributes(
          [.modificationDate: time as Any], ofItemAtPath: $0 + ".new")
        #expect(rename($0 + ".new", $0) == 0)
      }
    ),
  ]

  private static let sizes: [(name: String, open: @Sendable (String) throws -> any TableDocument)] =
    [
      ("value", { try DocumentOpener.open(path: $0) }),
      (
        "checked",
        {
          try #require(
            DocumentOpener.checked(path: $0, name: "a.json", format: nil, of: 0..<Int.max))
        }
      ),
      (
        "mapped",
        { try #require(try DocumentOpener.large(path: $0, name: "a", format: nil, from: 0)) }
      ),
    ]

  @Test(arguments: changes.map(\.name), sizes.map(\.name))
  func isNoticed(_ change: String, _ size: String) throws {
    let change = try #require(Self.changes.first { $0.name == change }?.change)
    let open = try #require(Self.sizes.first { $0.name == size }?.open)
    try withFile(Array(Self.text.utf8)) { path in
      let document = try open(path)
      #expect(!document.hasChanged)
      let source = try document.table(shape: nil).source
      try change(path)
      #expect(document.hasChanged)
      // What was read as a whole stays as it was.
      if size != "mapped" {
        #expect(try source.value(at: Address(0, 2)).map(json) == #"{"id":3}"#)
        #expect(try document.table(shape: nil).source.counts().rows == .exact(3))
      }
      try Data(Self.text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try !open(path).hasChanged)
    }
  }

  @Test func dataWithoutAFileNeverChanges() throws {
    let document = try DocumentOpener.open(bytes: Array(Self.text.utf8), name: "standard input")
    #expect(!document.hasChanged)
    #expect(try !DocumentOpener.open(path: "generated:rows=3").hasChanged)
  }
}
