import CommandLanguage
import Foundation
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct EditCommandTests {
  @Test func whatIsEditedIsKept() throws {
    var session = try Workspace.over("rows.json")
    #expect(try session.said("edit") == "nothing is being edited")
    #expect(try session.said("edit 0.2") == "editing 0.2")
    #expect(try session.said("down 9").isEmpty == false)
    // The last of 25 rows is as far as it goes in a window of 20.
    try session.said("expect retained == 1 AND editing == '0.2'")
    #expect(try session.said("edit") == "editing 0.2 · its cell waits off the screen")
    #expect(try session.said("status").contains("editing    0.2, off the screen"))
    #expect(try session.said("stats").contains("retained"))
    try session.said("up 9; expect retained == 1")
    #expect(try session.said("edit") == "editing 0.2")
    #expect(try session.said("edit end") == "editing 0.2 ended")
  }

  @Test func itCanBeTakenBack() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("edit 0.0.1; edit 0.0.2; undo; expect editing == '0.0.1'")
    try session.said("undo; expect editing == nil; redo; expect editing == '0.0.1'")
    try session.said("reload; expect editing == nil")
  }

  @Test func aPlaceOffTheScreenIsRefusedWithAHint() throws {
    var session = try Workspace.over("rows.json")
    let failed = session.failure("edit 0.24")
    let error = try #require(failed)
    #expect("\(error)" == "'0.24' is not on the screen, so it has no cell")
    #expect(error.hint == "'goto 0.24' scrolls to it")
  }
}

@Suite struct CellNameTests {
  @Test func addressesAreTheSameInEveryRun() throws {
    func run() throws -> (text: String, json: [String]) {
      var session = try Workspace.over("rows.json")
      try session.said("set cell-names hex; down 3; up 2")
      let text = try session.said("explain") + "\n" + session.said("trace --all --verbose")
      return (text, try session.run(line: "trace --all --json").flatMap(\.json))
    }
    let first = try run()
    #expect(first.text == (try run()).text)
    #expect(first.text.contains("0x520290"))
    #expect(!first.text.contains("Row#"))
    // Machines get both.
    #expect(first.json.contains { $0.contains("\"cell\": \"Row#") })
    #expect(
      first.json.allSatisfy { $0.contains("\"cell\": \"Row#") == $0.contains("\"pointer\": ") })
  }

  @Test func noTwoCellsHaveOne() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("repeat 4 down; repeat 4 right")
    let cells = Set(try session.current().table.allTrace.compactMap(\.cell))
    #expect(Set(cells.map(\.address)).count == cells.count)
    #expect(Set(cells.map(\.description)).count == cells.count)
  }

  @Test func startingAfreshBeginsAgain() throws {
    var session = try Workspace.over("rows.json")
    let before = try session.said("set cell-names hex; trace --all --verbose")
    #expect(try session.said("reset; trace --all --verbose").hasSuffix(before.dropFirst(14)))
  }
}

@Suite struct AnimatedScrollTests {
  @Test(arguments: [
    ("goto 0.20 top --animated 4", 4), ("goto 0.20 top --animated=4", 4), ("bottom --animated", 18),
    ("bottom --animated 3", 3), ("offset 3 --animated 3", 3), ("offset 3", 1),
    ("goto --animated 0.24", 18), ("top --animated", 1),
  ])
  func framesAreMade(_ line: String, _ frames: Int) throws {
    var session = try Workspace.over("rows.json")
    let before = try session.current().table.frameCount
    try session.said(line)
    #expect(try session.current().table.frameCount == before + frames)
  }

  @Test func itEndsWhereAJumpEnds() throws {
    var (session, other) = (try Workspace.over("pulse.plist"), try Workspace.over("pulse.plist"))
    for line in ["goto 5.0.7", "finish --row 1", "start --row 1", "bottom", "top"] {
      try session.said(line + " --animated 5")
      try other.said(line)
      #expect(session.digest == other.digest, "\(line)")
    }
  }
}

@Suite struct InsetSettingTests {
  @Test func theyAreSettings() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set inset-top 3; expect offset == 0; top; expect offset == -3")
    try session.said("down; up; expect offset == -3; set inset-bottom 4; bottom")
    let table = try session.current().table
    #expect(table.offset == table.contentHeight + 4 - table.metrics.viewport.height)
    try session.said("undo 8; expect offset == 0")
    #expect(session.preferences.changedSettings().isEmpty)
    try session.said("set inset-top 3; set inset-top --reset; expect offset == 0")
  }

  @Test func stripsHaveTheirs() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("set inset-left 5; set inset-right 2; start")
    let table = try session.current().table
    #expect(table.stripOffset(ofRow: Address(0, 0)) == -5)
    try session.said("right 2; left 2")
    #expect(table.stripOffset(ofRow: Address(0, 0)) == -5)
    try session.said("finish")
    let width = try #require(table.stripWidth(ofRow: Address(0, 0)))
    #expect(table.stripOffset(ofRow: Address(0, 0)) == width + 2 - table.metrics.viewport.width)
  }
}

@Suite struct UnnamedCellTests {
  @Test(arguments: ["rows.json", "pulse.plist"])
  func noneIsPooledAndAllCanBeReconfigured(_ dataset: String) throws {
    var session = try Workspace.over(dataset)
    try session.said("set dequeue unnamed; down 3; right 2; reconfigure; up 2; reload")
    try session.said("expect rows.pooled == 0 AND items.pooled == 0 AND rows.reused == 0")
    try session.said("expect rows.discarded > 3 AND rows.recycled == 0")
    try session.said("set dequeue registered; down; up; expect rows.pooled > 0")
  }
}
