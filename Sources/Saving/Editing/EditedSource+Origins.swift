package import TableModel

extension EditedSource {
  /// Where the section, row or item at an address stood before any edit.
  ///
  /// - Returns: nil for what was added, and for an item that took the place of another one among
  ///   items that were added or removed.
  package func origin(of address: Address) throws(DataError) -> Address? {
    if case .base(let origin) = sections[address.section] {
      return Address(origin, address.row, address.item)
    }
    guard let section = try section(at: address.section) else { return nil }
    guard let index = address.row else { return section.origin.map { Address($0) } }
    if case .base(let row) = section.rows[index], let origin = section.origin {
      return Address(origin, row, address.item)
    }
    guard let row = try row(at: index, in: section), let origin = row.origin else { return nil }
    guard let item = address.item else { return origin }
    let before = try origin.row.map { number throws(DataError) in
      try base.rows(number..<number + 1, inSection: origin.section).first?.items?.known ?? 0
    }
    return row.items?.origin(of: item, among: before ?? 0).map { origin.with(item: $0) }
  }
}

extension EditedList {
  /// The index in the base of the element at an index, or of the one whose place it took: where as
  /// many stand between two elements of the base as before, each has taken the place of another one.
  ///
  /// - Parameter baseCount: the elements of the base.
  fileprivate func origin(of index: Int, among baseCount: Int) -> Int? {
    guard 0..<count ~= index else { return nil }
    var (first, end) = (index, index)
    var (before, after) = (-1, baseCount)
    while first >= 0, let place = self[first] {
      if case .base(let origin) = place {
        before = origin
        break
      }
      first -= 1
    }
    while end < count, let place = self[end] {
      if case .base(let origin) = place {
        after = origin
        break
      }
      end += 1
    }
    return end - first == after - before ? before + index - first : nil
  }
}
