import TableEngine
import TableModel

/// A table that costs nothing to ask: rows of items without end, their texts from a short list.
final class EndlessGrid: TableContent {
  private let rows: Int
  private let items: Int?
  private let words = ["Amber bowl", "Blue kettle", "Copper lantern", "Dove-grey blanket", "Bell"]

  /// - Parameter items: the items of each row, nil for plain rows.
  init(rows: Int, items: Int?) {
    self.rows = rows
    self.items = items
  }

  var sectionCount: Int { 1 }
  func rowCount(inSection section: Int) -> Int { rows }
  func hasUniformRows(inSection section: Int) -> Bool { true }
  func itemCount(inRow row: Address) -> Int? { items }
  func hasHeader(_ section: Int) -> Bool { true }
  func hasFooter(_ section: Int) -> Bool { false }
  func identifier(for address: Address) -> String? {
    address.item != nil ? "Item" : items == nil ? "Row" : "Strip"
  }

  func content(for address: Address) -> CellContent {
    let number = (address.row ?? 0) &+ (address.item ?? 0)
    return CellContent(
      text: words[number % words.count], detail: words[(number + 2) % words.count],
      image: words[(number + 3) % words.count])
  }
}
