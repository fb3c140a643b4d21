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
    var bytes: [UInt8] = []
    return (0..<canvas.lines).map { canvas.styledLine($0, &bytes) }
  }

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
    } else {
      Self.append(scalar: code, to: &bytes)
    }
  }

  /// Adds a scalar from U+0080 on.
  private static func append(scalar code: UInt32, to bytes: inout [UInt8]) {
    func byte(_ mark: UInt32, _ shift: UInt32, _ mask: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: mark | code >> shift & mask)
    }
    if code < 0x800 {
      bytes.append(byte(0xC0, 6, 0x1F))
    } else {
      if code < 0x10000 {
        bytes.append(byte(0xE0, 12, 0x0F))
      } else {
        bytes.append(byte(0xF0, 18, 0x07))
        bytes.append(byte(0x80, 12, 0x3F))
      }
      bytes.append(byte(0x80, 6, 0x3F))
    }
    bytes.append(byte(0x80, 0, 0x3F))
  }

  /// A line in runs of one style each, without blanks at its end.
  ///
  /// - Parameter bytes: room to write in, which serves one line after the other.
  func styledLine(_ line: Int, _ bytes: inout [UInt8]) -> StyledLine {
    let row = row(line).prefix(usedColumns(line))
    var result = StyledLine(reserving: Self.runs(in: row))
    bytes.removeAll(keepingCapacity: true)
    var style = row.first?.style ?? .plain
    for cell in row {
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

  /// In how many pieces of one style a row falls.
  private static func runs(in row: ArraySlice<Cell>) -> Int {
    var count = 0
    var style: TextStyle?
    for cell in row where cell.style != style {
      count += 1
      style = cell.style
    }
    return count
  }
}
