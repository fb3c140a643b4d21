import Documents
import TableModel

/// A document and the edits that were made to the table it is shown as.
struct DocumentEdits {
  let base: any DocumentTable
  /// Nil where nothing was edited.
  let table: EditedSource?

  /// - Returns: nil for a table that shows no document, as those of a database.
  init?(_ source: any TableSource) {
    if let edited = source as? EditedSource {
      guard let base = edited.base as? any DocumentTable else { return nil }
      self.base = base
      table = edited.hasEditedSections ? edited : nil
    } else {
      guard let base = source as? any DocumentTable else { return nil }
      self.base = base
      table = nil
    }
  }

  /// Whether the document is a list with a row for each element, or one row itself.
  var isListOfRows: Bool {
    base.shape.sections == nil && base.shape.items == nil && base.root.kind != .record
  }

  /// Why the document has no place for the edits; nil where it has.
  ///
  /// - Complexity: O(edits).
  func misfit() throws(DataError) -> String? {
    guard let table else { return nil }
    if base.shape.sections == nil {
      guard table.sections.count == 1, table.origin(ofSection: 0) == 0 else {
        return "the document itself is the only section"
      }
    }
    for section in table.sections.ownElements {
      if let reason = try misfit(of: section) { return reason }
    }
    return nil
  }

  private func misfit(of section: EditedSection) throws(DataError) -> String? {
    if base.shape.rows == nil, section.rows.count != 1 { return "a section here is just one row" }
    let isLoose = base.hasLooseSection && section.origin == 0
    if let path = base.shape.rows, !isLoose {
      guard try hasPlace(for: path, inside: section.origin.map { Address($0) }) else {
        return "'\(path)' can't be reached in every section"
      }
    }
    for row in section.rows.ownElements {
      if let items = row.items, items.hasOwnElements {
        let path = itemsPath(of: row)
        guard try hasPlace(for: path, inside: row.origin) else {
          return "'\(path)' can't be reached in every row"
        }
      } else if let header = base.header, let record = row.record {
        guard let keys = record.record?.keys, keys.allSatisfy(header.contains) else {
          return "the first line of the list has no such column"
        }
      }
    }
    return nil
  }

  /// Whether the section of single fields, which opens as the first one, was given another place.
  var hasMovedLooseSection: Bool {
    guard let table, base.hasLooseSection else { return false }
    return (1..<max(1, table.sections.count)).contains { table.origin(ofSection: $0) == 0 }
  }

  /// Where the sections of the table stand in the document, or its rows where they are the only one.
  var top: FieldPath { base.shape.sections ?? base.shape.rows ?? base.shape.items ?? .itself }

  /// Where the items of a row stand in it.
  func itemsPath(of row: EditedRow) -> FieldPath { base.shape.items ?? FieldPath(key: "items") }

  /// Whether a path leads somewhere inside a thing, or can be made to.
  ///
  /// - Parameter place: where the thing stands in the base; nil for a new one.
  private func hasPlace(for path: FieldPath, inside place: Address?) throws(DataError) -> Bool {
    var node = try place.flatMapNode(in: base)
    for step in path.steps {
      switch (step, node?.kind) {
      case (.key, nil): node = nil
      case (.key(let key), .record): node = try node?.find(FieldPath(key: key))
      case (.index, .list):
        node = try node?.find(FieldPath([step]))
        if node == nil { return false }
      default: return false
      }
    }
    return true
  }
}

extension Address? {
  fileprivate func flatMapNode(in base: any DocumentTable) throws(DataError)
    -> (any DocumentNode)?
  {
    guard let place = self else { return nil }
    return try base.child(at: place)?.content.node
  }
}

extension EditedSource {
  /// The base's section that stands at an index; nil for a new one.
  func origin(ofSection index: Int) -> Int? {
    switch sections[index] {
    case nil: nil
    case .base(let origin): origin
    case .own(let section): section.origin
    }
  }

  fileprivate var hasEditedSections: Bool {
    sections.count != base.counts().sections.known || sections.hasOwnElements
  }
}
