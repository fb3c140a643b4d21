import TableEngine
package import TableModel

/// What a pointer on a picture points at.
package enum PointerTarget: Sendable, Hashable {
  case cell(Address)
  /// The accessory at the right edge of a cell.
  case accessory(Address)
  /// A row of items, beside its cells.
  case row(Address)
  /// A letter of the index.
  case index(String)
}

extension ViewPicture {
  /// What stands in a place of the picture; nil for what is not in the table.
  ///
  /// - Complexity: O(rows in view).
  package func target(at place: ScreenPlace) -> PointerTarget? {
    guard tableLines.contains(place.line), (0..<canvas.columns).contains(place.column) else {
      return nil
    }
    if let title = indexTitle(at: place) { return .index(title) }
    let row = canvas.row(place.line)
    let cell = row[row.startIndex + place.column]
    if cell.owner > 0, Int(cell.owner) <= owners.count {
      let address = owners[Int(cell.owner) - 1].address
      return cell.style.role == .accessory ? .accessory(address) : .cell(address)
    }
    let found = snapshot.rows.first { row in
      let area = area(of: row.cell.frame)
      return (area.line..<area.maxLine).contains(place.line)
    }
    return found.map { $0.strip == nil ? .cell($0.cell.address) : .row($0.cell.address) }
  }

  /// The first line of a row in the picture; nil where it is not in view.
  package func line(ofRow address: Address) -> Int? {
    snapshot.rows.first { $0.cell.address.rowAddress == address.rowAddress }
      .map { area(of: $0.cell.frame).line }.flatMap { tableLines.contains($0) ? $0 : nil }
  }

  private func indexTitle(at place: ScreenPlace) -> String? {
    guard let index = chrome.index, place.column == canvas.columns - 1 else { return nil }
    let places = Painter.indexPlaces(index.titles.count, lines: tableLines.count)
    let line = place.line - tableLines.lowerBound - (tableLines.count - places.count) / 2
    guard places.indices.contains(line) else { return nil }
    // A dot stands for the titles behind the one above it.
    return (places[line] ?? places[max(0, line - 1)]).map { index.titles[$0] }
  }
}
