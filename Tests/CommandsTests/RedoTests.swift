import Foundation
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// What is done again is as it was when it was done first.
@Suite struct RedoTests {
  private func state(_ session: Workspace) throws -> String {
    let table = try session.current().table
    return session.digest + "|\(table.contentHeight)|\(session.digest())"
  }

  @Test(arguments: [
    ("cells.json", "update -1 title=zz"), ("cells.json", "update 0 title=zz; bottom"),
    ("pulse.plist", #"push; insert . {"title":"T","items":[{"Title":"a"}]}"#),
    ("pulse.plist", #"push; insert 0.3 {"title":"T","items":[{"Title":"a"}]}; delete 0.3"#),
  ])
  func changesThatBringTitles(dataset: String, commands: String) throws {
    var session = try Workspace.over(dataset)
    try session.said(commands)
    let done = try state(session)
    try session.said("undo; redo")
    #expect(try state(session) == done)
  }

  private static let places = [
    "0", "1", "0.0", "0.1", "1.0", "2.1", "0.0.0", "0.1.2", "-1", "-1.-1",
  ]
  private static let templates = [
    "down", "page", "bottom", "top", "right 2", "finish", "goto P", "select P", "mark P", "lock P",
    "insert P", #"insert P {"id": 7, "title": "T", "items": [1, {"id": 2}]}"#, "insert P [1, 2]",
    "delete P", "delete P", "move P P", "update P id=5", "update P title=x", "update P title=",
    "policy none", "policy uikit", "nested reset", "nested restore", "reload", "reconfigure P",
    "filter id > 4", "filter off", "sort by id desc", "sort off", "group by kind", "group off",
    "flatten", "flatten off", "set viewport 30x9", "set row-height 3", "set row-height off",
    "style value1", "toggle header", "toggle style", "style Cell2 where id > 4", "push P", "back",
    "undo",
    "set header-style grouped", "shape --rows SELF", "shape off",
  ]

  /// A state that undo and redo make is that of the commands themselves. Left out is what shows on
  /// purpose that a table view learns late: a look by place, untold changes, estimated heights.
  @Test(arguments: ["cells.json", "filmstrip.json", "pulse.plist", "rows.json", "api.json"])
  func randomCommands(_ dataset: String) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var session = try Workspace.over(dataset)
    session.forgetUndo()
    var log: [String] = []
    var compared = 0
    for _ in 0..<80 {
      let template = Self.templates.randomElement(using: &random) ?? "down"
      var line = template
      while let range = line.range(of: "P") {
        line.replaceSubrange(range, with: Self.places.randomElement(using: &random) ?? "0")
      }
      let steps = session.history.past.count
      guard session.failure(line) == nil else { continue }
      log.append(line)
      guard session.history.past.count > steps else { continue }
      let done = try state(session)
      try session.said("undo; redo")
      compared += 1
      let again = try state(session)
      #expect(Bool(again == done), "seed \(seed): \(log.joined(separator: "; "))")
      if again != done { break }
    }
    #expect(compared >= 10)
  }
}
