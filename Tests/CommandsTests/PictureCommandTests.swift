import CommandLanguage
import Foundation
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import Rendering
@testable import TableEngine

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `export` to pictures, `stats --plot` and `trace --timeline`.
@Suite struct PictureCommandTests {
  private static func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }

  @Test func aFolderThatIsNotThereIsSaidInPlainWords() throws {
    var session = try Workspace.over("rows.json")
    for line in ["export no/folder/x.svg", "trace --timeline no/folder/x.svg"] {
      let message = session.failure(line)?.description
      #expect(message?.contains("no such file or directory") == true, "\(message ?? "")")
    }
  }

  @Test(arguments: ["svg", "html"])
  func coloursOfCellsAreDrawn(_ format: String) throws {
    var session = try Workspace.over("rows.json")
    try session.said("background yellow where title == 'Row 2'")
    let text = try session.said("export - --format \(format)")
    #expect(
      text.components(separatedBy: "row on-yellow").count
        + text.components(
          separatedBy: "cell on-yellow"
        ).count == 3)
  }

  @Test(arguments: ["svg", "html"]) func aPictureHasTheVisibleCells(format: String) throws {
    for dataset in ["pulse.plist", "catalog.json", "transit.plist"] {
      var session = try Workspace.over(dataset)
      let text = try session.said("down; export - --format \(format)")
      let picture = text.drop { $0 != "<" }
      #expect(Self.isWellFormed(String(picture)), "\(dataset)")
      let rows = try session.current().table.snapshot().rows
      let cells = rows.reduce(0) { $0 + ($1.strip?.cells.count ?? 1) }
      let classes = picture.matches(of: #/class="(item cell|row cell|cell item|cell row)/#)
      #expect(classes.count == cells, "\(dataset)")
    }
  }

  @Test(arguments: [
    ("export x.svg", "<svg"), ("export x.html", "<!DOCTYPE html>"),
    ("export x.dat --format svg", "<svg"), ("trace --timeline x.svg", "<svg"),
  ])
  func filesAreWrittenOnceAndReplacedOnDemand(line: String, start: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = try Workspace.over("pulse.plist")
    let placed = line.replacing("x.", with: "\(folder.path)/x.")
    #expect(try session.said(placed).hasPrefix("wrote "))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first)
    #expect(names.count == 1)
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    #expect(text.hasPrefix(start) && text.hasSuffix(">\n"))
    let failure = session.failure(placed)
    #expect(failure.map { "\($0)" }?.contains("already exists") == true)
    #expect(try session.said(placed + " --force").hasPrefix("wrote "))
    #expect(try String(contentsOf: folder.appending(path: name), encoding: .utf8) == text)
  }

  @Test(arguments: [
    "trace --of rows", "trace --force", "trace --timeline - --of cells", "trace --timeline",
    "trace --timeline /nosuch/folder/x.svg", "export /nosuch/folder/x.svg", "export x.png",
    "export - --format pdf",
    "trace --timeline x.png", "record --html x.md", "record x.html",
    "compare uikit none --html x.svg",
  ])
  func whatCannotBeIsRefused(line: String) throws {
    var session = try Workspace.over("pulse.plist")
    let failure = session.failure(line)
    #expect(failure != nil)
  }

  @Test func aPlotTakesNothingFromTheNextStatistics() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("stats; down 3")
    let plot = try session.said("stats --plot")
    #expect(plot.contains("created") && plot.contains("frame 1"))
    #expect(try session.said("stats").contains("since the last stats"))
    #expect(
      try session.said("stats --reset; stats --plot").hasSuffix(
        "no frames were made since the statistics started"))
    #expect(session.failure("close; stats --plot") != nil)
  }

  /// What was before the engine restarted is no part of the picture, as it is none of the counters.
  @Test func aTimelineBeginsWhereTheCountersDo() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down 2")
    #expect(try session.said("trace --timeline -").contains("frames 1 to 2, "))
    try session.said("policy recyclerview; down 1")
    let drawn = try session.said("trace --timeline -")
    #expect(drawn.contains("frames 3 to 4, ") && !drawn.contains("frames 1 "))
  }

  @Test func aTimelineTakesNothingFromTheNextTrace() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("trace; down 3")
    try session.said("trace --timeline -")
    #expect(try !session.said("trace").contains("nothing happened"))
  }

  /// Sums of the history are those of the books, whatever happened.
  @Test func theHistoryAddsUp() throws {
    var session = try Workspace.over("pulse.plist")
    for line in ["down 3", "right 9", "memory-warning", "reload", "policy flashlist", "up 2"] {
      try session.said(line)
      let table = try session.current().table
      let spans = table.frameHistory.spans
      for statistics in table.statistics {
        let counts = spans.map { statistics.table == .rows ? $0.rows : $0.items }
        #expect(counts.reduce(0) { $0 + $1.created } == statistics.totals.created, "\(line)")
        #expect(counts.reduce(0) { $0 + $1.reused } == statistics.totals.reused, "\(line)")
      }
      #expect(spans.last?.frames.upperBound == table.frameCount)
    }
  }

  static let rules = [
    "policy uikit", "policy recyclerview", "policy flashlist", "policy none", "policy prebuilt",
    "set kept-cells 2", "nested none", "nested reload", "nested reset", "nested shared",
    "nested orthogonal", "nested prebuilt",
  ]

  /// In every frame of a random walk the boxes are the cells that were on the screen.
  @Test(arguments: rules) func boxesAreWhatWasOnTheScreen(rule: String) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var session = try Workspace.over("pulse.plist")
    try session.said("set viewport 60x11")
    try session.said(rule)
    var seen: [Int: Set<PictureOwner>] = [:]
    let moves = ["down", "up", "right 2", "left", "down 3", "up 2", "reload", "memory-warning"]
    for _ in 0..<40 {
      try session.said(moves[Int(random.next() % UInt64(moves.count))])
      let table = try session.current().table
      seen[table.frameCount] = Self.visible(table.snapshot(), rows: rule != "nested orthogonal")
    }
    let table = try session.current().table
    let timeline = CellTimeline(
      events: table.allTrace, frames: table.frameCount,
      sharesItemPools: table.configuration.nested.sharesItemPools)
    #expect(seen.count > 10)
    for (frame, cells) in seen where timeline.frames.contains(frame) {
      #expect(Self.drawn(timeline, frame) == cells, "seed \(seed), frame \(frame)")
    }
  }

  /// The same for rows that are inserted, deleted and reloaded, and rules that change on the way.
  @Test func boxesFollowChangesOfTheData() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 60x7")
    var seen: [Int: Set<CellID>] = [:]
    let moves = [
      "down", "up", "down 4", "delete 0.2", #"insert 0.3 {"Name": "new"}"#, "reload rows 0.4",
      "memory-warning", "reload", "policy recyclerview", "policy uikit", "policy flashlist",
      "undo",
    ]
    for _ in 0..<60 {
      // Some rows are out of reach after deletions; such a command changes nothing.
      _ = try? session.said(moves[Int(random.next() % UInt64(moves.count))])
      let table = try session.current().table
      seen[table.frameCount] = Set(table.snapshot().rows.map(\.cell.id))
    }
    let table = try session.current().table
    let timeline = CellTimeline(
      events: table.allTrace, frames: table.frameCount, sharesItemPools: false)
    #expect(seen.count > 10)
    for (frame, cells) in seen where timeline.frames.contains(frame) {
      let lanes = timeline.groups.flatMap(\.lanes).filter { lane in
        lane.stays.contains { $0.frames.contains(frame) }
      }
      #expect(Set(lanes.map(\.cell)) == cells, "seed \(seed), frame \(frame)")
    }
  }

  private static func visible(_ snapshot: ViewportSnapshot, rows: Bool) -> Set<PictureOwner> {
    let cells = snapshot.rows.flatMap { row in
      (rows ? [row.cell] : []) + (row.strip?.cells ?? [])
    }
    return Set(cells.map { PictureOwner(cell: $0.id, address: $0.address) })
  }

  private static func drawn(_ timeline: CellTimeline, _ frame: Int) -> Set<PictureOwner> {
    let lanes = timeline.groups.flatMap(\.lanes)
    return Set(
      lanes.flatMap { lane in
        lane.stays.filter { $0.frames.contains(frame) }.map {
          PictureOwner(cell: lane.cell, address: $0.address)
        }
      })
  }
}
