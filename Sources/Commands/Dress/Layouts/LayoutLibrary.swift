import CommandLanguage
import Documents
import Files
import Layouts
import Rendering
import TableEngine
import TableModel
import Workspaces

/// The layouts that styles can name: those that were loaded, and those that come with the program.
struct LayoutLibrary {
  private let workspace: Workspace
  /// The look of the table that is shown, or of those opened next when none is open.
  let look: Look

  init(of workspace: Workspace) {
    self.workspace = workspace
    look = workspace.levels.last?.look ?? workspace.preferences.look
  }

  private static let suffix = ".json"

  /// The file of a layout.
  static func file(of name: String) -> String { name + suffix }

  // MARK: Those that come with the program

  private var folder: String? { workspace.environment.datasets().map { $0.folder + "/cells" } }

  /// The names of the layouts that come with the program, in order.
  var bundledNames: [String] {
    guard let folder else { return [] }
    return workspace.environment.list(folder).filter { $0.hasSuffix(Self.suffix) }.map {
      String($0.dropLast(Self.suffix.count))
    }.sorted()
  }

  private func bundledFile(_ name: String) -> String? {
    guard !name.contains("/"), let folder, bundledNames.contains(name) else { return nil }
    return folder + "/" + Self.file(of: name)
  }

  // MARK: Reading

  /// Finds a layout without reading it.
  ///
  /// - Throws: there is neither such a file nor such a layout.
  func find(_ word: Word) throws(CommandError) {
    guard bundledFile(word.text) == nil, !PlannedFiles.canRead(word.text, in: workspace) else {
      return
    }
    var error = CommandError(.layout(.notFound(file: word.text)), at: word.range)
    error.proposal = nearest(to: word.text)
    throw error
  }

  /// Reads a layout from a file, or from one that comes with the program, by its name.
  func read(_ word: Word) throws(CommandError) -> LoadedLayout {
    do throws(CommandError) {
      return try read(word.text)
    } catch {
      var error = error
      error.range = word.range
      if case .layout(.notFound) = error.reason { error.proposal = nearest(to: word.text) }
      throw error
    }
  }

  /// The built-in styles, the word that ends them, and the identifiers of their cells.
  static let takenNames = StyleCommand.BuiltIn.words + OffWord.words + Presenter.identifiers

  private func read(_ path: String) throws(CommandError) -> LoadedLayout {
    let bundled = bundledFile(path)
    let file = bundled ?? path
    let text: String
    do {
      text = try workspace.environment.read(file)
    } catch {
      throw CommandError(.layout(error))
    }
    guard text.utf8.count <= LayoutReader.largestFile else {
      throw CommandError(.layout(.unreadable(file: file, reason: "it is larger than 1 MB")))
    }
    let layout = try LayoutReader.read(
      SourceText(file: file, bytes: Array(text.utf8)), name: Self.stem(of: file),
      refusing: Self.takenNames)
    return LoadedLayout(layout: layout, path: file, isBundled: bundled != nil)
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  private func nearest(to path: String) -> String? {
    workspace.environment.nearest(to: path, bundled: bundledNames)
      ?? "'cell list' lists the bundled ones; 'help layouts' says how to write one"
  }

  // MARK: Warning

  /// Says that cells ask for a layout that is nowhere, and what to do about it.
  func warning(ofMissing name: String) -> String {
    let file = Self.file(of: name)
    let meanwhile = "these cells are drawn as subtitle"
    if bundledNames.contains(name) {
      return "layout file '\(file)' is no longer loaded: \(meanwhile) "
        + "('cell load \(name)' brings it back)"
    }
    let known = Set(look.layouts.map(\.layout.identifier) + bundledNames)
    let near = Spelling.matches(for: name, among: known.sorted())
    let hint = CommandError.didYouMean(near) ?? "'cell load FILE' loads one"
    return "no layout file '\(file)' is loaded or bundled: \(meanwhile) (\(hint))"
  }
}

extension Look {
  /// Changes the layouts of all tables, and of those opened next. A table that shows cells of the
  /// layout is reloaded, since its cells are made anew.
  static func changeLayouts(
    in workspace: inout Workspace, using name: String, _ body: (inout Look) -> Void
  ) throws(CommandError) {
    body(&workspace.preferences.look)
    let preferences = workspace.preferences
    for index in workspace.levels.indices {
      body(&workspace.levels[index].look)
      workspace.levels[index].revision += 1
      if workspace.levels[index].look.layoutsAskedFor.contains(name) {
        try workspace.levels[index].reloadForLayouts(preferences)
      } else {
        workspace.levels[index].handOver()
      }
    }
  }
}

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
