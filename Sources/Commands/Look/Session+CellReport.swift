import DataSources
import Rendering
import TableEngine
import TableModel

/// What `cell list` and `cell show` say.
extension Session {
  /// A layout in a few words: its name, its views, what they cost.
  static func summary(of layout: CellLayout) -> String {
    let load = layout.load
    var words = ["\(layout.identifier): " + Words.number(load.count, "subview")]
    if load.blended > 0 { words.append("\(load.blended) blended") }
    if load.beyondFree > 0 { words.append("more than \(CellLayout.freeSubviews) scroll slowly") }
    return words.joined(separator: ", ")
  }

  func listLayouts() -> Output {
    let loaded = look.layouts
    let asked = Set(look.layoutsAskedFor)
    var lines = loaded.map { entry -> String in
      let name = entry.layout.identifier
      let origin = entry.isBundled ? "bundled" : entry.path
      return "* " + Self.summary(of: entry.layout) + "\(Mark.dot)\(origin)"
        + (asked.contains(name) ? "\(Mark.dot)in use" : "")
    }
    let names = loaded.map(\.layout.identifier)
    lines += bundledLayoutNames.filter { !names.contains($0) }.map { "  \($0)\(Mark.dot)bundled" }
    lines += asked.subtracting(names).sorted().map { "! \($0)\(Mark.dot)missing" }
    if lines.isEmpty { lines = ["no layouts; 'cell load FILE' reads one"] }
    var output = Output(lines.joined(separator: "\n"))
    output.json = [
      JSONWriter.text(
        of: .record(
          Record([
            ("schema", .string("shelf.cells.1")),
            ("layouts", .array(loaded.map { .record(Self.record(of: $0)) })),
            ("missing", .array(asked.subtracting(names).sorted().map { .string($0) })),
          ])), layout: .spaced)
    ]
    return output
  }

  private static func record(of loaded: LoadedLayout) -> Record {
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

  /// A layout that is loaded, or else that of a file.
  private func layout(named word: Word) throws(CommandError) -> CellLayout {
    if let layout = look.layout(named: word.text) { return layout }
    return try layoutFile(word).layout
  }

  /// One layout: a line for each view, from the lowest to the topmost.
  func showLayout(_ call: Invocation) throws(CommandError) -> Output {
    let layout = try layout(named: try argument(of: call, "NAME"))
    var lines = [Self.summary(of: layout)]
    if let about = layout.about { lines.append(about) }
    if let size = layout.size { lines.append("made for \(size.width)x\(size.height) points") }
    for view in layout.views { lines += LayoutReport.lines(for: view, indent: 2) }
    var output = Output(lines.joined(separator: "\n"))
    output.lines += specimen(of: layout)
    return output
  }

  /// A cell of the layout with the names of its outlets in it.
  private func specimen(of layout: CellLayout) -> [StyledLine] {
    let window = preferences.window
    let wanted = Size(
      width: max(layout.size?.width ?? 0, 40 * device.pointsPerColumn),
      height: max(layout.size?.height ?? 0, device.rowHeight))
    let size = Size(
      width: min(wanted.width, window.width * device.pointsPerColumn),
      height: min(wanted.height, window.height * device.pointsPerLine))
    var content = CellContent(style: .custom(layout.identifier))
    content.outlets = layout.outlets.map { $0.outlet ?? LayoutReport.text($0) }
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

  private var device: Device { preferences.device }
}
