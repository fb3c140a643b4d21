import Arranging
import CommandLanguage
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Aggregates of all records, by keys or without.
@Suite struct AggregateCommandTests {
  private static func session(_ json: String = ResultTests.orders) throws -> Workspace {
    try Workspace.over(json: json)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  /// Keys and extremes come out as they went in, from records and from columns; sums are made anew.
  @Test(arguments: [1, 4000])
  func numbersStayAsTheyWereWritten(_ copies: Int) throws {
    let some = #"{"k": 1.50, "p": 4.10}, {"k": 1.50, "p": 7.00}, {"k": 2e1, "p": -0}, "#
    let text = String(repeating: some, count: copies).dropLast(2)
    var session = try Self.session("[\(text)]")
    let said = lines(try session.said("summarize min(p), max(p) by k"))
    #expect(said == ["k min(p) max(p)", "1.50 4.10 7.00", "2e1 -0 -0"])
    #expect(lines(try session.said("filter p > 5; summarize max(p) by k")).last == "1.50 7.00")
    try session.said("results; push 0.0")
    #expect(session.breadcrumb.last == "1.50")
    #expect(try session.current().shown.recordCount() == copies)
  }

  /// A result is written whole without a word about its grid, until somebody chooses columns.
  @Test func resultsAreWrittenWhole() throws {
    var session = try Self.session()
    try session.said("summarize count by shop; results")
    let whole = try #require(session.run(line: "export - --format csv").last)
    #expect(whole.notices == [])
    #expect(
      whole.document?.split(whereSeparator: \.isNewline) == ["shop,count", "Elm,2", "Oak,2", ",2"])
    try session.said("columns count")
    #expect(
      try session.notices("export - --format csv").first?.contains("columns of the grid") == true)
  }

  @Test func aggregatesAreWorkedOutByKeys() throws {
    var session = try Self.session()
    let said = try session.said(
      "summarize count, sum(price), mean(price) as middle, distinct(colour) by shop, year")
    #expect(
      lines(said) == [
        "shop year count sum(price) middle distinct(colour)", "Elm 2024 1 4.1 4.1 1",
        "Elm 2025 1 5.9 5.9 1", "Oak 2024 2 10 10 1", "(none) 2025 2 0.3 0.15 0",
      ])
    #expect(
      lines(try session.said("summarize count, sum(price), min(price), median(price)"))
        == ["count sum(price) min(price) median(price)", "6 20.3 0.1 4.1"])
    #expect(
      lines(try session.said("summarize count(colour),p0(price),p100(price)")).last == "4 0.1 10")
    let usual = lines(try session.said("summarize price by shop, year"))
    #expect(usual.first == "shop year records sum mean min max")
    #expect(usual.last == "(none) 2025 2 0.3 0.15 0.1 0.2")
  }

  @Test func whatIsLeftOutIsSaid() throws {
    var session = try Self.session()
    #expect(
      try session.notices("summarize mean(price), p95(price) by shop") == [
        "`price` is no number in 1 of 6 records (1 text), which mean(price), p95(price) leave out"
      ])
    #expect(
      try session.notices("summarize max(colour), distinct(colour)") == [
        "`colour` is no text in 2 of 6 records (1 null, 1 missing), which max(colour) leaves out"
      ])
    #expect(try session.notices("summarize count, count(price), distinct(price) by year") == [])
    #expect(
      try session.notices("summarize price by year") == [
        "`price` is no number in 1 of 6 records, which sum and mean leave out"
      ])
  }

  /// A figure that no number can hold is not printed without a word.
  @Test(arguments: [
    ("summarize sum(v), mean(v), p25(v)", "sum(v), mean(v)"),
    ("summarize count, deviation(w) by g", "deviation(w)"), ("summarize v by g", "sum, mean"),
    ("describe v", "sum, mean, deviation"), ("describe w", "deviation"),
    ("summarize sum(w), max(v), median(v)", nil), ("summarize w by g", nil),
  ])
  func figuresBeyondAllNumbersAreSaid(_ line: String, _ names: String?) throws {
    var session = try Workspace.over(
      json: #"[{"g":1,"v":1e308,"w":-1e308},{"g":1,"v":1e308,"w":1e308},{"g":1,"v":5,"w":0}]"#)
    let notices = try session.run(line: line).flatMap(\.notices)
    #expect(notices == (names.map { ["numbers go to 1.8e308, and \($0) would go beyond"] } ?? []))
  }

  /// The way from the least number to the greatest may be longer than numbers are.
  @Test func percentilesBetweenTheLargestNumbersAreNumbers() throws {
    var session = try Workspace.over(json: #"[{"w":-1e308},{"w":1e308},{"w":1.0}]"#)
    #expect(try session.said("summarize p25(w), p75(w)").contains("-5e+307  5e+307"))
  }

  @Test(arguments: [
    ("summarize mean(shop)", "no value of 'shop' is a number", 15..<19),
    ("summarize mean price by shop", "'price' has no place here", 15..<20),
    ("summarize maen(price)", "no aggregate is called 'maen'", 10..<14),
    ("summarize p101(price)", "there is no percentile 'p101'", 10..<14),
    ("summarize count, price by shop", "'price' among aggregates needs one of its own", 17..<22),
    ("summarize count, by shop", "'by' stands where an aggregate or a key has to", 17..<19),
    ("summarize mean(price by shop", "'by' has no place here", 21..<23),
    ("summarize mean(price", "'mean(' is not closed", 10..<20),
    ("summarize sum() by shop", "a key is missing behind 'sum('", 10..<15),
    ("summarize count by", "a key is missing behind 'by'", 18..<18),
    ("summarize count as by shop", "'by' stands where a name has to, behind 'as'", 19..<21),
    ("summarize count, count", "two columns are called 'count'", 17..<22),
    ("summarize count as shop by shop", "two columns are called 'shop'", 19..<23),
    ("summarize count by shop year", "'year' has no place here", 24..<28),
    ("summarize mean(pirce) by shop", "no record here has the key 'pirce'", 15..<20),
    ("summarize price", "missing argument: 'by KEY' behind 'price'", 10..<15),
    ("summarize count by shop sort", "'by COLUMN' is missing behind 'sort'", 28..<28),
    ("summarize count by shop sort count", "'count' stands where 'by COLUMN' has to", 29..<34),
    (
      "summarize count by shop sort by sum(price)", "the result has no column 'sum(price)'", 32..<42
    ),
    ("summarize price by shop sort by mena", "the result has no column 'mena'", 32..<36),
    ("summarize count by shop sort by count down", "'down' has no place here", 38..<42),
    (
      "pivot shop year count sort by shop", "'count sort by shop' is not a valid aggregate", 16..<21
    ),
    ("histogram shop", "no value of 'shop' is a number or a date", 10..<14),
    ("pivot count by shop, year", "the two keys stand first, without 'by'", 15..<19),
    ("histogram price 0", "'0' is not a valid number of ranges", 16..<17),
    (
      "pivot shop year count, mean(price)", "'count, mean(price)' is not a valid aggregate", 16..<22
    ),
    ("distinct shop --limit 0", "'0' is not a valid limit", 22..<23),
  ])
  func mistakesHavePlaces(_ line: String, _ message: String, _ place: Range<Int>) throws {
    var session = try Self.session()
    let failure = session.failure(line)
    let error = try #require(failure, "\(line)")
    #expect("\(error)".hasPrefix(message), "\(line): \(error)")
    #expect(error.range == place, "\(line)")
  }

  @Test func linesHaveAnOrder() throws {
    var session = try Self.session()
    func keys(_ line: String) throws -> [String] {
      lines(try session.said(line)).dropFirst().map { String($0.split(separator: " ")[0]) }
    }
    #expect(
      try keys("summarize sum(price) by shop sort by sum(price)") == ["(none)", "Elm", "Oak"])
    #expect(
      try keys("summarize sum(price), count by shop sort by sum(price) desc")
        == ["Elm", "Oak", "(none)"])
    #expect(
      try keys("summarize avg(price) as m by shop sort by mean(price) desc")
        == ["Oak", "Elm", "(none)"])
    #expect(
      try keys("summarize avg(price) as m by shop sort by `m` asc") == ["(none)", "Elm", "Oak"])
    #expect(try keys("summarize price by shop sort by sum desc") == ["Elm", "Oak", "(none)"])
    #expect(try keys("summarize price by shop sort by max(price)") == ["(none)", "Elm", "Oak"])
    #expect(try keys("summarize count by shop sort by shop desc") == ["Oak", "Elm", "(none)"])
    let cut = lines(try session.said("summarize count by year, shop sort by count desc --limit 2"))
    #expect(cut[1...2] == ["2024 Oak 2", "2025 (none) 2"])
    #expect(cut[3].hasPrefix("2 of 4 lines"))
    let sorted = try #require(session.run(line: "summarize count by year sort by year desc").last)
    #expect(
      "\(sorted.json)".filter { !"\\ ".contains($0) }.contains(
        #""groups":[{"year":2025,"count":3},{"year":2024,"count":3}]"#))
    try session.said("summarize count, sum(price) by shop sort by sum(price)")
    try session.said("results")
    #expect(try session.said("export - --format csv").hasPrefix("shop,count,sum(price)\n,2,0.3\n"))
    try session.said("push 0.1")
    #expect(session.breadcrumb.last == "Elm")
  }

  @Test(arguments: 0..<20)
  func theOrderIsThatOfTheFigures(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let records = (0..<60).map { _ in
      #"{"k": \#(Int.random(in: 0..<12, using: &random)), "n": \#(Int.random(in: -9..<9, using: &random))}"#
    }
    var session = try Self.session("[\(records.joined(separator: ","))]")
    let plain = lines(try session.said("summarize sum(n), count by k")).dropFirst()
    func figure(_ line: String) -> Int { Int(line.split(separator: " ")[1]) ?? .min }
    for word in ["asc", "desc"] {
      let sorted = lines(try session.said("summarize sum(n), count by k sort by sum(n) \(word)"))
      let naive = plain.enumerated().sorted { a, b in
        let (x, y) = (figure(a.element), figure(b.element))
        return x == y ? a.offset < b.offset : word == "asc" ? x < y : x > y
      }
      #expect(Array(sorted.dropFirst()) == naive.map(\.element))
    }
  }

  @Test func oddKeysAreQuoted() throws {
    var session = try Self.session(#"[{"a (b), c": 1, "by": "x"}, {"a (b), c": 3, "by": "x"}]"#)
    let said = try session.said("summarize count, sum(`a (b), c`) as `the sum` by `by`")
    #expect(lines(said) == ["by count the sum", "x 2 4"])
  }

  @Test func aFieldCalledCountIsQuoted() throws {
    var session = try Self.session(#"[{"count": 2, "k": 1}, {"count": 3, "k": 1}]"#)
    #expect(lines(try session.said("summarize count by k")).last == "1 2")
    #expect(lines(try session.said("summarize `count` by k")).last == "1 2 5 2.5 2 3")
    #expect(lines(try session.said("summarize sum(count) by k")).last == "1 5")
  }

  @Test func outerKeysHaveTheirLevel() throws {
    var session = try ScopeTests.session()
    #expect(
      lines(try session.said("summarize count, mean(age) by city"))
        == ["city count mean(age)", "Oslo 1 5", "Rome 2 3.5"])
    #expect(
      lines(try session.said("summarize count, mean(years) by city"))
        == ["city count mean(years)", "Oslo 1 22", "Rome 2 38.5"])
    try session.said("results")
    try session.said("push 0.1")
    #expect(session.breadcrumb.last == "Rome")
    #expect(try session.said("count").hasPrefix("1 section · 2 rows"))
  }
}
