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
  /// Section headers and footers in view, pinned ones last.
  package var headers: [HeaderSnapshot]
  /// Visible rows from top to bottom.
  package var rows: [RowSnapshot]
  package var focus: Address?

  package init(
    size: Size, offset: Int, contentSize: Size, headers: [HeaderSnapshot], rows: [RowSnapshot],
    focus: Address?
  ) {
    self.size = size
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
