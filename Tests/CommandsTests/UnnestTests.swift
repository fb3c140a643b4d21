import Arranging
import CommandLanguage
import Documents
import Foundation
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// `unnest`: lists become items, and what stood around them stays in reach.
@Suite struct UnnestTests {
  private static let users = """
    [{"id":1,"name":"Ann","age":36,"email":"a","city":"Oslo",
      "friends":[{"name":"Bob","years":3,"pets":[{"kind":"cat"},{"kind":"dog"}]},
                 {"name":"Cid","years":1,"pets":[]}]},
     {"id":2,"name":"Dan","age":22,"email":"d","city":"Rome","friends":[]},
     {"id":3,"name":"Eve","age":51,"email":"e","friends":[{"name":"Flo","years":9}]}]
    """

  /// A record where others have a list is no list of one, which is said wherever its elements are asked.
  @Test func aRecordAmongListsIsSaid() throws {
    let customers = #"[{"n":"A","o":[{"s":1},{"s":2}]},{"n":"B","o":{"s":4}},{"n":"C"}]"#
    for line in ["unnest o", "count where o.@count == 1", "count where o.@sum.s == 4"] {
      var session = try Workspace.over(json: customers)
      let notices = try session.run(line: line).flatMap(\.notices)
      #expect(notices.contains { $0.contains("one record in") }, "\(line): \(notices)")
    }
    var lists = try Workspace.over(json: Self.users)
    #expect(try lists.run(line: "unnest friends").flatMap(\.notices) == [])
  }

  @Test func wideRecordsOpenAsPlainRowsAndNameTheirLists() throws {
    var session = Workspace(environment: .checkout)
    let document = try DocumentOpener.open(bytes: Array(Self.users.utf8), name: "users.json")
    let said = try session.open(document).lines.map(\.text).joined()
    #expect(said.contains("a row each · 1 section · 3 rows (or: shape --items friends)"))
    #expect(try session.said("shape --items friends").contains("3 rows · 3 items"))
    #expect(try session.said("shape off").contains("(or: shape --items friends)"))
  }

  @Test(arguments: [
    (#"[{"a":1,"b":2,"c":3,"l":[{"x":1}]}]"#, true),
    (#"[{"a":1,"b":2,"c":3,"d":4,"l":[{"x":1}]}]"#, false),
    // Named as the level it is.
    (#"[{"a":1,"b":2,"c":3,"d":4,"items":[{"x":1}]}]"#, true),
    // Most records have few fields.
    (
      #"[{"a":1,"l":[{"x":1}]},{"a":1,"l":[{"x":1}]},{"a":1,"b":2,"c":3,"d":4,"l":[{"x":1}]}]"#,
      true
    ),
  ])
  func aListAmongManyFieldsStaysAField(_ text: String, _ hasItems: Bool) throws {
    let session = try Workspace.over(json: text)
    #expect((session.levels.last?.shaped.shape.items != nil) == hasItems)
  }

  @Test func parentsStayInReach() throws {
    var session = try Workspace.over(json: Self.users)
    #expect(try session.said("unnest friends").contains("3 rows · 3 items"))
    #expect(try session.said("count where years > 2").contains("2 of"))
    #expect(try session.said("filter age > 30 AND years < 9").contains("2 of 3 records"))
    try session.said("filter off")
    #expect(try session.said("filter $row.name == \"Eve\"").contains("1 of 3 records"))
    let csv = try session.said(
      "filter off; export - --format csv --with age,$row.name,$row.title,$section.index")
    #expect(
      csv.contains("age,$row.name,$row.title,$section.index,name,years,pets\n36,Ann,Ann,0,Bob,3,"))
    #expect(try session.said("unnest off").contains("3 rows"))
    #expect(session.levels.last?.shaped.shape.items == nil)
    #expect(session.failure("unnest off")?.code == "impossible")
  }

  @Test func listsInListsTakeTheLevelsThereAre() throws {
    var session = try Workspace.over(json: Self.users)
    let said = try session.said("unnest friends; unnest pets")
    #expect(said.contains("3 sections · 3 rows · 2 items"), "\(said)")
    #expect(try session.said("distinct kind").contains("cat"))
    #expect(try session.said("filter $section.age == 36 AND years == 3").contains("2 of"))
    #expect(session.failure("unnest kind")?.code == "impossible")
    #expect(session.failure("unnest pets")?.description == "'pets' makes the items already")
    #expect(try session.said("unnest off; count").contains("1 section · 3 rows"))
    let failure = session.failure("unnest frends")
    #expect(failure?.hint?.contains("friends") == true)
  }

  /// In tables of every kind, rows without the list are empty strips.
  @Test(arguments: [("json", 1), ("ndjson", 1), ("plist", 1), ("json", 400)])
  func recordsWithoutTheListAreEmptyRows(_ format: String, _ times: Int) throws {
    let wide = #""a":1,"b":2,"c":3,"n""#
    let records = Array(
      repeating: #"{"n":1,"l":[{"m":1},{"m":2}]}, {"n":2}, {"n":3,"l":[{"m":4}]}"#, count: times)
    var text = "[" + records.joined(separator: ",") + "]"
    if format == "ndjson" {
      text = String(text.dropFirst().dropLast()).replacingOccurrences(
        of: "}, {\"n", with: "}\n{\"n")
    }
    if format == "plist" { text = "({n=1;l=({m=1;},{m=2;});},{n=2;},{n=3;l=({m=4;});})" }
    text = text.replacingOccurrences(of: "\"n\"", with: wide).replacingOccurrences(
      of: "n=", with: "a=1;b=2;c=3;n=")
    let file = FileManager.default.temporaryDirectory.path + "/unnest-\(times).\(format)"
    try Data(text.utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    var session = Workspace(environment: .checkout)
    try session.said("open \(file); unnest l")
    let counts = try session.current().shown.counts()
    #expect(counts.rows == .exact(3 * times) && counts.items == .exact(3 * times), "\(counts)")
    #expect(try session.said("count where n == 2").contains("0 of"))
    #expect(try session.said("distinct m").contains("4"))
  }

  /// What a change of shape takes away is said.
  @Test func nothingIsLeftOutSilently() throws {
    var session = try Workspace.over(
      json: #"[{"n":1,"l":[1,2]},{"n":2},{"n":3,"l":[4]},{"n":4,"l":null}]"#)
    try session.said("filter n < 4; sort by n desc; columns n")
    let notices = try session.run(Statement.statements(in: "unnest l")[0]).output.notices
    #expect(notices.contains("the filter, the order and the grid are off in the new shape"))
    #expect(try session.said("count") == "1 section · 4 rows · 3 items")
    try session.said("undo")
    #expect(session.levels.last?.shaped.shape.items == nil)
    #expect(session.levels.last?.arrangement.filters.count == 1)
  }
}
