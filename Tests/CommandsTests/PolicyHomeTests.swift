import Foundation
import TableEngine
import Testing
import Workspaces

@testable import Commands

/// Each policy of the engine in all places where people meet it. (That it works is the business of
/// `RandomActionTests` and `RuleTests`, which go through all policies, too.)
@Suite struct PolicyHomeTests {
  @Test(arguments: ReusePolicy.allCases) func isKnownToTheCommands(_ policy: ReusePolicy) throws {
    let name = policy.rawValue
    var session = try Workspace.over("rows.json")
    #expect(Setting.policy.choices.contains(name), "completion and 'set' offer it")
    let note = try #require(EngineNote.named(name), "'explain \(name)' has nothing to say")
    #expect(try session.said("explain \(name)").contains(note.text.prefix(20)))
    #expect(try session.said("policy \(name)").hasPrefix("policy \(name): "))
    #expect(session.preferences.engine.policy == policy)
    try session.said("repeat 3 down; up; update 0.0 title=x; reload")
    #expect(try session.said("status").contains(name))
    let other: ReusePolicy = policy == .uikit ? .flashlist : .uikit
    #expect(try session.said("compare \(name) \(other.rawValue)").contains(name))
  }

  @Test(arguments: ReusePolicy.allCases) func isDescribed(_ policy: ReusePolicy) throws {
    let page = try String(contentsOfFile: root + "/Documentation/TableView.md", encoding: .utf8)
    let rule = try #require(
      page.split(separator: "\n").first { $0.contains("Policies can be changed") })
    #expect(rule.contains("`\(policy.rawValue)`"))
  }
}
