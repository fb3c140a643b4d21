/// The place of a section, a row or an item: `1`, `1.0`, `1.0.3`, zero-based like an index path.
package struct Address: Sendable, Hashable {
  package var section: Int
  package var row: Int?
  package var item: Int?

  package init(section: Int, row: Int? = nil, item: Int? = nil) {
    self.section = section
    self.row = row
    self.item = row == nil ? nil : item
  }

  package init(_ section: Int, _ row: Int? = nil, _ item: Int? = nil) {
    self.init(section: section, row: row, item: item)
  }

  /// The row that the address lies in, without the item.
  package var rowAddress: Address { Address(section, row) }

  package func with(item: Int?) -> Address { Address(section, row, item) }
}

extension Address: Comparable {
  /// A section comes before its rows, a row before its items.
  package static func < (a: Address, b: Address) -> Bool {
    (a.section, a.row ?? -1, a.item ?? -1) < (b.section, b.row ?? -1, b.item ?? -1)
  }
}

extension Address: CustomStringConvertible {
  package var description: String {
    guard let row else { return "\(section)" }
    guard let item else { return "\(section).\(row)" }
    return "\(section).\(row).\(item)"
  }
}
