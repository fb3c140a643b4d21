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
  package struct Limits: Sendable {
    var frames: Int
    var lanes: Int
    var boxes: Int

    package init(frames: Int = 240, lanes: Int = 120, boxes: Int = 6_000) {
      (self.frames, self.lanes, self.boxes) = (frames, lanes, boxes)
    }
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
  package init(
    events: [TraceEvent], frames last: Int, sharesItemPools: Bool, limits: Limits = Limits()
  ) {
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

  /// Keeps the last frames alone.
  private mutating func cutFrames() {
    guard frames.count > limits.frames else { return }
    let start = frames.upperBound - limits.frames
    notes.append("frames \(frames.lowerBound) to \(start - 1) are left out")
    begin(at: start)
  }

  /// Leaves out what was before a frame.
  package mutating func begin(at start: Int) {
    guard start > frames.lowerBound, start <= frames.upperBound else { return }
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

/// Makes lanes of a table's events.
struct TimelineReader {
  private struct Key: Hashable {
    var table: TableKind
    var cell: CellID
  }

  /// A lane while it is read.
  fileprivate struct Entry {
    var lane: CellTimeline.Lane
    var group: Int
    var stay: CellTimeline.Stay?
    var pooledSince: Int?
  }

  private let sharesItemPools: Bool
  private var entries: [Entry] = []
  private var numbers: [Key: Int] = [:]
  private var pools: [(table: TableKind, name: String)] = []
  /// The row cell that shows each row.
  private var rowCells: [Address: CellID] = [:]
  private(set) var moments: [CellTimeline.Moment] = []

  init(sharesItemPools: Bool) {
    self.sharesItemPools = sharesItemPools
  }

  mutating func read(_ event: TraceEvent) {
    switch event.kind {
    case .restart: note("restart", event)
    case .reloadData: note("reload", event)
    case .memoryWarning: note("memory warning", event)
    default:
      guard let cell = event.cell else { return }
      let key = Key(table: event.table, cell: cell)
      let number = numbers[key] ?? add(key, event)
      if event.table == .rows, let address = event.address, event.kind != .discard {
        rowCells[address] = cell
      }
      let frame = frame(of: event)
      entries[number].read(event, in: frame)
    }
  }

  /// Ends what is still going on.
  mutating func finish(at frame: Int) {
    for number in entries.indices { entries[number].leave(at: frame, pooled: false) }
  }

  /// The lanes by pool: first those of rows, then those of items.
  var groups: [CellTimeline.Group] {
    var groups = pools.map { CellTimeline.Group(table: $0.table, name: $0.name) }
    for entry in entries { groups[entry.group].lanes.append(entry.lane) }
    return groups.filter { $0.table == .rows } + groups.filter { $0.table == .items }
  }

  private mutating func note(_ name: String, _ event: TraceEvent) {
    let moment = CellTimeline.Moment(frame: event.frame + 1, name: name)
    if moments.last != moment { moments.append(moment) }
  }

  /// The frame to which an event belongs. What follows a moment like a reload with the same
  /// number comes after that frame was made.
  private func frame(of event: TraceEvent) -> Int {
    event.frame + (moments.last?.frame == event.frame + 1 ? 1 : 0)
  }

  private mutating func add(_ key: Key, _ event: TraceEvent) -> Int {
    let name = poolName(key, event)
    let group = pools.firstIndex { $0.table == key.table && $0.name == name } ?? pools.count
    if group == pools.count { pools.append((key.table, name)) }
    entries.append(Entry(lane: CellTimeline.Lane(cell: key.cell), group: group))
    numbers[key] = entries.count - 1
    return entries.count - 1
  }

  /// What the pool of a cell is called. Strips that have pools of their own have them in the cell
  /// of their row.
  private func poolName(_ key: Key, _ event: TraceEvent) -> String {
    let name = "pool of '\(key.cell.identifier)'"
    if key.table == .rows { return "rows: " + name }
    guard !sharesItemPools, let row = event.address?.rowAddress, let cell = rowCells[row]
    else { return "items: " + name }
    return "items in \(cell): " + name
  }
}

extension TimelineReader.Entry {
  fileprivate mutating func read(_ event: TraceEvent, in frame: Int) {
    switch event.kind {
    case .create: arrive(.created, event, frame)
    case .reuse: arrive(.reused, event, frame)
    case .revive: arrive(.kept, event, frame)
    case .willDisplay where stay == nil: arrive(.kept, event, frame)
    case .prepare: stay = nil
    case .didEndDisplaying, .retain: leave(at: frame, pooled: false)
    case .recycle: leave(at: frame, pooled: true)
    case .discard:
      leave(at: frame, pooled: false)
      lane.end = frame
    case .stale: stay?.isStale = true
    default: return
    }
  }

  private mutating func arrive(
    _ origin: CellTimeline.Origin, _ event: TraceEvent, _ frame: Int
  ) {
    guard let address = event.address else { return }
    leave(at: frame, pooled: false)
    stay = CellTimeline.Stay(address: address, origin: origin, frames: frame..<frame)
  }

  /// Ends what the cell is doing, at a frame.
  fileprivate mutating func leave(at frame: Int, pooled: Bool) {
    if var last = stay {
      last.frames = last.frames.lowerBound..<max(last.frames.lowerBound, frame)
      lane.stays.append(last)
      stay = nil
    }
    if let start = pooledSince, start < frame { lane.pooled.append(start..<frame) }
    pooledSince = pooled ? frame : nil
  }
}
