import Arranging
import CommandLanguage
import Foundation
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What is typed as a value arrives as that value, or is refused.
@Suite struct TypedValueTests {
  private static let rows = #"[{"id":1,"v":100000000000000000000.5,"SELF":1},{"id":2,"v":0.1}]"#

  @Test(arguments: [
    (#"t=["a","b"]"#, #"["a", "b"]"#), (#"t={"k":1}"#, #"{"k": 1}"#), ("t=[1, 2]", "[1, 2]"),
    (#"t={"k": "a ] b", "l": [ ]}"#, #"{"k": "a ] b", "l": []}"#),
    (#"t=["it's", "x\"y"]"#, #"["it's", "x\"y"]"#), ("t='[a, b]'", #""[a, b]""#),
  ])
  func listsAndRecordsAreReadAsJSON(change: String, value: String) throws {
    var session = try Workspace.over(json: Self.rows)
    try session.said("update 0.0 \(change) u=1")
    let record = try session.current().shown.value(at: Address(0, 0))?.record
    #expect(record?["t"] == Value(json: value))
    #expect(record?["u"] == .integer(1))
  }

  @Test(arguments: ["t=[a,b]", "t={k:1}", "t=[1, 2"])
  func whatIsNoJSONIsRefused(change: String) throws {
    var session = try Workspace.over(json: Self.rows)
    let failure = session.failure("update 0.0 \(change)")
    let error = try #require(failure)
    #expect(error.code == "bad-value")
    #expect(error.description.contains("double quotes"))
  }

  @Test func sumsLoseNoDigits() throws {
    var session = try Workspace.over(json: Self.rows)
    #expect(session.failure("update 0.0 v+=1")?.description.contains("digits") == true)
    try session.said("update 0.1 v+=0.25")
    #expect(try session.said("show 0.1").contains("0.35"))
  }

  @Test func theWholeRecordIsReplacedWithAWord() throws {
    var session = try Workspace.over(json: Self.rows)
    let notices = try session.run(line: "update 0.0 SELF=3").flatMap(\.notices)
    #expect(notices.contains { $0.contains("whole record") })
    try session.said("undo; update 0.0 #SELF=4")
    let record = try session.current().shown.value(at: Address(0, 0))?.record
    #expect(record?["SELF"] == .integer(4) && record?.count == 3)
  }

  @Test func severalPlacesNeedASelectionOfSeveral() throws {
    var session = try Workspace.over(json: Self.rows)
    for line in ["select 0.0 0.1", "select where id > 0"] {
      #expect(session.failure(line)?.hint?.contains("selection multiple") == true)
    }
    #expect(try session.said("selection multiple; select where id > 0").contains("2 places"))
  }

  @Test func plainValuesHaveAColumnOfTheirOwn() throws {
    var session = try Workspace.over(json: #"[1, "a", null]"#)
    let documents = try session.run(line: "export - --format csv; export - --format ndjson")
      .compactMap(\.document)
    #expect(documents == ["value\r\n1\r\na\r\n\r\n", "1\n\"a\"\nnull\n"])
  }

  @Test func keysThatAreTakenAreNamed() throws {
    var session = try Workspace.over(
      json: #"{"x":{"k":{"v":1},"l":{"v":2}},"y":{"k":{"v":3},"m":{"v":4}}}"#)
    let notices = try session.run(line: "update 0 title=y").flatMap(\.notices)
    #expect(notices.contains { $0.contains("'y' is taken") })
    #expect(try session.said("undo; move 0.0 1.0").contains("as 'k 2'"))
    #expect(try !session.said("undo; move 0.0 0.1").contains(" as "))
  }

  /// The other version is taken in the shape of the open table.
  @Test func applyComparesInOneShape() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-version-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"k0":{"u":1,"a":1}}"#.utf8).write(to: file)
    var session = try Workspace.over(json: #"{"k0":{"u":1,"a":1},"k1":{"u":2,"a":2}}"#)
    #expect(try session.said("apply \(file.path) --id u").hasPrefix("1 deleted"))
  }

  @Test(arguments: [
    ("save o", "--format"), ("export o", "--format"), ("save /dev/null --force", "--format"),
    (#"show 0."105""#, nil), ("show 0.105", #"0."105""#),
  ])
  func hintsLeadOn(line: String, hint: String?) throws {
    var session = try Workspace.over(
      json: #"{"t":{"105":{"v":1},"106":{"v":2}},"u":{"1":{"v":1}}}"#)
    #expect(session.failure(line)?.hint?.contains(hint ?? "") == hint.map { _ in true })
  }

  @Test func indexSaysHowSectionsAreMade() throws {
    var session = try Workspace.over("catalog.json")
    #expect(try session.said("index") == "sections as in the data")
    #expect(try session.said("index by name; index").hasSuffix("indexed by name"))
  }

  @Test func schemaSaysWhatLiesDeeper() throws {
    var session = try Workspace.over(json: #"[{"a":{"b":{"c":{"d":1}}},"e":1}]"#)
    #expect(try session.said("schema").contains("'a.b'"))
    let json = try session.run(line: "schema --json").flatMap(\.json).joined()
    #expect(json.contains(#""deeper": "a.b""#))
    var flat = try Workspace.over(json: #"[{"a":{"b":1}}]"#)
    #expect(try !flat.run(line: "schema --json").flatMap(\.json).joined().contains("deeper"))
  }
}
