import Testing
import Workspaces

@testable import Commands

/// Completion inside the predicates of command lines.
@Suite struct PredicateCompletionTests {
  static let json = """
    [{"name": "Ann", "level": "info", "price": 3, "on": true, "tags": ["new"], "a b": 1},
     {"name": "Bob", "level": "warn", "price": 4, "on": false, "tags": ["old"], "a b": 1},
     {"name": "Cleo", "level": "info", "price": 5, "on": true, "tags": ["new"], "a b": 1},
     {"name": "Dan", "level": "warn", "price": 6, "on": true, "tags": ["old"], "a b": 1}]
    """

  /// A line, what may come, what may not, and how many characters at its end are replaced.
  static let table: [(String, [String], String, Int)] = [
    ("filter ", ["name", "`a b`", "NOT", "ANY"], "==", 0), ("filter na", ["name"], "price", 2),
    ("filter name ", ["==", "BEGINSWITH"], "name", 0), ("filter price ", ["<", "IN"], "LIKE", 0),
    ("filter name BEG", ["BEGINSWITH"], "==", 3), ("filter name ==[", ["c]", "cd]"], "FIRST]", 0),
    ("filter level == ", ["\"info\"", "\"warn\""], "\"Ann\"", 0),
    ("filter level == w", ["\"warn\""], "\"info\"", 1),
    ("filter level == \"in", ["\"info\""], "\"warn\"", 3),
    ("filter level == 'in", ["'info'"], "'warn'", 3),
    ("filter level IN {\"info\", ", ["\"warn\""], "AND", 0),
    ("filter level NOT IN {", ["\"warn\""], "AND", 0), ("filter on == ", ["YES"], "\"warn\"", 0),
    ("filter ANY tags == ", ["\"new\""], "\"info\"", 0),
    ("filter price < 4 AN", ["AND"], "OR", 2), ("filter upp", ["uppercase("], "name", 3),
    ("filter level ==[c] ", ["\"info\""], "\"Ann\"", 0), ("filter $in", ["$index"], "$row", 3),
    ("filter tags.@c", ["@count"], "@sum", 2), ("filter `a", ["`a b`"], "name", 2),
    ("count ", ["where"], "name", 0), ("count where ", ["name"], "where", 0),
    ("select where pr", ["price"], "name", 2), ("style value1 ", ["for", "where"], "name", 0),
    ("style value1 where level == ", ["\"info\""], "name2", 0),
    ("accessory detail for 0 where na", ["name"], "price", 2),
    ("down 1; filter na", ["name"], "price", 2), ("filter 'é' == na", ["name"], "price", 2),
    ("search x in ", ["name", "level"], "where", 0),
  ]

  @Test(arguments: table)
  func offers(_ line: String, _ expected: [String], _ absent: String, _ replaced: Int) throws {
    let session = try Workspace.over(json: Self.json)
    let completion = Completer(session).completion(of: line, at: line.count)
    let texts = completion.candidates.map(\.text)
    #expect(Set(texts).isSuperset(of: expected), "\(texts)")
    #expect(!texts.contains(absent))
    #expect(completion.range == line.count - replaced..<line.count)
  }

  @Test func onlyWhatStandsBeforeTheCursorCounts() throws {
    let session = try Workspace.over(json: Self.json)
    let completion = Completer(session).completion(of: "filter na == 3", at: 9)
    #expect(completion.candidates.map(\.text) == ["name"] && completion.range == 7..<9)
  }
}
