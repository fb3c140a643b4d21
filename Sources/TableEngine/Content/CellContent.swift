package import TableModel

/// The four classic cell styles, columns, and custom ones by the name of their layout.
package enum CellStyle: Sendable, Hashable {
  /// Image and left-aligned text.
  case `default`
  /// Text on the left, detail right-aligned.
  case value1
  /// Text right-aligned in a left column, detail beside it.
  case value2
  /// Text with smaller detail below.
  case subtitle
  /// A value in each column of a grid; in a strip, a small table of keys and values.
  case columns
  case custom(String)

  package var name: String {
    switch self {
    case .default: "default"
    case .value1: "value1"
    case .value2: "value2"
    case .subtitle: "subtitle"
    case .columns: "columns"
    case .custom(let name): name
    }
  }
}

/// The layers of a cell, as the compositor meets them in every frame.
package struct SubviewLoad: Sendable, Hashable {
  package var count: Int
  /// Layers beyond the few that cost next to nothing.
  package var beyondFree: Int
  /// Those that are composed with what lies below them.
  package var blended: Int

  package init(count: Int = 0, beyondFree: Int = 0, blended: Int = 0) {
    self.count = count
    self.beyondFree = beyondFree
    self.blended = blended
  }
}

/// What stands at the right edge of a cell.
package enum Accessory: String, Sendable, Hashable, CaseIterable {
  case none
  case disclosure
  case detail
  case detailDisclosure = "detail-disclosure"
  case checkmark

  /// True when it answers a tap of its own, apart from the cell's.
  package var isInteractive: Bool { self == .detail || self == .detailDisclosure }
}

/// The colours that a cell's background can have.
package enum CellColour: String, Sendable, Hashable, CaseIterable {
  case red
  case yellow
  case green
  case cyan
  case blue
  case magenta
}

/// What a cell shows in a column of a grid.
package struct ColumnText: Sendable, Hashable {
  /// The number of the column.
  package var column: Int
  package var text: String
  package var kind: ValueKind

  package init(column: Int, text: String, kind: ValueKind) {
    (self.column, self.text, self.kind) = (column, text, kind)
  }
}

/// What a data source writes into a cell when it configures it.
package struct CellContent: Sendable, Hashable {
  package var text: String
  package var detail: String?
  /// The name of the image; rendering draws a swatch for it.
  package var image: String?
  package var style: CellStyle
  package var accessory: Accessory
  package var indentation: Int
  /// A mark set by the model, shown as state of the data rather than of the cell.
  package var marked: Bool
  /// Nil for the background of the table.
  package var background: CellColour?
  /// The texts of a custom style's outlets, in the order of its layout; nil where there is none.
  package var outlets: [String?] = []
  /// The texts of a grid's columns in view, in their order; those that the record lacks are left out.
  package var columns: [ColumnText] = []
  /// What composing the cell's style costs; nothing for the classic ones.
  package var load = SubviewLoad()

  package init(
    text: String = "", detail: String? = nil, image: String? = nil, style: CellStyle = .default,
    accessory: Accessory = .none, indentation: Int = 0, marked: Bool = false
  ) {
    self.text = text
    self.detail = detail
    self.image = image
    self.style = style
    self.accessory = accessory
    self.indentation = indentation
    self.marked = marked
  }
}

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

  /// The texts of a custom style's outlets, and of columns.
  package static let outlets = CellProperties(rawValue: 128)
  package static let background = CellProperties(rawValue: 256)

  /// The properties by their names, in order.
  package static let named: [(name: String, element: CellProperties)] = [
    ("text", .text), ("detail", .detail), ("image", .image), ("style", .style),
    ("accessory", .accessory), ("indentation", .indentation), ("mark", .mark),
    ("background", .background), ("outlets", .outlets),
  ]

  static let each = named.map(\.element)

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
    if properties.contains(.outlets) { (outlets, columns) = (other.outlets, other.columns) }
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
    if columns.isEmpty, outlets.allSatisfy({ $0 == nil }) { set.insert(.outlets) }
    if background == nil { set.insert(.background) }
    return set
  }
}
