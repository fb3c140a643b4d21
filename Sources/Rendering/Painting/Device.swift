package import TableEngine

/// What a table is shown on: every constant of its geometry, and how points become characters.
package struct Device: Sendable, Hashable {
  package var name: String
  /// How many points a character is wide and high.
  package var pointsPerColumn: Int
  package var pointsPerLine: Int
  /// The table's viewport; nil where it is the window.
  package var viewport: Size?

  package var rowHeight: Int
  package var cellSize: Size
  package var cellSpacing: Int
  /// The space that a row of items has above and below its cells, as designers count it.
  package var verticalPadding: Int
  /// What the padding grows to where rows have titles of their own.
  package var titlePadding: Int
  package var headerHeight: Int
  package var footerHeight: Int

  /// The space between a cell's edge and its thumbnail; half of it on each side.
  package var cellPadding: Size
  /// Where the label of a cell with an image begins, in thousandths of the cell's inner height.
  package var labelStart: Int
  /// How much of that height the label takes, in thousandths.
  package var labelHeight: Int
  /// The space at the label's sides, together.
  package var labelPadding: Int
  /// The lines that such a label has at least.
  package var labelLines: Int
  /// The size of the label's bold letters, in points; a character has one size only.
  package var labelSize: Int
  /// The columns of one level of indentation in a plain row.
  package var indentation: Int
}

extension Device {
  /// A character terminal: a point is a column wide and a line high.
  package static let terminal = Device(
    name: "terminal", pointsPerColumn: 1, pointsPerLine: 1, viewport: nil, rowHeight: 1,
    cellSize: Size(width: 18, height: 5), cellSpacing: 0, verticalPadding: 0, titlePadding: 1,
    headerHeight: 1, footerHeight: 1, cellPadding: Size(width: 0, height: 0), labelStart: 632,
    labelHeight: 370, labelPadding: 0, labelLines: 2, labelSize: 1, indentation: 2)

  /// A telephone of 320 x 480 points, of which the table has 320 x 416.
  package static let phone = Device(
    name: "phone", pointsPerColumn: 8, pointsPerLine: 16,
    viewport: Size(width: 320, height: 416), rowHeight: 44,
    cellSize: Size(width: 106, height: 106), cellSpacing: 0, verticalPadding: 0,
    titlePadding: 16, headerHeight: 22, footerHeight: 22, cellPadding: Size(width: 3, height: 3),
    labelStart: 632, labelHeight: 370, labelPadding: 4, labelLines: 2, labelSize: 11,
    indentation: 2)

  /// A tablet of 768 x 1024 points, of which the table has 768 x 960.
  package static let pad = Device(
    name: "pad", pointsPerColumn: 8, pointsPerLine: 16,
    viewport: Size(width: 768, height: 960), rowHeight: 44,
    cellSize: Size(width: 192, height: 192), cellSpacing: 0, verticalPadding: 16,
    titlePadding: 16, headerHeight: 22, footerHeight: 22, cellPadding: Size(width: 6, height: 6),
    labelStart: 632, labelHeight: 370, labelPadding: 8, labelLines: 2, labelSize: 15,
    indentation: 2)

  package static let all = [terminal, phone, pad]

  package static func named(_ name: String) -> Device? { all.first { $0.name == name } }

  /// How much higher a row of items is than its cells: half of the vertical padding, plus half of
  /// that half.
  package var rowPadding: Int { verticalPadding / 2 + verticalPadding / 4 }

  /// The geometry of a table on this device.
  ///
  /// - Parameters:
  ///   - window: the room in characters, used where the device has no viewport of its own.
  ///   - hasRowTitles: true when strips have titles, which take a line above their cells.
  package func metrics(window: Size, hasRowTitles: Bool = false) -> TableMetrics {
    let whole = Size(
      width: window.width * pointsPerColumn, height: window.height * pointsPerLine)
    return TableMetrics(
      viewport: viewport ?? whole, rowHeight: rowHeight, cellSize: cellSize,
      cellSpacing: cellSpacing, rowPadding: hasRowTitles ? titlePadding : rowPadding,
      headerHeight: headerHeight, footerHeight: footerHeight)
  }
}

/// How points become lines: so many lines are so many points high.
package struct LineScale: Sendable, Hashable {
  package var lines: Int
  package var points: Int
}

extension Device {
  /// How points become lines in a picture.
  ///
  /// A line is `pointsPerLine` high, unless rows of one height follow each other in view: these take whole lines
  /// then, as many as come nearest, so that rows of 44 points take three lines of 16 each, and not three, two and
  /// three in turns. Rows with the same space between them are counted with it.
  func scale(of rows: [RowSnapshot]) -> LineScale {
    let line = max(1, pointsPerLine)
    let frames = rows.map(\.cell.frame)
    let steps = Set(zip(frames.dropFirst(), frames).map { $0.minY - $1.minY })
    let heights = Set(frames.map(\.height))
    let pitch =
      steps.count == 1 ? steps.first : heights.isDisjoint(with: steps) ? nil : heights.first
    guard line > 1, heights.count == 1, let pitch, pitch >= line else {
      return LineScale(lines: 1, points: line)
    }
    return LineScale(lines: (pitch + line / 2) / line, points: pitch)
  }

  /// The cells that a frame covers.
  ///
  /// This is the only place where points are rounded: both edges go to the column and line they
  /// lie in (towards the top left). Frames that touch in points touch in cells, and frames that do
  /// not overlap in points never overlap in cells.
  func area(of frame: Rect, _ scale: LineScale) -> CellArea {
    let left = Self.floor(frame.minX, pointsPerColumn)
    let top = Self.line(at: frame.minY, scale)
    return CellArea(
      column: left, line: top, columns: Self.floor(frame.maxX, pointsPerColumn) - left,
      lines: Self.line(at: frame.maxY, scale) - top)
  }

  /// The characters that a viewport has room for, at most `largestGrid`.
  ///
  /// - Parameter scale: nil for lines as high as they are on the device.
  package func grid(of viewport: Size, _ scale: LineScale? = nil) -> Size {
    func clamp(_ value: Int, _ most: Int) -> Int { max(0, min(value, most)) }
    let scale = scale ?? self.scale(of: [])
    return Size(
      width: clamp(Self.floor(viewport.width, pointsPerColumn), Self.largestGrid.width),
      height: clamp(Self.line(at: viewport.height, scale), Self.largestGrid.height))
  }

  /// No picture is larger, whatever size is asked for: memory stays bounded.
  package static let largestGrid = Size(width: 2_000, height: 1_000)

  private static func floor(_ points: Int, _ unit: Int) -> Int {
    let unit = max(1, unit)
    return points % unit < 0 ? points / unit - 1 : points / unit
  }

  /// The line that a height lies in; of large ones no product is made.
  private static func line(at points: Int, _ scale: LineScale) -> Int {
    let whole = floor(points, scale.points)
    return whole * scale.lines + (points - whole * scale.points) * scale.lines / scale.points
  }
}

extension Device {
  /// Every constant with its value in words, in the order from the screen to the label.
  package var constants: [(name: String, value: String)] {
    [
      ("character", "\(pointsPerColumn) x \(pointsPerLine)"),
      ("viewport", viewport.map(Self.words) ?? "the window"),
      ("row height", "\(rowHeight)"),
      ("cell", Self.words(cellSize)),
      ("space between cells", "\(cellSpacing)"),
      ("cell padding", "\(cellPadding.width) / \(cellPadding.height)"),
      ("thumbnail", Self.words(thumbnail)),
      ("label", "from \(Self.share(labelStart)) of the thumbnail, \(Self.share(labelHeight)) high"),
      ("label padding", "\(labelPadding), half of it on each side"),
      ("label text", "\(labelLines) lines, bold \(labelSize)"),
      ("row padding", "\(verticalPadding)"),
      (
        "strip height",
        "\(cellSize.height) + \(verticalPadding / 2) + \(verticalPadding / 4) = "
          + "\(cellSize.height + rowPadding)"
      ),
      ("header and footer", "\(headerHeight) / \(footerHeight)"),
    ]
  }

  /// The picture of a cell fills it less the padding.
  var thumbnail: Size {
    Size(
      width: max(0, cellSize.width - cellPadding.width),
      height: max(0, cellSize.height - cellPadding.height))
  }

  private static func words(_ size: Size) -> String { "\(size.width) x \(size.height)" }

  private static func share(_ thousandths: Int) -> String {
    let rest = thousandths % 10
    return "\(thousandths / 10)" + (rest == 0 ? "" : ".\(rest)") + " %"
  }
}
