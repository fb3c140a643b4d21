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

/// What is inserted.
package enum NewPart: Sendable, Hashable {
  case section(title: String?, rows: [NewRow])
  case row(NewRow)
  case item(Value)
}

/// A row that was not in the data: a plain one, or a strip of items.
package struct NewRow: Sendable, Hashable {
  package var title: String?
  package var content: Content

  package enum Content: Sendable, Hashable {
    case record(Value)
    case items([Value])
  }

  package init(title: String? = nil, _ content: Content) {
    self.title = title
    self.content = content
  }
}
