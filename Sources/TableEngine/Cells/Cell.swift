import TableModel

/// A cell: an object that outlives the row it shows.
final class Cell {
  enum Place: Sendable {
    /// On the screen.
    case visible
    /// Off the screen, in the hands of the pass or inside a row cell that is off the screen.
    case detached
    /// Off the screen and still bound to its row.
    case kept
    /// Off the screen, being edited, and not to be given away.
    case exempt
    /// Off the screen, waiting for the one row it belongs to.
    case stored
    case pooled
    case discarded
  }

  /// The number of the reuse identifier.
  let identifier: Int
  let id: CellID
  /// The table that uses the cell, or used it last.
  var table: TableKind
  /// False for a cell without an identifier, which no pool takes.
  let isPoolable: Bool
  /// True for the group that holds a row's items in a flat layout. It is not a real cell and is not
  /// counted.
  let isCarrier: Bool
  var place = Place.detached
  var slot: Slot
  /// The row or item the cell was configured for last.
  var writer: Address
  /// What the data source wrote. Where that can wait, it is written when it is first read, so that a
  /// cell that only scrolls past is never written.
  var content: CellContent {
    get {
      if let (writer, address) = unwritten {
        (written, unwritten) = (writer.content(for: address), nil)
      }
      return written
    }
    set { (written, unwritten) = (newValue, nil) }
  }
  private var written = CellContent()
  /// What writes the content when it is looked at, for the row that the cell was configured for.
  private var unwritten: (writer: any CellWriter, address: Address)?
  /// Properties that still show content written for another row, each with that row.
  var leftovers: [(property: CellProperties, writer: Address)] = []
  /// True while the image for the cell's content is still being loaded.
  var awaitsImage = false
  /// How often its subviews were added.
  var timesDressed = 0
  var isSelected = false
  var isHighlighted = false
  var isEditing = false
  /// The row whose selection state the cell still shows, in tables that do not set it themselves.
  var selectionWriter: Address?
  /// True once the row that the cell was configured for was reloaded or removed. The cell must then
  /// be configured again before it is shown at that place.
  var isOutdated = false
  /// The key under which a cell that always belongs to one row is found.
  var boundKey: RowKey?
  /// Its rank on the screen before an update moved the rows.
  var rank = 0
  /// The strip that a row cell carries.
  var strip: Strip?

  init(
    identifier: Int, id: CellID, table: TableKind, isPoolable: Bool, slot: Slot,
    isCarrier: Bool = false
  ) {
    self.identifier = identifier
    self.id = id
    self.table = table
    self.isPoolable = isPoolable
    self.isCarrier = isCarrier
    self.slot = slot
    writer = slot.address
  }
}

extension Cell {
  /// Has everything written when it is looked at.
  func write(later writer: any CellWriter) {
    unwritten = (writer, slot.address)
    leftovers.removeAll()
    self.writer = slot.address
  }

  fileprivate func copyContent(of other: Cell) {
    (written, unwritten) = (other.written, other.unwritten)
  }

  /// Grows with every cell that is made.
  var serial: Int { id.serial }
}

extension Address {
  /// The address used for a row that is gone; no row has it.
  static let nowhere = Address(-1)
}

extension Cell {
  /// Writes what the data source supplies, except what a careless data source would forget to
  /// write.
  ///
  /// - Parameter conditional: the properties that are written only when they are not the default.
  func write(_ new: CellContent, conditional: CellProperties) {
    if conditional.isEmpty {
      content = new
      leftovers.removeAll()
    } else {
      let skipped = conditional.intersection(new.defaults)
      // Content written before a reload belonged to whatever row was at the place then.
      if isOutdated { relocateWriters { _ in .nowhere } }
      noteLeftovers(skipped)
      content.assign(CellProperties(rawValue: .max).subtracting(skipped), from: new)
    }
    writer = slot.address
  }

  private func noteLeftovers(_ skipped: CellProperties) {
    leftovers.removeAll { !skipped.contains($0.property) || $0.writer == slot.address }
    let holding = skipped.subtracting(content.defaults)
    guard writer != slot.address else { return }
    for property in CellProperties.each where holding.contains(property) {
      if !leftovers.contains(where: { $0.property == property }) {
        leftovers.append((property, writer))
      }
    }
  }

  /// Updates the addresses of the rows that the cell was written for.
  func relocateWriters(_ relocated: (Address) -> Address) {
    writer = relocated(writer)
    selectionWriter = selectionWriter.map(relocated)
    for index in leftovers.indices { leftovers[index].writer = relocated(leftovers[index].writer) }
  }

  /// Resets the state that is not content.
  func prepareForReuse(resetsAll: Bool) {
    isSelected = false
    isHighlighted = false
    isEditing = false
    selectionWriter = nil
    if resetsAll {
      content = CellContent()
      leftovers.removeAll()
    }
  }
}

/// How the object of a cell is named where people read it.
package enum CellNaming: String, Sendable, Hashable, CaseIterable {
  /// By its identifier and the order in which it was made, `Cell1#3`.
  case ordinal
  /// By an address in memory, as a log prints it. The address is invented: the same cell has the
  /// same one in every run.
  case hex
}

/// The identity of a cell object: `Cell1#3` is the third cell made for the identifier `Cell1`.
package struct CellID: Sendable, Hashable, CustomStringConvertible {
  package var identifier: String
  package var ordinal: Int
  /// Grows with every cell that is made, whatever its identifier; 0 where nobody counts.
  package var serial: Int

  package init(identifier: String, ordinal: Int, serial: Int = 0) {
    self.identifier = identifier
    self.ordinal = ordinal
    self.serial = serial
  }

  package var description: String { "\(identifier)#\(ordinal)" }

  /// The invented memory address of the cell: cells made later have higher addresses.
  package var address: String {
    "0x" + String(Self.firstAddress &+ serial &* Self.spacing, radix: 16)
  }

  private static let firstAddress = 0x52_0000
  /// The bytes from one cell to the next.
  private static let spacing = 0x290

  package func name(_ naming: CellNaming) -> String {
    switch naming {
    case .ordinal: description
    case .hex: address
    }
  }
}

/// Numbers for reuse identifiers, so that pools and statistics need no text.
struct IdentifierTable: Sendable {
  /// What a cell without identifier is called.
  static let unnamed = "(none)"

  /// What the group of a row's items in a flat layout is called.
  static let group = "(group)"

  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var ordinals: [Int] = []
  private var last = 0

  /// - Complexity: O(1), quickest for the name asked for last.
  mutating func number(of name: String) -> Int {
    if last < names.count, names[last] == name { return last }
    if let number = numbers[name] {
      last = number
      return number
    }
    last = names.count
    numbers[name] = last
    names.append(name)
    ordinals.append(0)
    return last
  }

  /// The identity of the next cell that is made for an identifier.
  mutating func nextID(_ number: Int, serial: Int) -> CellID {
    ordinals[number] += 1
    return CellID(identifier: names[number], ordinal: ordinals[number], serial: serial)
  }
}

/// The horizontal table inside a row cell.
final class Strip {
  let lane: CellLane
  /// The row it was given.
  var row: Address
  var key: RowKey
  /// The number of items in that row.
  var dataCount: Int
  /// The layout of the items as of the last reload, which may have been for another row.
  var layout: StripLayout
  var offset: Int
  /// The row for which the offset was set last.
  var offsetWriter: Address?
  var needsReload = true
  /// True while the row it was given is gone, so that its offset is nobody's.
  var isAbandoned = false
  /// Nil as long as nothing was asked for ahead.
  var prefetcher: Prefetcher?
  /// Where it stood before it was scrolled, until a pass has followed.
  var scrolledFrom: Int?

  init(lane: CellLane, row: Address, key: RowKey, layout: StripLayout) {
    self.lane = lane
    self.row = row
    self.key = key
    self.layout = layout
    dataCount = layout.count
    offset = layout.minOffset
  }

  /// The direction of the last scroll, until a pass has followed it.
  var scrollsBackwards: Bool { scrolledFrom.map { offset < $0 } ?? false }
}

/// Copies cells and what holds them; what two of them share is shared by the copies.
struct CellCopier {
  private var cells: [ObjectIdentifier: Cell] = [:]
  private var pools: [ObjectIdentifier: CellPools] = [:]
  private var strips: [ObjectIdentifier: Strip] = [:]

  mutating func copy(_ other: Cell) -> Cell {
    if let known = cells[ObjectIdentifier(other)] { return known }
    let cell = Cell(
      identifier: other.identifier, id: other.id, table: other.table, isPoolable: other.isPoolable,
      slot: other.slot, isCarrier: other.isCarrier)
    cells[ObjectIdentifier(other)] = cell
    cell.place = other.place
    cell.writer = other.writer
    cell.copyContent(of: other)
    cell.leftovers = other.leftovers
    cell.timesDressed = other.timesDressed
    cell.awaitsImage = other.awaitsImage
    cell.isSelected = other.isSelected
    cell.isHighlighted = other.isHighlighted
    cell.isEditing = other.isEditing
    cell.selectionWriter = other.selectionWriter
    cell.isOutdated = other.isOutdated
    cell.boundKey = other.boundKey
    cell.rank = other.rank
    cell.strip = other.strip.map { copy($0) }
    return cell
  }

  mutating func copy(_ others: [Cell]) -> [Cell] { others.map { copy($0) } }

  mutating func copy(_ other: CellPools) -> CellPools {
    if let known = pools[ObjectIdentifier(other)] { return known }
    let copied = other.copy(by: &self)
    pools[ObjectIdentifier(other)] = copied
    return copied
  }

  mutating func copy(_ other: CellLane) -> CellLane {
    let lane = CellLane(table: other.table, pools: copy(other.pools), kept: 0)
    lane.visible = copy(other.visible)
    lane.orphans = copy(other.orphans)
    lane.kept = other.kept.copy(by: &self)
    lane.exempt = copy(other.exempt)
    for (key, cell) in other.stored { lane.stored[key] = copy(cell) }
    lane.isRelocated = other.isRelocated
    lane.isFresh = other.isFresh
    return lane
  }

  mutating func copy(_ other: Strip) -> Strip {
    if let known = strips[ObjectIdentifier(other)] { return known }
    let strip = Strip(lane: copy(other.lane), row: other.row, key: other.key, layout: other.layout)
    strips[ObjectIdentifier(other)] = strip
    strip.dataCount = other.dataCount
    strip.offset = other.offset
    strip.offsetWriter = other.offsetWriter
    strip.needsReload = other.needsReload
    strip.isAbandoned = other.isAbandoned
    strip.prefetcher = other.prefetcher
    strip.scrolledFrom = other.scrolledFrom
    return strip
  }
}
