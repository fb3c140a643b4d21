package import CommandLanguage
import Rendering
package import TableEngine
package import TableModel

extension Level {
  /// The place in a row that has the focus when it comes there: the item that stands first in
  /// view, or the row itself.
  package func focusPlace(inRow row: Address, like focus: Address) -> Address {
    guard let count = presenter.itemCount(inRow: row), count > 0 else { return row }
    if row == focus.rowAddress { return focus }
    return row.with(item: table.fullyVisibleItems(inRow: row).first ?? 0)
  }

  /// Scrolls to a section, row or item and gives it the focus.
  ///
  /// - Parameter frames: how many frames the list takes, and then the strip.
  package func goTo(
    _ address: Address, position: ScrollPosition = .none, frames: Int = 1
  ) throws(CommandError) {
    try engine { () throws(EngineError) in
      if address.row == nil {
        try table.scrollToRow(address, frames: frames)
      } else {
        try table.scrollToRow(address, position: position, frames: frames)
        if address.item != nil { try table.scrollToItem(address, frames: frames) }
      }
    }
    guard let row = address.row == nil ? focusRow(in: address.section) : address.rowAddress
    else { return }
    table.moveFocus(to: address.item == nil ? focusPlace(inRow: row, like: row) : address)
  }

  /// The row that has the focus where a section is gone to: its first one, or the nearest in view where
  /// it has none.
  private func focusRow(in section: Int) -> Address? {
    if table.rowCount(inSection: section) > 0 { return Address(section, 0) }
    return table.visibleRows.first { $0.section > section } ?? table.visibleRows.last
  }

  // MARK: - Saying where

  /// `Science 2.0.5 · row 3 of 7 · item 6 of 14`.
  package var positionLine: String {
    table.focus.map(position) ?? "this table is empty"
  }

  /// The same for a row that may not have the focus: where its first visible item stands.
  package func positionLine(ofRow row: Address) -> String {
    let first = table.fullyVisibleItems(inRow: row).first
    return position(
      of: table.focus.flatMap { $0.rowAddress == row ? $0 : nil } ?? row.with(item: first))
  }

  private func position(of address: Address) -> String {
    func total(_ extent: Extent) -> String {
      Words.grouped(extent.known) + (extent.isExact ? "" : "+")
    }
    let (section, dot) = (presenter.section(address.section), Mark.dot)
    var words = section?.title.map { $0 + " " } ?? ""
    words += "\(address)"
    if let row = address.row, let rows = section?.rows, rows.known > 1 {
      words += "\(dot)row \(Words.grouped(row + 1)) of \(total(rows))"
    }
    if let item = address.item, let items = presenter.row(address.rowAddress)?.items {
      words += "\(dot)item \(Words.grouped(item + 1)) of \(total(items))"
    }
    return words
  }
}

extension Workspace {
  /// Scrolls to a place, gives it the focus, and lets `_` stand for it.
  package mutating func goTo(
    _ address: Address, position: ScrollPosition = .none, frames: Int = 1
  ) throws(CommandError) {
    try current().goTo(address, position: position, frames: frames)
    noteResult(address)
  }

  /// Where the focus is, in words.
  package var positionLine: String { levels.last?.positionLine ?? "no table is open" }
}
