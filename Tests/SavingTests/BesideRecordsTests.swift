import TableModel
import Testing

@testable import Documents
@testable import Saving

/// What two versions of a document have beside the records of their table.
@Suite struct BesideRecordsTests {
  private func beside(_ json: String, _ shape: Shape? = nil) throws -> BesideRecords? {
    let document = try DocumentOpener.open(bytes: Array(json.utf8), name: "t.json")
    return try BesideRecords(document.table(shape: shape).source)
  }

  private static let users = #"""
    [{"name":"Ann","age":30,"friends":[{"id":1},{"id":2}]},
     {"name":"Bo","age":40,"friends":[{"id":3},{"id":4}]}]
    """#
  private static let moved = #"""
    [{"name":"Bo","age":40,"friends":[{"id":3},{"id":9}]},
     {"name":"Ann","age":31,"friends":[{"id":1}]}]
    """#
  private static let answer = #"{"serial":1,"meta":{"n":2},"results":[{"id":1},{"id":2}]}"#

  @Test(arguments: [
    (users, users, []), (users, moved, ["Ann › age"]), (answer, answer, []),
    (answer, #"{"serial":2,"meta":{"n":2},"results":[{"id":1},{"id":5}]}"#, ["serial"]),
    (answer, #"{"meta":{"n":3},"results":[{"id":1},{"id":2}]}"#, ["meta", "serial"]),
    (#"[{"a":1}]"#, #"[{"a":2},3]"#, []), (#"{"k":{"v":1},"l":{"v":2}}"#, #"{"k":{"v":3}}"#, []),
    (
      #"{"x":{"of":1,"rows":[{"t":1}]},"y":{"of":1,"rows":[{"t":1}]}}"#,
      #"{"x":{"of":1,"rows":[{"t":1}]},"y":{"of":2,"rows":[{"t":3}]}}"#, ["y › of"]
    ),
  ])
  func placesThatDiffer(_ old: String, _ new: String, _ places: [String]) throws {
    let (old, new) = (try beside(old), try beside(new))
    #expect(try #require(new).differences(from: try #require(old)) == places)
  }

  @Test func aTableWithoutDocumentHasNothingBeside() throws {
    let specification = try GeneratedSpecification(parsing: "generated:rows=3")
    #expect(try BesideRecords(GeneratedTable(specification)) == nil)
  }
}
