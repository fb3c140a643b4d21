import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// What schemas and summaries say of fields, to people and to programs.
@Suite struct ReportTests {
  /// A session over records of one field `v`, some of which lack it.
  private static func session(_ values: [String?]) throws -> Workspace {
    let records = values.map { $0.map { "{\"v\":\($0)}" } ?? "{}" }
    return try .over(json: "[{\"id\":0}," + records.joined(separator: ",") + "]")
  }

  /// What a command gives to programs: the JSON of the values at paths.
  private struct Answer {
    let value: Value

    init(_ line: String, _ session: inout Workspace) throws {
      let output = try #require(session.run(line: line).last)
      let text = try #require(output.json.first)
      let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "out.json")
      value = try #require((document as? ValueDocument)?.value)
    }

    subscript(path: String) -> String? {
      FieldPath(parsing: path).flatMap { value[path: $0] }.map { JSONWriter.text(of: $0) }
    }
  }

  // MARK: One way of writing

  /// All answers are written in one way, whoever writes them.
  @Test(arguments: [
    "status", "count", "schema", "show 0", "stats", "view", "describe v", "distinct v",
    "summarize v by v", "trace", "cell list", "explain", "compare uikit ketable",
  ])
  func answersAreWrittenAlike(_ line: String) throws {
    var session = try Self.session(["1", "\"é \u{202E}\\n\"", nil, "[1, {\"a\": 2.50}]"])
    let output = try #require(try session.run(line: line).last)
    #expect(!output.json.isEmpty)
    for text in output.json {
      #expect(text.hasPrefix(#"{"schema": "shelf."#))
      let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "out.json")
      let value = try #require((document as? ValueDocument)?.value)
      #expect(JSONWriter.text(of: value, layout: .spaced) == text)
    }
  }

  @Test func showSaysWhatAndWhere() throws {
    var session = try Workspace.over(json: #"[{"a":1.50,"b":{"c":[1]}},["x"],null]"#)
    func answer(_ line: String) throws -> [String] { try session.run(line: line).flatMap(\.json) }
    let first =
      #"{"schema": "shelf.show.1", "address": "0.0", "record": {"a": 1.50, "b": {"c": [1]}}}"#
    #expect(try answer("show 0.0") == [first])
    #expect(try answer("show --json") == [first])
    #expect(
      try answer("show 0.-1") == [
        #"{"schema": "shelf.show.1", "address": "0.2", "record": null}"#
      ])
  }

  @Test func everyEventSaysItsSchema() throws {
    var session = try Self.session(["1", "2"])
    let events = try session.run(line: "trace --all --json").flatMap(\.json)
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0.hasPrefix(#"{"schema": "shelf.trace.1", "frame": "#) })
  }

  /// What `stats` tells `expect` can ask for, and the other way round.
  @Test func countersHaveOneList() throws {
    var session = try Self.session(["1", "2"])
    let stats = try Answer("stats", &session)
    let state = try #require(session.levels.last).state(depth: 1)
    for (index, table) in ["rows", "items"].enumerated() {
      let known = try #require(state[table]?.record)
      var told: [String] = []
      for group in ["totals", "callbacks"] {
        told +=
          stats.value[path: try #require(FieldPath(parsing: "tables[\(index)].\(group)"))]?
          .record?.keys ?? []
      }
      #expect(told.count == 20 && told + ["stale", "count"] == known.keys)
    }
  }

  @Test func plainAnswersAreRecordsALine() throws {
    var session = try Workspace.over(
      json: #"[{"a": 1.50, "b": {"c": [1]}, "d": "x"}, [1, {"e": 2}]]"#)
    func fields(_ line: String) throws -> [[String]]? { try session.run(line: line).last?.fields }
    #expect(try fields("show 0.0") == [["a", "1.50"], ["b", #"{"c":[1]}"#], ["d", "x"]])
    #expect(try fields("show 0.1") == [["1"], [#"{"e":2}"#]])
    let status = try #require(try fields("status"))
    #expect(status.allSatisfy { $0.count == 2 } && status.first?.first == "source")
  }

  // MARK: Shares

  @Test(arguments: [
    ([999, 1], [">99%", "<1%"]), ([1000], ["100%"]), ([0, 10], ["", "100%"]),
    ([75, 12, 3, 10], ["75%", "12%", "3%", "10%"]), ([1, 1, 1], ["33%", "33%", "33%"]),
    ([335, 335, 330], ["33%", "33%", "33%"]), ([600, 396, 4], ["60%", "39%", "<1%"]),
    ([199, 1], [">99%", "<1%"]), ([99, 1], ["99%", "1%"]),
  ])
  func sharesClaimNoMoreThanIsTrue(_ counts: [Int], _ texts: [String]) {
    let shares = Shares(of: counts, in: counts.reduce(0, +))
    #expect(counts.indices.map { shares[$0] } == texts)
  }

  @Test(arguments: 0..<200)
  func sharesNeverComeToMoreThanAHundred(_ round: Int) {
    let seed = testSeed(round)
    var random = SeededGenerator(seed: seed)
    let most = [3, 50, 100_000][Int.random(in: 0..<3, using: &random)]
    let parts = Int.random(in: 1...9, using: &random)
    let counts = (0..<parts).map { _ in Int.random(in: 0...most, using: &random) }
    let whole = counts.reduce(0, +)
    let shares = Shares(of: counts, in: whole)
    let texts = counts.indices.map { shares[$0] }
    var (least, note) = (0.0, "seed \(seed): \(counts) \(texts)")
    for (count, text) in zip(counts, texts) {
      #expect(text.isEmpty == (count == 0), "\(note)")
      let share = Double(count) / Double(max(whole, 1)) * 100
      switch text {
      case "": break
      case "<1%":
        #expect(share < 1, "\(note)")
        least += 0.001
      case ">99%":
        #expect(share > 99 && share < 100, "\(note)")
        least += 99
      default:
        let shown = Double(text.dropLast()) ?? -1
        #expect(abs(shown - share) < 1.5, "\(note)")
        least += shown
      }
    }
    note += " come to \(least)"
    #expect(least <= 100, "\(note)")
  }

  @Test func sharesAreOfAllRecords() throws {
    let values =
      (0..<7).map { "\($0)" } + ["\"a\"", "\"b\"", "null", "null"].map(Optional.some)
      + Array(repeating: nil, count: 8)
    var session = try Self.session(values)
    let lines = try session.said("schema").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("v ") }).split(separator: " ")
    #expect(line.prefix(7) == ["v", "number", "35%", "text", "10%", "10%", "45%"])
    let answer = try Answer("schema --json", &session)
    #expect(answer["fields[-1].kinds"] == #"{"number":7,"text":2}"#)
    #expect(answer["fields[-1].null"] == "2" && answer["fields[-1].missing"] == "9")
    #expect(try session.said("describe v").contains(" 9 (45%)"))
  }

  // MARK: For programs

  @Test func cappedCountsSaySo() throws {
    var session = try Workspace.over(
      json: "[" + (0..<1001).map { "{\"n\":\($0),\"k\":\($0 % 1000)}" }.joined(separator: ",") + "]"
    )
    let answer = try Answer("schema --json", &session)
    for (field, isExact) in [(0, "false"), (1, "true")] {
      #expect(answer["fields[\(field)].distinct"] == "1000")
      #expect(answer["fields[\(field)].distinctIsExact"] == isExact)
    }
  }

  @Test func numbersStayVerbatimForPrograms() throws {
    var session = try Workspace.over(
      json:
        #"[{"k":"a","v":12345678901234567890.10},{"k":"a","v":1e400},{"k":1,"v":0.10},{"v":"x"}]"#)
    let described = try Answer("describe v --json", &session)
    #expect(described["schema"] == "\"shelf.describe.1\"" && described["records"] == "4")
    #expect(described["max"] == "1e400" && described["min"] == "0.10")
    #expect(described["kinds"] == #"{"number":3,"text":1}"#)
    let distinct = try Answer("distinct v --json", &session)
    #expect(distinct["schema"] == "\"shelf.distinct.1\"" && distinct["missing"] == "0")
    #expect(distinct["values[0]"] == #"{"value":12345678901234567890.10,"count":1}"#)
    let summary = try Answer("summarize v by k --json", &session)
    #expect(summary["schema"] == "\"shelf.summary.1\"")
    let groups = [("1", "1", "1"), ("\"a\"", "2", "2"), ("null", "1", "0")]
    for (index, (value, records, numbers)) in groups.enumerated() {
      #expect(summary["groups[\(index)].value"] == value)
      #expect(summary["groups[\(index)].records"] == records)
      #expect(summary["groups[\(index)].numbers"] == numbers)
    }
    #expect(summary["groups[0].sum"] == "0.1" && summary["groups[0].min"] == "0.10")
    #expect(summary["groups[2].sum"] == "null" && summary["groups[2].present"] == "1")
  }

  @Test(arguments: ["describe v", "distinct v", "summarize v by v", "schema"])
  func withJSONNothingElseIsPrinted(_ line: String) throws {
    var session = try Self.session(["1", "2"])
    let output = try #require(session.run(line: line + " --json").last)
    #expect(output.lines.isEmpty && output.json.count == 1)
  }

  // MARK: For people

  @Test func figuresAreNeverCut() throws {
    let figure = "-1234567890123456789012345678901234567890.5"
    var session = try Workspace.over(
      json: "[{\"k\":\"\(String(repeating: "long ", count: 30))\",\"a\":\(figure),\"b\":\(figure)}]"
    )
    for isTerminal in [false, true] {
      session.environment.printsToTerminal = isTerminal
      session.resize(window: .init(width: 60, height: 20))
      for line in ["schema", "summarize a by k", "describe a"] {
        #expect(try session.said(line).contains(figure), "\(line)")
      }
    }
    session.resize(window: .init(width: 300, height: 20))
    #expect(try session.said("distinct k").contains("…"))
  }

  @Test func onATerminalTextsMakeRoom() throws {
    var grid = TextGrid(["name", "text", "n"], numeric: [2])
    grid.add([.whole("a name of some length"), .text("a text that can be cut"), .whole("1")])
    #expect(grid.lines(width: nil)[1].text == "a name of some length  a text that can be cut  1")
    #expect(grid.lines(width: 40)[1].text == "a name of some length  a text that c…  1")
    #expect(grid.lines(width: 10)[1].text == "a name of some length  a text …  1")
    #expect(grid.fields == [["a name of some length", "a text that can be cut", "1"]])
  }

  /// Beside a key of what stands around it a value is still itself.
  @Test func selfStaysItselfBesideOuterKeys() throws {
    var session = try Workspace.over(
      json: #"{"shops":[{"town":"Oslo","n":[3,1]},{"town":"Rom","n":[5]}]}"#)
    try session.said("unnest n")
    #expect(
      try session.said("summarize sum(SELF) by town").hasSuffix("Oslo          4\nRom           5"))
    #expect(try session.said("summarize count by town, SELF").contains("Oslo  3         1"))
    #expect(try session.said("pivot town SELF").contains("town  1  3  5\n"))
    var records = try Workspace.over(json: #"{"a":[{"t":"x","l":[{"p":1,"q":2}]}]}"#)
    #expect(try records.said("summarize max(SELF.@count) by t").hasSuffix(" 2"))
  }

  /// The titles of a pivot's columns are values of the data.
  @Test func titlesDoNotActOnTheTerminal() throws {
    var session = try Workspace.over(json: #"[{"n": 1, "k": "\u001b]0;owned\u0007\nx"}]"#)
    let said = try session.said("pivot n k")
    #expect(said.contains("owned") && said.split(separator: "\n").count == 2)
    #expect(said.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func differentValuesLookDifferent() throws {
    var session = try Self.session(["1", "\"1\"", "[1]", "[2]", "{\"a\":{}}", "{\"b\":{}}", "null"])
    let lines = try session.said("distinct v").split(separator: "\n").map {
      $0.drop { " 0123456789".contains($0) && $0 != "1" || $0 == " " }
    }
    #expect(Set(lines).count == lines.count)
    // Of lists the elements are counted: the 1 of `[1]` is a 1 like any other.
    for text in [" \"1\"", "1", " 2", " {\"a\":{}}", " {\"b\":{}}", " null"] {
      #expect(lines.contains { $0.hasSuffix(text) }, "\(text) in \(lines)")
    }
    try session.said("group by v")
    let titles = try session.current().shown.sections(0..<9).map(\.title)
    #expect(Set(titles).count == 7)
    #expect(titles.contains("\"1\"") && titles.contains("[1]"))
  }
}
