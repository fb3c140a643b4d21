import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// Says what a layout is, in words and in a picture.
enum LayoutReport {
  /// A layout in a few words: its name, its views, what they cost.
  static func summary(of layout: CellLayout) -> String {
    let load = layout.load
    var words = ["\(layout.identifier): " + Words.number(load.count, "subview")]
    if load.blended > 0 { words.append("\(load.blended) blended") }
    if load.beyondFree > 0 { words.append("more than \(CellLayout.freeSubviews) scroll slowly") }
    return words.joined(separator: ", ")
  }

  /// The same for machines.
  static func record(of loaded: LoadedLayout) -> Record {
    let load = loaded.layout.load
    return Record([
      ("identifier", .string(loaded.layout.identifier)),
      ("file", loaded.isBundled ? .null : .string(loaded.path)),
      ("subviews", .integer(load.count)), ("blended", .integer(load.blended)),
      (
        "outlets",
        .array(loaded.layout.outlets.compactMap(\.outlet).map { .string($0) })
      ),
    ])
  }

  /// One layout: a line for each view, from the lowest to the topmost, and what a cell looks like.
  static func output(_ layout: CellLayout, _ preferences: Preferences) -> Output {
    var lines = [summary(of: layout)]
    if let about = layout.about { lines.append(about) }
    if let size = layout.size { lines.append("made for \(size.width)x\(size.height) points") }
    for view in layout.views { lines += self.lines(for: view, indent: 2) }
    var output = Output(lines.joined(separator: "\n"))
    output.lines += specimen(of: layout, preferences)
    return output
  }

  /// A cell of the layout with the names of its outlets in it.
  private static func specimen(
    of layout: CellLayout, _ preferences: Preferences
  ) -> [StyledLine] {
    let (window, device) = (preferences.window, preferences.device)
    let wanted = Size(
      width: max(layout.size?.width ?? 0, 40 * device.pointsPerColumn),
      height: max(layout.size?.height ?? 0, device.rowHeight))
    let size = Size(
      width: min(wanted.width, window.width * device.pointsPerColumn),
      height: min(wanted.height, window.height * device.pointsPerLine))
    var content = CellContent(style: .custom(layout.identifier))
    content.outlets = layout.outlets.map { $0.outlet ?? text($0) }
    let cell = CellSnapshot(
      address: Address(0, 0), frame: Rect(x: 0, y: 0, width: size.width, height: size.height),
      id: CellID(identifier: layout.identifier, ordinal: 1), content: content, isSelected: false)
    var chrome = ViewChrome(name: layout.identifier)
    chrome.layouts[layout.identifier] = layout
    let snapshot = ViewportSnapshot(
      size: size, offset: 0, contentSize: size, headers: [], rows: [RowSnapshot(cell: cell)],
      focus: nil)
    let renderer = ViewportRenderer(device: device, charset: preferences.charset)
    return renderer.table(snapshot, chrome: chrome).lines
  }

  /// A line for the view, and one for each part that it draws.
  private static func lines(for view: CellLayout.View, indent: Int) -> [String] {
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

  private static func text(_ view: CellLayout.View) -> String {
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
