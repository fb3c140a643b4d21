extension ViewEncoder {
  /// A drawing: cells as rectangles, texts as texts on the character grid, light or dark as the
  /// reader prefers. Nothing outside the file is referred to.
  package static let svg = ViewEncoder(name: "svg") { picture in
    var drawing = SceneDrawing(PictureScene(picture))
    return drawing.svg()
  }
}

/// Draws a scene as SVG.
private struct SceneDrawing {
  private let scene: PictureScene
  private var out = MarkupText()
  private let grid = SVGGrid.standard

  init(_ scene: PictureScene) {
    self.scene = scene
  }

  mutating func svg() -> String {
    let width = grid.x(scene.columns) + grid.margin * 2
    let height = grid.y(scene.lines) + grid.margin * 2
    out.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "shelf",
        "viewBox": "\(-grid.margin) \(-grid.margin) \(width) \(height)", "width": "\(width)",
        "height": "\(height)", "role": "img", "aria-label": scene.title + ": " + scene.summary,
      ], ">\n")
    out.element("title", text: scene.title)
    out.element("desc", text: scene.summary)
    let identities = scene.showsIdentities ? Self.identities : ""
    out.element("style") { $0.verbatim(Self.styleSheet + identities) }
    out.empty(
      "rect",
      [
        "class": "page", "x": "\(-grid.margin)", "y": "\(-grid.margin)", "width": "\(width)",
        "height": "\(height)",
      ])
    for text in scene.above + scene.below { out.write(text, on: grid) }
    drawTable()
    out.verbatim("</svg>\n")
    return out.text
  }

  /// The table in a viewport of its own, which cuts off what is scrolled out of it.
  private mutating func drawTable() {
    let (top, bottom) = (scene.tableLines.lowerBound, scene.tableLines.upperBound)
    let (width, height) = (grid.x(scene.columns), grid.y(bottom - top))
    guard width > 0, height > 0 else { return }
    let frame = (x: "0", y: "\(grid.y(top))", width: "\(width)", height: "\(height)")
    out.open(
      "svg",
      [
        "x": frame.x, "y": frame.y, "width": frame.width, "height": frame.height,
        "viewBox": "0 \(frame.y) \(width) \(height)",
      ], ">\n")
    out.empty(
      "rect",
      [
        "class": scene.isPainted ? "table painted" : "table", "x": frame.x, "y": frame.y,
        "width": frame.width,
        "height": frame.height,
      ])
    for row in scene.sections.flatMap(\.rows) { draw(row) }
    for section in scene.sections {
      for number in [section.footer, section.header].compactMap(\.self) { draw(bar: number) }
    }
    for text in scene.loose { out.write(text, on: grid) }
    out.verbatim("</svg>\n")
  }

  private mutating func draw(_ row: PictureScene.Row) {
    let box = scene.boxes[row.box]
    guard row.isStrip else {
      draw(cell: box, inset: 0)
      return
    }
    out.open("g", ["class": "strip"], ">\n")
    out.element("title", text: box.name)
    if scene.isPainted { draw(box.area, "painted") }
    write(contentOf: box)
    for item in row.items { draw(cell: scene.boxes[item], inset: 1) }
    // What the row itself says lies over its cells: the arrows of a strip that goes on.
    for text in box.texts { out.write(text, on: grid) }
    out.verbatim("</g>\n")
  }

  /// - Parameter inset: how far a cell stays within its place, so that neighbours stand apart.
  private mutating func draw(cell box: PictureScene.Box, inset: Int) {
    let kind = inset == 0 ? "row cell" : scene.isPainted ? "item cell on-strip" : "item cell"
    out.open("g", ["class": ([kind] + box.classes).joined(separator: " ")], ">\n")
    out.element("title", text: box.name)
    out.empty(
      "rect",
      [
        "class": "box", "x": "\(grid.x(box.area.column) + inset)",
        "y": "\(grid.y(box.area.line) + inset)",
        "width": "\(max(0, grid.x(box.area.columns) - 2 * inset))",
        "height": "\(max(0, grid.y(box.area.lines) - 2 * inset))", "rx": inset == 0 ? "" : "4",
      ])
    write(contentOf: box)
    for text in box.texts { out.write(text, on: grid) }
    out.verbatim("</g>\n")
  }

  private mutating func draw(_ area: CellArea, _ kind: String) {
    out.empty(
      "rect",
      [
        "class": kind, "x": "\(grid.x(area.column))", "y": "\(grid.y(area.line))",
        "width": "\(grid.x(area.columns))", "height": "\(grid.y(area.lines))",
      ])
  }

  private mutating func write(contentOf box: PictureScene.Box) {
    for ground in box.grounds { draw(ground.area, ground.kind.rawValue) }
    for swatch in box.swatches {
      out.empty(
        "rect",
        [
          "class": "swatch", "x": "\(grid.x(swatch.area.column))",
          "y": "\(grid.y(swatch.area.line) + 1)", "width": "\(grid.x(swatch.area.columns))",
          "height": "\(grid.y(swatch.area.lines) - 2)", "rx": "3",
          "fill": PictureTheme.swatch(hue: swatch.hue, shade: swatch.shade),
        ])
    }
  }

  private mutating func draw(bar number: Int) {
    let box = scene.boxes[number]
    let kind = box.kind == .header ? "bar head" : "bar foot"
    out.open("g", ["class": kind], ">\n")
    out.element("title", text: box.name)
    out.empty(
      "rect",
      [
        "x": "\(grid.x(box.area.column))", "y": "\(grid.y(box.area.line))",
        "width": "\(grid.x(box.area.columns))", "height": "\(grid.y(box.area.lines))",
      ])
    for text in box.texts { out.write(text, on: grid) }
    out.verbatim("</g>\n")
  }

  private static let identities = IdentityColours.styleSheet { name in
    [
      (".shelf .cell\(name):not(.is-stale) > .box", "stroke"),
      (".shelf \(name) > text:not(.initials)", "fill"),
    ]
  }

  private static let styleSheet =
    """
    .shelf { font-family: \(SVGGrid.fonts); font-size: \(SVGGrid.standard.fontSize)px; }
    .shelf text { white-space: pre; }
    .shelf .bold { font-weight: bold; }
    .shelf .item .box { stroke-width: 1; }
    .shelf .row.is-focused .box, .shelf .item.is-focused .box { stroke-width: 2; }
    .shelf .is-editing .box { stroke-dasharray: 4 3; }
    .shelf .is-stale > .box { stroke-width: 2.5; }
    .shelf .initials { fill: #ffffff; }

    """ + PictureTheme.styleSheet(rules)

  private static var rules: [PictureTheme.Rule] {
    let plain = [
      PictureTheme.Rule(".shelf .page", "fill") { $0.page },
      PictureTheme.Rule(".shelf .table", "fill") { $0.table },
      PictureTheme.Rule(".shelf text", "fill") { $0.color(of: .plain) },
      PictureTheme.Rule(".shelf .bar rect", "fill") { $0.bar },
      PictureTheme.Rule(".shelf .foot rect", "fill") { $0.table },
      PictureTheme.Rule(".shelf .cell > .box", "fill") { $0.table },
      PictureTheme.Rule(".shelf .item > .box", "stroke") { $0.color(of: .border) },
      PictureTheme.Rule(".shelf .painted", "fill") { $0.strip },
      PictureTheme.Rule(".shelf .table.painted", "fill") { $0.paintedTable },
      PictureTheme.Rule(".shelf .on-strip > .box", "fill") { $0.strip },
      PictureTheme.Rule(".shelf .label", "fill") { $0.label },
    ]
    let states = [
      PictureTheme.Rule(".shelf .is-selected > .box", "fill") { $0.selected },
      PictureTheme.Rule(".shelf .is-highlighted > .box", "fill") { $0.highlighted },
      PictureTheme.Rule(".shelf .item.is-selected > .box", "stroke") { $0.color(of: .selected) },
      PictureTheme.Rule(".shelf .item.is-editing > .box", "stroke") { $0.color(of: .editing) },
      PictureTheme.Rule(".shelf .cell.is-focused > .box", "stroke") { $0.color(of: .focus) },
      PictureTheme.Rule(".shelf .cell.is-stale > .box", "stroke") { $0.color(of: .error) },
      PictureTheme.Rule(".shelf rect.blended", "fill") { $0.color(of: .error) },
      PictureTheme.Rule(".shelf rect.opaque", "fill") { $0.color(of: .success) },
      PictureTheme.Rule(".shelf text.blended, .shelf text.opaque", "fill") { $0.table },
      PictureTheme.Rule(".shelf .turned", "fill") { $0.color(of: .plain) },
      PictureTheme.Rule(".shelf text.inverse", "fill") { $0.table },
    ]
    let colours = PictureTheme.colourRules("fill") { ".shelf .\($0) > .box" }
    return plain + colours + states + PictureTheme.textRules("fill", in: ".shelf")
  }
}

extension CellState {
  /// The classes of an element that shows a cell in this state.
  var names: [String] {
    [
      isFocused ? "is-focused" : nil, isSelected ? "is-selected" : nil,
      isEditing ? "is-editing" : nil, isHighlighted ? "is-highlighted" : nil,
      isStale ? "is-stale" : nil,
    ].compactMap(\.self)
  }
}
