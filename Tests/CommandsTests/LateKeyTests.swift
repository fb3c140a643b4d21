import CommandLanguage
import Documents
import PredicateLanguage
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Keys that only come up behind the records of which a sample is made.
@Suite struct LateKeyTests {
  /// 1,500 records; the last one has keys of its own.
  private static func session() throws -> Workspace {
    let records =
      (0..<1499).map { "{\"n\":\($0),\"list\":[{\"x\":1}]}" }
      + ["{\"n\":null,\"late\":null,\"a.b\":2,\"list\":[{\"y\":2}],\"inner\":{\"deep\":1}}"]
    var session = try Workspace.over(json: "[" + records.joined(separator: ",") + "]")
    try session.said("shape --rows SELF")
    return session
  }

  @Test(arguments: [
    "distinct late", "describe late", "sort by late", "group by late", "index by late",
    "search x in late", "summarize n by late", "summarize late by n", "distinct `a.b`",
    "sort by n, late", "distinct inner.deep",
  ])
  func areKnown(_ line: String) throws {
    var session = try Self.session()
    try session.said(line)
  }

  @Test(arguments: ["distinct latter", "sort by a.c", "group by n.late.", "search x in nn"])
  func othersAreNot(_ line: String) throws {
    var session = try Self.session()
    #expect(session.failure(line) != nil)
  }

  @Test func areProposedOnceTheyWereFound() throws {
    var session = try Self.session()
    #expect(try !session.questions.knownKeys().contains("late"))
    try session.said("distinct late")
    #expect(try session.questions.knownKeys().contains("late"))
    #expect(session.failure("distinct lote")?.hint == "did you mean 'late'?")
  }

  @Test(arguments: [
    ("late == nil", 0), ("late != nil", 0), ("inner.deep == 1", 0), ("ANY list.y == 2", 0),
    ("latter == nil", 1), ("ANY list.z == 2", 1), ("inner.depth == 1", 1), ("n > 3 OR lat == 1", 1),
  ])
  func conditionsWarnOfOthersOnly(_ condition: String, _ warnings: Int) throws {
    var session = try Self.session()
    let output = try #require(session.run(line: "filter \(condition)").last)
    #expect(output.notices.count { $0.contains("no item has the key") } == warnings)
  }

  @Test func lookingForThemCanBeStopped() throws {
    var environment = Environment.checkout
    environment.isInterrupted = { true }
    let records = (0..<9000).map { "{\"n\":\($0)}" }.joined(separator: ",")
    let document = try DocumentOpener.open(bytes: Array("[\(records)]".utf8), name: "n.json")
    var session = Workspace(environment: environment)
    _ = try session.open(document)
    let failure = session.failure("sort by nothing")
    guard case .cancelled? = failure?.reason else {
      Issue.record("not cancelled: \(String(describing: failure))")
      return
    }
  }

  /// What was found belongs to the data: an edit may bring a key.
  @Test func editsAreSeen() throws {
    var session = try Self.session()
    #expect(session.failure("distinct newest") != nil)
    try session.said("update 0.1400 newest=1")
    #expect(try session.said("distinct newest").contains("1  1"))
  }

  /// Numbers, texts and lists of them have no keys: a path that goes on there finds nothing.
  @Test(arguments: ["n.x", "u.x.y", "l.x"])
  func keysBelowValuesWithoutKeysAreNoted(_ path: String) throws {
    var session = try Workspace.over(json: #"[{"n":1,"u":{"x":9},"s":"t","l":[1]}]"#)
    let notices = try session.run(line: "filter \(path) == 1").flatMap(\.notices)
    #expect(notices.contains { $0.contains("no item has the key `\(path)`") })
    #expect(session.failure("filter off; set strict on; filter \(path) == 1") != nil)
    #expect(try session.run(line: "set strict off; filter s.length == 1").flatMap(\.notices) == [])
  }
}
