import Arranging
import CommandLanguage
import Documents
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct SelectionActionTests {
  @Test func aTapNamesItsSection() throws {
    var session = try Workspace.over("pulse.plist")
    #expect(try session.said("tap Sport.0.2").hasSuffix("Sport 4.0.2 · item 3 of 20"))
  }

  @Test func deselectLeavesNoState() throws {
    var session = try Workspace.over("cells.json")
    try session.said("set on-select deselect")
    #expect(try session.said("tap 0.3").hasSuffix("deselected 0.3 at once (animated)"))
    #expect(try session.current().table.selection.isEmpty)
  }

  @Test func pushOpensThePageAndBackReturns() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("set on-select push; down 2; right 3; tap 2.0.3")
    #expect(session.levels.count == 2)
    try session.said("back")
    #expect(session.levels.count == 1)
    #expect(try session.current().table.selection == [Address(2, 0, 3)])
    #expect(try session.current().table.stripOffset(ofRow: Address(2, 0)) ?? 0 > 0)
  }

  @Test func aNotificationCarriesTheItem() throws {
    var session = try Workspace.over("filmstrip.json")
    try session.said("set on-select notify")
    let said = try session.said("tap 1.0.0")
    #expect(said.contains("notification didSelectItem {\"title\":\"Bread Before Dawn\""))
    #expect(session.levels.count == 2)
  }

  @Test func aRowOfItemsIsNotSelectable() throws {
    var session = try Workspace.over("filmstrip.json")
    try session.said("set on-select notify")
    #expect(session.failure("tap 1.0")?.code == "engine")
    #expect(session.levels.count == 1)
  }

  @Test func whatHasNoPageIsOnlySelected() throws {
    var session = try Workspace.over(json: "[1, 2, 3]")
    try session.said("set on-select push")
    #expect(try session.said("tap 0.1").hasSuffix("0.1 has no page: nothing is inside"))
    #expect(session.levels.count == 1)
  }

  @Test func anAccessoryDoesNotSelect() throws {
    var session = try Workspace.over("cells.json")
    try session.said("accessory detail-disclosure; set on-select push")
    #expect(try session.said("tap-accessory 0.3").hasPrefix("accessoryTapped 0.3"))
    #expect(session.levels.count == 1)
    try session.said("accessory disclosure; tap-accessory 0.3")
    #expect(session.levels.count == 2)
  }

  @Test func undoTakesBackTheTapAndItsPage() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("set on-select push")
    let before = session.digest
    try session.said("tap 0.0.2; undo")
    #expect(session.digest == before)
  }

  @Test(arguments: [
    (#"[{"n": 1}]"#, "n+=1", "2"), (#"[{"n": 1}]"#, "n+=-3", "-2"),
    (#"[{"n": 1.5}]"#, "n+=1", "2.5"), (#"[{}]"#, "n+=4", "4"),
  ])
  func countersGoUp(_ json: String, _ change: String, _ expected: String) throws {
    var session = try Workspace.over(json: json)
    try session.said("update 0.0 \(change)")
    let value = try session.current().shown.value(at: Address(0, 0))
    #expect(value?.record?["n"]?.plainText == expected)
  }

  @Test(arguments: ["n+=x", "t+=1", "n+=", "n+=\"1\"", "+=1", "n+=null"])
  func whatCannotBeAddedIsRefused(_ change: String) throws {
    var session = try Workspace.over(json: #"[{"n": 1, "t": "a"}]"#)
    let before = session.digest
    #expect(session.failure("update 0.0 \(change)")?.code == "bad-value", "\(change)")
    #expect(session.digest == before)
  }

  @Test func oneCellIsWrittenAndNoneIsMade() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("trace; stats --reset; update 0.0.1 Views+=1")
    #expect(try session.said("trace --verbose").contains("reconfigure Item#2 (item 0.0.1)"))
    try session.said("expect requests == 0 AND created == 0 AND cellForRow == 1")
  }
}
