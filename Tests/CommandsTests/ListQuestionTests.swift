import CommandLanguage
import Documents
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Questions about fields that are lists or lie in lists.
@Suite struct ListQuestionTests {
  private static func session(_ json: String) throws -> Workspace {
    var session = try Workspace.over(json: json)
    try session.said("shape --rows SELF")
    return session
  }

  private static let packages = """
    [{"id":1,"tags":["a","b"],"by":[{"n":"x"},{"n":"y"}]},
     {"id":2,"tags":[],"by":[]}, {"id":3},
     {"id":4,"tags":["b"],"by":[{"n":"y"},{"n":"y"},{}]}]
    """

  @Test func elementsAreCounted() throws {
    var session = try Self.session(Self.packages)
    #expect(try session.said("distinct tags") == "count  value\n    2  b\n    1  a")
    #expect(
      try session.notices("distinct tags") == [
        "3 elements in 2 of 4 records: `tags` leads to lists"
      ])
    #expect(try session.said("distinct by.n").contains("    3  "))
    #expect(
      try session.notices("distinct by.n") == [
        "5 elements in 2 of 4 records: `by.n` leads to lists"
      ])
    #expect(try session.notices("distinct id") == [])
    let output = try #require(session.run(line: "distinct tags").last)
    let json = "\(output.json)".filter { !"\\ ".contains($0) }
    #expect(json.contains(#""missing":2"#) && json.contains(#""elements":3"#), "\(json)")
  }

  @Test func linesOfElementsLeadToTheirRecords() throws {
    for (line, count) in [("distinct tags", "2 rows"), ("distinct by.n", "2 rows")] {
      var session = try Self.session(Self.packages)
      try session.said(line)
      try session.said("results")
      try session.said("push 0.0")
      #expect(try session.said("count").contains(count), "\(line)")
    }
  }

  /// Figures of random nested data are those of a naive walk.
  @Test(arguments: 0..<30)
  func elementsAreThoseOfANaiveWalk(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var (records, counts, total, holders) = ([String](), [String: Int](), 0, 0)
    for _ in 0..<Int.random(in: 5..<40, using: &random) {
      var (lists, own) = ([String](), 0)
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let values = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          Int.random(in: 0..<6, using: &random)
        }
        lists.append(#"{"v":[\#(values.map(String.init).joined(separator: ","))]}"#)
        own += values.count
        for value in values { counts["\(value)", default: 0] += 1 }
      }
      records.append(#"{"a":[\#(lists.joined(separator: ","))]}"#)
      total += own
      holders += own > 0 ? 1 : 0
    }
    records.append(#"{"a":[{"v":[0,1]}]}"#)
    for value in ["0", "1"] { counts[value, default: 0] += 1 }
    var session = try Self.session("[\(records.joined(separator: ","))]")
    let said = try session.said("distinct a.v").split(separator: "\n").dropFirst()
    var found: [String: Int] = [:]
    for line in said {
      let words = line.split(separator: " ")
      found[String(words[1])] = Int(words[0])
    }
    #expect(found == counts)
    #expect(
      try session.notices("distinct a.v") == [
        "\(total + 2) elements in \(holders + 1) of \(records.count) records: `a.v` leads to lists"
      ])
  }

  @Test(arguments: [
    ("group by by.n", "'by.n' is a list in 3 records, and a group is of one value"),
    ("group by tags", "'tags' is a list in 3 records, and a group is of one value"),
    ("summarize id by by.n", "'by.n' is a list in 3 records, and a group is of one value"),
    ("summarize count by tags", "'tags' is a list in 3 records, and a group is of one value"),
    ("pivot id by.n", "'by.n' is a list in 3 records, and a group is of one value"),
    ("index by by.n", "'by.n' is a list in 3 records, which has no order"),
    ("index by tags", "'tags' is a list in 3 records, which has no order"),
    ("sort by by.n", "'by.n' is a list in 3 records, which has no order"),
  ])
  func severalValuesAreNoKey(_ line: String, _ message: String) throws {
    var session = try Self.session(Self.packages)
    let failure = session.failure(line)
    let error = try #require(failure, "\(line)")
    #expect("\(error)".hasPrefix(message), "\(error)")
    let hint = error.hint ?? ""
    #expect(hint.contains("unnest") && hint.contains("@count"), "\(hint)")
  }

  @Test func oneValueOfAListIsAKey() throws {
    var session = try Self.session(Self.packages)
    for key in ["tags.@count", "tags[0]", "by.@count", "by[0].n"] {
      #expect(session.failure("group by \(key)") == nil, "\(key)")
    }
  }

  // MARK: Nil

  @Test(arguments: ["filter", "count where", "select where"])
  func aListIsNeverNil(_ command: String) throws {
    var session = try Self.session(Self.packages)
    try session.said("selection multiple")
    let note =
      "`by` is a list in 3 records, and a list is never nil: ask ANY by.n != nil, or by.@count > 0"
    for condition in ["by.n != nil", "nil == by.n", "id > 0 AND NOT by.n == nil"] {
      #expect(try session.notices("\(command) \(condition)") == [note], "\(condition)")
      try session.said("filter off")
    }
    for condition in ["ANY by.n != nil", "by.@count > 0", "tags != nil", "id == nil"] {
      #expect(try session.notices("\(command) \(condition)") == [], "\(condition)")
      try session.said("filter off")
    }
    try session.said("set strict on")
    #expect(session.failure("\(command) by.n != nil") == nil)
  }

  @Test func recordsAmongThemAreAsked() throws {
    var session = try Self.session(#"[{"a":{"b":1}},{"a":{"b":null}},{"a":{}}]"#)
    #expect(try session.notices("filter a.b != nil") == [])
    #expect(try session.said("count").contains("1 row"))
  }

  /// Sections of another kind have none of the keys, and count as without them.
  @Test(
    arguments: [
      (
        "filter x == nil",
        ["no record of ids has `x`: 3 records there count as nil"]
      ),
      ("filter x != nil", []), ("filter y == nil", []), ("count where x = nil OR y = 1", nil),
    ] as [(String, [String]?)])
  func sectionsOfAnotherKindAreNamed(_ line: String, _ expected: [String]?) throws {
    var session = try Workspace.over(
      json: #"{"parts":[{"x":1,"y":1},{"y":2}],"ids":[{"y":3},{"y":4},{"y":5}]}"#)
    try session.said("shape --sections SELF --rows SELF")
    let notices = try session.run(Statement.statements(in: line)[0]).output.notices
    if let expected {
      #expect(notices == expected, "\(notices)")
    } else {
      #expect(notices.count == 1)
    }
  }
}
