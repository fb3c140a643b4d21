package import TableModel

/// Where sections, rows and items of a table come to stand when edits are made together.
package struct EditMap: Sendable {
  /// What leaves a list, by old index, and what enters it, by new index, both ascending.
  private struct ListMap: Sendable {
    var leaving: [Int] = []
    var entering: [Int] = []

    func newIndex(_ old: Int) -> Int? {
      if leaving.contains(old) { return nil }
      var index = old - leaving.prefix { $0 < old }.count
      for place in entering where place <= index { index += 1 }
      return index
    }
  }

  private var sections = ListMap()
  /// Rows that leave by their old section, those that enter by their new one.
  private var leavingRows: [Int: [Int]] = [:]
  private var enteringRows: [Int: [Int]] = [:]
  private var leavingItems: [Address: [Int]] = [:]
  private var enteringItems: [Address: [Int]] = [:]
  private var moves: [Address: Address] = [:]

  package init(_ edits: [DataEdit]) {
    for edit in edits {
      switch edit {
      case .insert(let place, _): enter(place)
      case .delete(let place): leave(place)
      case .move(let from, let to):
        leave(from)
        enter(to)
        moves[from] = to
      case .update: break
      }
    }
    seal()
  }

  private mutating func leave(_ place: Address) {
    guard let row = place.row else { return sections.leaving.append(place.section) }
    if let item = place.item {
      leavingItems[place.rowAddress, default: []].append(item)
    } else {
      leavingRows[place.section, default: []].append(row)
    }
  }

  private mutating func enter(_ place: Address) {
    guard let row = place.row else { return sections.entering.append(place.section) }
    if let item = place.item {
      enteringItems[place.rowAddress, default: []].append(item)
    } else {
      enteringRows[place.section, default: []].append(row)
    }
  }

  private mutating func seal() {
    sections.leaving.sort()
    sections.entering.sort()
    for key in leavingRows.keys { leavingRows[key]?.sort() }
    for key in enteringRows.keys { enteringRows[key]?.sort() }
    for key in leavingItems.keys { leavingItems[key]?.sort() }
    for key in enteringItems.keys { enteringItems[key]?.sort() }
  }

  /// The place after the edits of what stood at a place before them; nil when it is gone.
  ///
  /// - Complexity: O(edits).
  package func newPlace(of old: Address) -> Address? {
    if let target = moves[old] { return target }
    guard let row = old.row else { return newSection(old.section).map { Address($0) } }
    guard let newRow = newRow(Address(old.section, row)) else { return nil }
    guard let item = old.item else { return newRow }
    let items = ListMap(
      leaving: leavingItems[old.rowAddress] ?? [], entering: enteringItems[newRow] ?? [])
    return items.newIndex(item).map { newRow.with(item: $0) }
  }

  private func newSection(_ old: Int) -> Int? {
    moves[Address(old)]?.section ?? sections.newIndex(old)
  }

  private func newRow(_ old: Address) -> Address? {
    if let target = moves[old] { return target }
    guard let row = old.row, let section = newSection(old.section) else { return nil }
    let rows = ListMap(
      leaving: leavingRows[old.section] ?? [], entering: enteringRows[section] ?? [])
    return rows.newIndex(row).map { Address(section, $0) }
  }
}
