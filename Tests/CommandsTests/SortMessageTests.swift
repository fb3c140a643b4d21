import CommandLanguage
import Testing
import Workspaces

@testable import Commands

/// What `sort` says of its own work.
@Suite struct SortMessageTests {
  private static let data = #"""
    [{"n":1,"same":1,"u":{"a":1},"l":[1],"mixed":1},{"n":2,"same":1,"u":{"a":2},"l":[],"mixed":[1]}]
    """#

  @Test(arguments: [
    ("sort by n", "nothing moved: 2 records already in that order by n"),
    ("sort by same desc", "nothing moved: 2 records already in that order by same desc"),
    ("sort by n desc", "sorted 2 records by n desc"),
    ("sort by n desc; sort by n", "sorted 2 records by n"),
    ("sort by n desc; sort off; sort by n", "nothing moved"),
    ("flatten; sort by n", "nothing moved"), ("flatten; sort by n desc", "sorted 2 records"),
    ("group by same; sort by n", "nothing moved"), ("group by same; sort by n desc", "sorted 2"),
    ("sort by u.a desc", "sorted"), ("sort by l.@count", "sorted 2 records"),
  ])
  func saysWhatIsTrue(_ line: String, _ said: String) throws {
    var session = try Workspace.over(json: Self.data)
    #expect(try session.said(line).contains(said))
  }

  @Test func recordsOfTheirOwnRowsAreSortedWithin() throws {
    var session = try Workspace.over(
      json: #"{"s":[{"rows":[{"items":[{"a":2}]},{"items":[{"a":1}]}]}]}"#)
    try session.said("shape --sections s --rows rows --items items")
    let said = try session.said("sort by a")
    #expect(said.contains("nothing moved") && said.contains("'flatten'"), "\(said)")
    #expect(try session.said("flatten; sort by a").contains("sorted 2 records"))
  }

  @Test(arguments: [
    ("sort by u", "is a record in 2 records, which has no order", "'schema' lists the keys inside"),
    (
      "sort by l", "is a list in 2 records, which has no order",
      "'l.@count' is the size of the list"
    ),
    ("index by u", "is a record in 2 records", "'schema'"),
  ])
  func refusesWhatHasNoOrder(_ line: String, _ message: String, _ hint: String) throws {
    var session = try Workspace.over(json: Self.data)
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect("\(failure)".contains(message) && failure.hint?.contains(hint) == true, "\(failure)")
  }

  @Test(arguments: [2, 6000]) func listsAmongOthersAreNoted(_ count: Int) throws {
    let records = (0..<count).map { #"{"m":\#($0 == 1 ? "[1]" : "\(count - $0)")}"# }
    var session = try Workspace.over(json: "[" + records.joined(separator: ",") + "]")
    let output = try #require(session.run(line: "sort by m").last)
    #expect(
      output.notices == ["1 of \(count) items has lists in `m`; put behind the others"]
        || output.notices == ["1 of \(count) items has a list in `m`; put behind the others"])
    #expect(session.failure("set strict on; sort by m") != nil)
  }
}
