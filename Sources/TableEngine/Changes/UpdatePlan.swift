import TableModel

/// A batch of updates that was found to be sound: where everything goes.
struct UpdatePlan {
  private var sections = IndexEdits()
  private var sectionMoves: [Int: Int] = [:]
  /// By the section's index after the batch.
  private(set) var rows: [Int: IndexEdits] = [:]
  private var rowMoves: [Address: Address] = [:]
  /// By the row's address after the batch.
  private var items: [Address: IndexEdits] = [:]
  private var itemMoves: [Address: Address] = [:]

  /// What the table knew before the batch, and how to ask what there is after it.
  struct Counts {
    var layout: TableLayout
    var content: any TableContent
    /// The item counts of the strips that the table has on the screen.
    var knownItems: [Address: Int]

    func rows(before section: Int) -> Int { layout.sections[section].rowCount }
    func rows(after section: Int) -> Int { content.rowCount(inSection: section) }
    var sectionsBefore: Int { layout.sections.count }
    var sectionsAfter: Int { max(0, content.sectionCount) }

    /// Nil for a plain row, and for one that is not there.
    func items(after row: Address) -> Int? {
      guard let index = row.row, (0..<sectionsAfter).contains(row.section),
        (0..<rows(after: row.section)).contains(index)
      else { return nil }
      return content.itemCount(inRow: row)
    }
  }

  /// Checks ranges first, then for conflicts, then the balance of counts.
  init(_ updates: [TableUpdate], _ counts: Counts) throws(EngineError) {
    for update in updates { try addSection(update, counts) }
    sections.seal()
    try refuseConflict(sections, "two updates of section")
    for update in updates { try addRow(update, counts) }
    for section in rows.keys.sorted() {
      rows[section]?.seal()
      if let edits = rows[section] {
        try refuseConflict(edits, "two updates in section \(section) of row")
      }
    }
    for update in updates { try addItem(update, counts) }
    for row in items.keys.sorted() {
      items[row]?.seal()
      if let edits = items[row] { try refuseConflict(edits, "two updates in row \(row) of item") }
    }
    try checkBalance(counts)
  }

  private func refuseConflict(_ edits: IndexEdits, _ what: String) throws(EngineError) {
    if let index = edits.conflict { throw .invalidUpdate(.conflict("\(what) \(index)")) }
  }

  var changesSections: Bool { !sections.isEmpty }
}

// MARK: - Where things go

extension UpdatePlan {
  /// Where a section comes to stand, nil when it is gone.
  func section(_ old: Int) -> Int? { sectionMoves[old] ?? sections.newIndex(old) }

  /// Where a row comes to stand, nil when it or its section is gone.
  func row(_ old: Address) -> Address? {
    if let target = rowMoves[old] { return target }
    guard let index = old.row, let section = section(old.section),
      !sections.reloaded.contains(old.section)
    else { return nil }
    guard let edits = rows[section] else { return Address(section, index) }
    return edits.newIndex(index).map { Address(section, $0) }
  }

  /// True for a row that stays but wants another cell.
  func reloads(_ old: Address) -> Bool {
    guard let index = old.row, let section = section(old.section) else { return false }
    return rows[section]?.reloaded.contains(index) ?? false
  }

  /// Where a row or an item comes to stand, nil when it is gone.
  func address(_ old: Address) -> Address? {
    guard old.row != nil else { return section(old.section).map { Address($0) } }
    guard let row = row(old.rowAddress) else { return nil }
    guard let item = old.item else { return row }
    if let target = itemMoves[old] { return target }
    guard let edits = items[row] else { return row.with(item: item) }
    return edits.newIndex(item).map { row.with(item: $0) }
  }

  /// True for a row or an item that gets another cell, with all that was on the old one.
  func reloadsAny(_ old: Address) -> Bool {
    if reloads(old.rowAddress) { return true }
    guard let item = old.item, let row = row(old.rowAddress) else { return false }
    return items[row]?.reloaded.contains(item) ?? false
  }

  func changesItems(ofRow newRow: Address) -> Bool { items[newRow] != nil }
}

// MARK: - Reading the updates

extension UpdatePlan {
  private mutating func addSection(
    _ update: TableUpdate, _ counts: Counts
  ) throws(EngineError) {
    func old(_ address: Address) throws(EngineError) -> Int {
      guard (0..<counts.sectionsBefore).contains(address.section) else {
        throw .invalidUpdate(.deleteSection(address.section, count: counts.sectionsBefore))
      }
      return address.section
    }
    func new(_ address: Address) throws(EngineError) -> Int {
      guard (0..<counts.sectionsAfter).contains(address.section) else {
        throw .invalidUpdate(.insertSection(address.section, count: counts.sectionsAfter))
      }
      return address.section
    }
    switch update {
    case .delete(let place) where place.row == nil: sections.delete(try old(place))
    case .reload(let place) where place.row == nil: sections.reload(try old(place))
    case .insert(let place) where place.row == nil: sections.insert(try new(place))
    case .move(let from, let to) where from.row == nil || to.row == nil:
      guard from.row == nil, to.row == nil else {
        throw .invalidUpdate(.conflict("a section and a row can't change places"))
      }
      sectionMoves[try old(from)] = try new(to)
      sections.moveOut(from.section)
      sections.moveIn(to.section)
    default: break
    }
  }

  private mutating func addRow(_ update: TableUpdate, _ counts: Counts) throws(EngineError) {
    switch update {
    case .delete(let place) where place.isRow:
      let (section, row) = try oldRow(place, counts)
      rows[section, default: IndexEdits()].delete(row)
    case .reload(let place) where place.isRow:
      let (section, row) = try oldRow(place, counts)
      rows[section, default: IndexEdits()].reload(row)
    case .insert(let place) where place.isRow:
      let (section, row) = try newRow(place, counts)
      rows[section, default: IndexEdits()].insert(row)
    case .move(let from, let to) where from.isRow || (to.isRow && from.row != nil):
      guard from.isRow, to.isRow else {
        throw .invalidUpdate(.conflict("a row and an item can't change places"))
      }
      let (section, row) = try oldRow(from, counts)
      let (newSection, newRow) = try newRow(to, counts)
      rows[section, default: IndexEdits()].moveOut(row)
      rows[newSection, default: IndexEdits()].moveIn(newRow)
      rowMoves[from] = to
    default: break
    }
  }

  /// Checks the place of a row before the batch; returns its section's index after it.
  private func oldRow(
    _ place: Address, _ counts: Counts
  ) throws(EngineError) -> (section: Int, row: Int) {
    guard let row = place.row, (0..<counts.sectionsBefore).contains(place.section) else {
      throw .invalidUpdate(.deleteSection(place.section, count: counts.sectionsBefore))
    }
    let count = counts.rows(before: place.section)
    guard (0..<count).contains(row) else {
      throw .invalidUpdate(.deleteRow(row, section: place.section, count: count))
    }
    guard let section = section(place.section), sectionMoves[place.section] == nil,
      !sections.reloaded.contains(place.section)
    else {
      throw .invalidUpdate(.conflict("row \(place) and its section both change"))
    }
    return (section, row)
  }

  private func newRow(
    _ place: Address, _ counts: Counts
  ) throws(EngineError) -> (section: Int, row: Int) {
    guard let row = place.row, (0..<counts.sectionsAfter).contains(place.section) else {
      throw .invalidUpdate(.insertSection(place.section, count: counts.sectionsAfter))
    }
    let count = counts.rows(after: place.section)
    guard (0..<count).contains(row) else {
      throw .invalidUpdate(.insertRow(row, section: place.section, count: count))
    }
    let isNew = (sections.inserted + sections.movedIn).contains(place.section)
    let isReloaded = sections.reloaded.contains { section($0) == place.section }
    guard !isNew, !isReloaded else {
      throw .invalidUpdate(.conflict("row \(place) and its section both change"))
    }
    return (place.section, row)
  }

  private mutating func addItem(_ update: TableUpdate, _ counts: Counts) throws(EngineError) {
    switch update {
    case .delete(let place) where place.item != nil:
      let (row, item) = try oldItem(place, counts)
      items[row, default: IndexEdits()].delete(item)
    case .reload(let place) where place.item != nil:
      let (row, item) = try oldItem(place, counts)
      items[row, default: IndexEdits()].reload(item)
    case .insert(let place) where place.item != nil:
      items[place.rowAddress, default: IndexEdits()].insert(try newItem(place, counts))
    case .move(let from, let to) where from.item != nil:
      let (row, item) = try oldItem(from, counts)
      guard row == to.rowAddress else {
        throw .invalidUpdate(.conflict("item \(from) can only move within its row"))
      }
      items[row, default: IndexEdits()].moveOut(item)
      items[row, default: IndexEdits()].moveIn(try newItem(to, counts))
      itemMoves[from] = to
    default: break
    }
  }

  /// Checks the place of an item before the batch; returns its row's address after it.
  private func oldItem(
    _ place: Address, _ counts: Counts
  ) throws(EngineError) -> (row: Address, item: Int) {
    guard let item = place.item, counts.layout.contains(row: place) else { throw .noRow(place) }
    guard let row = row(place.rowAddress), !reloads(place.rowAddress) else {
      throw .invalidUpdate(.conflict("item \(place) and its row both change"))
    }
    guard counts.items(after: row) != nil else { throw .notAStrip(place.rowAddress) }
    // Only strips on the screen know how many items they had.
    let count = counts.knownItems[place.rowAddress] ?? .max
    guard (0..<count).contains(item) else {
      throw .invalidUpdate(.deleteItem(place, count: count == .max ? 0 : count))
    }
    return (row, item)
  }

  private func newItem(_ place: Address, _ counts: Counts) throws(EngineError) -> Int {
    guard let count = counts.items(after: place.rowAddress) else {
      throw .notAStrip(place.rowAddress)
    }
    guard let item = place.item, (0..<count).contains(item) else {
      throw .invalidUpdate(.insertItem(place, count: count))
    }
    return item
  }
}

// MARK: - The balance

extension UpdatePlan {
  private func checkBalance(_ counts: Counts) throws(EngineError) {
    let (before, after) = (counts.sectionsBefore, counts.sectionsAfter)
    let inserted = sections.inserted.count
    let deleted = sections.deleted.count
    guard before + inserted - deleted == after else {
      throw .invalidUpdate(
        .sectionBalance(before: before, after: after, inserted: inserted, deleted: deleted))
    }
    for old in 0..<before where !sections.reloaded.contains(old) {
      guard let new = section(old) else { continue }
      let balance = (rows[new] ?? IndexEdits()).balance(
        section: new, before: counts.rows(before: old), after: counts.rows(after: new))
      guard balance.isKept else { throw .invalidUpdate(.rowBalance(balance)) }
    }
    for (old, count) in counts.knownItems.sorted(by: { $0.key < $1.key }) {
      guard let new = row(old), !reloads(old) else { continue }
      let balance = (items[new] ?? IndexEdits()).balance(
        section: new.section, before: count, after: counts.items(after: new) ?? 0)
      guard balance.isKept else { throw .invalidUpdate(.itemBalance(row: new, balance)) }
    }
  }
}

extension Address {
  fileprivate var isRow: Bool { row != nil && item == nil }
}

/// The edits of one list: what leaves it, by old index, and what enters it, by new index.
struct IndexEdits: Sendable {
  private(set) var deleted: [Int] = []
  private(set) var movedOut: [Int] = []
  private(set) var reloaded: Set<Int> = []
  private(set) var inserted: [Int] = []
  private(set) var movedIn: [Int] = []
  /// All that leave and all that enter, ascending; valid once sealed.
  private var leaving: [Int] = []
  private var entering: [Int] = []
  /// The first index that two edits want, where there is one.
  private(set) var conflict: Int?

  mutating func delete(_ index: Int) { deleted.append(index) }
  mutating func insert(_ index: Int) { inserted.append(index) }
  mutating func moveOut(_ index: Int) { movedOut.append(index) }
  mutating func moveIn(_ index: Int) { movedIn.append(index) }

  mutating func reload(_ index: Int) {
    if !reloaded.insert(index).inserted { conflict = index }
  }

  var isEmpty: Bool { leaving.isEmpty && entering.isEmpty && reloaded.isEmpty }

  /// Puts the edits in order and looks for two that want the same.
  mutating func seal() {
    leaving = (deleted + movedOut).sorted()
    entering = (inserted + movedIn).sorted()
    for list in [leaving, entering] {
      if let twice = zip(list, list.dropFirst()).first(where: { $0 == $1 }) { conflict = twice.0 }
    }
    if let both = leaving.first(where: { reloaded.contains($0) }) { conflict = both }
  }

  /// Where an element that stays in the list comes to stand; nil for one that leaves it.
  ///
  /// - Complexity: O(log edits)
  func newIndex(_ old: Int) -> Int? {
    let before = leaving.partitioningIndex { $0 >= old }
    if before < leaving.count, leaving[before] == old { return nil }
    let rank = old - before
    // The k-th entering index shifts every element whose rank is at least that index minus k.
    var (low, high) = (0, entering.count)
    while low < high {
      let middle = (low + high) / 2
      if entering[middle] - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }

  /// The counts that must agree; a reload counts as a deletion and an insertion.
  func balance(section: Int, before: Int, after: Int) -> SectionBalance {
    var balance = SectionBalance(section: section, before: before, after: after)
    balance.inserted = inserted.count + reloaded.count
    balance.deleted = deleted.count + reloaded.count
    balance.movedIn = movedIn.count
    balance.movedOut = movedOut.count
    return balance
  }
}

/// How one list becomes another: deletions by old index, insertions by new, moves by both.
///
/// Paul Heckel's method: linear time whatever the lists, with moves; not the fewest moves. An
/// element that occurs several times is matched in order.
///
/// - Complexity: O(old + new)
package struct ListDifference: Sendable, Hashable {
  package struct Move: Sendable, Hashable {
    package var from: Int
    package var to: Int
  }

  package private(set) var deletes: [Int] = []
  package private(set) var inserts: [Int] = []
  package private(set) var moves: [Move] = []

  package init<Element: Hashable>(from old: [Element], to new: [Element]) {
    var places: [Element: [Int]] = [:]
    // Backwards, so that the first place is the last of the list, where taking is cheap.
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    let origins = new.map { places[$0]?.popLast() }
    var isMatched = [Bool](repeating: false, count: old.count)
    for case let origin? in origins { isMatched[origin] = true }
    var deletedBefore: [Int] = []
    deletedBefore.reserveCapacity(old.count)
    for index in old.indices {
      deletedBefore.append(deletes.count)
      if !isMatched[index] { deletes.append(index) }
    }
    for (index, origin) in origins.enumerated() {
      guard let origin else {
        inserts.append(index)
        continue
      }
      if origin - deletedBefore[origin] + inserts.count != index {
        moves.append(Move(from: origin, to: index))
      }
    }
  }
}
