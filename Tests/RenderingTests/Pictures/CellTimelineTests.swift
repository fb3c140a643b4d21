import TableEngine
import TableModel
import Testing

@testable import Rendering

/// Lanes of cells over the frames.
@Suite struct CellTimelineTests {
  private typealias Kind = TraceEvent.Kind

  private static func event(
    _ frame: Int, _ kind: Kind, _ cell: Int, _ address: Address,
    _ table: TableKind = .rows, name: String = "Cell1"
  ) -> TraceEvent {
    TraceEvent(
      frame: frame, kind: kind, table: table, identifier: name,
      cell: CellID(identifier: name, ordinal: cell), address: address)
  }

  private static func timeline(
    _ events: [TraceEvent], frames: Int, shared: Bool = false,
    limits: CellTimeline.Limits = CellTimeline.Limits()
  ) -> CellTimeline {
    CellTimeline(events: events, frames: frames, sharesItemPools: shared, limits: limits)
  }

  /// One cell is made, leaves, waits in its pool, is used again and given up.
  private static let life: [TraceEvent] = [
    event(1, .create, 1, Address(0, 0)), event(1, .willDisplay, 1, Address(0, 0)),
    event(3, .didEndDisplaying, 1, Address(0, 0)), event(3, .recycle, 1, Address(0, 0)),
    event(5, .prepareForReuse, 1, Address(0, 7)), event(5, .reuse, 1, Address(0, 7)),
    event(5, .willDisplay, 1, Address(0, 7)), event(6, .stale, 1, Address(0, 7)),
    event(8, .didEndDisplaying, 1, Address(0, 7)), event(8, .discard, 1, Address(0, 7)),
  ]

  @Test func aLaneIsTheLifeOfACell() throws {
    let timeline = Self.timeline(Self.life, frames: 9)
    let lane = try #require(timeline.groups.first?.lanes.first)
    #expect(
      lane.stays == [
        .init(address: Address(0, 0), origin: .created, frames: 1..<3),
        .init(address: Address(0, 7), origin: .reused, frames: 5..<8, isStale: true),
      ])
    #expect(lane.pooled == [3..<5])
    #expect(lane.end == 8)
    #expect(timeline.frames == 1..<10)
    #expect(timeline.groups.map(\.name) == ["rows: pool of 'Cell1'"])
    #expect(timeline.groups.map(\.summary) == ["1 cell for 2 rows"])
  }

  @Test func whatGoesOnEndsWithTheLastFrame() {
    let lanes = Self.timeline(Array(Self.life.prefix(2)), frames: 4).groups.flatMap(\.lanes)
    #expect(lanes.first?.stays.first?.frames == 1..<5)
  }

  @Test func aCellThatComesBackWithItsRowWasKept() {
    let events = [
      Self.event(1, .create, 1, Address(0, 0)), Self.event(2, .retain, 1, Address(0, 0)),
      Self.event(4, .willDisplay, 1, Address(0, 0)),
      Self.event(5, .didEndDisplaying, 1, Address(0, 0)),
      Self.event(6, .revive, 1, Address(0, 0)), Self.event(6, .willDisplay, 1, Address(0, 0)),
    ]
    let stays = Self.timeline(events, frames: 6).groups.flatMap(\.lanes).flatMap(\.stays)
    #expect(stays.map(\.origin) == [.created, .kept, .kept])
    #expect(stays.map(\.frames) == [1..<2, 4..<5, 6..<7])
  }

  @Test func whatFollowsAReloadBelongsToTheNextFrame() {
    let events = [
      Self.event(1, .create, 1, Address(0, 0)),
      TraceEvent(frame: 1, kind: .reloadData, table: .rows),
      Self.event(1, .didEndDisplaying, 1, Address(0, 0)), Self.event(1, .recycle, 1, Address(0, 0)),
      Self.event(2, .reuse, 1, Address(0, 1)),
    ]
    let timeline = Self.timeline(events, frames: 2)
    #expect(timeline.moments == [.init(frame: 2, name: "reload")])
    #expect(timeline.groups.flatMap(\.lanes).flatMap(\.stays).map(\.frames) == [1..<2, 2..<3])
  }

  @Test func stripsWithPoolsOfTheirOwnAreGroupsOfTheirOwn() {
    let events = [
      Self.event(1, .create, 1, Address(0, 0), name: "Strip"),
      Self.event(1, .create, 2, Address(1, 0), name: "Strip"),
      Self.event(1, .create, 1, Address(0, 0, 0), .items, name: "Item"),
      Self.event(1, .create, 2, Address(1, 0, 0), .items, name: "Item"),
    ]
    let own = Self.timeline(events, frames: 1).groups
    #expect(
      own.map(\.name) == [
        "rows: pool of 'Strip'", "items in Strip#1: pool of 'Item'",
        "items in Strip#2: pool of 'Item'",
      ])
    let shared = Self.timeline(events, frames: 1, shared: true).groups
    #expect(shared.map(\.name) == ["rows: pool of 'Strip'", "items: pool of 'Item'"])
    var rows = Self.timeline(events, frames: 1)
    rows.keep(.rows)
    #expect(rows.groups.map(\.table) == [.rows])
  }

  @Test func theDrawingHasALaneACellAndABoxARow() throws {
    var timeline = Self.timeline(Self.life, frames: 9)
    timeline.title = "sample.json"
    let root = try MarkupNode.parse(timeline.svg())
    let lanes = root.all(ofClass: "lane")
    #expect(lanes.count == 1)
    let boxes = lanes.flatMap { $0.all(ofClass: "stay") }
    #expect(boxes.map(\.classes) == [["stay", "created"], ["stay", "reused", "stale"]])
    let places = boxes.compactMap { $0.attributes["x"].flatMap { Int($0) } }
    let widths = boxes.compactMap { $0.attributes["width"].flatMap { Int($0) } }
    // Two frames and three, a frame apart from each other by two.
    #expect((places[1] - places[0]) / 4 == (widths[0] + 1) / 2)
    #expect((widths[1] + 1) * 2 == (widths[0] + 1) * 3)
    #expect(lanes[0].all(named: "text").map(\.text) == ["Cell1#1", "0.0", "0.7", "×"])
    #expect(lanes[0].all(ofClass: "pool").count == 1)
    #expect(
      root.all(named: "title").map(\.text) == [
        "Which cell served which row: sample.json", "Cell1#1",
        "Cell1#1: row 0.0, frames 1 to 2, created",
        "Cell1#1: row 0.7, frames 5 to 7, reused, stale",
      ])
  }

  @Test func withoutFramesItSaysSo() throws {
    let root = try MarkupNode.parse(Self.timeline([], frames: 0).svg())
    #expect(root.words.contains("no cells were used yet"))
  }

  @Test func manyFramesAreCutAndItSaysWhere() throws {
    var events = [
      Self.event(1, .create, 1, Address(0, 0)), Self.event(1, .create, 2, Address(0, 1)),
    ]
    for frame in 2...5_000 {
      events.append(Self.event(frame, .recycle, 1, Address(0, frame)))
      events.append(Self.event(frame, .reuse, 1, Address(0, frame)))
    }
    events.insert(Self.event(2, .discard, 2, Address(0, 1)), at: 4)
    let timeline = Self.timeline(events, frames: 5_000)
    #expect(timeline.frames == 4_761..<5_001)
    // What was over before is not drawn.
    #expect(timeline.groups.flatMap(\.lanes).count == 1)
    let text = timeline.svg()
    #expect(text.contains("Note: frames 1 to 4760 are left out"))
    #expect(text.utf8.count < 200_000)
    _ = try MarkupNode.parse(text)
  }

  @Test func whatIsNoLongerRememberedIsSaid() {
    let timeline = Self.timeline([Self.event(90, .reuse, 1, Address(0, 3))], frames: 95)
    #expect(timeline.frames == 90..<96)
    #expect(timeline.shown().notes == ["what came before frame 90 is no longer remembered"])
  }

  @Test func manyCellsAreCutAndBothTablesKeepHalf() throws {
    let rows = (1...1_000).map { Self.event(1, .create, $0, Address(0, $0)) }
    let items = (1...1_000).map { Self.event(1, .create, $0, Address(0, 1, $0), .items, name: "I") }
    for (events, shares) in [
      (rows + items, [60, 60]), (rows, [120]), (rows + items.prefix(5), [115, 5]),
    ] {
      let timeline = Self.timeline(events, frames: 1, shared: true)
      #expect(timeline.shown().groups.map(\.lanes.count) == shares)
      #expect(timeline.shown().notes == ["\(Numerals.text(events.count - 120)) cells left out"])
      let root = try MarkupNode.parse(timeline.svg())
      #expect(root.all(ofClass: "lane").count == 120)
    }
  }

  @Test func boxesAreBoundedToo() throws {
    var limits = CellTimeline.Limits()
    limits.boxes = 10
    let events: [TraceEvent] = (1...50).flatMap {
      [Self.event(1, .recycle, 1, Address(0, $0)), Self.event(1, .reuse, 1, Address(0, $0))]
    }
    let timeline = Self.timeline(events, frames: 1, limits: limits)
    let root = try MarkupNode.parse(timeline.svg())
    #expect(root.all(ofClass: "lane").flatMap { $0.all(ofClass: "stay") }.count == 10)
    #expect(timeline.shown().notes == ["no more than 10 boxes are drawn"])
  }

  @Test(arguments: HostilePictureTests.texts) func namesStayData(name: String) throws {
    let events = [
      Self.event(1, .create, 1, Address(0, 0), name: name),
      Self.event(1, .create, 1, Address(0, 0, 0), .items, name: name),
    ]
    var timeline = Self.timeline(events, frames: 1)
    timeline.title = name
    let text = timeline.svg()
    let root = try MarkupNode.parse(text)
    let known: Set = ["svg", "title", "desc", "style", "rect", "text", "g", "line"]
    #expect(Set(root.all.map(\.name)).isSubset(of: known))
    #expect(root.all(ofClass: "lane").count == 2)
    #expect(text.utf8.count < 40_000)
  }
}
