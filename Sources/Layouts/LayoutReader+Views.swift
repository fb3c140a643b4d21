package import Rendering
import TableModel

/// The kinds of views in a layout file, with the keys that each has.
package enum ViewKind: String, CaseIterable {
  case label
  case image
  case drawn

  /// How errors call it.
  package var owner: String {
    switch self {
    case .label: "a label"
    case .image: "an image"
    case .drawn: "a drawn view"
    }
  }

  package var keys: [String] {
    switch self {
    case .label: Self.common + Self.sources + LayoutLabel.keys
    case .image: Self.common + Self.sources
    case .drawn: Self.common + ["parts"]
    }
  }

  package static let allKeys = common + sources + LayoutLabel.keys + ["parts"]
  private static let common = ["kind", "outlet", "tag", "alpha", "opaque"] + LayoutPlacement.keys
  private static let sources = ["text", "field", "role"]
}

/// How a label's text is set, from its keys.
package enum LayoutLabel {
  package static let keys = ["align", "vertical", "lines", "style", "shrink"]

  private static let mostLines = 100

  private static let horizontal: [(String, Alignment)] = [
    ("leading", .leading), ("center", .center), ("trailing", .trailing),
  ]
  private static let vertical: [(String, Alignment)] = [
    ("top", .leading), ("center", .center), ("bottom", .trailing),
  ]
  package static let styles: [(String, TextStyle)] = [
    ("plain", .plain), ("bold", TextStyle(.plain, .bold)), ("title", TextStyle(.title, .bold)),
    ("secondary", TextStyle(.secondary)), ("accent", TextStyle(.accent)),
  ]

  package static func read(_ node: LayoutNode, source: CellLayout.Source) throws(LayoutError)
    -> CellLayout.Label
  {
    var label = CellLayout.Label(source)
    label.alignment = try node["align"]?.word("alignment", horizontal) ?? .leading
    label.vertical = try node["vertical"]?.word("vertical alignment", vertical) ?? .leading
    label.lines = try node["lines"]?.integer("lines", in: 0...mostLines) ?? 1
    label.style = try node["style"]?.word("style of text", styles) ?? .plain
    label.shortestWord = try node["shrink"]?.integer("shrink", in: 2...40)
    return label
  }
}

/// Where a view stands, from its keys: edges and extents in points or in shares of the cell.
package enum LayoutPlacement {
  package static let keys = ["leading", "trailing", "width", "top", "bottom", "height"]

  package static let farthest = 100_000

  package static func read(_ node: LayoutNode) throws(LayoutError) -> CellLayout.Placement {
    CellLayout.Placement(
      horizontal: try anchors(node, "leading", "trailing", "width"),
      vertical: try anchors(node, "top", "bottom", "height"))
  }

  private static func anchors(
    _ node: LayoutNode, _ start: String, _ end: String, _ extent: String
  ) throws(LayoutError) -> CellLayout.Anchors {
    if let last = node[extent], node[start] != nil, node[end] != nil {
      throw last.failure(.overconstrained("\(start), \(end) and \(extent)"))
    }
    return CellLayout.Anchors(
      start: try node[start].map { node throws(LayoutError) in try length(node, start) },
      end: try node[end].map { node throws(LayoutError) in try length(node, end) },
      extent: try node[extent].map { node throws(LayoutError) in try length(node, extent) })
  }

  private static func length(_ node: LayoutNode, _ name: String) throws(LayoutError)
    -> CellLayout.Length
  {
    guard let text = node.value.string else {
      return .points(try node.integer(name, in: 0...farthest))
    }
    guard text.last == "%", let share = Int(text.dropLast()), (0...100).contains(share) else {
      throw node.failure(.badLength(text))
    }
    return .percent(share)
  }
}
