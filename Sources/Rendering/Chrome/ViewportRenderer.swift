package import TableEngine

/// Draws viewports. The same snapshot and chrome always give the same picture.
///
/// A frame in cells covers the columns and lines that its edges lie in (`Device.area(of:)`); the
/// picture is never wider than the viewport.
package struct ViewportRenderer: Sendable {
  package var device: Device
  package var charset: Charset

  package init(device: Device = .terminal, charset: Charset = .unicode) {
    self.device = device
    self.charset = charset
  }

  /// The table's viewport alone.
  package func table(_ snapshot: ViewportSnapshot, chrome: ViewChrome) -> ViewPicture {
    picture(snapshot, chrome, above: [], below: [])
  }

  /// The viewport with the title line above and reuse lines and notices below: four lines more
  /// than the table at most.
  package func view(_ snapshot: ViewportSnapshot, chrome: ViewChrome) -> ViewPicture {
    let width = device.grid(of: snapshot.size).width
    let writer = ChromeWriter(chrome: chrome, charset: charset, width: width)
    return picture(snapshot, chrome, above: [writer.title(snapshot)], below: writer.below())
  }

  private func picture(
    _ snapshot: ViewportSnapshot, _ chrome: ViewChrome, above: [StyledLine], below: [StyledLine]
  ) -> ViewPicture {
    let grid = device.grid(of: snapshot.size)
    let table = CellArea(
      column: 0, line: above.count, columns: grid.width, lines: grid.height)
    let canvas = Canvas(columns: grid.width, lines: above.count + grid.height + below.count)
    var painter = Painter(
      canvas: canvas, table: table, snapshot: snapshot,
      view: ViewContext(device: device, charset: charset, chrome: chrome))
    for (line, text) in above.enumerated() { painter.draw(text, line: line) }
    painter.clipped(to: table) { painter in
      painter.over(painter.paintsViews ? .table : nil) { painter in
        if painter.paintsViews { painter.canvas.fill(table) }
        painter.drawTable(snapshot)
      }
    }
    for (line, text) in below.enumerated() { painter.draw(text, line: table.maxLine + line) }
    return ViewPicture(
      canvas: painter.canvas, tableLines: table.line..<table.maxLine, owners: painter.owners,
      snapshot: snapshot, chrome: chrome, device: device, charset: charset)
  }
}

extension Painter {
  /// Draws a whole table, what lies on top last.
  mutating func drawTable(_ snapshot: ViewportSnapshot) {
    for row in snapshot.rows { drawRow(row) }
    if snapshot.rows.isEmpty, snapshot.headers.isEmpty { drawEmpty() }
    for header in snapshot.headers where !header.isPinned {
      drawHeader(header, rows: snapshot.rows)
    }
    for header in snapshot.headers where header.isPinned {
      drawHeader(header, rows: snapshot.rows)
    }
    if let index = chrome.index { drawIndex(index) }
  }
}
