package import Arranging
package import TableEngine
package import TableModel

/// The fields that cells are filled from, as one list to read batches with.
package final class CellFields: Sendable {
  package enum Slot: Int, CaseIterable {
    case text
    case detail
    case image
    case identifier
    case height
    case whole
  }

  /// The fields to read, the record itself among them.
  package let paths: [FieldPath]
  private let positions: [Int?]
  /// Fields that layouts show beside the usual ones, with their positions.
  package let others: [(path: FieldPath, position: Int)]
  /// The columns of a grid in view, by their numbers, with the positions of their fields.
  package let columns: [(column: Int, position: Int)]
  /// The positions of what stands around the records: nothing is read for them from a record.
  package let outer: [Int]

  /// - Parameter columns: those of a grid in view, by their numbers.
  package init(
    roles: FieldRoles, choice: FieldChoice, others: [FieldPath] = [],
    columns: [(column: Int, path: FieldPath)] = []
  ) {
    var paths: [FieldPath] = []
    var positions: [Int?] = []
    func add(_ path: FieldPath?) {
      positions.append(path.map { _ in paths.count })
      if let path { paths.append(path) }
    }
    func chosen(_ role: FieldChoice.Role, _ standard: FieldPath?) -> FieldPath? {
      switch choice[role] {
      case .path(let path): path
      case .some(.none): nil
      case nil: standard
      }
    }
    add(chosen(.text, roles.text))
    add(chosen(.detail, roles.detail))
    add(chosen(.image, roles.image))
    add(chosen(.identifier, nil))
    add(chosen(.height, nil))
    add(.itself)
    self.others = others.enumerated().map { ($1, paths.count + $0) }
    paths += others
    self.columns = columns.enumerated().map { ($1.column, paths.count + $0) }
    paths += columns.map(\.path)
    outer = paths.indices.filter { OuterLevel(at: paths[$0]) != nil }
    self.paths = paths
    self.positions = positions
  }

  package func position(of slot: Slot) -> Int? { positions[slot.rawValue] }
}

/// The fields of one record, as a cell shows them.
package struct CellRecord {
  private var batch = RecordBatch(fields: [])
  private var index = 0
  /// Nil for a record that could not be read: it has no fields.
  private var fields: CellFields?
  /// What stands around the record, by its positions among the fields.
  private var outer: [Int: Value] = [:]

  package init() {}

  package init(_ batch: RecordBatch, _ index: Int, _ fields: CellFields, outer: [Int: Value] = [:])
  {
    (self.batch, self.index, self.fields, self.outer) = (batch, index, fields, outer)
  }

  package func text(_ slot: CellFields.Slot) -> String? {
    guard let position = fields?.position(of: slot) else { return nil }
    if !outer.isEmpty, let value = outer[position] { return value.isNull ? nil : value.plainText }
    guard let kind = batch.kind(index, position) else { return nil }
    // A null detail or image counts as none; a null that stands alone is shown as null.
    if kind == .null, slot == .detail || slot == .image { return nil }
    return batch.text(index, position)
  }

  /// A field that a layout shows; nil where the record has none.
  package func text(_ path: FieldPath) -> String? {
    guard let position = fields?.others.last(where: { $0.path == path })?.position,
      let kind = batch.kind(index, position), kind != .null
    else { return nil }
    return batch.text(index, position)
  }

  /// The fields in the columns of a grid that the record has.
  package var columns: [ColumnText] {
    (fields?.columns ?? []).compactMap { column, position in
      if let value = outer[position] {
        return ColumnText(column: column, text: value.plainText, kind: value.kind)
      }
      return batch.kind(index, position).map {
        ColumnText(column: column, text: batch.text(index, position), kind: $0)
      }
    }
  }

  private var kind: ValueKind? {
    fields?.position(of: .whole).flatMap { batch.kind(index, $0) }
  }
  /// The record in one line.
  package var whole: String { text(.whole) ?? "" }
  package var isRecord: Bool { kind == .record }
  package var isContainer: Bool { kind == .record || kind == .array }
}

/// The windows that were read last from one source: what a frame shows, and no more.
///
/// A source never grows, so that what was read of it stays right; a later one begins a new cache.
package struct WindowCache {
  /// A class, because a window is looked at for each cell of a frame.
  private final class Window {
    let window: TableWindow
    let range: Range<Int>
    let infos: [RowInfo]
    private var records: RecordBatch?

    init(_ window: TableWindow, _ range: Range<Int>, _ infos: [RowInfo] = []) {
      (self.window, self.range, self.infos) = (window, range, infos)
    }

    /// What stands in the window, which is read once.
    func batch(_ source: any TableSource, _ fields: [FieldPath]) throws(DataError) -> RecordBatch {
      if let records { return records }
      let batch =
        switch window {
        case .rows(let section, let range):
          if infos.allSatisfy({ $0.items != nil }) {
            RecordBatch(fields: [])
          } else {
            try source.records(range, inSection: section, fields: fields)
          }
        case .items(let row, let range): try source.items(range, inRow: row, fields: fields)
        }
      records = batch
      return batch
    }
  }

  private let slots: CellFields
  private var sections: [Int: SectionInfo] = [:]
  private var rows: [Int: Window] = [:]
  private var items: [Address: Window] = [:]
  private var surroundings: ShownSurroundings?
  /// How many windows are kept before the cache starts again.
  private static let limit = 512
  /// How many rows are read at once where only their heights are asked for, one by one.
  private static let heightWindow = 256

  package init(slots: CellFields) {
    self.slots = slots
  }

  package mutating func section(_ index: Int, _ source: any TableSource) throws(DataError)
    -> SectionInfo?
  {
    if let info = sections[index] { return info }
    guard let info = try source.sections(index..<index + 1).first else { return nil }
    if sections.count > Self.limit { sections.removeAll(keepingCapacity: true) }
    sections[index] = info
    return info
  }

  /// What is known of a row without its record. A row outside the last window is asked for alone.
  package func info(_ address: Address, _ source: any TableSource) throws(DataError) -> RowInfo? {
    guard let row = address.row else { return nil }
    if let window = rows[address.section], window.range.contains(row) {
      let index = row - window.range.lowerBound
      return window.infos.indices.contains(index) ? window.infos[index] : nil
    }
    return try source.rows(row..<row + 1, inSection: address.section).first
  }

  /// A plain row's record, read with those that follow it.
  package mutating func recordAhead(_ address: Address, _ source: any TableSource) throws(DataError)
    -> CellRecord?
  {
    guard let row = address.row else { return nil }
    if rows[address.section]?.range.contains(row) != true {
      let window = row..<row + Self.heightWindow
      try load(.rows(section: address.section, window), source)
    }
    return try record(address, source)
  }

  /// The record at the address of a plain row or an item.
  package mutating func record(_ address: Address, _ source: any TableSource) throws(DataError)
    -> CellRecord?
  {
    guard let item = address.item else { return try plainRecord(address, source) }
    let key = address.rowAddress
    if items[key]?.range.contains(item) != true {
      try load(.items(row: key, item..<item + 1), source)
    }
    return try cellRecord(items[key], item, at: address, source)
  }

  private mutating func plainRecord(_ address: Address, _ source: any TableSource)
    throws(DataError) -> CellRecord?
  {
    guard let row = address.row else { return nil }
    if rows[address.section]?.range.contains(row) != true {
      try load(.rows(section: address.section, row..<row + 1), source)
    }
    return try cellRecord(rows[address.section], row, at: address, source)
  }

  private mutating func cellRecord(
    _ window: Window?, _ index: Int, at address: Address, _ source: any TableSource
  ) throws(DataError) -> CellRecord? {
    guard let window, window.range.contains(index) else { return nil }
    let batch = try window.batch(source, slots.paths)
    let index = index - window.range.lowerBound
    guard index < batch.count else { return nil }
    guard !slots.outer.isEmpty else { return CellRecord(batch, index, slots) }
    var around =
      surroundings ?? ShownSurroundings(of: source, for: slots.outer.map { slots.paths[$0] })
    let values = try around.values(at: address)
    surroundings = around
    var outer: [Int: Value] = [:]
    for (position, value) in zip(slots.outer, values) { outer[position] = value }
    return CellRecord(batch, index, slots, outer: outer)
  }

  /// Reads a window, unless it is there already.
  ///
  /// - Parameter later: whether its records are read when the first of them is asked for.
  package mutating func load(_ window: TableWindow, _ source: any TableSource, later: Bool = false)
    throws(DataError)
  {
    switch window {
    case .rows(let section, let range):
      if let known = rows[section]?.range, Self.holds(known, range) { return }
      let new = Window(window, range, try source.rows(range, inSection: section))
      if !later { _ = try new.batch(source, slots.paths) }
      if rows.count > Self.limit { rows.removeAll(keepingCapacity: true) }
      rows[section] = new
    case .items(let row, let range):
      if let known = items[row]?.range, Self.holds(known, range) { return }
      let new = Window(window, range)
      if !later { _ = try new.batch(source, slots.paths) }
      if items.count > Self.limit { items.removeAll(keepingCapacity: true) }
      items[row] = new
    }
  }

  private static func holds(_ known: Range<Int>, _ range: Range<Int>) -> Bool {
    known.lowerBound <= range.lowerBound && range.upperBound <= known.upperBound
  }
}
