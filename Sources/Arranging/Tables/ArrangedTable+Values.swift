package import TableModel

extension ArrangedTable {
  package func value(at address: Address) throws(DataError) -> Value? {
    switch layout {
    case .identity:
      return try base.value(at: address)
    case .narrowed(let sections):
      guard sections.indices.contains(address.section) else { return nil }
      let section = sections[address.section]
      guard address.row != nil else {
        return try values(0..<section.rows.count) { Address(address.section, $0) }
      }
      guard let origin = try origin(of: address), let row = origin.row else { return nil }
      guard address.item == nil, let items = section.items[row] else {
        return try base.value(at: origin)
      }
      return try values(0..<items.count) { address.with(item: $0) }
    case .gathered(let sections):
      guard sections.indices.contains(address.section) else { return nil }
      return try value(at: address, in: sections[address.section])
    }
  }

  private func value(
    at address: Address, in section: GatheredSection
  ) throws(DataError) -> Value? {
    if let origin = try origin(of: address) { return try base.value(at: origin) }
    switch (address.row, section.asStrip) {
    case (nil, false):
      return try values(0..<section.records.count) { Address(address.section, $0) }
    case (nil, true):
      return try values(0..<1) { Address(address.section, $0) }
    case (0, true) where address.item == nil:
      return try values(0..<section.records.count) { Address(address.section, 0, $0) }
    default:
      return nil
    }
  }

  private func values(
    _ positions: Range<Int>, _ address: (Int) -> Address
  ) throws(DataError) -> Value {
    var values: [Value] = []
    for position in positions {
      if let value = try value(at: address(position)) { values.append(value) }
    }
    return .array(values)
  }

  /// Visits every record shown, in the order shown.
  ///
  /// - Complexity: one scan of the base when nothing is reordered; else a read for each record.
  package func scan(
    _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) {
    switch layout {
    case .identity:
      try base.scan(visit)
    case .narrowed(let sections)
    where sections.allSatisfy(\.isAscending) && sections.areInBaseOrder:
      try scanInBaseOrder(visit) { address(ofBase: $0) }
    case .narrowed(let sections):
      try scanByAddress(sections, visit)
    case .gathered(let sections) where sections.count == 1 && sections[0].records.isAscending:
      let (records, asStrip) = (sections[0].records, sections[0].asStrip)
      try scanInBaseOrder(visit) { base in
        (try? RecordRef(base)).flatMap { records.position(of: $0) }
          .map { asStrip ? Address(0, 0, $0) : Address(0, $0) }
      }
    case .gathered(let sections):
      try scanByAddress(sections, visit)
    }
  }

  private func scanInBaseOrder(
    _ visit: (Address, Value) throws(DataError) -> Bool, shown: (Address) -> Address?
  ) throws(DataError) {
    var left = tally?.kept
    if left == 0 { return }
    try base.scan { address, value throws(DataError) in
      guard let address = shown(address) else { return true }
      left = left.map { $0 - 1 }
      return try visit(address, value) && left != 0
    }
  }

  private func scanByAddress(
    _ sections: [NarrowedSection], _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) {
    for (index, section) in sections.enumerated() {
      for position in 0..<section.rows.count {
        let row = try section.rows.index(at: position)
        let origin = Address(section.origin, row)
        let count =
          if let items = section.items[row] { items.count } else {
            try itemCount(ofBase: origin)
          }
        guard let count else {
          guard try visitRecord(Address(index, position), visit) else { return }
          continue
        }
        for item in 0..<count {
          guard try visitRecord(Address(index, position, item), visit) else { return }
        }
      }
    }
  }

  private func itemCount(ofBase row: Address) throws(DataError) -> Int? {
    guard let index = row.row else { return nil }
    return try base.rows(index..<index + 1, inSection: row.section).first?.items?.known
  }

  private func scanByAddress(
    _ sections: [GatheredSection], _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) {
    for (index, section) in sections.enumerated() {
      for position in 0..<section.records.count {
        let address =
          section.asStrip ? Address(index, 0, position) : Address(index, position)
        guard try visitRecord(address, visit) else { return }
      }
    }
  }

  private func visitRecord(
    _ address: Address, _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> Bool {
    guard let value = try value(at: address) else { return true }
    return try visit(address, value)
  }
}
