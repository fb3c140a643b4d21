import CommandLanguage
import Documents
import Foundation
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Records in which a key stands more than once: the last value counts, and it is said.
@Suite struct RepeatedKeyTests {
  @Test(arguments: [
    (#"{"a":1,"a":2,"rows":[{"x":1,"x":2}]}"#, "line 1, column 8: the key 'a'", "2 values in all"),
    (
      "[{\"a\":1},\n {\"b\":{\"c\":[\"a\"],\n  \"c\":{\"a\":2}}}]", "line 3, column 3: the key 'c'",
      ""
    ),
    (
      "{\"a\":1}\n{\"a\":\"é\",\"\\u0061\":2,\"a\":3}\n{\"b\":1,\"b\":2}\n",
      "line 2, column 10: the key 'a'", "3 values in all"
    ),
  ])
  func openingSaysWhereTheFirstIs(_ text: String, _ place: String, _ rest: String) throws {
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json")
    var session = Workspace(environment: .checkout)
    let notices = try session.open(document).notices
    #expect(notices.count == 1)
    #expect(notices.first?.hasPrefix(place) == true, "\(notices)")
    #expect(notices.first?.contains("values in all") == !rest.isEmpty)
    #expect(notices.first?.contains(rest) == true || rest.isEmpty)
    #expect(try session.said("status").contains("noticed    " + place))
  }

  @Test func othersSayNothing() throws {
    let document = try DocumentOpener.open(
      bytes: Array(#"[{"a":1,"b":{"a":1}},{"a":1}]"#.utf8), name: "test.json")
    var session = Workspace(environment: .checkout)
    #expect(try session.open(document).notices.isEmpty)
    #expect(try !session.said("status").contains("noticed"))
    #expect(try session.run(line: "show 0.0").last?.notices.isEmpty == true)
  }

  @Test(arguments: ["show 0.1", "show 0.1 --json"])
  func showSaysWhichKeys(_ line: String) throws {
    var session = try Workspace.over(json: #"[{"a":1},{"a":1,"a":2,"a":3,"b":{"c":1,"c":2}}]"#)
    let notices = try session.run(line: line).last?.notices
    #expect(
      notices == [
        "the data has 3 values for the key 'a' here, of which only the last counts"
          + " (and 1 other key likewise)"
      ])
  }

  /// Small files are values, large ones stay bytes; and documents are copied or edited.
  @Test(arguments: [3, 3000], ["", "update 0.1 b=7; ", "insert 0.0 {\"b\": 1}; "])
  func savingSaysWhatIsLeftOut(_ count: Int, _ edit: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "repeated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let records = (0..<count).map {
      "{\"a\":\($0),\"b\":0,\"a\":\($0 + 1),\"c\":\"\(String(repeating: "x", count: 80))\"}"
    }
    let file = folder.appendingPathComponent("data.json")
    try Data("[\(records.joined(separator: ",\n"))]".utf8).write(to: file)
    var session = Workspace(environment: .checkout(writingTo: folder))
    _ = try session.open(path: "data.json")
    let shown = try session.run(line: edit + "show 0.2").last?.notices
    #expect(shown?.first?.hasPrefix("the data has 2 values for the key 'a'") == true)
    for name in testCases(["new.json", "new.plist", "new.ndjson"], oneIn: 2)
    where edit.isEmpty || name != "new.ndjson" {
      let notices = try session.run(line: "save \(name)").last?.notices
      #expect(notices?.first?.hasPrefix("\(count) values are left out") == true, "\(name)")
    }
    let export = try session.run(line: "export out.json").last?.notices
    #expect(export?.first?.hasPrefix("\(count) values are left out") == true)
  }
}
