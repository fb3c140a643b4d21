package import TableEngine
package import TableModel

/// The cell object that stands in a place of a picture.
package struct PictureOwner: Sendable, Hashable {
  package var cell: CellID
  package var address: Address
}

/// A viewport as it is drawn: a grid of characters, styles and owners, ready for an encoder.
package struct ViewPicture: Sendable {
  package let canvas: Canvas
  /// Which lines of the canvas are the table itself.
  package let tableLines: Range<Int>
  /// Owners by their number in the canvas, from 1.
  package let owners: [PictureOwner]
  /// What the picture shows.
  package let snapshot: ViewportSnapshot
  package let chrome: ViewChrome
  /// What it was drawn for.
  package let device: Device
  package let charset: Charset

  /// The lines without blanks at their ends, in runs of one style each.
  ///
  /// - Complexity: O(cells).
  package var lines: [StyledLine] {
    (0..<canvas.lines).map { canvas.styledLine($0) }
  }

  /// The cells of the canvas that a frame of the snapshot covers.
  func area(of frame: Rect) -> CellArea {
    var area = device.area(of: frame)
    area.line += tableLines.lowerBound
    return area
  }
}
