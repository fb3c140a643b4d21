package import TableEngine
import TableModel

/// Which row each cell object served from frame to frame, to be drawn as lanes.
package struct CellTimeline: Sendable {
  /// How a cell came to its row.
  enum Origin: String, Sendable, Hashable, CaseIterable {
    case created
    case reused
    /// It still was bound to the row.
    case kept
  }

  /// The time in which a cell showed one row.
  struct Stay: Sendable, Hashable {
    var address: Address
    var origin: Origin
    /// From the frame in which it came up to that in which it was gone.
    var frames: Range<Int>
    /// True when it showed something of another row.
    var isStale = false
  }

  struct Lane: Sendable {
    var cell: CellID
    var stays: [Stay] = []
    /// When it lay in its pool.
    var pooled: [Range<Int>] = []
    /// The frame in which it was given up for good.
    var end: Int?
  }

  /// The lanes of cells that share a pool.
  struct Group: Sendable {
    var table: TableKind
    var name: String
    var lanes: [Lane] = []

    /// What the pool did, in numbers.
    var summary: String {
      let rows = Set(lanes.flatMap { $0.stays.map(\.address) }).count
      return Numerals.text(.exact(lanes.count), "cell") + " for "
        + Numerals.text(.exact(rows), table == .rows ? "row" : "item")
    }
  }

  /// Something that happened to the whole table before a frame.
  struct Moment: Sendable, Hashable {
    var frame: Int
    var name: String
  }

  /// What is drawn at most.
  struct Limits: Sendable {
    var frames = 240
    var lanes = 120
    var boxes = 6_000
  }

  package var title = ""
  /// The frames that are shown, up to the last one; empty before the first.
  private(set) var frames: Range<Int>
  private(set) var groups: [Group]
  private(set) var moments: [Moment]
  /// What was left out, in words.
  private(set) var notes: [String] = []
  private let limits: Limits

  /// - Parameters:
  ///   - events: all that are remembered, oldest first.
  ///   - frames: the number of the last frame.
  ///   - sharesItemPools: whether the items of all strips lie in the same pools.
  /// - Complexity: O(events).
  package init(events: [TraceEvent], frames: Int, sharesItemPools: Bool) {
    self.init(
      events: events, frames: frames, sharesItemPools: sharesItemPools, limits: Limits())
  }

  init(events: [TraceEvent], frames last: Int, sharesItemPools: Bool, limits: Limits) {
    self.limits = limits
    var reader = TimelineReader(sharesItemPools: sharesItemPools)
    for event in events { reader.read(event) }
    reader.finish(at: last + 1)
    groups = reader.groups
    moments = reader.moments
    let known = events.first?.frame ?? last
    frames = max(1, known)..<max(1, known, last + 1)
    if known > 1 { notes.append("what came before frame \(known) is no longer remembered") }
    cutFrames()
  }

  /// Leaves out the other table.
  package mutating func keep(_ table: TableKind) {
    groups.removeAll { $0.table != table }
  }

  // MARK: Limits

  /// Leaves out all that lies before the last so many frames.
  private mutating func cutFrames() {
    guard frames.count > limits.frames else { return }
    let start = frames.upperBound - limits.frames
    notes.append("frames \(frames.lowerBound) to \(start - 1) are left out")
    frames = start..<frames.upperBound
    moments.removeAll { $0.frame < start }
    for place in groups.indices {
      groups[place].lanes = groups[place].lanes.compactMap { $0.cut(to: frames) }
    }
    groups.removeAll { $0.lanes.isEmpty }
  }

  /// The groups with as many lanes and boxes as can be drawn, and what that leaves out.
  func shown() -> (groups: [Group], notes: [String]) {
    var notes = notes
    var result: [Group] = []
    let rows = groups.filter { $0.table == .rows }.reduce(0) { $0 + $1.lanes.count }
    let items = groups.reduce(-rows) { $0 + $1.lanes.count }
    // Each table has half the room, and what the other does not need.
    var room: [TableKind: Int] = [
      .rows: max(limits.lanes / 2, limits.lanes - items),
      .items: max(limits.lanes - limits.lanes / 2, limits.lanes - rows),
    ]
    var boxes = limits.boxes
    for var group in groups {
      group.lanes = Array(group.lanes.prefix(room[group.table] ?? 0))
      room[group.table, default: 0] -= group.lanes.count
      for place in group.lanes.indices {
        group.lanes[place].stays = Array(group.lanes[place].stays.prefix(max(0, boxes)))
        boxes -= group.lanes[place].stays.count
      }
      if !group.lanes.isEmpty { result.append(group) }
    }
    let lanes = result.reduce(0) { $0 + $1.lanes.count }
    if lanes < rows + items {
      notes.append("\(Numerals.text(.exact(rows + items - lanes), "cell")) left out")
    }
    let all = groups.flatMap(\.lanes).reduce(0) { $0 + $1.stays.count }
    if boxes <= 0, all > limits.boxes {
      notes.append("no more than \(Numerals.text(limits.boxes)) boxes are drawn")
    }
    return (result, notes)
  }
}

extension CellTimeline.Lane {
  /// The lane as far as it lies in some frames; nil when there is nothing of it.
  fileprivate func cut(to frames: Range<Int>) -> Self? {
    if let end, end < frames.lowerBound { return nil }
    var lane = self
    lane.stays = stays.compactMap { stay in
      guard stay.frames.upperBound > frames.lowerBound else { return nil }
      var stay = stay
      stay.frames = stay.frames.clamped(to: frames)
      return stay
    }
    lane.pooled = pooled.map { $0.clamped(to: frames) }.filter { !$0.isEmpty }
    return lane.stays.isEmpty && lane.pooled.isEmpty ? nil : lane
  }
}
