import Arranging
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Moves of the focus that the viewport follows.
@Suite struct FocusCommandTests {
  private func focus(_ session: Workspace) -> String {
    session.levels.last?.table.focus?.description ?? "-"
  }

  @Test func theViewportFollowsByTheLeastScroll() throws {
    var session = try Workspace.over("rows.json")
    let table = try session.current().table
    let frames = table.frameCount
    try session.said("focus down")
    #expect(focus(session) == "0.1")
    #expect(table.offset == 0)
    // What is in view needs no frame.
    #expect(table.frameCount == frames)
    let last = try #require(table.fullyVisibleRows.last)
    try session.said("goto \(last)")
    #expect(table.offset == 0)
    try session.said("focus down")
    let height = try #require(table.rect(ofRow: last)).height
    #expect(table.offset == height)
    #expect(table.fullyVisibleRows.last == table.focus)
    try session.said("undo")
    #expect(table.offset == 0)
    #expect(table.focus == last)
  }

  @Test func atTheEndsTheFocusStaysAndSaysSo() throws {
    var session = try Workspace.over("rows.json")
    #expect(try session.said("focus up") == "already at the start")
    #expect(try session.said("focus up 7") == "already at the start")
    #expect(session.history[.back].isEmpty)
    let end = try session.said("focus down 1000000000000")
    #expect(try session.current().table.focus == session.current().table.lastRow)
    #expect(try session.said("focus") == end)
    #expect(try session.said("focus down") == "already at the end")
    #expect(try session.said("focus 100%") == "already at 100%")
    #expect(try session.said("focus right") == "row \(focus(session)) has no items to move through")
    #expect(try session.said("focus section next") == "already in the last section")
    #expect(try session.said("focus section previous") == "already in the first section")
  }

  @Test func itemsScrollTheirStrip() throws {
    var session = try Workspace.over("pulse.plist")
    let table = try session.current().table
    #expect(try session.said("focus left") == "already at the row's start")
    try session.said("focus right")
    #expect(focus(session) == "0.0.1")
    #expect(table.stripOffset(ofRow: Address(0, 0)) == -table.metrics.insetLeft)
    try session.said("focus right 400")
    let count = try #require(try session.current().presenter.itemCount(inRow: Address(0, 0)))
    #expect(table.focus == Address(0, 0, count - 1))
    #expect(table.fullyVisibleItems(inRow: Address(0, 0)).contains(count - 1))
    #expect(try session.said("focus right") == "already at the row's end")
  }

  /// A move to another row goes to the item below, whatever its strip is scrolled to.
  @Test func rowsKeepThePlaceOnTheScreen() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("right 3 --row 1.0; goto 0.0.1; focus down")
    #expect(focus(session) == "1.0.4")
    let table = try session.current().table
    let offset = table.stripOffset(ofRow: Address(1, 0))
    try session.said("focus up")
    #expect(focus(session) == "0.0.1")
    #expect(table.stripOffset(ofRow: Address(1, 0)) == offset)
  }

  @Test func sectionsWithoutRowsArePassedOver() throws {
    var session = try Workspace.over(
      json: #"{"a": [{"x": 1}, {"x": 2}], "b": [], "c": [{"x": 3}]}"#)
    try session.said("shape --sections SELF --rows SELF")
    let counts = try session.current().shown.counts()
    try #require(counts.sections == .exact(3))
    try session.said("focus down")
    try session.said("focus section next")
    #expect(focus(session) == "2.0")
    #expect(try session.said("focus section next") == "already in the last section")
    try session.said("focus section previous")
    #expect(focus(session) == "0.0")
  }

  @Test(arguments: [(0, 0), (1, 0), (49, 0), (50, 1), (100, 1)])
  func sharesAreRounded(percent: Int, row: Int) throws {
    var session = try Workspace.over(json: #"[{"x": 1}, {"x": 2}]"#)
    try session.said("focus \(percent)%")
    #expect(focus(session) == "0.\(row)")
  }

  @Test(arguments: ["focus 101%", "focus -1%", "focus 5", "focus %", "focus nowhere", "focus 1.5%"])
  func otherSharesAreRefused(line: String) throws {
    var session = try Workspace.over("rows.json")
    let failure = session.failure(line)
    let error = try #require(failure)
    #expect("\(error)".hasSuffix("0% to 100%"), "\(error)")
    #expect(session.failure("focus section") != nil)
    #expect(session.failure("focus section sideways") != nil)
    #expect(session.failure("focus 5% 3") != nil)
  }

  @Test func anEmptyTableHasNoFocusToMove() throws {
    var session = try Workspace.over(json: "[]")
    for line in ["focus", "focus down", "focus right", "focus section next", "focus 50%"] {
      #expect(try session.said(line) == "this table is empty")
    }
    #expect(try session.said("jump back") == "this table is empty")
    #expect(session.failure("bookmark a") != nil)
  }

  @Test func aGridScrollsItsColumns() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("flatten; set viewport 40x12; columns all")
    let before = try session.current().look.columns?.first
    try session.said("focus right")
    #expect(try session.current().look.columns?.first != before)
    try session.said("focus left")
    #expect(try session.current().look.columns?.first == before)
  }

  /// Rows that are measured on the way may lie elsewhere by the time they are reached.
  @Test(arguments: ["", "estimate 1; ", "estimate 7; "])
  func rowsOfDifferentHeightsAreReached(estimate: String) throws {
    let rows = (0..<80).map { #"{"id": \#($0), "height": \#($0 * 7 % 5 + 1)}"# }
    var session = try Workspace.over(json: "[" + rows.joined(separator: ",") + "]")
    try session.said("set viewport 30x9; \(estimate)fields height=height")
    let table = try session.current().table
    for line in ["down", "down 9", "up 3", "75%", "10%", "down 50", "up 49", "100%", "0%"] {
      try session.said("focus \(line)")
      #expect(table.visibleRows.contains(try #require(table.focus)), "\(line)")
      #expect(table.invariantViolations().isEmpty)
    }
  }

  @Test func halfAPageIsHalfOfWhatIsScrolledThrough() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 40x9")
    let table = try session.current().table
    try session.said("page")
    let page = table.offset
    try session.said("undo; page half")
    #expect(table.offset == page / 2)
    #expect(table.fullyVisibleRows.contains(try #require(table.focus)))
    try session.said("page half up")
    #expect(table.offset == 0)
    #expect(try session.said("page half up") == "already at the start")
    #expect(session.failure("page half sideways") != nil)
    #expect(session.failure("page up half") != nil)
  }

  /// Shown on the way, a row that a filter has shortened stands at its only item; taken back, it is
  /// where it was scrolled to before the filter.
  @Test func undoLeavesShortenedRowsWhereTheyWere() throws {
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 40x12; open generated:sections=3,rows=4,items=6,kinds=2")
    try session.said("right 2; focus 77%; filter id > 4")
    let before = session.digest
    try session.said("goto 0.0")
    #expect(session.digest != before)
    try session.said("undo")
    #expect(session.digest == before)
    try session.said("filter off; focus 0%")
    #expect(focus(session) == "0.0.2")
  }

  // MARK: Any table

  private static let moves = [
    "focus up", "focus down", "focus left", "focus right", "focus up 3", "focus down 3",
    "focus left 4", "focus right 4", "focus down 100", "focus up 100", "focus section next",
    "focus section previous", "focus 0%", "focus 30%", "focus 77%", "focus 100%", "jump back",
    "jump forward", "jump back 2", "goto 'a", "goto 'b",
  ]
  private static let others = [
    "page half", "page half up", "page", "offset 9", "offset 999", "right 2", "finish", "bottom",
    "top", "bookmark a", "bookmark b", "filter id > 4", "filter off", "sort by id desc", "sort off",
    "flatten", "flatten off", "set viewport 30x9", "set viewport 60x14", "style value1",
    "set header-style grouped", "set header-style plain", "estimate 2", "estimate off",
    "delete .", "insert 0.0", "undo", "redo", "undo 2",
  ]

  /// Wherever it is moved to, the focus is in the table and the viewport shows it; the engine's
  /// invariants hold, and undo leads back.
  @Test(arguments: [
    "sections=3,rows=4,items=6,kinds=2", "sections=2,rows=30,items=0,kinds=3", "sections=1,rows=0",
    "sections=5,rows=1,items=40",
  ])
  func theViewportAlwaysShowsTheFocus(_ specification: String) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 40x12; open generated:\(specification)")
    session.forgetUndo()
    var log: [String] = []
    for _ in 0..<testRounds(1000) {
      let isMove = Bool.random(using: &random)
      let line = try #require(
        (isMove ? Self.moves : Self.others).randomElement(using: &random))
      log.append(line)
      let story = "after '\(line)', seed \(seed): \(log.joined(separator: "; "))"
      let before = session.digest
      let steps = session.history[.back].count
      let failed = session.failure(line) != nil
      let level = try session.current()
      let table = level.table
      #expect(table.invariantViolations().isEmpty, "\(story)")
      if table.rowCount > 0 { #expect(table.focus != nil, "\(story)") }
      guard isMove, let focus = table.focus else { continue }
      let hasMoved = session.history[.back].count > steps
      let height = table.rect(ofRow: focus.rowAddress)?.height ?? 0
      if !failed, height > 0, hasMoved || line.hasPrefix("focus up") || line.hasPrefix("focus down")
      {
        #expect(table.visibleRows.contains(focus.rowAddress), "\(focus) \(story)")
        if let item = focus.item {
          let items = table.fullyVisibleItems(inRow: focus.rowAddress)
          #expect(items.contains(item), "\(focus) \(items) \(story)")
        }
      }
      if hasMoved {
        try session.said("undo")
        if session.digest != before { Issue.record("undone \(story) \(before) \(session.digest)") }
        try session.said("redo")
      }
    }
  }
}
