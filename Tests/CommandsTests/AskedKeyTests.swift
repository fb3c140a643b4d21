import CommandLanguage
import PredicateLanguage
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Keys behind operators, below null and in subqueries; keys with points; remarks on kinds.
@Suite struct AskedKeyTests {
  private static let people = #"""
    [{"user":{"friends":[{"age":3,"pos":{"x":1}},{"age":5}],"dict":{"a":{"v":1},"b":{"w":2}},"s":"t",
      "groups":[[{"id":1}],[{"id":2}]]},"geo":null,"place":null,"deep":{"a":{"b":{"c":{"d":1}}}}},
     {"user":{"friends":[],"dict":{},"groups":[]},"geo":null,"place":{"lat":1}}]
    """#

  @Test(arguments: [
    ("user.friends.@sum.agee == 0", "user.friends.agee"),
    ("user.friends.@max.pos.y > 1", "user.friends.pos.y"),
    ("user.dict.@max.z > 1", "user.dict.z"), ("geo.lat == nil", "geo.lat"),
    ("place.lon == nil", "place.lon"), ("deep.a.b.c.e == nil", "deep.a.b.c.e"),
    ("SUBQUERY(user.friends, $x, $x.agee > 1).@count == 0", "user.friends.agee"),
    ("SUBQUERY(user.friends, $x, $x.age > 1).name == nil", "user.friends.name"),
    ("SUBQUERY(user.friendz, $x, $x.age > 1).@count == 0", "user.friendz"),
    ("SUBQUERY(user.friends.pos, $p, $p.z > 1).@count == 0", "user.friends.pos.z"),
    ("user.friends[0].agee == nil", "user.friends.agee"),
    ("user.friends.@firstObject.agee == nil", "user.friends.agee"),
    ("user.friends.@unionOfObjects.agee == nil", "user.friends.agee"),
    ("ANY user.friends.agee == 1", "user.friends.agee"),
    ("sum(user.friends.agee) == 0", "user.friends.agee"),
  ])
  func areNotedAndRefused(_ condition: String, _ key: String) throws {
    var session = try Workspace.over(json: Self.people)
    let notices = try session.run(line: "filter \(condition)").flatMap(\.notices)
    #expect(notices.contains { $0.contains("no item has the key `\(key)`") }, "\(notices)")
    #expect(session.failure("filter off; set strict on; filter \(condition)") != nil)
    let counted = try session.run(line: "set strict off; count where \(condition)").flatMap(
      \.notices)
    #expect(counted.contains { $0.contains("no item has the key `\(key)`") }, "\(counted)")
  }

  @Test(arguments: [
    "user.friends.@sum.age == 8", "user.friends.@max.pos.x == 1", "user.dict.@max.v == 1",
    "place.lat == 1", "deep.a.b.c.d == 1", "geo == nil", "user.friends.@count == 2",
    "SUBQUERY(user.friends, $x, $x.age > 1).@count == 2",
    "SUBQUERY(user.friends, $x, $x.age > 1).pos.x == {1}",
    "SUBQUERY(user.friends.pos, $p, $p.x == 1).@count == 1",
    "SUBQUERY(user.friends.@unionOfObjects.pos, $p, $p.x == 1).@count == 1",
    "SUBQUERY(user.dict, $d, $d.w == 2).@count == 1",
    "SUBQUERY(user.groups, $g, $g.@max.id == 2).@count == 1",
    "SUBQUERY(user.@unionOfArrays.groups, $g, $g.id == 1).@count >= 0",
    "SUBQUERY(user.friends, $x, SUBQUERY($x.pos, $y, $y.length == 1).@count == 0).@count > 0",
    "user.friends[LAST].age == 5", "user.dict[FIRST].v == 1", "user.dict['b'].w == 2",
    "user.s.length == 1", "user.dict.@allKeys == {'a'}", "user.dict.@allValues.v == {1}",
    "SELF.user.s == 't'", "user.friends.@max.self != nil", "user.friends[SIZE] == 2",
  ])
  func areNotNotedWhereSomeRecordHasThem(_ condition: String) throws {
    var session = try Workspace.over(json: Self.people)
    let notices = try session.run(line: "set strict off; filter \(condition)").flatMap(\.notices)
    #expect(!notices.contains { $0.contains("no item has") }, "\(notices)")
    let counted = try session.run(line: "filter off; count where \(condition)").flatMap(\.notices)
    #expect(!counted.contains { $0.contains("no item has") }, "\(counted)")
  }

  @Test(arguments: [
    ("filter user.friends.@sum.agee == 0", "did you mean `age`?"),
    ("filter SUBQUERY(user.friends, $x, $x.agee > 1).@count == 0", "did you mean `age`?"),
    ("filter place.lta == nil", "did you mean `place.lat`?"),
  ])
  func theNearestIsNamed(_ line: String, _ hint: String) throws {
    var session = try Workspace.over(json: Self.people)
    let notices = try session.run(line: line).flatMap(\.notices)
    #expect(notices.contains { $0.hasSuffix(hint) }, "\(notices)")
  }

  @Test func operatorsAskRecordsByKeysInQuestionsToo() throws {
    var session = try Workspace.over(json: Self.people)
    try session.said("distinct user.dict.@max.v")
    #expect(session.failure("distinct user.dict.@max.z")?.code == "unknown-key")
  }

  // MARK: Kinds

  /// 3,000 numbers, and a text behind them.
  private static func codes(_ last: String, count: Int = 3000) throws -> Workspace {
    let records = (0..<count).map { #"{"code":\#($0),"n":1}"# } + [#"{"code":\#(last),"n":1}"#]
    return try Workspace.over(json: "[" + records.joined(separator: ",") + "]")
  }

  @Test(arguments: [
    (#"code == "x3001""#, 3000, false), (#"code == "x3001""#, 6000, false),
    (#"code == "x" OR n == 1"#, 6000, false), (#"code == "x""#, 6000, false),
    (#"code != "x3001""#, 3000, false), (#"code == "x3001""#, 500, false),
  ])
  func aRecordBehindTheSampleIsBelieved(_ condition: String, _ count: Int, _ isNoted: Bool) throws {
    var session = try Self.codes(#""x3001""#, count: count)
    for line in ["filter \(condition)", "filter off; count where \(condition)"] {
      let notices = try session.run(line: line).flatMap(\.notices)
      #expect(notices.isEmpty == !isNoted, "\(line): \(notices)")
    }
  }

  @Test(arguments: [500, 3000, 6000]) func whereAllAreNumbersItIsSaid(_ count: Int) throws {
    var session = try Self.codes("7", count: count)
    for line in [#"filter code == "x""#, #"filter off; filter code != "x""#] {
      let notices = try session.run(line: line).flatMap(\.notices)
      #expect(notices.contains { $0.contains("`code` is a number") }, "\(line): \(notices)")
    }
  }

  // MARK: Keys with points, and others that are no words

  private static let odd = #"""
    [{"c.d":1,"c":{"d":9},"x.y":1,"a`b":1,"t\tb":2,"p":{"pop. est":5},"#text":"t","tags":["b","a"]},
     {"c.d":2,"c":{"d":8},"x.y":2,"a`b":2,"t\tb":1,"p":{"pop. est":4},"#text":"u","tags":["z"]}]
    """#

  @Test(arguments: [
    ("distinct c.d", "9"), ("distinct `c.d`", "2"), ("describe c.d", "c.d"),
    ("describe `c.d`", "`c.d`"), ("sort by c.d; show 0.0", "8"),
    ("group by c.d; count", "2 sections"),
    ("filter c.d == 9", "1 of 2"), ("filter `c.d` == 1", "1 of 2"),
    (#"sort by `a\`b` desc"#, "a\\`b"),
    (#"filter `t\tb` == 2"#, "1 of 2"), (#"distinct `t\tb`"#, "2"),
    (#"update 0.0 `a\`b`=7; distinct `a\`b`"#, "7"),
    ("schema", #"a\`b"#), ("schema", #"`t\tb`"#), ("schema", "`c.d`"), ("distinct `#text`", "t"),
    ("sort by tags[FIRST] desc", "sorted 2"), ("group by tags[LAST]", "2 sections"),
    ("distinct tags[SIZE]", "2"), ("distinct tags[size]", "2"),
    ("sort by tags[SIZE], `x.y`", "sorted 2"),
  ])
  func readTheSameEverywhere(_ line: String, _ said: String) throws {
    var session = try Workspace.over(json: Self.odd)
    #expect(try session.said(line).contains(said))
  }

  @Test(arguments: ["distinct", "describe", "sort by", "group by", "index by"])
  func aLiteralKeyIsHintedAt(_ command: String) throws {
    var session = try Workspace.over(json: Self.odd)
    #expect(session.failure("\(command) x.y")?.hint == "did you mean '`x.y`'?")
    #expect(session.failure("\(command) p.pop. est")?.hint?.contains("p.`pop. est`") == true)
    #expect(session.failure("\(command) #text")?.hint == "did you mean '`#text`'?")
  }

  @Test(arguments: [
    ("x.y == 1", "did you mean `` `x.y` ``?"),
    ("p.pop. est > 4", "did you mean `` p.`pop. est` ``?"),
  ])
  func conditionsHintAtLiteralKeys(_ condition: String, _ hint: String) throws {
    var session = try Workspace.over(json: Self.odd)
    let notices = try session.run(line: "filter \(condition)").flatMap(\.notices)
    #expect(notices.contains { $0.hasSuffix(hint) }, "\(notices)")
  }

  @Test func whatIsProposedCanBeTyped() throws {
    let session = try Workspace.over(json: Self.odd)
    for line in ["sort by ", "filter ", "sort by `a", "filter `a", "sort by p.", "filter p."] {
      let found = Completer(session).completion(of: line, at: line.count)
      for candidate in found.candidates where candidate.text.contains("`") {
        let path = try #require(FieldPath(parsing: candidate.text), "\(candidate.text)")
        #expect(path.description == candidate.text)
      }
      #expect(found.candidates.contains { $0.text.contains("`") }, "\(line)")
    }
  }

  @Test func searchHintsAtKeysWithBlanks() throws {
    var session = try Workspace.over(json: #"[{"IMDB Rating":"x"},{"IMDB Rating":"y"}]"#)
    let notices = try session.run(line: "search x in IMDB Rating").flatMap(\.notices)
    #expect(notices == ["for the field write 'search x in `IMDB Rating`'"])
    #expect(try session.run(line: "search x in `IMDB Rating`").flatMap(\.notices) == [])
  }
}
