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

  // MARK: Whole sections and rows

  private static let uneven = """
    [{"name":"A","port":"x","l":[{"n":1},{"n":2}]}, {"name":"B","port":"x","l":[]},
     {"name":"C","port":"y","l":[{"n":3}]}]
    """

  /// What is true of a section without rows keeps it, whether that is a key, the title or the number.
  @Test(arguments: [
    ("port == 'x'", "A B"), ("$section.title == 'B'", "B"), ("$section.index == 1", "B"),
    ("$sectionIndex > 0", "B C"), ("$section.title != 'A' AND port == 'x'", "B"),
    ("$section.title == 'B' OR n > 2", "C"), ("$section.index >= 0 AND $row.index == 0", "A C"),
    ("$section.title == 'B' AND $index == 0", ""),
  ])
  func emptySectionsStayWhereTheyFulfil(_ condition: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.uneven)
    try session.said("shape --sections SELF --rows l --title name; filter \(condition)")
    #expect(try Self.sections(session) == expected)
    try session.said("sort by n desc")
    #expect(try Self.sections(session) == expected)
  }

  @Test(arguments: [
    ("sort sections desc; filter $section.index == 0", "C"),
    ("sort sections by port desc; filter $section.index == 2", "B"),
    ("filter $section.index == 2; sort sections desc", "A"),
    ("sort sections desc; filter $section.index == 1; sort off", "B"),
    ("filter $section.index == 2; sort sections desc; sort off", "C"),
  ])
  func numbersOfSectionsAreThoseOfTheScreen(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.uneven)
    try session.said("shape --sections SELF --rows l --title name; \(line)")
    #expect(try Self.sections(session) == expected)
  }

  /// Groups have titles of their own: there, records are asked, and sections of the data come back as they do.
  @Test func groupsAreAskedByTheirRecords() throws {
    var session = try Workspace.over(json: Self.uneven)
    try session.said("shape --sections SELF --rows l --title name; group by n")
    #expect(try session.said("filter $section.title == '2'").hasPrefix("1 of 3 records match"))
    #expect(try Self.sections(session) == "2")
    try session.said("group off; filter $section.title == 'B'")
    #expect(try Self.sections(session) == "B")
    try session.said("group by n")
    #expect(try session.current().shown.counts().sections.known == 0)
  }

  @Test(arguments: [
    ("t == 'r1'", "0.1"), ("$row.title == 'r1'", "0.1"), ("$row.index == 0", "0.0 1.0"),
    ("$rowIndex == 1 AND $section.title == 'C'", "1.1"), ("$section.title == 'C'", "1.0 1.1"),
  ])
  func emptyStripsStayWhereTheyFulfil(_ condition: String, _ expected: String) throws {
    var session = try Workspace.over(
      json: """
        [{"name":"A","rows":[{"t":"r0","items":[{"n":1}]},{"t":"r1","items":[]}]},
         {"name":"C","rows":[{"t":"q0","items":[]},{"t":"q1","items":[{"n":2}]}]}]
        """)
    try session.said("shape --sections SELF --rows rows --items items --title t")
    try session.said("filter \(condition)")
    let shown = try session.current().shown
    var rows: [String] = []
    for section in 0..<shown.counts().sections.known {
      for row in try shown.rows(0..<9, inSection: section).indices {
        rows.append(shown.baseAddress(of: Address(section, row))?.description ?? "-")
      }
    }
    #expect(rows.joined(separator: " ") == expected)
  }

  /// Plain rows are the records: their numbers are asked of each, and no row is counted beside them.
  @Test func plainRowsAreAskedAsRecords() throws {
    var session = try Workspace.over(json: Self.uneven)
    try session.said("shape --sections SELF --rows l --title name")
    #expect(try session.said("filter $row.index == 0") == "2 of 3 records match")
    #expect(try Self.sections(session) == "A C")
  }

  /// The sections that have the key are not shown, so that nothing but records could be ordered by it.
  @Test(arguments: [
    ("group by n", "and 'sort sections by n' the groups"),
    ("flatten", "'sort by $section.port' orders the records"),
    ("index by n", "'sort by $section.port' orders the records"),
  ])
  func sectionsThatAreNotShownHaveNoOrder(_ grouping: String, _ hint: String) throws {
    var session = try Workspace.over(json: Self.uneven)
    try session.said("shape --sections SELF --rows l --title name; \(grouping)")
    for line in ["sort sections by port", "sort sections by $section.port desc"] {
      let failed = session.failure(line)
      let failure = try #require(failed)
      #expect(failure.code == "impossible" && failure.range != nil)
      #expect(failure.hint?.contains(hint) == true, "\(failure.hint ?? "-")")
    }
    let sorted = try session.said("sort by port")
    #expect(sorted.contains("3 records") && sorted.contains("by $section.port"))
    guard grouping == "group by n" else { return }
    #expect(try session.said("sort sections by n desc") == "sorted 3 sections by n desc")
    try session.said("group by port")
    #expect(try session.said("sort sections by port desc").hasPrefix("sorted 2 sections"))
  }

  private static func sections(_ session: Workspace) throws -> String {
    let shown = try session.current().shown
    return try shown.sections(0..<shown.counts().sections.known).map { $0.title ?? "-" }
      .joined(separator: " ")
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
    let notices = outputs.flatMap(\.notices)
    #expect(
      notices.allSatisfy { $0.hasSuffix("separated values hold no lists, records, dates or data") })
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
