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
