/// Properties of a cell, as a set.
package struct CellProperties: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let text = CellProperties(rawValue: 1)
  package static let detail = CellProperties(rawValue: 2)
  package static let image = CellProperties(rawValue: 4)
  package static let style = CellProperties(rawValue: 8)
  package static let accessory = CellProperties(rawValue: 16)
  package static let indentation = CellProperties(rawValue: 32)
  package static let mark = CellProperties(rawValue: 64)

  /// The texts of a custom style's outlets.
  package static let outlets = CellProperties(rawValue: 128)
  package static let background = CellProperties(rawValue: 256)

  static let each: [CellProperties] = [
    .text, .detail, .image, .style, .accessory, .indentation, .mark, .outlets,
    .background,
  ]

  /// True for what decides how a cell looks rather than what it says.
  var isAppearance: Bool { isSubset(of: [.style, .accessory, .indentation, .background]) }
}

extension CellContent {
  /// Takes the properties of a set from another content.
  mutating func assign(_ properties: CellProperties, from other: CellContent) {
    if properties.contains(.text) { text = other.text }
    if properties.contains(.detail) { detail = other.detail }
    if properties.contains(.image) { image = other.image }
    if properties.contains(.style) { (style, load) = (other.style, other.load) }
    if properties.contains(.accessory) { accessory = other.accessory }
    if properties.contains(.indentation) { indentation = other.indentation }
    if properties.contains(.mark) { marked = other.marked }
    if properties.contains(.outlets) { outlets = other.outlets }
    if properties.contains(.background) { background = other.background }
  }

  /// The properties that hold what a new cell holds.
  var defaults: CellProperties {
    var set: CellProperties = []
    if text.isEmpty { set.insert(.text) }
    if detail == nil { set.insert(.detail) }
    if image == nil { set.insert(.image) }
    if style == .default { set.insert(.style) }
    if accessory == .none { set.insert(.accessory) }
    if indentation == 0 { set.insert(.indentation) }
    if !marked { set.insert(.mark) }
    if outlets.allSatisfy({ $0 == nil }) { set.insert(.outlets) }
    if background == nil { set.insert(.background) }
    return set
  }
}
