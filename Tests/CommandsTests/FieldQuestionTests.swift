import Arranging
import CommandLanguage
import Documents
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Questions about a field of all records: paths through lists and key operators mean what they
/// mean in conditions, and what finds nothing is an error.
@Suite struct FieldQuestionTests {
  private static let users = """
    [{"id":1,"name":"Ada","tags":[{"t":"x","n":1},{"t":"y","n":2}],"user":{"followers_count":3}},
     {"id":2,"name":"Bo","tags":[{"t":"z","n":5}],"user":{"followers_count":1}},
     {"id":3,"name":"Cyd","tags":[],"user":{"followers_count":2}},
     {"id":4,"name":"Dido","tags":[{"t":"q"},{"t":"y"},{"t":"w","n":9}],"user":{}}]
    """

  private static func session(_ data: String = users) throws -> Workspace {
    var session = try Workspace.over(json: data)
    try session.said("shape --rows SELF")
    return session
  }

  /// The ids in the order shown.
  private static func ids(_ session: Workspace) throws -> [String] {
    var ids: [String] = []
    try session.current().shown.scan { _, value in
      ids.append(value[path: FieldPath(key: "id")]?.plainText ?? "-")
      return true
    }
    return ids
  }

  @Test(arguments: [
    ("tags.@count desc", "4123"), ("tags.@count", "3214"), ("tags.@sum.n desc", "4213"),
    ("tags.@max.n", "1243"), ("tags[0].t", "4123"), ("name.length desc, id desc", "4312"),
    ("tags.@firstObject.t", "4123"), ("user.followers_count", "2314"),
    ("tags.@count, user.followers_count desc", "3214"),
  ])
  func sortsAsConditionsRead(_ keys: String, _ expected: String) throws {
    var session = try Self.session()
    try session.said("sort by \(keys)")
    #expect(try Self.ids(session).joined() == expected)
  }

  @Test(arguments: [
    ("distinct tags.@count", "    1  2\n    1  1\n    1  0\n    1  3"),
    ("distinct tags.t", "count  value\n    2  y\n    1  x\n    1  z"),
    ("describe tags.t", "kinds     array"),
    ("describe tags.@count", "sum        6"), ("group by tags.@count", "4 sections"),
    ("summarize tags.@sum.n by name", "Ada         1    3     3    3    3"),
    ("summarize id by tags.@count", "0                  1    3"),
    ("search q in tags.t", "1 of 4 records match"), ("index by tags[0].t", "4 sections"),
    ("fields text=tags.@count", "text=tags.@count"), ("distinct tags.@max.n", "(missing)"),
  ])
  func otherQuestionsDo(_ line: String, _ expected: String) throws {
    var session = try Self.session()
    let said = try session.said(line)
    #expect(said.contains(expected), "\(said)")
  }

  @Test(arguments: [
    ("sort by tags.nosuch", "no record here has the key 'tags.nosuch'", "schema"),
    ("sort by user.folowers_count", "'user.folowers_count'", "'user.followers_count'"),
    ("sort by followers_count", "'followers_count'", "'user.followers_count'"),
    ("distinct user.folowers_count", "no record here has", "'user.followers_count'"),
    ("sort by nosuch.@count", "no record here has the key 'nosuch'", "schema"),
    ("sort by tags.@sum.nosuch", "no record here has the key 'tags.nosuch'", "schema"),
    ("sort by tags.t", "'tags.t' is a list in 4 records", "tags.@count, tags.@min.t or tags[0].t"),
    ("index by tags.t", "'tags.t' is a list in 4 records", "tags.@count"),
    ("summarize tags.n by name", "'tags.n' is a list in 4 records", "tags.@count"),
    ("sort by tags.@unionOfObjects.t", "is a list in 4 records", "'.@count'"),
    ("sort by name.@count", "asks a list, and finds text", "schema"),
    ("sort by tags[9].t", "no record here has anything at 'tags[9].t'", "schema"),
    ("group by tags.@total", "unknown `@total`", "@count"),
    ("distinct tags.@counts", "unknown `@counts`", "`@count`"),
    ("fields text=user.nosuch", "no record here has the key 'user.nosuch'", "schema"),
    ("search x in user.nosuch", "no record here has the key 'user.nosuch'", "schema"),
  ])
  func whatFindsNothingIsAnError(_ line: String, _ message: String, _ hint: String) throws {
    var session = try Self.session()
    let digest = session.digest
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(failure.description.contains(message), "\(failure)")
    #expect(failure.hint?.contains(hint) == true, "\(failure.hint ?? "-")")
    #expect(session.digest == digest)
  }

  /// Data may have keys that look like operators.
  @Test func keysOfTheDataComeFirst() throws {
    var session = try Self.session(
      #"[{"id":1,"a":{"@count":9,"@type":"x"}},{"id":2,"a":{"@count":3,"@type":"y"}}]"#)
    try session.said("sort by a.@count")
    #expect(try Self.ids(session) == ["2", "1"])
    #expect(try session.said("distinct a.@type").contains("1  x"))
  }

  /// Lists in some records only: they are counted, and none of the others is lost.
  @Test func mixedRecordsAreTold() throws {
    let data = #"[{"id":1,"a":[{"b":2}]},{"id":2,"a":{"b":1}},{"id":3,"a":"text"},{"id":4}]"#
    var session = try Self.session(data)
    var output = try #require(session.run(line: "sort by a.b").last)
    #expect(output.notices == ["1 of 4 items has a list in `a.b`; put behind the others"])
    #expect(try Self.ids(session) == ["2", "1", "3", "4"])
    output = try #require(session.run(line: "distinct a.@count").last)
    #expect(output.notices == ["1 of 4 items has text in `a.@count`; taken as nil"])
    try session.said("set strict on")
    #expect(session.failure("sort by a.b") != nil)
    #expect(session.failure("distinct a.@count") != nil)
    #expect(session.failure("distinct a.b") == nil)
  }

  /// The same in a table whose fields are read as columns.
  @Test func listsBehindTheFirstRecordsAreSeen() throws {
    var records = (0..<6000).map { #"{"id":\#($0),"a":{"b":\#($0 % 7)}}"# }
    records[5999] = #"{"id":5999,"a":[{"b":1},{"b":2}]}"#
    var session = try Self.session("[\(records.joined(separator: ","))]")
    #expect(try session.said("distinct a.b").contains("858  1\n"))
    let output = try #require(session.run(line: "sort by a.b").last)
    #expect(output.notices == ["1 of 6000 items has a list in `a.b`; put behind the others"])
    #expect(session.failure("sort by a.c") != nil)
  }

  /// An operator without keys before it asks the record, or the list that a row is.
  @Test func operatorsAskTheRecordItself() throws {
    var session = try Self.session(#"[{"id":1,"a":1,"b":2},{"id":2},{"id":3,"a":1}]"#)
    try session.said("sort by @count")
    #expect(try Self.ids(session) == ["2", "3", "1"])
    #expect(try session.said("distinct SELF.@count").contains("1  3"))
    #expect(try session.said("sort by SELF.id desc").hasPrefix("sorted 3 records by id desc"))
    #expect(session.failure("sort by @nosuch")?.description == "unknown `@nosuch`")
  }

  /// A note or, under strict, an error; the same from columns and from records.
  @Test(arguments: [3, 6000])
  func castsThatFailAreCounted(_ records: Int) throws {
    let days = ["\"2024-05-01\"", "\"soon\"", "null"]
    let data = (0..<records).map { "{\"id\":\($0),\"day\":\(days[$0 % 3])}" }
    var session = try Self.session("[\(data.joined(separator: ","))]")
    let late = #"CAST(day, "NSDate") > CAST("2024-01-01", "NSDate")"#
    for command in ["filter id >= 0 AND \(late)", "count where \(late)"] {
      let output = try #require(session.run(line: command).last)
      #expect(output.lines[0].text.hasSuffix("records match"))
      let text = "text in `day` that is not an ISO 8601 date; taken as nil"
      let verb = records == 3 ? "has" : "have"
      #expect(output.notices == ["\(records / 3) of \(records) items \(verb) \(text)"])
      try session.said("filter off")
    }
    #expect(
      try session.said("count where CAST(day, \"NSDate\") == nil").hasPrefix(
        records == 3 ? "2 of 3" : "4,000 of 6,000"))
    try session.said("set strict on")
    #expect(session.failure("filter \(late)")?.code == "predicate")
    #expect(
      session.failure(#"filter CAST(day, "NSDate") > CAST("2024", "NSDate")"#)?.range == 34..<40)
  }

  @Test func listsAmongNumbersAreTold() throws {
    var session = try Self.session(#"[{"id":1,"a":[[3,1]]},{"id":2,"a":[2]},{"id":3,"a":[1]}]"#)
    let output = try #require(session.run(line: "sort by a[0]").last)
    #expect(output.notices == ["1 of 3 items has a list in `a[0]`; put behind the others"])
    #expect(try Self.ids(session) == ["3", "2", "1"])
  }

  @Test func emptyTextCanBeSeen() throws {
    var session = try Self.session(#"[{"a":""},{"a":"x"},{"a":""}]"#)
    #expect(try session.said("distinct a") == "count  value\n    2  \"\"\n    1  x")
    #expect(try session.said("describe a").contains("often     \"\" (2)"))
  }

  @Test func aFilterThatHidesThemIsNoError() throws {
    var session = try Self.session()
    try session.said("filter user.followers_count == nil; sort by user.followers_count")
    #expect(try Self.ids(session) == ["4"])
    try session.said("filter tags.@count == 0; sort by tags[0].t")
  }

  // MARK: Unknown keys in conditions

  @Test(arguments: [
    (
      "user.folowers_count > 1",
      [
        "no item has the key `user.folowers_count`; "
          + "did you mean `user.followers_count`?"
      ]
    ),
    (
      "followers_count > 1",
      [
        "no item has the key `followers_count`; "
          + "did you mean `user.followers_count`?"
      ]
    ),
    ("tags.nosuch > 1", ["no item has the key `tags.nosuch`"]),
    (
      "tags.t > 1",
      [
        "4 of 4 items have lists in `tags.t`; compared as no match; "
          + "ANY or ALL asks their elements"
      ]
    ),
    (
      "$section.nosuch == 1",
      [
        "`$section` has no key `nosuch`; "
          + "it has `$section.title` and `$section.index`"
      ]
    ),
    ("$row.titel == 1", ["`$row` has no key `titel`; did you mean `$row.title`?"]),
    ("$section.title.length == 1 OR $row.index == 0", []),
    ("SUBQUERY(tags, $section, $section.age > 3).@count == 0", ["no item has the key `tags.age`"]),
  ])
  func areSaidOnce(_ condition: String, _ notices: [String]) throws {
    var session = try Self.session()
    try session.said("selection multiple")
    for command in ["filter", "count where", "select where"] {
      let output = try #require(session.run(line: "\(command) \(condition)").last)
      #expect(output.notices == notices, "\(command)")
      try session.said("filter off")
    }
  }

  @Test(arguments: [
    "filter nosuch == 1", "count where user.nosuch == 1", "select where $section.nosuch == 1",
    "style subtitle where nosuch == 1", "filter $row.age > 30",
  ])
  func areErrorsUnderStrict(_ line: String) throws {
    var session = try Self.session()
    try session.said("set strict on")
    let digest = session.digest
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(failure.code == "predicate-syntax" && failure.range != nil)
    #expect(session.digest == digest)
  }

  // MARK: Places are those that the screen shows

  private static let news = """
    {"Sport":[{"id":"a","src":"X","n":3},{"id":"b","src":"Y","n":1}],
     "News":[{"id":"c","src":"X","n":2},{"id":"Sportive","src":"Y","n":5}]}
    """

  @Test(arguments: [
    ("filter $section.title == \"Sport\"", "a b"),
    ("group by src; filter $section.title == \"Sport\"", ""),
    ("group by src; filter $section.title == \"X\"", "a c"),
    ("filter $section.title == \"X\"; group by src", "a c"),
    ("group by src; filter $section.index == 1 AND $index == 0", "b"),
    ("group by src --strips; filter $row.index == 0 AND $index == 1", "c Sportive"),
    ("group by src; filter $section.title == \"X\"; group off", ""),
    ("sort by n desc; filter $index == 0", "a Sportive"),
    ("index by id; filter $section.title == \"S\"", "Sportive"),
    ("filter --flat $section.title == \"Sport\"", "a b"),
    ("flatten; sort by n; filter $index < 2", "b c"),
    ("group by src; search sport", "Sportive"), ("search sport", "a b Sportive"),
    ("group by src; search x", "a c"), ("sort sections; filter $section.index == 0", "c Sportive"),
    ("sort sections desc; filter $section.index == 0", "a b"),
    ("group by src; sort sections desc; filter $section.index == 0", "b Sportive"),
    ("sort by n; search news", "c Sportive"),
  ])
  func filtersSeeTheTitlesShown(_ line: String, _ expected: String) throws {
    var session = try Workspace.over(json: Self.news)
    try session.said(line)
    #expect(try Self.ids(session).joined(separator: " ") == expected)
  }

  @Test func findSeesTheTitlesShown() throws {
    var session = try Workspace.over(json: Self.news)
    #expect(try session.said("find sport").contains("of 2"))
    let said = try session.said("group by src; find sport")
    #expect(said.contains("match 1 of 1 · in ") && said.contains(" · Y 1.1"), "\(said)")
  }
}
