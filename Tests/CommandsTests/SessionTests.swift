import Arranging
import CommandLanguage
import Documents
import Foundation
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct OpeningTests {
  @Test(arguments: [
    ("pulse.plist", 8, 8, 133), ("filmstrip.json", 10, 10, 101), ("catalog.json", 1, 293, 0),
    ("api.json", 5, 14, 71), ("service.ndjson", 1, 440, 0), ("transit.plist", 5, 5, 28),
    ("garden.plist", 6, 6, 22), ("cells.json", 1, 20, 0), ("rows.json", 1, 25, 0),
    ("pictures/market.json", 5, 5, 60),
  ])
  func bundledDatasets(_ name: String, _ sections: Int, _ rows: Int, _ items: Int) throws {
    let counts = try #require(Workspace.over(name).levels.last).shown.counts()
    #expect(
      counts
        == Counts(
          sections: .exact(sections), rows: .exact(rows), items: .exact(items)))
  }

  @Test func aFailedOpenKeepsTheTable() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down 2; right 3; select .")
    let before = session.digest
    for file in ["nosuch.json", "Sources", "Package.swift"] {
      #expect(session.failure("open \(file)")?.isData == true, "\(file)")
    }
    #expect(session.digest == before)
  }

  @Test func bareNamesOpenBundledDatasets() throws {
    var session = Workspace(environment: .checkout)
    #expect(try session.said("open rows.json").contains("25 rows"))
  }

  @Test func numbersKeepTheirText() throws {
    var session = try Workspace.over(
      json: #"[{"name": "a", "big": 12345678901234567890, "price": 1.10, "e": 1E+2}]"#)
    let shown = try session.said("show 0.0")
    for text in ["12345678901234567890", "1.10", "1E+2"] { #expect(shown.contains(text)) }
    #expect(
      try session.said("fields text=big detail=price; view").contains("12345678901234567890  1.10"))
    #expect(try session.said("export - --format ndjson").contains(#""price":1.10"#))
  }

  @Test func spreadsheetsHaveALineARecord() throws {
    var session = try Workspace.over("rows.json")
    let lines = try session.said("export - --format csv").split(separator: "\n")
    #expect(lines.count == 26 && lines[1] == "Row 0,amber")
  }

  @Test func aHeaderNamesTheKeysOfAllRecords() throws {
    var session = try Workspace.over(json: #"[{"a":1},{"b":2,"a":null},{"c":3}]"#)
    #expect(try session.said("export - --format csv") == "a,b,c\n1,,\n,2,\n,,3")
  }

  /// A format that can't hold a record says so, and the older file stays.
  @Test func whatCannotBeWrittenReplacesNothing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = Workspace(environment: .checkout(writingTo: folder))
    try session.said("open rows.json; export rows.plist")
    let whole = try Data(contentsOf: folder.appending(path: "rows.plist"))
    #expect(session.failure("export rows.plist") != nil)
    try session.said("insert 0.20 [null]")
    #expect(session.failure("export rows.plist --force")?.code == "impossible")
    #expect(try Data(contentsOf: folder.appending(path: "rows.plist")) == whole)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["rows.plist"])
  }

  @Test func matchesAreCountedForMachines() throws {
    var session = try Workspace.over("pulse.plist")
    let output = try #require(session.run(line: "count where Views > 20000").last)
    #expect(output.json.first?.contains(#""matching": 11"#) == true)
    #expect(output.fields == [["matching", "11"], ["records", "133"]])
  }

  @Test func aSchemaSaysWhatItLeavesOut() throws {
    let fields = (0..<2100).map { "\"k\($0)\":1" }.joined(separator: ",")
    var session = try Workspace.over(json: "[{\(fields)}]")
    #expect(try session.said("schema").contains("only the first 2,000 are kept"))
    #expect(
      try session.run(line: "schema").last?.json.first?.contains(#""truncated": true"#) == true)
  }

  @Test func settingsBeforeOpeningApply() throws {
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 40x6; set row-height 2; style value1; fields detail=colour")
    try session.said("open rows.json")
    let lines = try session.said("view --table").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6 && lines[0].contains("Row 0"))
    #expect(session.levels.last?.table.visibleRows.count == 3)
  }
}

@Suite struct UndoTests {
  @Test(arguments: [
    "down 2", "right 3", "page", "bottom", "finish", "goto Science.0.4", "offset 7",
    "offset 500 --overscroll", "offset -3 --overscroll",
    "select 0.0.1", "tap 0.0.2", "selection multiple", "mark 0.0.1", "filter Views > 20000",
    "search the", "sort by Title", "flatten", "group by Source", "index by Title",
    "style subtitle", "accessory detail", "toggle image", "toggle header",
    "fields text=Source", "device phone", "set viewport 40x10", "set cell-size 30x5", "push",
    "shape --rows Science", "find the", "close",
    "insert 0.0.1 {}", "insert 1", "delete 0.0.0", "delete 2", "move 0.0.5 1.0.0", "move 3 0",
    "update 1.0.3 Title=New", "update 1 title=New", "lock 1 2", "policy none", "reuse prebuilt",
    "nested reset", "prefetch 3", "estimate 9", "images guarded", "overlay reuse",
    "overlay blended", "style Cell1", "style product-drawn for 1", "style nowhere",
  ])
  func undoTakesBackAndRedoRepeats(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down; right 2; select 1.0.3")
    let before = session.digest
    try session.said(line)
    let after = session.digest
    #expect(before != after, "\(line) changed nothing")
    try session.said("undo")
    #expect(session.digest == before, "undo of \(line)")
    try session.said("redo")
    #expect(session.digest == after, "redo of \(line)")
  }

  /// A command that tells something, or finds all as it wants it, is no step.
  @Test(arguments: [
    "set", "set pool-cap", "sort", "fields", "filter", "search", "group", "estimate",
    "nested", "prefetch", "policy", "reuse", "selection", "device", "device --constants",
    "overlay", "images", "cell list", "batch", "shape", "scenario list", "memory-warning",
    "top", "up", "goto .", "deselect", "style off", "accessory off", "background off",
    "indent off", "sort off", "filter off", "group off", "fields off",
    "toggle header on", "selection single", "batch begin; batch commit", "edit", "reset",
    "batch begin; batch rollback", "down 0",
  ])
  func whatChangesNothingIsNoStep(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down; up; style subtitle; undo")
    let before = session.digest
    do { try session.said(line) } catch { Issue.record("\(line): \(error)") }
    #expect(session.digest == before)
    // What was taken back can still be done again, and the step before is the next to go.
    #expect(try session.said("redo").hasPrefix("redid: style subtitle"))
    #expect(try session.said("undo").hasPrefix("undid: style subtitle"))
    #expect(try session.said("undo").hasPrefix("undid: up"))
  }

  @Test func undoCountsBack() throws {
    var session = try Workspace.over("pulse.plist")
    let before = session.digest
    for _ in 0..<120 { try session.said("right 1; left 1") }
    #expect(try session.said("undo 120").hasPrefix("undid 120: "))
    #expect(session.digest == before)
    #expect(session.failure("redo 0") != nil)
  }

  @Test(arguments: [
    "fliter x", "down x", "down 1 miles", "goto 9", "goto", "goto *.0", "right --row 99",
    "filter name ==", "filter name BEGINSWITH[c \"a\"", "sort by nosuch", "group by nosuch",
    "index by nosuch", "index Q", "style \"not a name\"", "style subtitel", "cell load nosuch.json",
    "cell unload Cell1",
    "cell polish", "cell list all", "style value1 for 99", "accessory shiny",
    "fields text=nosuch", "fields colour=Title", "device watch", "set nosuch 1",
    "set viewport 0x0", "set row-height -1", "select 0", "tap 0.0", "push 0.0.99",
    "push 0.0.0 Title", "back", "expect created == 0", "quit 999", "shape --rows nosuch",
    "open nosuch", "view --layers x", "next", "summarize Views with Source", "\"",
    "selection many", "toggle lights", "repeat 2 fliter", "repeat -1 down", "reload rows 99",
    "export /no/such/folder/x.json", "down 99999999999999999999", "offset x", "count foo",
  ])
  func aFailedCommandChangesNothing(_ line: String) throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("selection multiple; down; right 2; select 1.0.3; filter Views > 1000")
    let before = session.digest
    let error = session.failure(line)
    #expect(error != nil, "\(line) did not fail")
    #expect(error?.description.isEmpty == false)
    #expect(session.digest == before, "\(line)")
  }

  @Test(arguments: CommandTable.standard.commands.map(\.name))
  func everyCommandCopesWithAnEmptyShell(_ name: String) throws {
    var session = Workspace(environment: .checkout)
    let arguments = ["goto": "0", "filter": "x == 1", "index": "off", "find": "x", "offset": "1"]
    let error = session.failure("\(name) \(arguments[name] ?? "")")
    if let error { #expect(error.hint != nil, "\(name): \(error)") }
  }
}

@Suite struct NestedTests {
  @Test func backRestoresScrollAndSelection() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down 3; right 4; select .")
    let before = session.digest
    try session.said("push; down 2; select 0.3; back")
    #expect(session.digest == before)
  }

  @Test func anyDepthIsReachable() throws {
    let depth = 60
    let text = String(repeating: "[1,", count: depth) + "0" + String(repeating: "]", count: depth)
    var session = try Workspace.over(json: "{\"a\": \(text), \"b\": {}}")
    var pushes = 0
    while session.failure("goto 0.-1.-1") == nil || session.failure("goto 0.-1") == nil,
      session.failure("push") == nil
    { pushes += 1 }
    #expect(pushes >= depth / 3)
    #expect(session.breadcrumb.count == pushes + 1)
  }

  @Test func mixedDocumentsGiveASectionAKey() throws {
    var session = try Workspace.over(
      json: #"{"v": 1, "list": [{"a": 1}, {"a": 2}], "map": {"x": {"y": [1, [2]]}}}"#)
    let view = try session.said("view --table")
    #expect(view.contains("━ list ") && view.contains("━ map "))
    #expect(try session.said("goto map.0; push; view --table").contains("━ y "))
  }
}

@Suite struct ArrangingTests {
  @Test func filterDropsRowsAndSections() throws {
    var session = try Workspace.over("pulse.plist")
    #expect(try session.said("filter Views > 20000").contains(" of 133 records match"))
    let counts = try session.current().shown.counts()
    #expect(counts.sections.known < 8 && counts.items.known < 133)
    #expect(try session.said("filter off").contains("133 items"))
    #expect(try session.said("filter Views < 0").contains("clear with 'filter off'"))
  }

  @Test func theFocusFollowsItsRecord() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("goto 0.100")
    let name = try session.said("show")
    try session.said("sort by name desc")
    #expect(try session.said("show") == name)
    try session.said("index by name")
    #expect(try session.said("show") == name)
    try session.said("index off; sort off")
    #expect(session.levels.last?.table.focus == Address(0, 100))
  }

  @Test func theFocusStaysInViewWhenRowsGo() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("goto 0.200 top; filter ID > 1100")
    let table = try session.current().table
    #expect(try table.visibleRows.contains(#require(table.focus)))
    try session.said("goto 0.150; filter ID < 1010")
    #expect(table.focus == Address(0, 0) && table.offset == 0)
    try session.said("filter off; goto 0.200 top; search lamp; search off")
    #expect(try table.visibleRows.contains(#require(table.focus)))
    try session.said("top; goto 0.5; sort by price desc")
    #expect(try table.visibleRows.contains(#require(table.focus)))
  }

  @Test func indexHasLettersAndTargets() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("index by name")
    #expect(try session.said("index M").hasPrefix("M "))
    #expect(try session.said("index X").hasPrefix("Y "))
    #expect(try session.said("index é").hasPrefix("E "))
    #expect(try session.said("index #").hasPrefix("# "))
  }

  @Test func mismatchesAreReportedOnce() throws {
    var session = try Workspace.over("api.json")
    let notices = try session.run(line: "filter fare > 1").flatMap(\.notices)
    #expect(notices.count == 1 && notices[0].contains("text in `fare`"))
    try session.said("set strict on")
    #expect(session.failure("filter fare > 1") != nil)
  }

  @Test func unknownKeysInPredicatesAreWarnedOf() throws {
    var session = try Workspace.over("catalog.json")
    let notices = try session.run(line: "filter pirce > 1").flatMap(\.notices)
    #expect(notices.first?.contains("price") == true)
  }

  @Test func placesInPredicates() throws {
    var session = try Workspace.over("pulse.plist")
    #expect(try session.said("filter $index < 2").hasPrefix("16 of 133"))
    #expect(
      try session.said("filter $section.title BEGINSWITH 'S' AND $index == 0").hasPrefix("2 of"))
  }

  @Test func predicateErrorsPointIntoTheLine() throws {
    var session = try Workspace.over("pulse.plist")
    let failure = session.failure(#"filter name BEGINSWITH[c "a" AND price > 20"#)
    let error = try #require(failure)
    #expect(error.range?.lowerBound == 25)
    #expect(error.opener?.lowerBound == 22)
  }
}

@Suite struct CellTests {
  @Test func dressingMakesNoCells() throws {
    var session = try Workspace.over("pulse.plist")
    let created = try session.current().table.statistics.map(\.totals.created)
    try session.said(
      "style subtitle; accessory checkmark for 0.0.1; style value2 where Views > 100; "
        + "fields detail=Source; toggle image; mark 0.0.2")
    #expect(try session.current().table.statistics.map(\.totals.created) == created)
  }

  @Test func rulesReachTheirCells() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("style value1; style subtitle for 1; style value2 for 0.0.1")
    let cells = try session.current().table.snapshot().rows.flatMap { $0.strip?.cells ?? [] }
    for cell in cells {
      let expected =
        cell.address == Address(0, 0, 1)
        ? "value2" : cell.address.section == 1 ? "subtitle" : "value1"
      #expect(cell.content.style.name == expected, "\(cell.address)")
    }
  }

  @Test func identifiersComeFromTheData() throws {
    var session = try Workspace.over("cells.json")
    try session.said("fields identifier=kind text=text detail=detail; reset")
    let names = try session.current().table.statistics[0].identifiers.map(\.identifier)
    #expect(names == ["Cell1", "Cell2"])
  }

  @Test func tapsTellTheirEvents() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("tap 0.0.1")
    #expect(
      try session.said("tap 0.0.2")
        == "highlight 0.0.2\nwillSelect 0.0.2\nwillDeselect 0.0.1\ndidDeselect 0.0.1\ndidSelect 0.0.2"
        + "\nBusiness 0.0.2 · item 3 of 16"
    )
    #expect(
      try session.said("accessory detail; tap-accessory 0.0.3").contains("accessoryTapped 0.0.3"))
  }

  @Test func scrollingCountsCells() throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 80x10; reset; repeat 10 down")
    #expect(try session.said("expect created <= 11 AND visible == 10 AND requests == 20") == "")
    let failure = session.failure("expect created == 3")
    let error = try #require(failure)
    #expect(error.description.contains("created = "))
  }
}
