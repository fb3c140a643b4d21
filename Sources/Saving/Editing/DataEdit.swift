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
