import Rendering
import TableModel

/// Says what a view of a layout is, in words.
enum LayoutReport {
  /// A line for the view, and one for each part that it draws.
  static func lines(for view: CellLayout.View, indent: Int) -> [String] {
    let head =
      String(repeating: " ", count: indent)
      + [name(view), text(view), place(view)]
      .filter { !$0.isEmpty }.joined(separator: Mark.dot)
    guard case .drawn(let parts) = view.kind else { return [head] }
    return [head] + parts.flatMap { lines(for: $0, indent: indent + 2) }
  }

  private static func name(_ view: CellLayout.View) -> String {
    let kind =
      switch view.kind {
      case .label: "label"
      case .image: "image"
      case .drawn: "drawn"
      }
    let tag = view.tag.map { " (tag \($0))" } ?? ""
    let layer = view.isBlended ? " blended" : ""
    return kind + (view.outlet.map { " \($0)" } ?? "") + tag + layer
  }

  static func text(_ view: CellLayout.View) -> String {
    switch view.source {
    case .literal(let text): "\"\(text)\""
    case .field(let path): "field \(path)"
    case .role(let role): "role \(role.rawValue)"
    case nil: "paints itself"
    }
  }

  private static func place(_ view: CellLayout.View) -> String {
    let across = axis(view.placement.horizontal, "leading", "trailing", "width")
    let down = axis(view.placement.vertical, "top", "bottom", "height")
    return (across + down).joined(separator: ", ")
  }

  private static func axis(
    _ anchors: CellLayout.Anchors, _ start: String, _ end: String, _ extent: String
  ) -> [String] {
    [(start, anchors.start), (end, anchors.end), (extent, anchors.extent)].compactMap {
      name, length in
      switch length {
      case .points(let points): "\(name) \(points)"
      case .percent(let percent): "\(name) \(percent)%"
      case nil: nil
      }
    }
  }
}
