import Arranging
import CommandLanguage
import Foundation
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import Documents
@testable import Files

/// Commands over a text that still arrives print what they print over the same text in memory.
@Suite struct ArrivingCommandTests {
  /// Random records; rare keys come late.
  private static func lines(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let names = ["ash", "birch", "cedar\\n", "d\\u00e9", "elm]", "fir}{"]
    let lines = (0..<400).map { id in
      var fields = ["\"id\": \(id)", "\"name\": \"\(names.randomElement(using: &random) ?? "")\""]
      if Bool.random(using: &random) {
        fields.append("\"height\": \(Int.random(in: -5...50, using: &random)).5")
      }
      if id > 300, id % 9 == 0 { fields.append("\"late\": [1, {\"a\": \(id)}]") }
      return "{" + fields.joined(separator: ", ") + "}"
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// A session over a text of which pieces come while commands run.
  private static func growing(_ bytes: [UInt8], _ seed: UInt64) throws -> Workspace {
    let arriving = try ArrivingText(path: "rows.ndjson") { false }
    let first = bytes.count / 4
    try bytes[..<first].withUnsafeBytes { try arriving.add($0) }
    let text = RecordText(file: MappedFile(arriving))
    let document = StreamedDocument(
      try IndexedDocument(text, name: "rows.ndjson", isSequence: true), arriving, file: nil)
    var session = Workspace(environment: .checkout)
    _ = try session.open(document)
    Thread.begin {
      var random = SeededGenerator(seed: seed)
      var offset = first
      while offset < bytes.count {
        let end = min(bytes.count, offset + Int.random(in: 1...4000, using: &random))
        bytes[offset..<end].withUnsafeBytes { try? arriving.add($0) }
        offset = end
        Pause.millisecond()
      }
      arriving.finish()
    }
    return session
  }

  @Test(arguments: [
    "count", "filter height > 20; view", "filter late != nil; view", "sort by height desc; view",
    "group by name; view", "summarize count(), max(height) by name", "distinct name",
    "find \"cedar\"; count; view", "schema", "goto 0.399; count; view", "bottom; view",
    "show 0.350", "select 0.10 0.390; count; view", "sample",
    "lookup", "search elm in name", "export - --format csv", "export - --format json", "stats",
  ])
  func sayTheSame(_ line: String) throws {
    let seed = testSeed()
    let bytes = Self.lines(seed)
    var plain = Workspace(environment: .checkout)
    _ = try plain.open(try DocumentOpener.open(bytes: bytes, name: "rows.ndjson"))
    let wanted = Self.result(of: line, in: &plain)
    var growing = try Self.growing(bytes, seed)
    #expect(growing.levels.last?.shown.counts().rows.isExact == false)
    let said = Self.result(of: line, in: &growing)
    #expect(said == wanted)
  }

  private static func result(of line: String, in session: inout Workspace) -> String {
    do {
      return try session.said(line)
    } catch {
      return "\(error)"
    }
  }
}
