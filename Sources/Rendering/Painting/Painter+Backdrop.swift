import TableEngine

/// What becomes of the background of a cell's label while the cell is selected.
package enum LabelBackground: String, Sendable, Hashable, CaseIterable {
  /// Nothing is painted behind cells at all.
  case none
  /// It stays, as it does for a label that refuses to be cleared.
  case persistent
  /// It turns clear, as the cell of a table view makes every subview do: the text stands on the
  /// colour of the selection.
  case clearing
}

extension Painter {
  /// Runs drawing commands over something; nil for what is there already.
  mutating func over(_ backdrop: Backdrop?, _ body: (inout Painter) -> Void) {
    let outer = canvas.backdrop
    canvas.backdrop = backdrop ?? outer
    body(&self)
    canvas.backdrop = outer
  }

  /// True while tables, strips, selections and labels are painted in their colours.
  var paintsViews: Bool { chrome.labelBackground != .none }

  /// What lies behind a cell.
  func backdrop(of cell: CellSnapshot, _ state: CellState) -> Backdrop? {
    if paintsViews, state.isSelected { return .selected }
    return cell.content.background.map { Backdrop($0) }
  }

  /// What lies behind the label of a cell.
  func labelBackdrop(_ state: CellState) -> Backdrop? {
    switch chrome.labelBackground {
    case .none: nil
    case .persistent: .label
    case .clearing: state.isSelected ? nil : .label
    }
  }

  /// How a cell stands out, unless its selection is not to be shown.
  func state(of cell: CellSnapshot) -> CellState {
    var state = CellState(cell, focus: focus)
    if !chrome.showsSelection { (state.isSelected, state.isHighlighted) = (false, false) }
    return state
  }
}
