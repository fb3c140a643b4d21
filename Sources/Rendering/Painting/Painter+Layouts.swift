import TableEngine

extension Painter {
  /// The layout that a cell is drawn with; nil for the classic styles, and for a custom one whose
  /// layout is not there.
  func layout(of content: CellContent) -> CellLayout? {
    guard case .custom(let name) = content.style else { return nil }
    return chrome.layouts[name]
  }

  /// Draws a cell's subviews into the room of its content, the lowest first.
  ///
  /// - Parameter room: the content's frame in points, relative to the viewport.
  mutating func drawLayout(
    _ layout: CellLayout, _ content: CellContent, _ state: CellState, in room: Rect
  ) {
    clipped(to: area(of: room)) { painter in
      let shown = painter.texts(of: layout, content)
      var number = 0
      for view in layout.views {
        let frame = view.placement.frame(in: room)
        let area = painter.area(of: frame)
        let texts = shown.dropFirst(number)
        number += view.outletCount
        guard view.alpha > 0, !area.isEmpty else { continue }
        painter.clipped(to: area) { painter in
          if !view.isBlended { painter.canvas.fill(area) }
          painter.draw(view, texts, state, frame, isDimmed: view.alpha < 100)
          painter.markLayer(area, isBlended: view.isBlended)
        }
      }
    }
  }

  /// What the outlets show; the model's own mark stands before the first label.
  private func texts(of layout: CellLayout, _ content: CellContent) -> [String?] {
    var texts = content.outlets
    guard content.marked, let first = layout.outlets.firstIndex(where: \.isLabel),
      texts.indices.contains(first)
    else { return texts }
    texts[first] = modelMarkText + (texts[first] ?? "")
    return texts
  }

  private mutating func draw(
    _ view: CellLayout.View, _ texts: ArraySlice<String?>, _ state: CellState, _ frame: Rect,
    isDimmed: Bool
  ) {
    switch view.kind {
    case .label(let label):
      draw(label, (texts.first ?? nil) ?? "", state, area(of: frame), isDimmed: isDimmed)
    case .image:
      guard let image = texts.first ?? nil, !image.isEmpty else { return }
      drawImage(Swatch(name: image, marks), area(of: frame), isDimmed: isDimmed)
    case .drawn(let parts):
      for (part, text) in zip(parts, texts) where part.alpha > 0 {
        let inner = part.placement.frame(in: frame)
        clipped(to: area(of: inner)) { painter in
          painter.draw(part, [text], state, inner, isDimmed: isDimmed || part.alpha < 100)
        }
      }
    }
  }

  private mutating func draw(
    _ label: CellLayout.Label, _ text: String, _ state: CellState, _ area: CellArea,
    isDimmed: Bool
  ) {
    let most = label.lines == 0 ? area.lines : min(label.lines, area.lines)
    let shown = glyphs(text, room: Self.room(area.columns, most))
    let lines =
      label.shortestWord.map {
        GlyphLayout.shrink(
          shown, columns: area.columns, lines: most, shortest: $0, ellipsis: marks.ellipsis)
      } ?? GlyphLayout.wrap(shown, columns: area.columns, lines: most, ellipsis: marks.ellipsis)
    let style = state.text(isDimmed ? label.style.with(.dim) : label.style)
    let first = area.line + label.vertical.start(of: lines.count, in: area.lines)
    for (line, glyphs) in lines.enumerated() {
      let start = label.alignment.start(of: GlyphLayout.width(of: glyphs), in: area.columns)
      canvas.draw(glyphs, column: area.column + start, line: first + line, style: style)
    }
  }

  private mutating func drawImage(_ swatch: Swatch, _ area: CellArea, isDimmed: Bool) {
    var swatch = swatch
    if isDimmed { swatch.style = swatch.style.with(.dim) }
    if area.lines == 1 {
      drawTile(swatch, column: area.column, line: area.line, columns: area.columns)
    } else {
      drawBlock(swatch, area)
    }
  }
}

extension CellLayout.View {
  fileprivate var isLabel: Bool { if case .label = kind { true } else { false } }

  /// How many texts of a cell's content are for the view.
  fileprivate var outletCount: Int {
    if case .drawn(let parts) = kind { parts.count } else { 1 }
  }
}

extension Alignment {
  /// Where a run begins that is shorter than its room.
  fileprivate func start(of length: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, room - length) / 2
    case .trailing: max(0, room - length)
    }
  }
}

// MARK: - The overlay

extension Painter {
  /// Colours an area by what the compositor does for it, while the overlay asks for that.
  mutating func markLayer(_ area: CellArea, isBlended: Bool) {
    guard chrome.overlay == .blended else { return }
    canvas.restyle(area, TextStyle(isBlended ? .blended : .opaque, .reverse))
  }

  /// Colours all that cells have drawn by their identities.
  mutating func colourIdentities() {
    canvas.colour(byOwner: owners.map { UInt8(IdentityColours.number(of: $0.cell)) })
  }

  /// What the overlay says of a cell in words, for those who see no colours.
  func layerWords(of content: CellContent) -> String {
    guard let load = layout(of: content)?.load else { return "opaque" }
    return load.blended == 0
      ? "\(load.count) opaque" : "\(load.blended) of \(load.count) blended"
  }
}
