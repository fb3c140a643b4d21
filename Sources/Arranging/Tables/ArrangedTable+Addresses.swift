package import TableModel

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
