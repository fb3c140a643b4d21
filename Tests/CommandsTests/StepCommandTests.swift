import CommandLanguage
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// `step`: the last pass, phase by phase.
@Suite struct StepCommandTests {
  @Test func stepsGoForthAndBackAndChangeNothing() throws {
    var session = try Workspace.over("rows.json")
    try session.said("down 1; down 1; down 1")
    let (digest, frames) = (session.digest(), try session.current().table.frameCount)
    let events = try session.current().table.traceCount
    #expect(try session.said("step").contains("step 1 of 6 · ask\nthe table asks for row 0.22"))
    #expect(try session.said("step").contains("prepareForReuse Row#"))
    #expect(try session.said("step 2").contains("step 4 of 6 · display"))
    #expect(try session.said("step back").contains("step 3 of 6 · configure"))
    #expect(try session.said("step 0").contains("before the pass"))
    let end = try session.run(line: "step 99")
    #expect(end[0].notices.count == 1)
    #expect(session.digest() == digest)
    #expect(try session.current().table.frameCount == frames)
    #expect(try session.current().table.traceCount == events)
    // The next frame begins anew.
    #expect(try session.said("down 1; step").contains("step 1 of"))
  }

  @Test func thePoolStandsBesideTheTable() throws {
    var session = try Workspace.over("pulse.plist")
    let lines = try session.said("down 1; step 0; step 99").split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("│ rows: pool of 'Strip'") })
    #expect(lines.contains { $0.hasSuffix("Strip#1") })
    #expect(lines.allSatisfy { $0.count <= session.preferences.window.width })
  }

  @Test func machinesReadTheStep() throws {
    var session = try Workspace.over("rows.json")
    let output = try session.run(line: "down 1; step 2")
    let json = try #require(output.last?.json.first)
    #expect(json.contains("\"schema\": \"shelf.step.1\""))
    #expect(json.contains("\"step\": 2") && json.contains("\"pools\""))
  }
}
