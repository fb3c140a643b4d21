import TableEngine
import TableModel

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
