package import TableModel

/// What stands in the viewport after a frame: a value, complete enough to draw from.
///
/// All frames are in points relative to the viewport's top left corner, so they are negative or
/// reach beyond the viewport where a cell is clipped.
package struct ViewportSnapshot: Sendable, Hashable {
  package var size: Size
  /// The vertical content offset.
  package var offset: Int
  package var contentSize: Size
  /// The search bar above the first section; nil while it is out of view, and without one.
  package var searchBar: Rect?
  /// Section headers and footers in view, pinned ones last.
  package var headers: [HeaderSnapshot]
  /// Visible rows from top to bottom.
  package var rows: [RowSnapshot]
  package var focus: Address?

  package init(
    size: Size, offset: Int, contentSize: Size, searchBar: Rect? = nil, headers: [HeaderSnapshot],
    rows: [RowSnapshot], focus: Address?
  ) {
    self.size = size
    self.searchBar = searchBar
    self.offset = offset
    self.contentSize = contentSize
    self.headers = headers
    self.rows = rows
    self.focus = focus
  }
}

package struct HeaderSnapshot: Sendable, Hashable {
  package var section: Int
  package var isFooter: Bool
  package var isPinned: Bool
  package var frame: Rect

  package init(section: Int, isFooter: Bool, isPinned: Bool, frame: Rect) {
    self.section = section
    self.isFooter = isFooter
    self.isPinned = isPinned
    self.frame = frame
  }
}

package struct CellSnapshot: Sendable, Hashable {
  package var address: Address
  package var frame: Rect
  package var id: CellID
  package var content: CellContent
  package var isSelected: Bool
  package var isHighlighted: Bool
  package var isEditing: Bool
  /// What it shows that belongs to another row; empty as it should be.
  package var stale: [StaleMark] = []

  package init(
    address: Address, frame: Rect, id: CellID, content: CellContent, isSelected: Bool,
    isHighlighted: Bool = false, isEditing: Bool = false
  ) {
    self.address = address
    self.frame = frame
    self.id = id
    self.content = content
    self.isSelected = isSelected
    self.isHighlighted = isHighlighted
    self.isEditing = isEditing
  }
}

/// Something that a cell shows of another row than its own.
package struct StaleMark: Sendable, Hashable, CustomStringConvertible {
  /// `accessory`, `selection`, `items`, `offset`...
  package var what: String
  /// The row; nil for one that is gone.
  package var writer: Address?

  package init(_ what: String, of writer: Address?) {
    (self.what, self.writer) = (what, writer)
  }

  /// `accessory of 0.1`.
  package var description: String {
    what + (writer.map { " of \($0)" } ?? " of a row that is gone")
  }
}

package struct RowSnapshot: Sendable, Hashable {
  /// The row's own cell; a strip's cell only carries the strip.
  package var cell: CellSnapshot
  package var strip: StripSnapshot?

  package init(cell: CellSnapshot, strip: StripSnapshot? = nil) {
    self.cell = cell
    self.strip = strip
  }
}

package struct StripSnapshot: Sendable, Hashable {
  /// The horizontal content offset.
  package var offset: Int
  package var contentWidth: Int
  package var itemCount: Int
  /// The items of which any part is in view.
  package var cells: [CellSnapshot]

  package init(offset: Int, contentWidth: Int, itemCount: Int, cells: [CellSnapshot]) {
    self.offset = offset
    self.contentWidth = contentWidth
    self.itemCount = itemCount
    self.cells = cells
  }
}

/// The identities of everything in a table, in order: what two versions are compared by.
package struct TableIdentities: Sendable, Hashable {
  package struct Section: Sendable, Hashable {
    package var identity: String
    package var rows: [String]

    package init(identity: String, rows: [String]) {
      self.identity = identity
      self.rows = rows
    }
  }

  package var sections: [Section]

  package init(sections: [Section]) {
    self.sections = sections
  }

  /// Identities that occur more than once, in the order of their first repetition.
  var duplicates: [String] {
    Self.repeated(sections.map(\.identity)) + Self.repeated(sections.flatMap(\.rows))
  }

  private static func repeated(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.filter {
      counts[$0, default: 0] += 1
      return counts[$0] == 2
    }
  }
}

extension TableIdentities {
  /// The updates that make these identities into others.
  ///
  /// A section that moves and changes inside is deleted and inserted, because a batch can't do
  /// both at once. Rows may move between sections.
  ///
  /// - Throws: `EngineError.duplicateIdentities` when either side has any.
  /// - Complexity: O(sections + rows)
  package func updates(to new: TableIdentities) throws(EngineError) -> [TableUpdate] {
    for side in [self, new] where !side.duplicates.isEmpty {
      throw .duplicateIdentities(side.duplicates)
    }
    let difference = ListDifference(
      from: sections.map(\.identity), to: new.sections.map(\.identity))
    var deleted = Set(difference.deletes)
    var inserted = Set(difference.inserts)
    var updates: [TableUpdate] = []
    for move in difference.moves {
      if sections[move.from].rows == new.sections[move.to].rows {
        updates.append(.move(from: Address(move.from), to: Address(move.to)))
      } else {
        deleted.insert(move.from)
        inserted.insert(move.to)
      }
    }
    updates += deleted.sorted().map { .delete(Address($0)) }
    updates += inserted.sorted().map { .insert(Address($0)) }
    let moved = Set(difference.moves.map(\.from))
    return updates + rowUpdates(to: new, excluding: deleted.union(moved))
  }

  /// The updates inside sections that stay where they are.
  private func rowUpdates(
    to new: TableIdentities, excluding changed: Set<Int>
  ) -> [TableUpdate] {
    var newIndex: [String: Int] = [:]
    for (index, section) in new.sections.enumerated() { newIndex[section.identity] = index }
    var deletes: [String: Address] = [:]
    var inserts: [(name: String, Address)] = []
    var updates: [TableUpdate] = []
    for (old, section) in sections.enumerated() where !changed.contains(old) {
      guard let target = newIndex[section.identity] else { continue }
      let rows = new.sections[target].rows
      let difference = ListDifference(from: section.rows, to: rows)
      for row in difference.deletes { deletes[section.rows[row]] = Address(old, row) }
      inserts += difference.inserts.map { (rows[$0], Address(target, $0)) }
      updates += difference.moves.map {
        .move(from: Address(old, $0.from), to: Address(target, $0.to))
      }
    }
    for (name, place) in inserts {
      // What left one section and entered another has moved.
      let origin = deletes.removeValue(forKey: name)
      updates.append(origin.map { .move(from: $0, to: place) } ?? .insert(place))
    }
    return updates + deletes.values.sorted().map { .delete($0) }
  }
}
