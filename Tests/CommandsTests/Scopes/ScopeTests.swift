import Arranging
import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Keys are looked up from the records outwards, in every place that takes a key.
@Suite struct ScopeTests {
  static let users = """
    {"version": 3, "users": [
     {"login": "Ann", "years": 36, "city": "Rome", "title": "Dr", "friends": [
      {"name": "Bob", "age": 3}, {"name": "Cy", "age": 4}]},
     {"login": "Dan", "years": 22, "city": "Oslo", "title": "Mr", "friends": [
      {"name": "Eve", "age": 5}]},
     {"login": "Zoe", "years": 41, "city": "Rome", "title": "Dr", "friends": []}]}
    """

  /// Fleets of ships with crews: records at all four levels.
  static let fleets = """
    {"year": 2030, "fleets": [
     {"port": "Alder", "ships": [
      {"name": "Gull", "tons": 90, "crew": [{"role": "cook"}, {"role": "mate", "tons": 1}]},
      {"name": "Tern", "tons": 20, "crew": []}]},
     {"port": "Birch", "ships": [
      {"name": "Auk", "tons": 50, "crew": [{"role": "cook"}]}]}]}
    """

  static func session(
    _ json: String = users, _ shape: String = "--sections users --items friends"
  ) throws -> Workspace {
    var session = try Workspace.over(json: json)
    try session.said("shape \(shape)")
    return session
  }

  static func fleetSession() throws -> Workspace {
    try session(fleets, "--sections fleets --rows ships --items crew")
  }

  // MARK: Lists that are levels

  /// The list that a level is made of is asked where its records are rows, which is said and is so.
  @Test(arguments: [
    ("$section.ships.@count > 1", "ships.@count > 1", "shape --rows fleets", "1 of 2"),
    ("ships.@count > 1", "ships.@count > 1", "shape --rows fleets", "1 of 2"),
    ("$row.crew.@count > 1", "crew.@count > 1", "shape --sections fleets --rows ships", "1 of 3"),
    (
      "ANY $row.crew.role == 'cook'", "ANY crew.role == 'cook'",
      "shape --sections fleets --rows ships", "2 of 3"
    ),
  ])
  func aListThatIsALevelIsNoKey(
    _ asked: String, _ there: String, _ shape: String, _ expected: String
  ) throws {
    var session = try Self.fleetSession()
    let notices = try session.run(line: "filter \(asked)").flatMap(\.notices)
    #expect(
      notices.contains { $0.contains(" are made of ") && $0.contains("'\(shape)'") }, "\(notices)")
    try session.said("filter off; \(shape)")
    #expect(try session.said("filter \(there)").hasPrefix(expected))
  }

  @Test func keysBesideTheListAreNotTakenForIt() throws {
    var session = try Self.fleetSession()
    for condition in [
      "$section.port == 'Alder'", "port == 'Alder'", "$row.tons > 20", "role == 'cook'",
    ] {
      let notices = try session.run(line: "filter \(condition)").flatMap(\.notices)
      #expect(!notices.contains { $0.contains("made of") }, "\(notices)")
    }
  }

  /// `$document` is the file, for filters, rules of cells and `schema` alike, also in what was pushed.
  @Test func theDocumentIsTheFileWhereAValueWasPushed() throws {
    var session = try Self.fleetSession()
    try session.said("push 0")
    let schema = try session.said("schema")
    #expect(schema.contains("year") && !schema.contains("port"))
    #expect(try session.said("filter $document.year == 2030").hasPrefix("2 of 2"))
    try session.said("filter off; style value2 where $document.year == 2030")
    let place = try #require(session.levels.last?.table.focus)
    #expect(session.levels.last?.presenter.content(for: place).style == .value2)
    try session.said("style default; style value2 where $document.port == 'Alder'")
    #expect(session.levels.last?.presenter.content(for: place).style == .default)
  }

  // MARK: Filters

  @Test(arguments: [
    ("years > 23", "2 of 3 records match, in 2 of 3 sections"),
    ("$section.years > 23", "2 of 3 records match, in 2 of 3 sections"),
    ("years > 23 AND city == \"Rome\"", "2 of 3 records match, in 2 of 3 sections"),
    ("years > 40", "0 of 3 records match, in 1 of 3 sections"),
    ("years > 23 AND age > 3", "1 of 3 records match"),
    ("age > years", "0 of 3 records match"), ("age < years", "3 of 3 records match"),
    ("version == 3", "3 of 3 records match"), ("version == 4", "0 of 3 records match"),
    ("$document.version == 3 AND age == 4", "1 of 3 records match"),
    ("title == \"Dr\"", "2 of 3 records match, in 2 of 3 sections"),
    ("$section.record.title == \"Dr\"", "2 of 3 records match, in 2 of 3 sections"),
    ("$section.title == \"Mr\"", "1 of 3 records match"),
    ("login BEGINSWITH \"A\" OR login == \"Zoe\"", "2 of 3 records match, in 2 of 3 sections"),
    ("SELF.years == nil", "3 of 3 records match"),
  ])
  func conditionsAskTheLevelThatHasTheKey(_ predicate: String, _ expected: String) throws {
    var session = try Self.session()
    let said = try session.said("filter \(predicate)")
    #expect(said.hasPrefix(expected), "\(said)")
  }

  @Test func theLevelIsNamed() throws {
    var session = try Self.session()
    #expect(try session.notices("filter years > 23") == ["`years` is a key of sections"])
    #expect(try session.notices("filter version == 3") == ["`version` is a key of the document"])
    #expect(try session.notices("filter $section.years > 23") == [])
    #expect(try session.notices("filter age > 3") == [])
  }

  @Test func oddKeysAreQuotedOnceAndWholeLevelsAreNotCompared() throws {
    let text = #"{"a b": 1, "list": [{"odd.key": 2, "items": [1]}]}"#
    var session = try Self.session(text, "--rows list --items items")
    #expect(try session.notices("filter `odd.key` == 2") == ["`odd.key` is a key of rows"])
    #expect(try session.notices("filter `a b` == 1") == ["`a b` is a key of the document"])
    #expect(session.failure("filter $document == 3")?.hint?.contains("$document.KEY") == true)
    #expect(session.failure("filter $row == 3") != nil)
  }

  @Test func unknownKeysOfALevelAreNotedAndRefusedUnderStrict() throws {
    var session = try Self.session()
    #expect(
      try session.notices("filter $section.yeers > 23")
        == ["`$section` has no key `yeers`; did you mean `$section.years`?"])
    try session.said("set strict on")
    #expect(session.failure("filter $section.yeers > 23") != nil)
    #expect(session.failure("filter $document.vershun > 23") != nil)
    #expect(session.failure("filter years > 23") == nil)
  }

  @Test func theInnermostLevelThatHasAKeyCounts() throws {
    var session = try Self.fleetSession()
    // One member of a crew has tons, so it is a key of the crew.
    #expect(try session.said("filter tons > 10").hasPrefix("0 of 3 records match"))
    #expect(
      try session.said("filter $row.tons > 40")
        .hasPrefix("3 of 3 records match, in 2 of 3 rows"))
    #expect(
      try session.said("filter name == \"Tern\"").hasPrefix("0 of 3 records match, in 1 of 3 rows"))
    #expect(
      try session.said("filter port == \"Birch\" AND name == \"Auk\"")
        .hasPrefix("1 of 3 records match, in 1 of 3 rows"))
    #expect(
      try session.said("filter port == \"Alder\"")
        .hasPrefix("2 of 3 records match, in 1 of 2 sections"))
    #expect(try session.said("filter year == 2030 AND role == \"cook\"").hasPrefix("2 of 3"))
  }

  @Test func whatHoldsNothingStaysWithItsUnit() throws {
    var session = try Self.session()
    try session.said("filter years > 30")
    #expect(try session.units() == ["Ann", "Zoe"])
    try session.said("sort by age desc")
    #expect(try session.units() == ["Ann", "Zoe"])
    try session.said("search Bob")
    #expect(try session.units() == ["Ann"])
    try session.said("search off")
    #expect(try session.units() == ["Ann", "Zoe"])
    try session.said("filter off")
    #expect(try session.units() == ["Ann", "Dan", "Zoe"])
  }

  @Test func whatStandsAroundRecordsDoesNotChangeWithTheirOrder() throws {
    var session = try Self.session()
    for line in ["group by age", "flatten", "sort by name desc", "index by name"] {
      try session.said(line)
      #expect(try session.said("filter city == \"Rome\"").hasPrefix("2 of 3 records match"))
      #expect(try session.said("count where years > 30").hasPrefix("2 of 2"))
      try session.said("filter off")
    }
  }

  // MARK: Other questions

  @Test(arguments: [
    ("distinct city", "2 Rome\n 1 Oslo"), ("describe years", "sum 99"),
    ("summarize years by city", "Rome 2 77 38.5 36 41"),
    ("summarize age by city", "Rome 2 7 3.5 3 4"),
    ("group by city", "grouped by $section.city: 2 sections"),
    ("sort by years desc", "sorted 3 sections by $section.years desc"),
    ("index by city", "indexed by $section.city: 2 sections"),
  ])
  func fieldsAreLookedUpLikewise(_ line: String, _ expected: String) throws {
    var session = try Self.session()
    let said = try session.said(line)
    #expect(said.split(separator: " ").joined(separator: " ").contains(expected), "\(said)")
  }

  /// An outer value comes up again with each record inside, where these are what is asked.
  @Test(arguments: [
    ("summarize sum(years), sum(age)", true), ("summarize sum(years)", false),
    ("summarize years by age", true), ("summarize years by city", false),
    ("summarize max(years), sum(age)", false), ("summarize age by city", false),
    ("pivot city name mean(years)", true), ("summarize count by city, name", false),
  ])
  func repeatedValuesAreNoted(_ line: String, _ isRepeated: Bool) throws {
    var session = try Self.session()
    let notices = try session.notices(line)
    #expect(
      notices.contains("`$section.years` counts once for each record in its section")
        == isRepeated, "\(notices)")
    var fleets = try Self.fleetSession()
    let said = try fleets.notices("summarize sum($document.year), count by name")
    #expect(said.last == "`$document.year` counts once for each row in the document")
    #expect(said.contains("`count` counts rows here"))
    #expect(try fleets.notices("summarize sum($document.year) by name").count == said.count - 1)
  }

  /// A file that is still being indexed could give a key another level: what asks for one waits.
  @Test func keysAreLookedUpInTheWholeFile() {
    for command in [
      FilterCommand.declaration, SortCommand.declaration, GroupCommand.declaration,
      IndexCommand.declaration, SearchCommand.declaration, DistinctCommand.declaration,
      SummarizeCommand.declaration, SelectCommand.declaration,
    ] {
      #expect(command.needs == .everything, "\(command.name)")
    }
  }

  @Test func eachKeyOrdersItsOwnLevel() throws {
    var session = try Self.session()
    try session.said("sort by years desc, age desc")
    #expect(try session.units() == ["Zoe", "Ann", "Dan"])
    #expect(try session.names() == ["Cy", "Bob", "Eve"])
    try session.said("sort off")
    #expect(try session.names() == ["Bob", "Cy", "Eve"])

    var fleets = try Self.fleetSession()
    try fleets.said("sort by $row.tons, port desc")
    #expect(try fleets.units() == ["Birch", "Alder"])
    let rows = try fleets.current().shown.rows(0..<2, inSection: 1)
    #expect(rows.map(\.title) == ["Tern", "Gull"])
    #expect(try fleets.said("sort rows by tons desc") == "sorted 3 rows by $row.tons desc")
    #expect(try fleets.said("sort sections by port desc").hasPrefix("sorted 2 sections"))
    #expect(try fleets.units() == ["Birch", "Alder"])
    #expect(fleets.failure("sort rows tons")?.code == "missing-argument")
    #expect(fleets.failure("sort rows by tonns")?.code == "unknown-key")
    #expect(fleets.failure("sort sections by role")?.code == "unknown-key")
  }

  /// What cells look like may depend on what stands around their records.
  @Test func rulesOfCellsLookKeysUp() throws {
    var session = try Self.fleetSession()
    #expect(
      try session.notices("accessory detail where port = 'Birch'") == [
        "`port` is a key of sections"
      ])
    try session.said("indent 2 where year = 2030 AND $row.tons > 60")
    let presenter = try session.current().presenter
    let cells = [Address(0, 0, 0), Address(1, 0, 0)].map(presenter.content(for:))
    #expect(cells.map(\.accessory) == [.none, .detail])
    #expect(cells.map(\.indentation) == [2, 0])
    try session.said("set strict on")
    #expect(session.failure("style subtitle where prot = 'Birch'")?.code == "predicate-syntax")
    #expect(session.failure("sort sections by $row.tons")?.hint == "write 'sort by $row.tons'")
    #expect(try session.said("sort sections by $section.port desc").hasPrefix("sorted 2 sections"))
  }

  @Test func schemaListsAllLevels() throws {
    var session = try Self.fleetSession()
    let said = try session.said("schema")
    let headings = said.split(separator: "\n").filter { !$0.contains(" ") || $0 == "the document" }
    #expect(headings == ["the document", "sections", "rows", "records"])
    let json = try #require(try session.run(line: "schema --json").first?.json.first)
    #expect(json.contains(#""levels": [{"level": "document", "records": 1"#))
    #expect(json.contains(#"{"level": "row", "records": 3"#))
  }

  @Test func showLeavesTheListBelowOut() throws {
    var session = try Self.session()
    #expect(try !session.said("show 0").contains("friends"))
    #expect(try session.said("show 0").contains("\"years\": 36"))
    #expect(try session.said("show 0.0") == session.said("show 0"))
    #expect(try session.said("show 0 --all").contains("Bob"))
    #expect(try session.said("show 0.0 --all").contains("Bob"))
    #expect(try session.said("show 0.0 --all").contains("\"years\": 36"))
  }

  @Test func editedTablesHaveTheirLevels() throws {
    var session = try Self.session()
    try session.said("update 0 title=Anna")
    try session.said("delete 1")
    #expect(try session.said("filter title == \"Anna\"").hasPrefix("2 of 2 records match"))
    try session.said("filter off")
    #expect(try session.said("distinct city").contains("2  Rome"))
  }

  @Test func pushedTablesEndAtTheirValue() throws {
    var session = try Self.session()
    try session.said("push 0 friends")
    #expect(try session.said("filter $document.version == 3").hasPrefix("2 of 2"))
    #expect(try session.notices("filter years > 3") == ["no item has the key `years`"])

    // Keys without a level end at the value, even where it has levels of its own.
    var fleets = try Self.fleetSession()
    try fleets.said("push 0")
    #expect(try fleets.notices("filter year == 2030") == ["no item has the key `year`"])
    #expect(try fleets.said("filter $document.year == 2031").hasPrefix("0 of"))
    #expect(fleets.failure("distinct $document.year") != nil)
  }
}

extension ScopeTests {
  /// Some rows have no list of items, and are records themselves: what they have are keys of rows.
  @Test func keysOfPlainRowsAmongStripsBelongToRows() throws {
    var session = try Self.session(
      """
      {"lists": [{"name": "A", "songs": [{"id": 1}, {"id": 2, "late": 1}]}, {"name": "B", "id": 7},
        {"name": "C", "songs": [{"id": 3}]}]}
      """, "--rows lists --items songs")
    #expect(try session.notices("distinct name") == ["`name` is a key of rows"])
    let names = try session.said("distinct name")
    #expect(["A", "B", "C"].allSatisfy { names.contains("1  \($0)") }, "\(names)")
    #expect(try session.said("filter name == \"A\"") == "2 of 4 records match, in 1 of 3 rows")
    #expect(try session.said("filter name == \"B\"").hasPrefix("1 of 4"))
    // What items have as well is theirs.
    #expect(try session.said("filter off; count where id > 2").contains("2 of 4"))
    #expect(try session.said("count where late == 1 AND name == \"A\"").contains("1 of 4"))
  }
}

extension Workspace {
  mutating func notices(_ line: String) throws -> [String] {
    try run(line: line).flatMap(\.notices)
  }

  /// What names the sections that are shown: the first field of their records.
  fileprivate func units() throws -> [String?] {
    let shown = try current().shown
    return try (0..<shown.counts().sections.known).map { section in
      try shown.outerRecord(.section, around: Address(section))?.record?.fields.first?.value.string
    }
  }

  fileprivate func names() throws -> [String] {
    var names: [String] = []
    try current().shown.scan { _, value in
      names.append(value[path: FieldPath(key: "name")]?.plainText ?? "-")
      return true
    }
    return names
  }

  // MARK: Keys that come to belong elsewhere

  private static let people = """
    [{"name":"A","age":30,"rows":[{"x":1},{"x":2}]},{"name":"B","age":50,"rows":[{"x":3}]}]
    """

  /// What was asked stays asked; what changes the meaning of its keys is said.
  @Test(arguments: [
    ("filter age > 40", "update 0.0 age=3", true), ("filter age > 40", "update 0.0 x=3", false),
    ("filter x > 0", "update 0.0 age=3", false), ("sort rows by x", "update 0.0 age=3", false),
    ("sort sections by age", "update 0.0 age=3", true), ("group by age", "update 0.0 age=3", true),
    ("index by name", "update 0.0 age=3", false),
    ("filter age > 40 AND name = 'B'", "batch begin; update 0.0 age=3; batch commit", true),
  ])
  func editsThatMoveAKeyAreNoted(_ asks: String, _ edits: String, _ isNoted: Bool) throws {
    var session = try Workspace.over(json: Self.people)
    try session.said("shape --sections SELF --rows rows --title name; " + asks)
    let count = try session.said("count")
    let outputs: [Output] = try session.run(line: edits)
    let notices: [String] = outputs.flatMap { $0.notices }.filter { $0.contains("still asked") }
    let expected = "`age` was found in sections and is still asked there, as $section.age: "
    #expect(notices == (isNoted ? [expected + "records have it now, too"] : []))
    #expect(try session.said("count") == count)
  }

  @Test func aFileReadAgainMayMoveAKey() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.json", Self.people)
    var session = Workspace(environment: .checkout)
    try session.said(
      "open \(path); shape --sections SELF --rows rows --title name; filter age > 40")
    let report: [Output] = try session.run(line: "filter")
    #expect(report[0].notices == ["`age` is a key of sections"])
    for (text, expected) in [
      (Self.people.replacing("\"x\":3", with: "\"age\":3"), "records have it now, too"),
      (Self.people.replacing("\"age\"", with: "\"years\""), "nothing has it now"),
    ] {
      try folder.write("a.json", text)
      let outputs: [Output] = try session.run(line: "reload")
      let notices = outputs[0].notices
      #expect(
        notices.contains { $0.hasSuffix("is still asked there, as $section.age: \(expected)") },
        "\(notices)")
    }
  }
}
