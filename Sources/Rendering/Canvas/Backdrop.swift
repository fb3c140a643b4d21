package import TableEngine

/// What lies behind a place of a picture: the views that are painted in a colour of their own, by
/// what they are, and the colours that cells were given.
package enum Backdrop: UInt8, Sendable, Hashable, CaseIterable {
  case none
  case table
  case strip
  case selected
  case label
  case red
  case yellow
  case green
  case cyan
  case blue
  case magenta
}

extension Backdrop {
  package init(_ colour: CellColour) {
    self =
      switch colour {
      case .red: .red
      case .yellow: .yellow
      case .green: .green
      case .cyan: .cyan
      case .blue: .blue
      case .magenta: .magenta
      }
  }

  /// The letter that stands for it in the background layer of a picture.
  package var letter: Character {
    switch self {
    case .none: "."
    case .table: "t"
    case .strip: "s"
    case .selected: "S"
    case .label: "l"
    case .red: "r"
    case .yellow: "y"
    case .green: "g"
    case .cyan: "c"
    case .blue: "b"
    case .magenta: "m"
    }
  }

  package var name: String { String(describing: self) }
}
