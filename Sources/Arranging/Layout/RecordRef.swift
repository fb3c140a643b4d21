import TableModel

/// The address of a row or an item in 12 bytes.
struct RecordRef: Sendable, Hashable, Comparable {
  var section: UInt32
  var row: UInt32
  /// `noItem` for a row.
  var item: UInt32

  static let noItem = UInt32.max

  init(section: UInt32, row: UInt32, item: UInt32 = noItem) {
    self.section = section
    self.row = row
    self.item = item
  }

  init(_ address: Address) throws(DataError) {
    section = try compact(address.section)
    row = try compact(address.row ?? 0)
    item = if let item = address.item { try compact(item) } else { Self.noItem }
  }

  var isItem: Bool { item != Self.noItem }

  var address: Address {
    Address(Int(section), Int(row), isItem ? Int(item) : nil)
  }

  /// The record so many further in the same strip, or in the same section of plain rows.
  func advanced(by distance: Int) -> RecordRef {
    let step = UInt32(truncatingIfNeeded: distance)
    return isItem
      ? RecordRef(section: section, row: row, item: item &+ step)
      : RecordRef(section: section, row: row &+ step)
  }

  /// How far on another record stands in the same strip or section; nil when it is elsewhere.
  func distance(to other: RecordRef) -> Int? {
    guard section == other.section, isItem == other.isItem else { return nil }
    if !isItem { return Int(other.row) - Int(row) }
    return row == other.row ? Int(other.item) - Int(item) : nil
  }

  static func < (a: RecordRef, b: RecordRef) -> Bool {
    (a.section, a.row, a.item &+ 1) < (b.section, b.row, b.item &+ 1)
  }
}
