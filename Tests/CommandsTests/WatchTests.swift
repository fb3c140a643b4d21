import Arranging
import CommandLanguage
import Rendering
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// An expression that is shown for the focused record.
@Suite struct WatchTests {
  private static let records = #"[{"a": 6, "b": 3}, {"a": 7}, 5, {"a": "x", "b": 2, "c": [1]}]"#

  @Test func theValueFollowsTheFocus() throws {
    var session = try Workspace.over(json: Self.records)
    #expect(try session.said("watch") == "nothing is watched")
    #expect(try session.said("watch a * b") == "a * b = 18")
    try session.said("focus down")
    #expect(try session.said("watch") == "a * b = nil")
    try session.said("focus down")
    #expect(try session.said("watch") == "a * b has no value here")
    try session.said("focus down; watch c")
    #expect(try session.said("watch").hasPrefix("c = "))
    try session.said("top; watch a > 6")
    #expect(try session.said("watch") == "a > 6 = false")
    #expect(try session.said("watch off") == "nothing is watched")
  }

  /// The viewport has one line more while something is watched, and is as before without it.
  @Test func theViewportShowsIt() throws {
    var session = try Workspace.over(json: Self.records)
    let before = session.picture().map(\.text)
    try session.said("watch a + b")
    #expect(session.picture().map(\.text) == before + [" watch a + b = 9"])
    #expect(try session.said("status").contains("watch      a + b = 9"))
    #expect(try session.said("view --table").split(separator: "\n").count < before.count)
    try session.said("watch off")
    #expect(session.picture().map(\.text) == before)
    #expect(try !session.said("status").contains("watch"))
  }

  @Test func machinesAreToldToo() throws {
    var session = try Workspace.over(json: Self.records)
    #expect(try session.run(line: "status --json")[0].json[0].contains(#""watch": null"#))
    let json = try session.run(line: "watch a + b; status --json")[1].json[0]
    #expect(json.contains(#""watch": {"expression": "a + b", "value": 9}"#), "\(json)")
  }

  @Test func undoAndDigestKnowIt() throws {
    var session = try Workspace.over(json: Self.records)
    let before: WorkspaceDigest = session.digest()
    try session.said("watch a; watch b")
    #expect(session.digest() != before)
    try session.said("undo")
    #expect(try session.said("watch") == "a = 6")
    try session.said("undo")
    let after: WorkspaceDigest = session.digest()
    #expect(after == before)
    try session.said("redo 2")
    #expect(try session.said("watch") == "b = 3")
  }

  @Test func outerKeysAndEditsCount() throws {
    var session = try Workspace.over(
      json: #"[{"name": "x", "friends": [{"age": 3}, {"age": 4}]}, {"name": "y", "friends": []}]"#)
    try session.said("shape --rows SELF --items friends; watch age + 1; update . age=10")
    #expect(try session.said("watch") == "age + 1 = 11")
    let output = try session.run(line: "watch name")[0]
    #expect(output.lines[0].text == "name = x")
    #expect(!output.notices.isEmpty)
  }

  @Test func mistakesAreRefused() throws {
    var session = try Workspace.over(json: Self.records)
    try session.said("watch a")
    for line in ["watch a +", "watch )", "watch random()", "watch off off +"] {
      #expect(session.failure(line) != nil, "\(line)")
    }
    #expect(try session.said("watch") == "a = 6")
    let outputs = try session.run(line: "shape --rows SELF --items SELF")
    #expect(outputs[0].notices.contains { $0.contains("the watch") }, "\(outputs[0].notices)")
  }

  /// The value is that of a key that is derived by the same expression.
  @Test func theValueIsThatOfADerivedKey() throws {
    var random = SeededGenerator(seed: testSeed())
    let texts = ["a", "a * b", "a - b", "a > b", "c", "TERNARY(a > 2, b, a)", "a / b", "b * 1.5"]
    for _ in 0..<60 {
      let records = (0..<5).map { _ in
        let fields = ["a", "b", "c"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        return "{"
          + fields.map { #""\#($0)": \#(Int.random(in: 1..<5, using: &random))"# }
          .joined(separator: ",") + "}"
      }
      var session = try Workspace.over(json: "[" + records.joined(separator: ",") + "]")
      let text = texts.randomElement(using: &random) ?? "a"
      try session.said("watch \(text); derive x = \(text); flatten")
      for row in 0..<5 {
        try session.said("goto 0.\(row)")
        let level = try session.current()
        let record = try level.shown.value(at: Address(0, row))?.record
        #expect(try level.watchedValue() == record?["x"], "\(text) \(records[row])")
      }
    }
  }
}
