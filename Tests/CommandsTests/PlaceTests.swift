import Arranging
import CommandLanguage
import Documents
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Titles, the places they name, and what the words say about records of mixed tables.
@Suite struct PlaceTests {
  private static let countries = """
    {"Norway": {"area": 385207, "capital": "Oslo"}, "Japan": {"area": 377975, "capital": "Tokyo"},
     "Fiji": {"area": 18274, "capital": "Suva"}, "Chad": {"area": 1284000, "capital": "N'Djamena"}}
    """
  /// Two sections of strips, and one of a plain row.
  private static let orders = """
    [{"name":"Ann","orders":[{"n":1},{"n":2}]},{"name":"Bob","orders":[{"n":9}]},{"name":"Cy"}]
    """

  // MARK: Titles are found

  @Test(arguments: [
    (countries, "Norway", ["0.0"]), (countries, "fiji", ["0.2"]), (countries, "a", ["0.0"]),
    (orders, "ann", ["0.0.0", "0.0.1"]), (orders, "cy", ["2.0"]), (orders, "bob", ["1.0.0"]),
    (orders, "9", ["1.0.0"]),
  ])
  func searchSeesTitles(_ data: String, _ text: String, _ places: [String]) throws {
    var session = try Workspace.over(json: data)
    try session.said("search \(text)")
    let shown = try session.current().shown
    var found: [String] = []
    try shown.scan { address, _ in
      found.append(shown.baseAddress(of: address)?.description ?? "none")
      return true
    }
    #expect(found.prefix(places.count) == places[...])
    #expect(text == "a" || found.count == places.count)
  }

  @Test func findGoesToTheFirstRecordUnderATitle() throws {
    var session = try Workspace.over(json: Self.orders)
    let said = try session.said("find ann")
    #expect(said.hasPrefix("match 1 of 1 · ") && said.contains(" · Ann 0.0.0"), "\(said)")
    #expect(try session.said("find cy").hasPrefix("match 1 of 1"))
    #expect(session.failure("find dan") != nil)
  }

  /// As `search` takes it: quotes around all of a text are no part of it, others are.
  @Test(arguments: [
    ("find \"b c\"", 1), ("find 'b c'", 1), ("find b c", 1), ("find \"a\\tb\"", 1),
    ("find \"x\" y", 1), ("find \"\\\"x\\\" y\"", 1), ("find \"b\" c", nil), ("find \"b c", nil),
  ])
  func findTakesQuotesAsSearchDoes(_ line: String, _ matches: Int?) throws {
    var session = try Workspace.over(json: #"["a b c", "a\tb", "\"x\" y", "z"]"#)
    guard let matches else {
      #expect(session.failure(line) != nil)
      return
    }
    #expect(try session.said(line).contains("of \(matches) "))
    if !line.contains("\"x\" y") {
      let search = line.replacing("find", with: "search")
      #expect(try session.said(search).hasPrefix("\(matches) of 4"))
    }
  }

  @Test func findFollowsTheOrderShown() throws {
    var session = try Workspace.over(json: Self.countries)
    try session.said("sort by area; find a")
    let places = try #require(session.memory[FoundText.Memory.self].found).matches.map(
      \.description)
    #expect(places == ["0.1", "0.2", "0.3", "0.0"].sorted())
    try session.said("find japan")
    #expect(try session.said("show").contains("Tokyo"))
  }

  @Test func aFieldThatIsNamedIsLookedAtAlone() throws {
    var session = try Workspace.over(json: Self.countries)
    #expect(try session.said("search Norway in capital").hasPrefix("0 of 4"))
  }

  @Test func titlesOfManyRowsAreRead() throws {
    let fields = (0..<3000).map { "\"key\($0)\":{\"v\":\($0 % 7),\"w\":1}" }.joined(separator: ",")
    var session = try Workspace.over(json: "{\(fields)}")
    #expect(try session.said("search key299").hasPrefix("11 of 3,000"))
    try session.said("search off; filter v == 3; sort by v desc")
    #expect(try session.said("find key2992").hasPrefix("match 1 of 1"))
  }

  @Test func insertedTitlesAreFound() throws {
    var session = try Workspace.over(json: Self.countries)
    try session.said("update 0.1 capital=Kyoto")
    #expect(try session.said("find norway").hasPrefix("match 1 of 1"))
    #expect(try session.said("find kyoto").hasPrefix("match 1 of 1"))
  }

  /// After an edit records have other addresses: titles are those of the table as it is then.
  @Test func filtersFollowEdits() throws {
    let data = #"{"xa1":{"v":1},"b":{"v":2},"xa3":{"v":3},"xa4":{"v":4}}"#
    for filter in ["search xa", #"filter $row.title BEGINSWITH "xa""#] {
      var session = try Workspace.over(json: data)
      #expect(try session.said(filter) == "3 of 4 records match")
      try session.said("delete 0.0")
      let shown = try session.current().shown
      #expect(try shown.rows(0..<9, inSection: 0).map(\.title) == ["xa3", "xa4"], "\(filter)")
    }
  }

  // MARK: Titles name places

  @Test(arguments: [
    ("show Fiji", "Suva"), ("show japan", "Tokyo"), ("push Norway; status", "Norway"),
    ("push capital", "text has nothing inside"), ("push 0.1.area", "'push 0.1 area'"),
    ("push 0.9.area", "section 0 has 4 rows"), ("show Norwy", "did you mean 'Norway'?"),
  ])
  func rowTitlesAreEnoughInOneSection(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.countries)
    let failure: CommandError?
    var said = ""
    do {
      said = try session.said(line)
      failure = nil
    } catch let error as CommandError {
      failure = error
    }
    if let failure { said = "\(failure) \(failure.hint ?? "")" }
    #expect(said.contains(expected), "\(said)")
  }

  @Test(arguments: ["push meta", "show meta", "goto meta"])
  func whatStandsBesideTheListIsPointedTo(_ line: String) throws {
    let records = (0..<60).map { "{\"id\":\($0)}" }.joined(separator: ",")
    var session = try Workspace.over(json: "{\"meta\":{\"v\":1},\"list\":[\(records)]}")
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(failure.hint?.contains("'shape --rows SELF'") == true)
    try session.said("shape --rows SELF")
    #expect(try session.said("push meta").contains("meta · 1 section · 1 row"))
    session = try Workspace.over(json: Self.countries)
    #expect(session.failure(line)?.hint?.contains("shape") != true)
  }

  // MARK: Places in conditions

  @Test(arguments: ["sort by $index", "distinct $section", "group by $row"])
  func placesAreNoKeys(_ line: String) throws {
    var session = try Workspace.over(json: Self.countries)
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(failure.hint?.contains("filter $") == true, "\(failure)")
  }

  @Test(arguments: [
    ("filter $row == \"Norway\"", 7..<11), ("count where 1 < $section", 16..<24),
    ("filter area > 1 AND NOT $row IN {\"é\"}", 24..<28),
    ("filter $row BEGINSWITH \"N\"", 7..<11),
  ])
  func aPlaceIsNoText(_ line: String, _ range: Range<Int>) throws {
    var session = try Workspace.over(json: Self.countries)
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(failure.description.contains("has a title and an index"))
    #expect(failure.range == range)
    #expect(try session.said("count where $row.title == \"Norway\"").hasPrefix("1 of 4"))
    #expect(try session.said("count where $row == nil").hasPrefix("0 of 4"))
  }

  // MARK: Records of mixed tables

  @Test func countsAgreeInAMixedTable() throws {
    var session = try Workspace.over(json: Self.orders)
    #expect(try session.said("count") == "3 sections · 3 rows · 3 items · 4 records")
    #expect(try session.said("count where n > 1") == "2 of 4 records match")
    #expect(try session.said("sort by n desc") == "sorted 4 records by n desc")
    #expect(try session.said("schema").hasSuffix("4 records"))
    #expect(try session.said("filter n > 1") == "2 of 4 records match")
    #expect(try session.said("count where name == \"Cy\"") == "0 of 2 records match")
    let json = try #require(session.run(line: "count --json").last?.json.first)
    #expect(
      json.contains(#""items": 2, "records": 2,"#) && json.contains(#""items": 3, "records": 4,"#))
  }

  /// A table tells its records without reading them: as many as a scan visits.
  @Test(arguments: [
    orders, countries, "[]", "[[1,2],[3]]", "[1,2,3]", "{\"a\":[1],\"b\":[],\"c\":3}",
    "[{\"l\":[{\"a\":1}]},{\"l\":null},{\"l\":[]},{\"m\":1},{\"l\":[{\"a\":2},{\"a\":3}]}]",
  ])
  func recordsAreThoseOfAScan(_ data: String) throws {
    var session = try Workspace.over(json: data)
    for line in ["count", "sort by n desc", "filter n != 3 OR n == nil", "flatten"] {
      _ = try? session.said(line)
      for source in [session.levels[0].shown, session.levels[0].shaped.source] as [any TableSource]
      {
        var visited = 0
        try source.scan { _, _ in
          visited += 1
          return true
        }
        #expect(try source.recordCount() == visited, "\(line)")
      }
    }
  }

  /// A section without rows is gone to like any other, and the focus stays in the table.
  @Test(arguments: [("goto 1", "2.0"), ("goto b", "2.0"), ("goto 3", "2.0"), ("goto 0", "0.0")])
  func emptySectionsLeaveTheFocusInTheTable(_ line: String, _ place: String) throws {
    var session = try Workspace.over(json: #"{"a":[{"x":1},{"x":2}],"b":[],"c":[{"x":3}],"d":[]}"#)
    try session.said("shape --sections SELF --rows SELF")
    let outputs: [Output] = try session.run(line: line)
    #expect(session.levels.last?.table.focus.map { "\($0)" } == place)
    #expect(outputs[0].notices.isEmpty == (line == "goto 0"))
  }
}
