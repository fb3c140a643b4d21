import CommandLanguage
import Foundation
import TableModel
import Testing
import Workspaces

@testable import Commands
@testable import Documents
@testable import Files

/// Edits are in the table of another shape, wherever the document came from; where they can't be, the
/// shape stays as it is.
@Suite struct ReshapedEditTests {
  /// How the records come.
  enum Origin: String, CaseIterable, Sendable {
    case values, indexed, streamed
  }

  private static let records = [
    #"{"id": 1, "k": "a", "l": [{"x": 1}, {"x": 2}]}"#, #"{"id": 2, "k": "b", "l": [{"x": 3}]}"#,
  ]

  private static func session(_ origin: Origin) throws -> Workspace {
    var session = Workspace(environment: .checkout)
    let bytes = Array((records.joined(separator: "\n") + "\n").utf8)
    switch origin {
    case .values:
      let list = Array("[\(records.joined(separator: ","))]".utf8)
      _ = try session.open(try DocumentOpener.open(bytes: list, name: "rows.json"))
    case .indexed, .streamed:
      let arriving = try ArrivingText(path: "rows.ndjson") { false }
      try bytes.withUnsafeBytes { try arriving.add($0) }
      arriving.finish()
      let text = RecordText(file: MappedFile(arriving))
      let document = try IndexedDocument(text, name: "rows.ndjson", isSequence: true)
      _ = try session.open(
        origin == .indexed ? document : StreamedDocument(document, arriving, file: nil))
    }
    return session
  }

  @Test(arguments: Origin.allCases)
  func unnestKeepsWhatWasEdited(_ origin: Origin) throws {
    var session = try Self.session(origin)
    try session.said("shape --rows SELF; update 0.0 k=changed; delete 0.1; unnest l")
    #expect(try session.said("count").contains("1 row · 2 items"))
    #expect(try session.said("show 0.0").contains("changed"))
    // A second change goes on from there, and so does the next shape.
    try session.said("update 0.0.1 x=9; unnest off; update 0.0 id=7")
    let saved = try session.said("save - --format json")
    #expect(
      Value(json: saved) == Value(json: #"[{"id":7,"k":"changed","l":[{"x":1},{"x":9}]}]"#))
    #expect(try session.said("status").contains("not saved"))
  }

  @Test func whatNoOtherShapeHoldsIsNotLost() throws {
    let folder = NSTemporaryDirectory() + "shelf-reshaped-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (index, record) in Self.records.enumerated() {
      try Data(record.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(index).ndjson"))
    }
    var session = Workspace(environment: .checkout)
    _ = try session.run(line: "open '\(folder)' --as rows --rows SELF --wait")
    try session.said("update 0.0 k=changed")
    let failure = session.failure("unnest l")
    let error = try #require(failure)
    #expect(error.description.contains("another shape would lose"))
    #expect(try session.said("show 0.0").contains("changed"))
    try session.said("undo; unnest l")
  }
}
