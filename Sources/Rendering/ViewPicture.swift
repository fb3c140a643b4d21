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
  package var lines: [StyledLine] { (0..<canvas.lines).map { canvas.styledLine($0) } }

  /// The cells of the canvas that a frame of the snapshot covers.
  func area(of frame: Rect) -> CellArea {
    var area = device.area(of: frame)
    area.line += tableLines.lowerBound
    return area
  }
}

extension Canvas {
  /// How many columns of a line hold anything, from its start.
  func usedColumns(_ line: Int) -> Int {
    let row = row(line)
    let last = row.lastIndex { $0.code != Glyph.blank.code }
    return last.map { $0 + 1 - row.startIndex } ?? 0
  }

  /// Adds a cell's character to bytes in UTF-8; nothing for the second half of a wide one.
  func append(_ code: UInt32, to bytes: inout [UInt8]) {
    if code < 0x80 {
      if code != Glyph.continuation { bytes.append(UInt8(truncatingIfNeeded: code)) }
    } else if code & Glyph.clusterFlag != 0 {
      bytes.append(contentsOf: cluster(code).utf8)
    } else if let scalar = Unicode.Scalar(code) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// A line in runs of one style each, without blanks at its end.
  func styledLine(_ line: Int) -> StyledLine {
    var result = StyledLine()
    var bytes: [UInt8] = []
    var style = TextStyle.plain
    for cell in row(line).prefix(usedColumns(line)) {
      if cell.style != style {
        result.append(String(decoding: bytes, as: UTF8.self), style)
        bytes.removeAll(keepingCapacity: true)
        style = cell.style
      }
      append(cell.code, to: &bytes)
    }
    result.append(String(decoding: bytes, as: UTF8.self), style)
    return result
  }
}
