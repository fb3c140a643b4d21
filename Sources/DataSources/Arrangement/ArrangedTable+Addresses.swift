package import TableModel

extension ArrangedTable {
  /// The base table's address of what is shown at an address.
  ///
  /// - Returns: nil for what has no single counterpart (a section or a strip made by grouping),
  ///   and for an address beyond the table's counts; an identity doesn't check counts.
  /// - Complexity: O(log n) at most.
  package func baseAddress(of address: Address) -> Address? {
    switch layout {
    case .identity:
      return address
    case .narrowed(let sections):
      guard sections.indices.contains(address.section) else { return nil }
      return baseAddress(of: address, in: sections[address.section])
    case .gathered(let sections):
      guard sections.indices.contains(address.section), let row = address.row else { return nil }
      return baseRecord(sections[address.section], row: row, item: address.item)?.address
    }
  }

  private func baseAddress(of address: Address, in section: NarrowedSection) -> Address? {
    guard let position = address.row else { return Address(section.origin) }
    guard (0..<section.rows.count).contains(position) else { return nil }
    let row = section.rows[position]
    guard let item = address.item, let items = section.items[row] else {
      return Address(section.origin, row, address.item)
    }
    return (0..<items.count).contains(item) ? Address(section.origin, row, items[item]) : nil
  }

  private func baseRecord(_ section: GatheredSection, row: Int, item: Int?) -> RecordRef? {
    let position: Int? = section.asStrip ? (row == 0 ? item : nil) : (item == nil ? row : nil)
    guard let position, (0..<section.records.count).contains(position) else { return nil }
    return section.records[position]
  }

  /// Where a section, row or item of the base table is shown; nil when it isn't.
  ///
  /// With it the selection and the focus find their records again after a change of arrangement.
  /// - Complexity: O(log n); O(n) in what columns have sorted or grouped, which need not be known to
  ///   its end; O(n log n) once in what records have.
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
