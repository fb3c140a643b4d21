import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct BackgroundTests {
  /// The background layer of a viewport, without its heading and its legend.
  private func layer(_ session: inout Workspace) throws -> [String] {
    let said = try session.said("view --table --layers background")
    return said.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(" ") }
      .dropFirst().map(\.self)
  }

  private func labelled(_ mode: String) throws -> [String] {
    var session = Workspace(environment: .checkout)
    try session.said("scenario pulse; set viewport 320x128; select 0.0.1")
    try session.said("set label-background \(mode)")
    return try layer(&session)
  }

  @Test func theLabelKeepsItsBackgroundOrLosesIt() throws {
    let kept = try labelled("persistent")
    let cleared = try labelled("clearing")
    #expect(kept[5] == "sslllllllllssSSlllllllllSSsslllllllllsss")
    #expect(cleared[5] == "sslllllllllssSSSSSSSSSSSSSsslllllllllsss")
    #expect(kept[0] == String(repeating: "t", count: 40))
    #expect(try labelled("none").allSatisfy { $0.allSatisfy { $0 == "." } })
  }

  @Test func cellsHaveColoursByPlaceAndByPredicate() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 20x3; background red; background blue for 0.1")
    try session.said("background none where colour == \"ash\"")
    let rows = ["r", "b", "."].map { String(repeating: $0, count: 20) }
    #expect(try layer(&session) == rows)
    try session.said("background off")
    #expect(try layer(&session).joined().allSatisfy { $0 == "." })
  }

  @Test func aColourThatIsWrittenOnlySometimesIsStale() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 40x5; set conditional-writes background")
    try session.said("background red where title == \"Row 0\"; repeat 12 down")
    try session.said("expect rows.stale.style > 0")
  }

  @Test func coloursAreSeenOnATerminalAndNeverInText() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 40x3")
    let plain = try session.said("view --table")
    try session.said("background green")
    #expect(try session.said("view --table") == plain)
    let lines = try session.run(line: "view --table").flatMap(\.lines)
    #expect(ViewEncoder.text(of: lines, palette: .standard).contains("42m"))
  }

  @Test func indentationMovesTheContent() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 40x2; indent 2 for 0.1")
    let lines = try session.said("view --table").split(separator: "\n")
    #expect(lines[0].hasPrefix("▸  Row 0") && lines[1].hasPrefix("       Row 1"))
    try session.said("indent off")
    #expect(try session.said("view --table").contains("\n   Row 1"))
  }

  @Test func aSelectionNeedNotBeSeen() throws {
    var session = try Workspace.over("rows.json")
    try session.said("select 0.1; set selection-style off")
    #expect(try !session.said("view --table").contains("●"))
    try session.said("set selection-style on")
    #expect(try session.said("view --table").contains("●"))
  }

  @Test(arguments: ["background purple", "background", "indent -1", "indent x", "indent 101"])
  func slipsChangeNothing(_ line: String) throws {
    var session = try Workspace.over("rows.json")
    let before = session.digest
    #expect(session.failure(line) != nil)
    #expect(session.digest == before)
  }

  @Test(arguments: ["background red for 0.1", "indent 1", "set label-background clearing"])
  func undoTakesThemBack(_ line: String) throws {
    var session = try Workspace.over("rows.json")
    let before = try layer(&session) + [try session.said("view --table")]
    try session.said("\(line); undo")
    #expect(try layer(&session) + [try session.said("view --table")] == before)
  }

  @Test(arguments: [("phone", 106, 0), ("pad", 192, 12), ("terminal", 5, 0)])
  func aStripIsAsHighAsItsCellsAndThePadding(
    _ name: String, _ cell: Int, _ padding: Int
  ) throws {
    let device = try #require(Device.named(name))
    let metrics = device.metrics(window: Size(width: 80, height: 24))
    #expect(metrics.cellSize.height == cell && metrics.stripHeight == cell + padding)
    var session = Workspace(environment: .checkout)
    let said = try session.said("device \(name) --constants")
    for (constant, value) in device.constants {
      #expect(said.contains(constant) && said.contains(value))
    }
    #expect(session.preferences.device.name == "terminal", "looking changes nothing")
  }
}
