/// How a document maps to sections, rows and items.
///
/// Each path is relative to the one above it, the first to the document's root. A level without
/// a path is not taken from the data: no `sections` means one section, no `items` plain rows.
package struct Shape: Sendable, Hashable {
  package var sections: FieldPath?
  package var rows: FieldPath?
  package var items: FieldPath?
  /// The key whose value titles sections and rows.
  package var title: FieldPath?

  package init(
    sections: FieldPath? = nil, rows: FieldPath? = nil, items: FieldPath? = nil,
    title: FieldPath? = nil
  ) {
    self.sections = sections
    self.rows = rows
    self.items = items
    self.title = title
  }
}
