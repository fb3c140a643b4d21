package import TableEngine

/// How a run of text looks, said by what it is; encoders give it colours.
package struct TextStyle: Sendable, Hashable {
  package enum Role: UInt8, Sendable, Hashable, CaseIterable {
    case plain
    case title
    case header
    case footer
    /// Text that is less important than the text beside it.
    case secondary
    /// A detail that stands out, and keys beside values.
    case accent
    case border
    case focus
    case selected
    case editing
    case highlighted
    case mark
    case accessory
    case swatch
    case index
    case arrow
    case statistics
    case notice
    case success
    case warning
    case error
    /// A layer that is composed with what lies below it.
    case blended
    /// A layer that covers what lies below it.
    case opaque
    /// What a cell object draws while its identity is shown, in one of the `IdentityColours`.
    case identity
  }

  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    package static let reverse = Attributes(rawValue: 8)
  }

  /// Role, attributes, hue and backdrop, a byte each: every cell of every picture is filled with a
  /// style and compared with its neighbour's, which one word makes cheap.
  private var word: UInt32

  package init(_ role: Role = .plain, _ attributes: Attributes = [], hue: UInt8 = 0) {
    word = UInt32(role.rawValue) | UInt32(attributes.rawValue) << 8 | UInt32(hue) << 16
  }

  package var role: Role { Role(rawValue: byte(0)) ?? .plain }

  package var attributes: Attributes {
    get { Attributes(rawValue: byte(8)) }
    set { setByte(8, newValue.rawValue) }
  }

  /// Which of six hues a swatch has, or of twelve a cell's identity, from 0.
  package var hue: UInt8 { byte(16) }

  /// What lies behind the text.
  package var backdrop: Backdrop {
    get { Backdrop(rawValue: byte(24)) ?? .none }
    set { setByte(24, newValue.rawValue) }
  }

  private func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: word >> shift) }

  private mutating func setByte(_ shift: UInt32, _ value: UInt8) {
    word = word & ~(0xFF << shift) | UInt32(value) << shift
  }

  package static let plain = TextStyle()

  package func with(_ attributes: Attributes) -> TextStyle {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}

extension TextStyle.Role {
  /// The letter that stands for the role in the style layer of a picture.
  package var letter: Character {
    switch self {
    case .plain: "p"
    case .title: "T"
    case .header: "H"
    case .footer: "F"
    case .secondary: "d"
    case .accent: "a"
    case .border: "-"
    case .focus: "f"
    case .selected: "s"
    case .editing: "e"
    case .highlighted: "h"
    case .mark: "m"
    case .accessory: "c"
    case .swatch: "w"
    case .index: "i"
    case .arrow: ">"
    case .statistics: "r"
    case .notice: "n"
    case .success: "k"
    case .warning: "W"
    case .error: "E"
    case .blended: "B"
    case .opaque: "O"
    case .identity: "I"
    }
  }

  package var name: String { String(describing: self) }

  /// True for the colours of whole areas, which are seen where nothing is written too.
  var isLayer: Bool { self == .blended || self == .opaque }
}

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
