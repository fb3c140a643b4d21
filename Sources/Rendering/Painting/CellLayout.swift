package import TableEngine
package import TableModel

/// A cell described by a file: named outlets, where they stand, and how they are drawn.
///
/// Cells of a layout are dressed in the custom style of its name and are kept for reuse under its
/// identifier, which is the same word.
package struct CellLayout: Sendable, Hashable {
  /// The style's name and the reuse identifier of its cells.
  package var identifier: String
  /// What it is for, in words of its author.
  package var about: String?
  /// The size in points that it was made for; nil where any will do.
  package var size: Size?
  /// Its subviews, the lowest first.
  package var views: [View]

  package init(
    identifier: String, about: String? = nil, size: Size? = nil, views: [View] = []
  ) {
    self.identifier = identifier
    self.about = about
    self.size = size
    self.views = views
  }

  /// A subview of the cell, or a part of a view that draws everything itself.
  package struct View: Sendable, Hashable {
    /// The name by which its owner knows it.
    package var outlet: String?
    /// The number by which its owner finds it.
    package var tag: Int?
    package var kind: Kind
    package var placement: Placement
    /// How much of it is seen, in hundredths.
    package var alpha: Int
    /// Whether it covers all of its area.
    package var isOpaque: Bool

    package init(
      _ kind: Kind, outlet: String? = nil, tag: Int? = nil, placement: Placement = Placement(),
      alpha: Int = 100, isOpaque: Bool = true
    ) {
      self.outlet = outlet
      self.tag = tag
      self.kind = kind
      self.placement = placement
      self.alpha = alpha
      self.isOpaque = isOpaque
    }

    /// True when what is below it has to be looked at to paint it.
    package var isBlended: Bool { !isOpaque || alpha < 100 }
  }

  package indirect enum Kind: Sendable, Hashable {
    case label(Label)
    case image(Source)
    /// One view that paints its parts itself, so that the compositor sees a single layer.
    case drawn([View])
  }

  /// A text and how it is set.
  package struct Label: Sendable, Hashable {
    package var source: Source
    package var alignment: Alignment
    package var vertical: Alignment
    /// The most lines it takes; zero for as many as there is room for.
    package var lines: Int
    package var style: TextStyle
    /// The fewest letters that its words may shrink to before it is cut off; nil to cut it at once.
    package var shortestWord: Int?

    package init(
      _ source: Source, alignment: Alignment = .leading, vertical: Alignment = .leading,
      lines: Int = 1, style: TextStyle = .plain, shortestWord: Int? = nil
    ) {
      self.source = source
      self.alignment = alignment
      self.vertical = vertical
      self.lines = lines
      self.style = style
      self.shortestWord = shortestWord
    }
  }

  /// Where an outlet's text comes from.
  package enum Source: Sendable, Hashable {
    case literal(String)
    case field(FieldPath)
    /// What the classic styles would show there, whatever the data calls it.
    case role(Role)
  }

  package enum Role: String, Sendable, Hashable, CaseIterable {
    case text
    case detail
    case image
  }
}

extension CellLayout {
  /// This many subviews are composed at no cost; more of them scroll slowly.
  package static let freeSubviews = 3

  /// The views that show something: subviews, and the parts of those that draw themselves.
  ///
  /// The texts of a cell (`CellContent.outlets`) stand in this order.
  package var outlets: [View] {
    views.flatMap { view -> [View] in
      if case .drawn(let parts) = view.kind { parts } else { [view] }
    }
  }

  /// The fields of a record that the layout shows, each once.
  package var fields: [FieldPath] {
    var paths: [FieldPath] = []
    for case .field(let path) in outlets.compactMap(\.source) where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }

  /// What the compositor has to do for one cell.
  package var load: SubviewLoad {
    SubviewLoad(
      count: views.count, beyondFree: max(0, views.count - Self.freeSubviews),
      blended: views.count(where: \.isBlended))
  }
}

extension CellLayout.View {
  /// Where its text or its image comes from; nil for a view that draws parts.
  package var source: CellLayout.Source? {
    switch kind {
    case .label(let label): label.source
    case .image(let source): source
    case .drawn: nil
    }
  }
}

extension CellLayout {
  /// A length in points, or a share of the cell's own.
  package enum Length: Sendable, Hashable {
    case points(Int)
    /// Hundredths of the cell's width or height.
    case percent(Int)

    /// The length in points, rounded to the nearest, half up.
    func points(of whole: Int) -> Int {
      switch self {
      case .points(let points): points
      case .percent(let percent): (whole * percent + 50) / 100
      }
    }
  }

  /// The place of a view on one axis: distances from the two edges, or one of them and an extent.
  ///
  /// A distance that is not given is 0; an extent alone is measured from the near edge.
  package struct Anchors: Sendable, Hashable {
    package var start: Length?
    package var end: Length?
    package var extent: Length?

    package init(start: Length? = nil, end: Length? = nil, extent: Length? = nil) {
      self.start = start
      self.end = end
      self.extent = extent
    }

    /// The range that it takes of an axis; empty where there is no room.
    func range(of whole: Int) -> Range<Int> {
      let low: Int
      let high: Int
      switch (start, end, extent) {
      case (let start?, _, let extent?):
        // The far edge of a share is rounded as the near edge of the next one, so that shares
        // that follow each other touch.
        low = start.points(of: whole)
        high = Self.sum(start, extent, of: whole)
      case (nil, let end?, let extent?):
        high = whole - end.points(of: whole)
        low = whole - Self.sum(end, extent, of: whole)
      case (nil, nil, let extent?):
        low = 0
        high = extent.points(of: whole)
      default:
        low = start?.points(of: whole) ?? 0
        high = whole - (end?.points(of: whole) ?? 0)
      }
      return low..<max(low, high)
    }

    private static func sum(_ a: Length, _ b: Length, of whole: Int) -> Int {
      if case (.percent(let first), .percent(let second)) = (a, b) {
        return Length.percent(first + second).points(of: whole)
      }
      return a.points(of: whole) + b.points(of: whole)
    }
  }

  /// Where a view stands in its cell.
  package struct Placement: Sendable, Hashable {
    package var horizontal: Anchors
    package var vertical: Anchors

    package init(horizontal: Anchors = Anchors(), vertical: Anchors = Anchors()) {
      self.horizontal = horizontal
      self.vertical = vertical
    }

    /// The frame inside an area that is given in points.
    package func frame(in area: Rect) -> Rect {
      let columns = horizontal.range(of: max(0, area.width))
      let lines = vertical.range(of: max(0, area.height))
      return Rect(
        x: area.x + columns.lowerBound, y: area.y + lines.lowerBound, width: columns.count,
        height: lines.count)
    }
  }
}

// MARK: - Drawing

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
