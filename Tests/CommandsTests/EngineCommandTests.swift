import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Commands that set how the engine works.
@Suite struct EngineSettingTests {
  static let settings: [(String, String, String)] = [
    ("policy recyclerview", "policy", "recyclerview"), ("policy prebuilt", "policy", "prebuilt"),
    ("reuse off", "policy", "none"), ("reuse prebuilt", "policy", "prebuilt"),
    ("nested reset", "nested", "reset"), ("prefetch viewport", "prefetch", "viewport"),
    ("prefetch 12", "prefetch", "12"), ("estimate 30", "estimate", "30"),
    ("images guarded", "images", "guarded"), ("overlay reuse", "overlay", "reuse"),
    ("set chunk 5", "chunk", "5"), ("set enqueue-order descending", "enqueue-order", "descending"),
    ("set end-order ascending", "end-order", "ascending"),
    ("set header-style grouped", "header-style", "grouped"),
    ("set resets-all on", "resets-all", "on"),
    ("set conditional-writes accessory,image", "conditional-writes", "image,accessory"),
    ("set conditional-writes all", "conditional-writes", "all"),
    ("set cost-create 20", "cost-create", "20"), ("set frame-budget 9", "frame-budget", "9"),
    ("set cell-prefetch 3", "cell-prefetch", "3"),
  ]

  /// After a reset the focus is in view, so that what scrolls its strip scrolls one that is seen.
  @Test func resettingPutsTheFocusWhereItIsSeen() throws {
    var session = try Workspace.over("pulse.plist")
    let text = try session.said("repeat 5 down; reset; right 4")
    #expect(text.hasSuffix("Business 0.0.4 · item 5 of 16"))
    let table = try session.current().table
    #expect(table.visibleRows.first == Address(0, 0))
    #expect(table.stripOffset(ofRow: Address(0, 0)) != 0)
  }

  @Test(arguments: settings)
  func aCommandSetsAndUndoTakesBack(_ line: String, _ name: String, _ value: String) throws {
    var session = try Workspace.over("pulse.plist")
    let setting = try #require(Setting.named(name))
    let before = setting.get(session.preferences)
    try session.said(line)
    #expect(setting.get(session.preferences) == value)
    #expect(session.preferences.engine == (try session.current().table.configuration))
    #expect(session.preferences.changedSettings().map(\.name) == [name])
    try session.said("undo")
    #expect(setting.get(session.preferences) == before)
    #expect(session.preferences.engine == (try session.current().table.configuration))
  }

  @Test(arguments: ["reload", "down 3", "goto 7", "filter Title CONTAINS 'a'"])
  func whatATableViewRaisesLeavesTheScreenFull(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("right 2; set dequeue unregistered")
    let (before, rows) = (session.digest, try session.current().table.visibleRows)
    #expect(throws: CommandError.self) { try session.said(line) }
    #expect(session.digest == before)
    #expect(try session.current().table.visibleRows == rows)
    #expect(!rows.isEmpty)
    try session.said("set dequeue registered; down 3")
  }

  @Test func theScriptOfSettingsRepeatsThem() throws {
    var session = Workspace(environment: .checkout)
    for (line, _, _) in Self.settings { try session.said(line) }
    var other = Workspace(environment: .checkout)
    for line in try session.said("set --script").split(separator: "\n") {
      try other.said(String(line))
    }
    #expect(other.preferences.engine == session.preferences.engine)
    #expect(other.preferences.overlay == session.preferences.overlay)
  }

  @Test(arguments: [
    "policy swift", "policy uikit none", "reuse maybe", "nested x", "prefetch -1", "prefetch far",
    "estimate 0", "estimate -3", "images sometimes", "images deliver soon", "images guarded 3",
    "overlay rainbow", "set chunk 0", "set conditional-writes colour", "set frame-budget 0",
    "set end-order sideways", "set inset-top -1", "set cell-names octal", "set identity ..",
    "goto 0.0.1 --animated 0", "top --animated=x", "bottom --animated 1001", "edit 99",
    "edit 0.0", "edit end", "edit 7.0.0", "bounce 0", "bounce x", "lock 9", "lock", "unlock 0.0.99",
    "compare uikit", "compare uikit x",
    "compare nested=x none", "compare uikit none nosuch.shelf", "explain nosuch", "explain rule",
    "explain rule 0", "explain rule 57", "explain rule 3 4", "explain topics pool",
  ])
  func whatCannotBeIsRefused(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down; right 2")
    let (before, frames) = (session.digest, try session.current().table.frameCount)
    #expect(session.failure(line) != nil, "\(line)")
    #expect(session.digest == before)
    // The books too: a command that fails makes no frame.
    #expect(try session.current().table.frameCount == frames)
  }

  @Test func theDefaultsOfAPolicyComeBack() throws {
    var session = try Workspace.over("rows.json")
    try session.said("policy recyclerview; set pool-cap 2; set kept-cells 0; set pool-order fifo")
    try session.said("set pool-cap --reset; set kept-cells --reset; set pool-order --reset")
    var expected = EngineConfiguration()
    expected.policy = .recyclerview
    #expect(session.preferences.engine == expected)
  }

  @Test func settingsBeforeOpeningApply() throws {
    var session = Workspace(environment: .checkout)
    try session.said("policy none; set viewport 80x5; open rows.json; repeat 3 down")
    try session.said("expect created == 8 AND reused == 0 AND discarded == 3")
  }
}

@Suite struct SpringAndLockTests {
  @Test func aBounceMakesTheFramesOfTheWayBack() throws {
    var session = try Workspace.over("rows.json")
    try session.said("offset -10 --overscroll")
    let frames = try session.current().table.frameCount
    #expect(try session.said("bounce 3") == "back in 4 frames · offset 0")
    #expect(try session.current().table.frameCount == frames + 4)
    #expect(try session.said("bounce") == "already at rest · offset 0")
    try session.said("offset -10 --overscroll")
    #expect(try session.said("bounce") == "back in 4 frames · offset 0")
  }

  @Test func stripsSpringBackToo() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("offset -30 --row 1 --overscroll")
    #expect(try session.said("bounce 10 --row 1") == "back in 3 frames · row 1.0 at 0")
  }

  @Test func lockedRowsGoTogetherUntilTheyAreUnlocked() throws {
    var session = try Workspace.over("pulse.plist")
    #expect(try session.said("lock 0 1 Technology") == "3 rows scroll together")
    try session.said("right 3 --row 1")
    let table = try session.current().table
    let offsets = { (0..<3).map { table.stripOffset(ofRow: Address($0, 0)) } }
    #expect(Set(offsets()).count == 2)
    #expect(offsets()[0] == offsets()[1] && offsets()[0] != 0)
    try session.said("unlock 0; left 3 --row 1")
    #expect(offsets()[0] != offsets()[1])
    #expect(try session.said("unlock") == "every row scrolls by itself")
  }
}

@Suite struct ImageTests {
  /// Strips whose images come late, scrolled by single rows so that cells are used again.
  private func scrolled(_ mode: String) throws -> Workspace {
    var session = try Workspace.over("pulse.plist")
    try session.said("flatten; fields image=ImageName; set viewport 60x10")
    try session.said("images \(mode); reset; repeat 6 down")
    return session
  }

  @Test func unguardedImagesLandInTheWrongCells() throws {
    var session = try scrolled("unguarded")
    #expect(try session.said("images deliver").contains("to cells that now show another row"))
    try session.said("expect rows.stale.async > 0 AND imagesPending == 0")
  }

  @Test func guardedOnesDoNot() throws {
    var session = try scrolled("guarded")
    #expect(try session.said("images deliver").contains("rejected"))
    try session.said("expect rows.stale.async == 0 AND imagesRejected > 0")
  }

  @Test func theyComeInTheOrderThatIsAskedFor() throws {
    var session = try scrolled("guarded")
    let pending = try session.current().table.pendingImages
    #expect(try session.said("images deliver 2 first").hasPrefix("delivered 2 images"))
    #expect(try session.current().table.pendingImages == pending - 2)
    #expect(try session.said("images").contains("\(pending - 2) on their way"))
    #expect(try session.said("images deliver shuffle:7").hasPrefix("delivered"))
    #expect(try session.said("images deliver").hasPrefix("no image"))
  }
}

@Suite struct VariableHeightTests {
  private func session(_ settings: String) throws -> Workspace {
    let rows = (0..<60).map { "{\"n\": \"row \($0)\", \"h\": \($0 % 4 + 1)}" }
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 40x10; set header-height 0; fields height=h text=n; \(settings)")
    let other = try Workspace.over(json: "[\(rows.joined(separator: ","))]")
    _ = try session.open(try #require(other.levels.first).document)
    return session
  }

  @Test func heightsComeFromTheData() throws {
    var session = try session("estimate off")
    try session.said("expect contentHeight == 150 AND visible == 4")
    // All sixty twice, and twice for each row in view.
    try session.said("expect rows.heightForRow == 128")
  }

  @Test func estimatesMakeTheContentDrift() throws {
    var session = try session("estimate 1")
    try session.said("expect contentHeight == 73 AND rows.heightForRow == 18 AND drift == 13")
    try session.said("bottom; top; expect drift > 13")
  }

  @Test func rowsWithoutAHeightTakeTheUsualOne() throws {
    var session = try Workspace.over(json: #"[{"h": 3}, {"h": "tall"}, {}, {"h": -5}]"#)
    try session.said("set header-height 0; fields height=h; expect contentHeight == 5")
  }
}
