import Documents
package import TableModel

/// One change of a table's data.
///
/// An address that has only a section names a section, one with a row a row, one with an item an
/// item. In a batch, what is updated, deleted or moved is named by its place before the batch; the
/// place of an insertion, or the target of a move, is the one after the batch.
package enum DataEdit: Sendable, Hashable {
  case insert(Address, NewPart)
  case delete(Address)
  case move(from: Address, to: Address)
  /// Gives a record another value; a row of items or a section gets another title.
  case update(Address, Value)
}

extension DataEdit {
  /// True where records are given a key.
  package func gives(_ key: String) -> Bool {
    func has(_ value: Value) -> Bool { value.record?[key] != nil }
    func rowHas(_ row: NewRow) -> Bool {
      switch row.content {
      case .record(let value): has(value)
      case .items(let values): values.contains(where: has)
      }
    }
    return switch self {
    case .delete, .move: false
    case .update(_, let value), .insert(_, .item(let value)): has(value)
    case .insert(_, .row(let row)): rowHas(row)
    case .insert(_, .section(_, let rows, _)): rows.contains(where: rowHas)
    }
  }
}

/// What is inserted.
package enum NewPart: Sendable, Hashable {
  /// - Parameter fields: what the section holds beside its rows; its list of rows may be among them.
  case section(title: String?, rows: [NewRow], fields: Record = Record())
  case row(NewRow)
  case item(Value)
}

/// A row that was not in the data: a plain one, or a strip of items.
package struct NewRow: Sendable, Hashable {
  package var title: String?
  package var content: Content
  /// What a row of items holds beside them; its list of items may be among that.
  package var fields = Record()

  package enum Content: Sendable, Hashable {
    case record(Value)
    case items([Value])
  }

  package init(title: String? = nil, _ content: Content, fields: Record = Record()) {
    self.title = title
    self.content = content
    self.fields = fields
  }
}

extension TableSource {
  /// The number of the edits that a table has; 0 for one without any.
  package var edition: Int { (self as? EditedSource)?.edition ?? 0 }

  /// The table once a section of its document is another value.
  ///
  /// The document is made anew with its edits and that value, and shown in the shape it had.
  ///
  /// - Returns: nil where the document is not in memory, where its edits have no place in it, and
  ///   for a section that has no place of its own.
  /// - Complexity: O(document).
  package func replacing(
    section: Int, with value: Value, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> EditedSource? {
    let base = (self as? EditedSource)?.base ?? self
    guard let table = base as? EagerTable, table.header == nil else { return nil }
    let (root, misfit, _) = try documentValue(checkpoint: checkpoint)
    guard misfit == nil else { return nil }
    let current = TableBuilder(shape: table.shape, root: root).table()
    guard current.counts() == counts(),
      let changed = current.document(replacing: section, with: value)
    else { return nil }
    return try EditedSource(TableBuilder(shape: table.shape, root: changed).table())
  }
}

extension EagerTable {
  /// The document with another value in the place of a section.
  fileprivate func document(replacing index: Int, with value: Value) -> Value? {
    guard sections.indices.contains(index) else { return nil }
    guard let path = shape.sections else { return value }
    if hasLooseSection, index == 0 {
      return document(replacingFieldsOf: sections[0].value, in: path, with: value)
    }
    let step = sections[index].key.map(FieldPath.Step.key) ?? .index(index)
    return document.replacing((path.steps + [step])[...], with: value)
  }

  /// The document with other scalars where single fields stand among its sections.
  private func document(
    replacingFieldsOf old: Value, in path: FieldPath, with new: Value
  ) -> Value? {
    guard let before = old.record, let after = new.record, before.keys == after.keys else {
      return nil
    }
    var changed: Value? = document
    for field in after.fields {
      changed = changed?.replacing((path.steps + [.key(field.key)])[...], with: field.value)
    }
    return changed
  }
}

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
