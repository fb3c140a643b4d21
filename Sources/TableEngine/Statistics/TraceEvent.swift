package import TableModel

/// Something that happened to a cell, or to the table as a whole.
package struct TraceEvent: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case create
    /// An empty pool gave nothing: the data source makes the cell.
    case dequeueNil
    /// A cell was taken or made and not returned: it is lost.
    case leak
    case reuse
    case prepareForReuse
    case willDisplay
    case didEndDisplaying
    case recycle
    case discard
    /// Shown again from a position cache without being configured.
    case revive
    /// Off the screen but exempt from recycling.
    case retain
    /// Back with its row after that, without having been asked for.
    case reattach
    case beginEditing
    case endEditing
    case reconfigure
    case highlight
    case willSelect
    case didSelect
    case willDeselect
    case didDeselect
    case accessoryTapped
    case prefetch
    case cancelPrefetch
    /// Configured ahead, and off the screen until its row comes into view.
    case prepare
    case stale
    case imageApplied
    case imageRejected
    case reloadData
    case memoryWarning
    /// The engine started afresh, because of a setting or on demand.
    case restart
  }

  package var frame: Int
  package var kind: Kind
  package var table: TableKind
  /// Nil for what happens to the whole table.
  package var identifier: String?
  package var cell: CellID?
  package var address: Address?

  package init(
    frame: Int, kind: Kind, table: TableKind, identifier: String? = nil,
    cell: CellID? = nil, address: Address? = nil
  ) {
    self.frame = frame
    self.kind = kind
    self.table = table
    self.identifier = identifier
    self.cell = cell
    self.address = address
  }
}

extension TraceEvent: CustomStringConvertible {
  /// The event in one line, as `line(showsSections:)` with sections.
  package var description: String { line(showsSections: true) }

  /// True for the two events that the short log is made of.
  package var isConfiguration: Bool { kind == .create || kind == .reuse }

  /// The event as a line of the log.
  ///
  /// - Parameters:
  ///   - showsSections: whether rows are named with their section; a table of one section can do
  ///     without.
  ///   - naming: how the line names cells.
  package func line(showsSections: Bool, naming: CellNaming = .ordinal) -> String {
    let name = identifier ?? ""
    let place = place(showsSections: showsSections)
    let id = cell?.name(naming) ?? ""
    return switch kind {
    case .create: "Loading cell from nib \(name) for \(place)..."
    case .reuse: "reusing cell '\(name)' (\(id)) for \(place)..."
    case .restart: "[\(frame)] restart: pools and screen are empty"
    case .reloadData: "[\(frame)] reloadData"
    case .memoryWarning: "[\(frame)] memory warning: pools are emptied"
    default: longLine(id: id, place: place)
    }
  }

  private func longLine(id: String, place: String) -> String {
    let parts = ["[\(frame)]", kind.rawValue, id, address == nil ? "" : "(\(place))"]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func place(showsSections: Bool) -> String {
    guard let address else { return "no row" }
    if address.item != nil { return "item \(address)" }
    guard !showsSections, let row = address.row else { return "row \(address)" }
    return "row \(row)"
  }
}

/// The last events, in little room; the oldest are overwritten when it is full.
struct TraceBuffer: Sendable {
  static let capacity = 1 << 17

  struct Entry: Sendable {
    var frame: Int
    var kind: TraceEvent.Kind
    var table: TableKind
    /// Negative for what happens to no cell.
    var identifier: Int32
    var ordinal: Int32
    var serial: Int32
    var section: Int
    /// Negative for none.
    var row: Int
    var item: Int
  }

  private var entries: [Entry] = []
  /// How many entries were ever written, and how many of them had been when it was last read.
  private(set) var written = 0
  private var read = 0

  mutating func append(_ entry: Entry) {
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[written % Self.capacity] = entry
    }
    written += 1
  }

  /// The entries that are still there, oldest first.
  ///
  /// - Parameter number: the number of the first one that is wanted.
  func entries(from number: Int) -> [Entry] {
    (max(number, written - entries.count)..<max(number, written)).map {
      entries[$0 % Self.capacity]
    }
  }

  /// The last entries, as far back as a condition holds.
  func suffix(while holds: (Entry) -> Bool) -> [Entry] {
    var first = written
    while first > written - entries.count, holds(entries[(first - 1) % Self.capacity]) {
      first -= 1
    }
    return entries(from: first)
  }

  /// The entries since the last time they were taken.
  mutating func take() -> [Entry] {
    defer { read = written }
    return entries(from: read)
  }
}
