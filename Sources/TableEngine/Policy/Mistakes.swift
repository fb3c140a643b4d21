/// Mistakes that are often made in a data source, a delegate or a controller, to be switched on and
/// looked at.
package struct Mistakes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The subviews of a cell are added whenever it is configured, and not once when it is made.
  package static let subviewsAgain = Mistakes(rawValue: 1)
  /// The outlets of a cell are still held when the cell is gone.
  package static let outlets = Mistakes(rawValue: 2)
  /// Cells are asked for under another identifier than the one they are made with.
  package static let identifier = Mistakes(rawValue: 4)
  /// The loop over the sections ends one too early.
  package static let sectionLoop = Mistakes(rawValue: 8)
  /// The row around a strip can be selected and takes the taps on its items.
  package static let rowTaps = Mistakes(rawValue: 16)
  /// One delegate serves a table and its results and does not ask which of them calls.
  package static let delegate = Mistakes(rawValue: 32)

  /// The mistakes by their names, in order.
  package static let named: [(name: String, element: Mistakes)] = [
    ("subviews-again", .subviewsAgain), ("outlets", .outlets), ("identifier", .identifier),
    ("section-loop", .sectionLoop), ("row-taps", .rowTaps), ("delegate", .delegate),
  ]
}
