import Arranging
import CommandLanguage
import Rendering
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Levels that are said outright: `$section.title`, `$row.KEY`, and keys of the data that look like it.
@Suite struct ScopeNameTests {
  /// Two levels with titles of their own: fleets and ships by their names.
  private static func fleets() throws -> Workspace {
    try ScopeTests.session(
      ScopeTests.fleets.replacing("port", with: "name"),
      "--sections fleets --rows ships --items crew")
  }

  // MARK: What the screen has

  @Test(arguments: [
    ("distinct $section.title", "1 Alder\n 1 Birch"), ("distinct $row.index", "2 0\n 1 1"),
    ("describe $section.title", "min Alder"), ("summarize count by $section.title", "Alder 1"),
    ("summarize count by $section.title, $row.title", "Alder Tern 1"),
    ("summarize count, count(role) by $section.title", "Alder 2 2"),
    ("pivot $section.title $row.index", "Birch 1 0"),
    ("sort by $section.title desc", "sorted 2 sections by $section.title desc"),
    ("sort by $row.title desc", "sorted 3 rows by $row.title desc"),
    ("sort by $section.index desc", "sorted 2 sections"),
    ("group by $section.title", "grouped by $section.title: 2 sections"),
    ("index by $row.title", "indexed by $row.title: 2 sections"),
  ])
  func titlesAndNumbersAreAskedFor(_ line: String, _ expected: String) throws {
    var session = try Self.fleets()
    let said = try session.said(line).split(separator: "\n").map { line in
      " " + line.split(separator: " ").joined(separator: " ")
    }.joined(separator: "\n")
    #expect(said.contains(expected), "\(said)")
  }

  @Test func linesLeadToTheirRecords() throws {
    var session = try Self.fleets()
    try session.said("distinct $section.title; results; push 0.1")
    #expect(try session.current().shown.recordCount() == 1)
    #expect(try session.said("show 0.0").contains("Birch"))
    var items = try Self.fleets()
    try items.said("summarize count, count(role) by $row.title; results; push 0.1")
    #expect(try items.said("distinct role").contains("cook"))
    #expect(try items.current().shown.recordCount() == 2)
  }

  /// `search` and `find` look where they are told to, also around the records.
  @Test func textsAreFoundAroundTheRecords() throws {
    var session = try Self.fleets()
    #expect(try session.said("search alder in $section.record.name") == "2 of 3 records match")
    #expect(try session.said("search alder in $section.title") == "2 of 3 records match")
    #expect(try session.said("search auk in name") == "1 of 3 records match")
    #expect(try session.said("search off; find auk in $row.title").contains("in $row.title"))
    #expect(try session.said("find Bir in $section.title").contains("Birch 1.0.0"))
  }

  @Test func rowsAndSectionsStandInTheOrderOfTheirTitles() throws {
    var session = try Self.fleets()
    try session.said("sort by $section.title desc, $row.title desc")
    let shown = try session.current().shown
    #expect(try shown.sections(0..<2).map(\.title) == ["Birch", "Alder"])
    #expect(try shown.rows(0..<2, inSection: 1).map(\.title) == ["Tern", "Gull"])
    try session.said("sort by $section.title; sort by $row.index desc, $section.index")
    #expect(try session.current().shown.rows(0..<2, inSection: 0).map(\.title) == ["Tern", "Gull"])
  }

  /// Of two orders of sections the last one counts.
  @Test func sectionsHaveOneOrder() throws {
    var session = try Self.fleets()
    func titles() throws -> [String?] { try session.current().shown.sections(0..<2).map(\.title) }
    try session.said("sort sections; sort by $section.title desc")
    #expect(try titles() == ["Birch", "Alder"])
    try session.said("sort sections; sort sections by name desc")
    #expect(try titles() == ["Birch", "Alder"])
    try session.said("sort by $section.name desc, $row.index; sort sections")
    #expect(try titles() == ["Alder", "Birch"])
    #expect(try session.said("sort") == "sort sections; sort by $row.index")
  }

  /// What is grouped has other titles than the data, and asking for these is no mistake.
  @Test func titlesOfGroupsAreTheirValues() throws {
    var session = try Self.fleets()
    try session.said("group by role")
    #expect(
      try session.notices("distinct $section.title")
        == ["`$section.title` is `role` here, by which the records are grouped"])
    #expect(try session.said("distinct $section.title").contains("2  cook"))
    #expect(try session.said("sort by $section.title desc") == "sorted 2 sections by title")
    #expect(try session.current().shown.sections(0..<2).map(\.title) == ["mate", "cook"])
    #expect(session.failure("distinct $row.title")?.hint == "'group off' first")
    #expect(try session.said("sort sections by role") == "sorted 2 sections by role")
    #expect(try session.current().shown.sections(0..<2).map(\.title) == ["cook", "mate"])
    try session.said("flatten")
    #expect(session.failure("distinct $section.title")?.hint == "'flatten off' first")
    try session.said("flatten off; group off; sort by $section.title desc")
    #expect(session.failure("distinct $section.index")?.hint == "'sort off' first")
  }

  /// Groups are turned around in the order of their values, which is another one than that of their
  /// titles; a group without a value stays last.
  @Test func groupsAreSortedByTheirValues() throws {
    var session = try Workspace.over(json: #"[{"a": 9}, {"a": 10}, {"a": 7}, {"b": 1}]"#)
    func titles() throws -> [String?] { try session.current().shown.sections(0..<4).map(\.title) }
    try session.said("group by a; sort sections by a desc")
    #expect(try titles() == ["10", "9", "7", "(none)"])
    #expect(try session.said("sort") == "sort sections by a desc")
    try session.said("sort sections by a")
    #expect(try titles() == ["7", "9", "10", "(none)"])
    try session.said("sort sections by a desc; group by b; group by a")
    #expect(try titles() == ["7", "9", "10", "(none)"])
  }

  /// Each `off` ends what its own command began.
  @Test func sectionsEndWithWhatMadeThem() throws {
    var session = try Workspace.over(json: #"[{"a": "x", "b": 1}, {"a": "y", "b": 1}]"#)
    try session.said("index by a")
    for other in ["group off", "flatten off"] {
      #expect(try session.said(other) == "nothing changed: indexed by a")
    }
    #expect(try session.said("flatten; group off").hasSuffix("nothing changed: flattened"))
    #expect(try session.said("index off").hasPrefix("the index is off"))
    #expect(try session.said("flatten off") == "nothing changed: sections as in the data")
  }

  // MARK: Plain rows

  private static let people =
    #"[{"name": "Ada", "age": 36, "title": "Dr"}, {"name": "Bo", "age": 20, "title": "Mr"}]"#

  /// For a plain row `$row` is the record itself.
  @Test(arguments: [
    ("filter $row.age > 30", "1 of 2 records match"), ("count where $row.age > 30", "1 of 2"),
    ("filter $row.record.title == \"Mr\"", "1 of 2 records match"),
    ("filter SUBQUERY({1, 2}, $x, $x < $row.age).@count == 2", "2 of 2 records match"),
    ("sort by $row.age", "sorted 2 records by age"),
    ("group by $row.name", "grouped by name: 2 sections"),
    ("distinct $row.record.title", "1  Dr"), ("describe $row.age", "sum        56"),
    ("summarize sum($row.age)", "56"), ("columns $row.name", "columns name:4"),
    ("derive old = $row.age > 30", "derived old"), ("find Ada in $row.name", "match 1 of 1"),
    ("fields text=$row.name", "name"),
  ])
  func plainRowsAreTheRecords(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.people)
    let outputs = try session.run(line: line)
    let said = outputs.flatMap { $0.lines.map(\.text) }.joined(separator: "\n")
    #expect(said.contains(expected), "\(said)")
    #expect(outputs.flatMap(\.notices) == [])
  }

  @Test func unknownKeysOfPlainRowsAreNoted() throws {
    var session = try Workspace.over(json: Self.people)
    #expect(
      try session.notices("filter $row.agee > 30")
        == ["`$row` has no key `agee`; did you mean `$row.age`?"])
    #expect(session.failure("distinct $row.agee")?.code == "unknown-key")
    #expect(
      try session.notices("filter $document.name == 1") == ["`$document` has no key `name`"])
    try session.said("set strict on")
    #expect(session.failure("filter $row.agee > 30") != nil)
  }

  // MARK: Keys that look like levels

  private static let odd = """
    [{"name": "Ada", "$row": {"x": 1}, "$section": 5, "$document": "d"},
     {"name": "Bo", "$row": {"x": 2}, "$section": 6, "$document": "e"}]
    """

  /// In backquotes they are keys of the records, wherever a key may stand.
  @Test(arguments: [
    ("filter `$section` == 5", "1 of 2 records match"), ("filter `$row`.x == 1", "1 of 2"),
    ("distinct `$section`", "1  5\n    1  6"), ("distinct `$row`.x", "1  1\n    1  2"),
    ("sort by `$section` desc", "sorted 2 records by `$section` desc"),
    ("group by `$document`", "grouped by `$document`: 2 sections"),
    ("summarize count by `$section`", "$section  count\n5             1\n6             1"),
    ("describe `$row`.x", "sum        3"), ("columns `$section`", "columns `$section`:10"),
    ("schema", "`$row`.x"), ("derive q = `$row`.x + 1", "derived q · first 2, 3"),
    ("export - --format csv", "name,$row,$section,$document"),
  ])
  func keysOfTheDataStayThatInBackquotes(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.odd)
    let outputs = try session.run(line: line)
    let said =
      outputs.flatMap { $0.lines.map(\.text) }.joined(separator: "\n")
      + outputs.compactMap(\.document).joined()
    #expect(said.contains(expected), "\(said)")
    #expect(outputs.flatMap(\.notices) == [])
  }

  @Test func theLevelIsMeantWithoutBackquotes() throws {
    var session = try Workspace.over(json: Self.odd)
    #expect(
      session.failure("distinct $section")?.hint
        == "the key of the records is written in backquotes: `$section`")
    try session.said("sort by `$section` desc; group by `$section`")
    #expect(try session.current().shown.recordCount() == 2)
  }

  // MARK: On random data

  @Test func titlesCountAsANaiveWayCounts() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let titles = ["a", "b", "c", "d"]
      var expected: [String: Int] = [:]
      var parts: [String] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let title = titles.randomElement(using: &random) ?? "a"
        let count = Int.random(in: 0...4, using: &random)
        if count > 0 { expected[title, default: 0] += count }
        parts.append(
          #"{"t": "\#(title)", "l": [\#((0..<count).map { #"{"n": \#($0)}"# }.joined(separator: ", "))]}"#
        )
      }
      var session = try Workspace.over(json: #"{"s": [\#(parts.joined(separator: ", "))]}"#)
      try session.said("shape --sections s --rows l --title t")
      let json = try session.run(line: "summarize count, count(n) by $section.title --json")
        .first?.json.first
      let groups = Value(json: try #require(json))?.record?["groups"]
      var found: [String: Int] = [:]
      for group in groups?.array ?? [] {
        let count = group.record?["count(n)"]?.plainText.wholeNumber ?? -1
        if count != 0 { found[group.record?["$section.title"]?.string ?? "?"] = count }
      }
      #expect(found == expected, "seed \(seed): \(parts)")
    }
  }
}

extension String {
  fileprivate var wholeNumber: Int? { Int(self) }
}
