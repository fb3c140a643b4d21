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

// MARK: - Addresses

extension ArrangedTable {
  /// The base table's address of what is shown at an address.
  ///
  /// - Returns: nil for what has no single counterpart (a section or a strip made by grouping),
  ///   and for an address beyond the table's counts; an identity doesn't check counts.
  /// - Complexity: O(log n) at most.
  package func baseAddress(of address: Address) -> Address? {
    origin(of: address, index: { $0[$1] }, record: { $0[$1] })
  }

  /// The same for a reader that can be stopped while an order is being found.
  ///
  /// - Throws: `DataError.cancelled`.
  func origin(of address: Address) throws(DataError) -> Address? {
    try origin(
      of: address, index: { (list, position) throws(DataError) in try list.index(at: position) },
      record: { (list, position) throws(DataError) in try list.record(at: position) })
  }

  /// - Parameters:
  ///   - index: what a list of indices has at a position.
  ///   - record: what a list of records has at a position.
  private func origin<Failure: Error>(
    of address: Address, index: (IndexList, Int) throws(Failure) -> Int,
    record: (RecordList, Int) throws(Failure) -> RecordRef
  ) throws(Failure) -> Address? {
    switch layout {
    case .identity:
      return address
    case .narrowed(let sections):
      guard sections.indices.contains(address.section) else { return nil }
      return try origin(of: address, in: sections[address.section], index)
    case .gathered(let sections):
      guard sections.indices.contains(address.section), let row = address.row else { return nil }
      let section = sections[address.section]
      guard let place = place(in: section, row: row, item: address.item) else { return nil }
      return try record(section.records, place).address
    }
  }

  private func origin<Failure: Error>(
    of address: Address, in section: NarrowedSection,
    _ index: (IndexList, Int) throws(Failure) -> Int
  ) throws(Failure) -> Address? {
    guard let position = address.row else { return Address(section.origin) }
    guard (0..<section.rows.count).contains(position) else { return nil }
    let row = try index(section.rows, position)
    guard let item = address.item, let items = section.items[row] else {
      return Address(section.origin, row, address.item)
    }
    guard (0..<items.count).contains(item) else { return nil }
    return Address(section.origin, row, try index(items, item))
  }

  /// The position of a record in its section's list; nil for an address of anything else.
  private func place(in section: GatheredSection, row: Int, item: Int?) -> Int? {
    let place: Int? = section.asStrip ? (row == 0 ? item : nil) : (item == nil ? row : nil)
    return place.flatMap { (0..<section.records.count).contains($0) ? $0 : nil }
  }

  /// Where a section, row or item of the base table is shown; nil when it isn't.
  ///
  /// With it the selection and the focus find their records again after a change of arrangement.
  /// - Complexity: O(log n); O(n) where columns gave the order or the groups, even while the order
  ///   is not fully known; O(n log n) once where records gave them.
  package func address(ofBase address: Address) -> Address? {
    switch layout {
    case .identity:
      return address
    case .narrowed(let sections):
      return shownAddress(ofBase: address, in: sections)
    case .gathered(let sections):
      guard address.row != nil, let record = try? RecordRef(address) else { return nil }
      if sections.contains(where: \.records.needsReverse) { return reverse.shown(record) }
      return shownAddress(of: record, in: sections)
    }
  }

  private func shownAddress(of record: RecordRef, in sections: [GatheredSection]) -> Address? {
    for (index, section) in sections.enumerated() {
      guard let position = section.records.position(of: record) else { continue }
      return section.asStrip ? Address(index, 0, position) : Address(index, position)
    }
    return nil
  }

  private func shownAddress(ofBase address: Address, in sections: [NarrowedSection]) -> Address? {
    guard let index = place(ofOrigin: address.section, in: sections) else { return nil }
    guard let row = address.row else { return Address(index) }
    let section = sections[index]
    guard let position = position(of: Address(section.origin, row), in: section.rows)
    else { return nil }
    guard let item = address.item, let items = section.items[row] else {
      return Address(index, position, address.item)
    }
    let place = items.needsReverse ? lookUp(address)?.item : items.position(of: item)
    return place.map { Address(index, position, $0) }
  }

  /// Where a section of the base stands; sections that were sorted are looked through.
  private func place(ofOrigin origin: Int, in sections: [NarrowedSection]) -> Int? {
    let index = sections.partitioningIndex { $0.origin >= origin }
    if index < sections.count, sections[index].origin == origin { return index }
    return sections.firstIndex { $0.origin == origin }
  }

  private func position(of row: Address, in rows: IndexList) -> Int? {
    rows.needsReverse ? lookUp(row)?.row : row.row.flatMap { rows.position(of: $0) }
  }

  private func lookUp(_ address: Address) -> Address? {
    guard let record = try? RecordRef(address) else { return nil }
    return reverse.shown(record)
  }
}
