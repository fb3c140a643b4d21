import CommandLanguage
import Documents
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Tables whose records are no records: scalars of lists, and the fields of one record.
@Suite struct KeylessRecordTests {
  private static let matrix = "[[1,2,3],[4,5,6],[7,8,9]]"
  private static let oneRecord = #"{"a.b":2,"odd key":3,"size":4,"2024":5,"n\nl":6,"plain":7}"#

  private static let commands = [
    "sort by", "describe", "distinct", "group by", "index by", "search 5 in", "summarize SELF by",
    "set identity",
  ]

  @Test(arguments: commands, ["nosuch", "nosuch.deep", "length"])
  func keysAreRefused(_ command: String, _ key: String) throws {
    for json in [Self.matrix, "[1,2,3]", #"["a","b"]"#, "[[[1]]]", "[null]"] {
      var session = try Workspace.over(json: json)
      let before = session.digest
      let failure = session.failure("\(command) \(key)")
      let error = try #require(failure, "\(json)")
      #expect(error.code == "unknown-key")
      #expect(error.hint?.contains("SELF is the value itself") == true)
      #expect(session.digest == before)
    }
  }

  @Test(arguments: ["fields text=nosuch", "summarize nosuch by SELF", "sort by SELF, nosuch"])
  func keysAreRefusedWhereverTheyStand(_ line: String) throws {
    var session = try Workspace.over(json: Self.matrix)
    #expect(session.failure(line)?.description == "no record here has the key 'nosuch'")
  }

  @Test(arguments: commands, ["$index", "$row", "$section", "$rowIndex"])
  func placesAreNoKeys(_ command: String, _ place: String) throws {
    for json in [Self.matrix, "[]", #"[{"a":1}]"#, Self.oneRecord] {
      var session = try Workspace.over(json: json)
      let failure = session.failure("\(command) \(place)")
      let error = try #require(failure, "\(json)")
      #expect(error.description.contains("tells where a record is"), "\(json): \(error)")
    }
  }

  @Test(arguments: ["sort by SELF", "distinct SELF", "describe SELF", "group by SELF"])
  func theValueItselfIsAKey(_ line: String) throws {
    var session = try Workspace.over(json: Self.matrix)
    try session.said(line)
  }

  @Test(arguments: ["sort by price", "fields text=price", "group by price"])
  func anyKeyWillDoWhereThereIsNoRecord(_ line: String) throws {
    var session = try Workspace.over(json: "[]")
    try session.said(line)
    var other = Workspace(environment: .checkout)
    if line.hasPrefix("fields") { try other.said(line) }
  }

  /// A key that only a later record has is found among scalars, too.
  @Test func mixedListsHaveTheKeysOfTheirRecords() throws {
    let json = "[" + String(repeating: "1,", count: 1500) + #"{"late":1}]"#
    var session = try Workspace.over(json: json)
    try session.said("sort by late")
    #expect(session.failure("sort by later")?.hint == "did you mean 'late'?")
  }

  @Test(arguments: [
    ("describe \"a.b\"", "\"a.b\""), ("describe 'odd key'", "\"odd key\""),
    ("sort by `a.b`", "\"a.b\""), ("distinct size", "size"), ("describe 2024", "\"2024\""),
    (#"describe "n\nl""#, #""n\nl""#),
  ])
  func aFieldOfTheOnlyRecordIsARow(_ line: String, _ name: String) throws {
    var session = try Workspace.over(json: Self.oneRecord)
    let failure = session.failure(line)
    let hint = try #require(failure?.hint)
    #expect(hint.hasSuffix("'show \(name)'"))
    #expect(failure?.description.contains("the key 'a'") == false)
    // What is proposed works.
    #expect(try Int(session.said("show \(name)")) != nil)
  }

  @Test(arguments: [
    "filter nosuch == 1", "count where nosuch == 1", "style value1 where nosuch > 3",
    "accessory detail where nosuch > 3", "select where nosuch > 3", "indent 1 where nosuch > 3",
    "background red where nosuch > 3",
  ])
  func conditionsAreRemarkedOn(_ line: String) throws {
    for (json, note) in [
      (Self.matrix, "no item has the key `nosuch`"),
      (#"[{"nosuck":1},{"other":2}]"#, "no item has the key `nosuch`; did you mean `nosuck`?"),
    ] {
      var session = try Workspace.over(json: json)
      #expect(try session.run(line: line).last?.notices == [note], "\(json)")
    }
  }

  @Test(arguments: [
    "count where SELF > 3", "filter length > 3", "count where a == nil", "style value1 where a > 3",
  ])
  func othersAreNot(_ line: String) throws {
    let json = line.contains("a ") ? #"[{"b":1},{"a":2}]"# : Self.matrix
    var session = try Workspace.over(json: json)
    #expect(try session.run(line: line).last?.notices.isEmpty == true)
  }
}
