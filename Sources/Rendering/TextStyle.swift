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
  }

  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    package static let reverse = Attributes(rawValue: 8)
  }

  package var role: Role
  package var attributes: Attributes
  /// Which of six hues a swatch has, from 0.
  package var hue: UInt8
  /// What lies behind the text.
  package var backdrop = Backdrop.none

  package init(_ role: Role = .plain, _ attributes: Attributes = [], hue: UInt8 = 0) {
    self.role = role
    self.attributes = attributes
    self.hue = hue
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
    }
  }

  package var name: String { String(describing: self) }

  /// True for the colours of whole areas, which are seen where nothing is written too.
  var isLayer: Bool { self == .blended || self == .opaque }
}
