import Testing
import Workspaces

@testable import Commands

/// Opening one document after the other keeps only the last of them open to return to.
@Suite struct ManyOpeningsTests {
  @Test(arguments: ["catalog.sqlite", "rows.json"]) func undoKeepsFewDocuments(_ name: String)
    throws
  {
    var session = Workspace(environment: .checkout)
    for _ in 0..<40 { try session.said("open \(root)/Datasets/\(name); down; select 0.1") }
    #expect(session.history.past.count < 40)
    let openings = Set(session.history.past.map(\.openings))
    #expect(openings.count <= 10)
    // Three steps for each of the last eight.
    for _ in 0..<8 { try session.said("undo 3") }
    try session.said("redo 24")
    try session.said("expect focus == \"0.1\"")
  }

  @Test func otherChangesAreKeptAsBefore() throws {
    var session = try Workspace.over("rows.json")
    for number in 0..<150 { try session.said("update 0.0 title=\(number)") }
    #expect(session.history.past.count == 150)
  }
}
