import TableModel

extension Table {
  /// What stands in the viewport after the last frame.
  ///
  /// - Complexity: O(visible cells + log sections)
  package func snapshot() -> ViewportSnapshot {
    var headers: [HeaderSnapshot] = []
    collectHeaders(into: &headers)
    return ViewportSnapshot(
      size: metrics.viewport, offset: offset, contentSize: contentSize,
      searchBar: searchBar, headers: headers,
      rows: rows.visible.filter { isInView($0.slot) }.map(rowSnapshot), focus: focus)
  }

  /// The search bar ends where the first section begins.
  private var searchBar: Rect? {
    guard metrics.searchBar > 0, offset < 0 else { return nil }
    return Rect(
      x: 0, y: -metrics.searchBar - offset, width: metrics.viewport.width, height: metrics.searchBar
    )
  }

  private func rowSnapshot(_ cell: Cell) -> RowSnapshot {
    let frame = Rect(
      x: 0, y: cell.slot.start - offset, width: metrics.viewport.width, height: cell.slot.length)
    return RowSnapshot(
      cell: cellSnapshot(cell, frame), strip: cell.strip.map { stripSnapshot($0, in: frame) })
  }

  private func cellSnapshot(
    _ cell: Cell, _ frame: Rect, in strip: Strip? = nil
  ) -> CellSnapshot {
    var snapshot = CellSnapshot(
      address: cell.slot.address, frame: frame, id: cell.id, content: cell.content,
      isSelected: cell.isSelected, isHighlighted: cell.isHighlighted, isEditing: cell.isEditing)
    snapshot.stale = leaks(of: cell, in: strip).map { leak, writer in
      StaleMark(leak.name, of: writer == .nowhere ? nil : writer)
    }
    return snapshot
  }

  private func stripSnapshot(_ strip: Strip, in row: Rect) -> StripSnapshot {
    let range = strip.layout.visible(at: strip.offset)
    let cells = strip.lane.visible.filter { range.contains($0.slot.position) }
    return StripSnapshot(
      offset: strip.offset, contentWidth: strip.layout.contentWidth,
      itemCount: strip.layout.count,
      cells: cells.map { cell in
        cellSnapshot(
          cell,
          Rect(
            x: cell.slot.start - strip.offset, y: row.y + metrics.rowPadding / 2,
            width: cell.slot.length, height: max(0, row.height - metrics.rowPadding)), in: strip)
      })
  }

  // MARK: Headers and footers

  /// Puts the section headers and footers in view into a list, pinned ones last.
  ///
  /// - Complexity: O(sections in view x log sections)
  func collectHeaders(into found: inout [HeaderSnapshot]) {
    found.removeAll(keepingCapacity: true)
    guard metrics.viewport.width > 0 else { return }
    let end = offset + metrics.viewport.height
    var y = max(0, offset)
    while y < end, let index = layout.section(at: y) {
      let top = layout.sectionTop(index)
      appendSupplementary(of: index, top: top, to: &found)
      y = top + layout.sections[index].height
    }
    var unchecked = 0
    for _ in found.indices {
      if found[unchecked].isPinned {
        found.append(found.remove(at: unchecked))
      } else {
        unchecked += 1
      }
    }
  }

  private func appendSupplementary(of index: Int, top: Int, to found: inout [HeaderSnapshot]) {
    let section = layout.sections[index]
    let bottom = top + section.height
    let style = configuration.headerStyle
    if section.header > 0 {
      let floating =
        style == .grouped ? top : min(max(top, offset + metrics.insetTop), bottom - section.header)
      append(index, isFooter: false, natural: top, floating, section.header, to: &found)
    }
    if section.footer > 0 {
      let natural = bottom - section.footer
      let edge = offset + metrics.viewport.height - metrics.insetBottom - section.footer
      let floating =
        style == .plain ? max(min(natural, edge), top + section.header) : natural
      append(index, isFooter: true, natural: natural, floating, section.footer, to: &found)
    }
  }

  private func append(
    _ section: Int, isFooter: Bool, natural: Int, _ y: Int, _ height: Int,
    to found: inout [HeaderSnapshot]
  ) {
    guard y < offset + metrics.viewport.height, y + height > offset else { return }
    found.append(
      HeaderSnapshot(
        section: section, isFooter: isFooter, isPinned: y != natural,
        frame: Rect(x: 0, y: y - offset, width: metrics.viewport.width, height: height)))
  }
}
