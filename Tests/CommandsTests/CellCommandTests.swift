import CommandLanguage
import Foundation
import Rendering
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct CellCommandTests {
  /// The 20 rows of two kinds, each kind drawn by its own layout, in an engine that starts afresh.
  private func twoKinds(_ settings: String = "") throws -> Workspace {
    var session = try Workspace.over("cells.json")
    if !settings.isEmpty { try session.said(settings) }
    try session.said(
      "style Cell1 where kind == \"Cell1\"; style Cell2 where kind == \"Cell2\"; reset; trace")
    return session
  }

  @Test func eachLayoutHasItsOwnReuseIdentifier() throws {
    let session = try twoKinds()
    let cells = try session.current().table.snapshot().rows.map(\.cell)
    for (row, cell) in cells.enumerated() {
      let expected = row % 2 == 0 ? "Cell1" : "Cell2"
      #expect(cell.id.identifier == expected)
      #expect(cell.content.style == .custom(expected))
      #expect(
        cell.content.outlets
          == (row % 2 == 0 ? ["this is...", "...row \(row)"] : ["...row \(row)", "this is..."]))
    }
  }

  /// One scroll down past the end and back, in the steps and with the height of the classic run:
  /// which rows load a cell from its file and which reuse one.
  @Test func theLogSaysWhatWasLoadedAndWhatReused() throws {
    var session = try twoKinds(
      "set viewport 320x460; set row-height 44; set header-height 0; set initial-fill descending")
    try session.said("reset")
    for offset in stride(from: 27, through: 486, by: 27) {
      try session.said("offset \(offset) --overscroll")
    }
    for offset in [459, 432, 420] { try session.said("offset \(offset) --overscroll") }
    let log = try session.said("trace --all").split(separator: "\n").map(String.init)
    let loads = ((0...10).reversed() + [11, 19]).map { "Cell\($0 % 2 + 1) for row \($0)..." }
    #expect(
      log.filter { $0.hasPrefix("Loading cell from nib ") }
        == loads.map { "Loading cell from nib " + $0 })
    let reused = log.filter { $0.hasPrefix("reusing cell") }
    #expect(reused.count == 9)
    for (line, row) in zip(reused, Array(12...18) + [10, 9]) {
      #expect(line.hasPrefix("reusing cell 'Cell\(row % 2 + 1)'"), "\(line)")
      #expect(line.hasSuffix("for row \(row)..."), "\(line)")
    }
  }

  @Test func layoutsDressStripItemsToo() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("style Cell1 for 1")
    let rows = try session.current().table.snapshot().rows
    #expect(rows.allSatisfy { $0.cell.id.identifier == "Strip" })
    for row in rows {
      let expected = row.cell.address.section == 1 ? "Cell1" : "Item"
      for cell in row.strip?.cells ?? [] { #expect(cell.id.identifier == expected) }
    }
  }

  @Test func aStyleByALayoutCanBeUndone() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("down 30; selection multiple; select 0.30; select 0.31")
    let before = session.digest
    try session.said("style product")
    #expect(session.digest != before)
    #expect(try session.current().table.selection.count == 2, "the selection is lost")
    #expect(LayoutLibrary(of: session).look.layouts.map(\.layout.identifier) == ["product"])
    let dressed = session.digest
    try session.said("undo")
    #expect(session.digest == before)
    #expect(LayoutLibrary(of: session).look.layouts.isEmpty)
    try session.said("redo")
    #expect(session.digest == dressed)
  }

  @Test func aMissingLayoutIsAWarningThatNamesIt() throws {
    var session = try Workspace.over("cells.json")
    let outputs = try session.run(line: "style Cell7")
    let output = try #require(outputs.first)
    #expect(output.warnings.count == 1)
    #expect(output.warnings.first?.contains("'Cell7.json'") == true)
    #expect(output.warnings.first?.contains("did you mean") == true)
    #expect(try session.current().table.snapshot().rows[0].cell.id.identifier == "Row")
    let failure = session.failure("cell load Cell7")
    let error = try #require(failure)
    #expect(error.code == "layout")
    #expect(!error.isData)
    #expect(error.description.contains("Cell7"))
    #expect(error.hint == "did you mean 'Cell1' or 'Cell2'?")
  }

  @Test func unloadingLeavesAWarning() throws {
    var session = try Workspace.over("cells.json")
    try session.said("style Cell2")
    let outputs = try session.run(line: "cell unload Cell2")
    let output = try #require(outputs.first)
    #expect(output.warnings.first?.contains("'Cell2.json'") == true)
    #expect(try session.current().table.snapshot().rows[0].cell.id.identifier == "Row")
    #expect(try session.said("cell list").contains("! Cell2 · missing"))
    try session.said("cell load Cell2")
    #expect(try session.current().table.snapshot().rows[0].cell.id.identifier == "Cell2")
    #expect(try session.said("cell list").contains("* Cell2: 2 subviews · bundled · in use"))
  }

  @Test func layoutsAreKeptForTablesOpenedNext() throws {
    var session = Workspace(environment: .checkout)
    try session.said("cell load Cell1; style Cell1")
    _ = try session.open(path: "\(root)/Datasets/rows.json")
    #expect(try session.current().table.snapshot().rows[0].cell.id.identifier == "Cell1")
  }

  @Test func namesOfLayoutsAreCompleted() throws {
    var session = try Workspace.over("cells.json")
    try session.said("cell load Cell1")
    func offered(_ line: String) -> [String] {
      Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    }
    #expect(offered("style C") == ["Cell1", "Cell2"])
    #expect(offered("style sub") == ["subtitle"])
    #expect(offered("cell unload ").contains("Cell1"))
    #expect(offered("cell show prod") == ["product", "product-drawn"])
    #expect(offered("cell l") == ["load", "list"])
    #expect(offered("style Cell1 ") == ["for", "where"])
  }

  @Test func everySubviewHasAPrice() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("set viewport 60x12; set row-height 4; style product; reset")
    let report = try session.current().table.lastFrame
    #expect((report.subviews, report.blended) == (3 * 2, 3))
    #expect(report.cost == 3 * 8 + 3 * 2 + 3 * 2 + 3)
    try session.said("style product-drawn; reset")
    #expect(try session.current().table.lastFrame.cost == 3 * 8 + 3 * 2)
  }

  /// A data source that leaves out what is nothing leaves a reused cell with another row's texts.
  @Test func outletsCanGoStale() throws {
    let rows = (0..<30).map { $0 % 3 == 0 ? "{\"x\": 1}" : "{\"name\": \"tree \($0)\"}" }
    for (writes, isStale) in [("none", false), ("outlets", true)] {
      var session = try Workspace.over(json: "[\(rows.joined(separator: ","))]")
      try session.said("set viewport 40x4; set conditional-writes \(writes)")
      session.levels[0].look.add(Self.named)
      try session.said("style named; repeat 20 down")
      let stale = try session.current().table.statistics[0].stale
      #expect((stale.content > 0) == isStale, "\(writes)")
    }
  }

  private static let named = LoadedLayout(
    layout: CellLayout(
      identifier: "named", views: [.init(.label(.init(.field(FieldPath(key: "name")))))]),
    path: "named.json", isBundled: false)

  @Test func theModelsMarkIsShown() throws {
    var session = try Workspace.over("cells.json")
    try session.said("style Cell2; mark 0.3")
    #expect(try session.said("view --table").contains("◆ ...row 3"))
  }

  @Test func layersAreToldWithTheirPrice() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("set viewport 60x12; set row-height 4; style product; reset")
    #expect(
      try session.said("explain").contains(
        "cost 39 of 16, 23 over, 9 of it for layers (cost, subview)"))
    #expect(try session.said("stats").contains("6 beyond three a cell in view · 3 blended"))
    try session.said("set cost-subview 5; set cost-blend 0; reset")
    #expect(try session.current().table.lastFrame.cost == 3 * 8 + 3 * 2 + 6 * 5)
  }

  @Test(arguments: [
    ("style product", "pulse.plist", ["no record here has what product shows: image, name"]),
    ("style product", "catalog.json", ["'set row-height 4'"]), ("style Cell1", "rows.json", []),
    ("style subtitle", "rows.json", []),
  ])
  func whatAStyleCannotShowIsSaid(_ line: String, _ dataset: String, _ notices: [String]) throws {
    var session = try Workspace.over(dataset)
    let outputs = try session.run(line: line)
    let said = outputs.flatMap(\.notices).joined(separator: "; ")
    #expect(said.isEmpty == notices.isEmpty, "\(said)")
    for notice in notices { #expect(said.contains(notice), "\(said)") }
  }

  @Test func viewsInJSONNameTheOutlets() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("style product")
    let outputs = try session.run(line: "view --json")
    let json = try #require(outputs.first?.json.first)
    #expect(
      json.contains(
        "\"outlets\": {\"image\": \"fig-jam-with-thyme.png\", \"name\": \"Fig Jam with Thyme\", "
          + "\"manufacturer\": \"Atlas Oued\", \"price\": \"10.00\", \"flag\": \"Morocco\"}, "
          + "\"subviews\": 5, \"blended\": 1"))
    #expect(json.contains("\"identifier\": \"product\""))
  }
}
