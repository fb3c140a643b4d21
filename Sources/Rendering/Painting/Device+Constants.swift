import TableEngine

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
