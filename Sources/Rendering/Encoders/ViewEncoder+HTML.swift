import TableModel

extension ViewEncoder {
  /// A page of its own: the viewport as a table of rows and cells with names, its texts
  /// selectable, light or dark as the reader prefers. It needs nothing from outside and allows
  /// nothing to be loaded. It is well-formed XML, too.
  package static let html = ViewEncoder(name: "html") { picture in
    var page = ScenePage(PictureScene(picture))
    return page.html()
  }
}

/// Writes a scene as a page.
private struct ScenePage {
  private let scene: PictureScene
  private var out = MarkupText()

  init(_ scene: PictureScene) {
    self.scene = scene
  }

  mutating func html() -> String {
    out.verbatim("<!DOCTYPE html>\n<html lang=\"en\">\n")
    writeHead()
    out.verbatim("<body>\n<main>\n")
    out.element("h1", ["class": "unseen"], text: scene.title)
    out.element("p", ["class": "unseen"], text: scene.summary)
    out.open("div", ["class": "shelf", "style": place(0, 0, scene.columns, scene.lines)], ">\n")
    let above = scene.above
    if !above.isEmpty { write(above, "div", ["class": "line"]) }
    writeTable()
    let below = scene.below
    if !below.isEmpty { write(below, "div", ["class": "line"]) }
    out.verbatim("</div>\n</main>\n</body>\n</html>\n")
    return out.text
  }

  private mutating func writeHead() {
    out.verbatim("<head>\n<meta charset=\"utf-8\"/>\n")
    let policy = "default-src 'none'; style-src 'unsafe-inline'"
    out.empty("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
    out.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    out.empty("meta", ["name": "color-scheme", "content": "light dark"])
    out.element("title", text: scene.title + (Mark.isPlain ? " - " : " – ") + "Shelf")
    let identities = scene.showsIdentities ? Self.identities : ""
    out.element("style") { $0.verbatim(Self.styleSheet + identities) }
    out.verbatim("</head>\n")
  }

  // MARK: The table

  private mutating func writeTable() {
    let top = scene.tableLines.lowerBound
    let lines = scene.tableLines.count
    out.open(
      "div",
      [
        "class": scene.isPainted ? "table painted" : "table", "role": "table",
        "aria-label": scene.title + ", " + scene.summary,
        "style": place(0, top, scene.columns, lines),
      ], ">\n")
    for section in scene.sections { write(section) }
    let origin = (column: 0, line: top)
    for text in scene.loose {
      // The letters of an index are not part of any row.
      let isIndex = text.style.role == .index
      write(text, from: origin, hidden: isIndex)
    }
    out.verbatim("</div>\n")
  }

  private mutating func write(_ section: PictureScene.Section) {
    out.open("div", ["role": "rowgroup", "aria-label": section.name], ">\n")
    if let header = section.header { write(bar: header, role: "rowheader", "bar head") }
    for row in section.rows { write(row) }
    if let footer = section.footer { write(bar: footer, role: "cell", "bar foot") }
    out.verbatim("</div>\n")
  }

  private mutating func write(bar number: Int, role: String, _ kind: String) {
    let box = scene.boxes[number]
    out.open(
      "div", ["class": kind, "role": "row", "style": place(box.area, from: tableOrigin)], ">\n")
    out.open("div", ["role": role, "aria-label": box.name], ">\n")
    write(contentOf: box)
    out.verbatim("</div>\n</div>\n")
  }

  private mutating func write(_ row: PictureScene.Row) {
    let box = scene.boxes[row.box]
    out.open(
      "div",
      [
        "class": row.isStrip ? scene.isPainted ? "strip painted" : "strip" : "plain",
        "role": "row",
        "aria-label": row.isStrip ? box.name : "", "style": place(box.area, from: tableOrigin),
      ], ">\n")
    if row.isStrip {
      for item in row.items {
        write(cell: scene.boxes[item], "item", from: (box.area.column, box.area.line))
      }
      // Arrows and titles are said by the names of rows.
      write(contentOf: box, hidden: true)
    } else {
      write(cell: box, "row", from: (box.area.column, box.area.line))
    }
    out.verbatim("</div>\n")
  }

  private mutating func write(
    cell box: PictureScene.Box, _ kind: String, from origin: (column: Int, line: Int)
  ) {
    let names = ["cell", kind] + box.classes
    out.open(
      "div",
      [
        "class": names.joined(separator: " "), "role": "cell", "aria-label": box.name,
        "style": place(box.area, from: origin),
      ], ">\n")
    write(contentOf: box)
    out.verbatim("</div>\n")
  }

  private var tableOrigin: (column: Int, line: Int) { (0, scene.tableLines.lowerBound) }

  // MARK: Contents

  /// Writes what stands in a box, in places relative to it.
  private mutating func write(contentOf box: PictureScene.Box, hidden: Bool = false) {
    let origin = (column: box.area.column, line: box.area.line)
    for ground in box.grounds {
      let style = place(ground.area, from: origin)
      out.element(
        "span", ["class": "ground " + ground.kind.rawValue, "aria-hidden": "true", "style": style],
        text: "")
    }
    for swatch in box.swatches {
      let color = PictureTheme.swatch(hue: swatch.hue, shade: swatch.shade)
      out.element(
        "span",
        [
          "class": "swatch", "aria-hidden": "true",
          "style": place(swatch.area, from: origin) + ";background:" + color,
        ], text: "")
    }
    for text in box.texts { write(text, from: origin, hidden: hidden) }
  }

  private mutating func write(
    _ texts: [PictureText], _ name: String, _ attributes: MarkupText.Attributes
  ) {
    out.open(name, attributes, ">\n")
    for text in texts { write(text, from: (0, 0), hidden: false) }
    out.verbatim("</\(name)>\n")
  }

  private mutating func write(
    _ text: PictureText, from origin: (column: Int, line: Int), hidden: Bool
  ) {
    let names = ["t"] + text.style.names
    let place = place(
      text.column - origin.column, text.line - origin.line, text.columns, 1)
    out.open(
      "span",
      [
        "class": names.joined(separator: " "), "aria-hidden": hidden ? "true" : "",
        "style": place,
      ], ">")
    for part in text.parts {
      switch part.advance {
      case .narrow: out.words(part.text)
      case .wide: write(part, "w")
      case .single: write(part, "c")
      case .joined: write(part, "j")
      }
    }
    out.verbatim("</span>\n")
  }

  private mutating func write(_ part: PictureText.Part, _ kind: String) {
    out.inline("span", ["class": kind, "style": "--w:\(part.columns)"], text: part.text)
  }

  private func place(_ area: CellArea, from origin: (column: Int, line: Int)) -> String {
    place(area.column - origin.column, area.line - origin.line, area.columns, area.lines)
  }

  private func place(_ column: Int, _ line: Int, _ columns: Int, _ lines: Int) -> String {
    "--x:\(column);--y:\(line);--w:\(columns);--h:\(lines)"
  }
}

extension ScenePage {
  private static let identities = IdentityColours.styleSheet { name in
    [
      (".shelf .item\(name):not(.is-stale)::before", "border-color"),
      (".shelf \(name) .t:not(.initials)", "color"),
    ]
  }

  private static let styleSheet =
    """
    :root { color-scheme: light dark; }
    body { margin: 0; padding: 1.2em; }
    .unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; \
    clip-path: inset(50%); white-space: nowrap; }
    main { overflow-x: auto; }
    .shelf { position: relative; font: 15px/1.35 \(SVGGrid.fonts); font-variant-ligatures: none; \
    width: calc(var(--w) * 1ch); height: calc(var(--h) * 1.35em); }
    .table, .strip, .plain, .cell, .bar, .t, .ground, .swatch { position: absolute; \
    box-sizing: border-box; left: calc(var(--x) * 1ch); top: calc(var(--y) * 1.35em); \
    width: calc(var(--w) * 1ch); height: calc(var(--h) * 1.35em); }
    .table, .strip, .plain { overflow: hidden; }
    .t { white-space: pre; unicode-bidi: isolate; }
    .w, .c, .j { display: inline-block; width: calc(var(--w) * 1ch); }
    .w { letter-spacing: calc(2ch - 1em); }
    .c { text-align: center; }
    .j { text-align: left; }
    .bold { font-weight: bold; }
    .bar { z-index: 1; }
    .item::before { content: ""; position: absolute; inset: 1px; border: 1px solid; \
    border-radius: 4px; }
    .item.is-editing::before { border-style: dashed; }
    .item.is-focused::before { border-width: 2px; }
    .row.is-focused, .row.is-stale { outline: 2px solid; outline-offset: -2px; }
    .item.is-stale::before { border-width: 2px; }
    .swatch { border-radius: 3px; margin-top: 1px; height: calc(var(--h) * 1.35em - 2px); }
    .initials { color: #ffffff; }

    """ + PictureTheme.styleSheet(rules)

  private static var rules: [PictureTheme.Rule] {
    let plain = [
      PictureTheme.Rule("body", "background") { $0.page },
      PictureTheme.Rule("body", "color") { $0.color(of: .plain) },
      PictureTheme.Rule(".table", "background") { $0.table },
      PictureTheme.Rule(".head", "background") { $0.bar },
      PictureTheme.Rule(".foot", "background") { $0.table },
      PictureTheme.Rule(".item::before", "border-color") { $0.color(of: .border) },
      PictureTheme.Rule(".painted", "background") { $0.strip },
      PictureTheme.Rule(".table.painted", "background") { $0.paintedTable },
      PictureTheme.Rule(".label", "background") { $0.label },
    ]
    let states = [
      PictureTheme.Rule(".row.is-selected, .item.is-selected::before", "background") {
        $0.selected
      },
      PictureTheme.Rule(".row.is-highlighted, .item.is-highlighted::before", "background") {
        $0.highlighted
      },
      PictureTheme.Rule(".item.is-selected::before", "border-color") { $0.color(of: .selected) },
      PictureTheme.Rule(".item.is-editing::before", "border-color") { $0.color(of: .editing) },
      PictureTheme.Rule(".item.is-focused::before", "border-color") { $0.color(of: .focus) },
      PictureTheme.Rule(".row.is-focused", "outline-color") { $0.color(of: .focus) },
      PictureTheme.Rule(".item.is-stale::before", "border-color") { $0.color(of: .error) },
      PictureTheme.Rule(".row.is-stale", "outline-color") { $0.color(of: .error) },
      PictureTheme.Rule(".ground.blended", "background") { $0.color(of: .error) },
      PictureTheme.Rule(".ground.opaque", "background") { $0.color(of: .success) },
      PictureTheme.Rule(".t.blended, .t.opaque", "color") { $0.table },
      PictureTheme.Rule(".inverse", "background") { $0.color(of: .plain) },
    ]
    let colours = PictureTheme.colourRules("background") { ".row.\($0), .item.\($0)::before" }
    return plain + colours + states + PictureTheme.textRules("color", in: ".shelf")
      + [PictureTheme.Rule(".shelf .inverse", "color") { $0.table }]
  }
}
