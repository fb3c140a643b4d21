import TableEngine
import TableModel

extension CellTimeline {
  /// The lanes as a drawing that needs nothing beside it, light or dark as the reader prefers.
  package func svg() -> String {
    var drawing = TimelineDrawing(self)
    return drawing.svg()
  }
}

/// Draws a timeline as SVG. All lengths are pixels.
private struct TimelineDrawing {
  private let timeline: CellTimeline
  private let groups: [CellTimeline.Group]
  private let notes: [String]
  private var out = MarkupText()
  private var y = 0
  /// Where the names of moments end, in each of their lines.
  private var momentEnds = [0, 0]

  private let margin = 12
  private let laneHeight = 22
  private let groupHeight = 30
  /// The width of the names of cells, and that of a frame.
  private let names: Int
  private let step: Int
  private static let letter = 7
  private static let widest = 1_680

  init(_ timeline: CellTimeline) {
    self.timeline = timeline
    (groups, notes) = timeline.shown()
    let longest = groups.flatMap(\.lanes).map { DisplayWidth.of(Self.name($0.cell)) }.max() ?? 0
    names = (max(6, longest) + 2) * Self.letter
    step = min(48, max(6, Self.widest / max(1, timeline.frames.count)))
  }

  private static func name(_ cell: CellID) -> String {
    DisplayWidth.truncate(
      PictureWords.short(cell.description), to: 24, at: .middle)
  }

  private var chartWidth: Int { max(30 * Self.letter, timeline.frames.count * step) }
  private var width: Int { max(780, 2 * margin + names + chartWidth) }
  private var axisTop: Int { 96 }
  private var height: Int {
    let lanes = groups.reduce(0) { $0 + groupHeight + $1.lanes.count * laneHeight }
    return axisTop + 24 + lanes + notes.count * 18 + 2 * margin
  }

  /// The left edge of a frame.
  private func x(_ frame: Int) -> Int {
    let inside = min(max(frame, timeline.frames.lowerBound), timeline.frames.upperBound)
    return margin + names + (inside - timeline.frames.lowerBound) * step
  }

  private var summary: String {
    if timeline.frames.isEmpty || groups.isEmpty { return "no cells were used yet" }
    let frames = timeline.frames
    return "frames \(frames.lowerBound) to \(frames.upperBound - 1), "
      + groups.map { PictureWords.short($0.name) + ", " + $0.summary }.joined(separator: "; ")
  }

  mutating func svg() -> String {
    let title = "Which cell served which row: " + PictureWords.short(timeline.title)
    out.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "shelf",
        "viewBox": "0 0 \(width) \(height)", "width": "\(width)", "height": "\(height)",
        "role": "img", "aria-label": title,
      ], ">\n")
    out.element("title", text: title)
    out.element("desc", text: summary)
    out.element("style") { $0.verbatim(Self.styleSheet) }
    out.empty("rect", ["class": "page", "width": "\(width)", "height": "\(height)"])
    write(title, "heading", x: margin, y: 26)
    drawLegend()
    if groups.isEmpty { write(summary, x: margin, y: axisTop) } else { drawChart() }
    for (place, note) in notes.enumerated() {
      write("Note: " + note, "note", x: margin, y: y + 20 + place * 18)
    }
    out.verbatim("</svg>\n")
    return out.text
  }

  private mutating func drawChart() {
    y = axisTop
    drawAxis()
    y += 24
    for group in groups { draw(group) }
    for moment in timeline.moments { draw(moment) }
  }

  // MARK: Around the lanes

  private mutating func drawLegend() {
    var x = margin
    let boxes = CellTimeline.Origin.allCases.map { ("stay " + $0.rawValue, $0.rawValue) }
    for (kind, words) in boxes + [("stay created stale", "shows what belongs to another row")] {
      box(kind, x: x, y: 42, width: 20)
      write(words, "label", x: x + 26, y: 55)
      x += 26 + (words.utf8.count + 3) * Self.letter
    }
    line("pool", x, 50, x + 20, 50)
    write("in its pool", "label", x: x + 26, y: 55)
    x += 26 + 14 * Self.letter
    write(Mark.isPlain ? "x" : "×", "gone", x: x + 6, y: 55)
    write("given up", "label", x: x + 18, y: 55)
  }

  /// The numbers of frames, as many as there is room for.
  private mutating func drawAxis() {
    let last = "\(timeline.frames.upperBound)".utf8.count + 2
    let every = [1, 2, 5, 10, 20, 50, 100].first { $0 * step >= last * Self.letter } ?? 200
    write("frame", "label", x: margin, y: y + 12)
    var free = 0
    for frame in timeline.frames
    where (frame == timeline.frames.lowerBound || frame % every == 0) && x(frame) >= free {
      free = x(frame) + last * Self.letter
      write("\(frame)", "label", x: x(frame) + 2, y: y + 12)
      line("tick", x(frame), y + 16, x(frame), height - margin - notes.count * 18)
    }
  }

  /// Draws a line before the frame that a moment came before; its name stands in the first of two
  /// lines with room for it.
  private mutating func draw(_ moment: CellTimeline.Moment) {
    let x = x(moment.frame)
    line("moment", x, axisTop - 4, x, y)
    let length = moment.name.utf8.count * Self.letter
    let start = min(x + 3, width - margin - length)
    guard let level = momentEnds.firstIndex(where: { $0 <= start }) else { return }
    momentEnds[level] = start + length + Self.letter
    write(moment.name, "moment label", x: start, y: axisTop - 6 - level * 13)
  }

  // MARK: Lanes

  private mutating func draw(_ group: CellTimeline.Group) {
    write(
      PictureWords.short(group.name) + ", " + group.summary, "group", x: margin, y: y + 21)
    y += groupHeight
    for lane in group.lanes {
      draw(lane, of: group)
      y += laneHeight
    }
  }

  private mutating func draw(_ lane: CellTimeline.Lane, of group: CellTimeline.Group) {
    let identity = IdentityColours.className(IdentityColours.number(of: lane.cell))
    out.open("g", ["class": "lane " + identity], ">\n")
    out.element("title", text: PictureWords.short(lane.cell.description))
    write(Self.name(lane.cell), "name", x: margin, y: y + 15)
    // The colour of the cell, as it has it in every picture; boxes keep those of what happened.
    box("chip", x: margin - 8, y: y + 2, width: 4)
    let middle = y + laneHeight / 2
    for range in lane.pooled {
      line("pool", x(range.lowerBound), middle, x(range.upperBound), middle)
    }
    for stay in lane.stays { draw(stay, of: lane.cell, group.table) }
    if let end = lane.end { write(Mark.isPlain ? "x" : "×", "gone", x: x(end) + 2, y: y + 16) }
    out.verbatim("</g>\n")
  }

  private mutating func draw(
    _ stay: CellTimeline.Stay, of cell: CellID, _ table: TableKind
  ) {
    let (start, end) = (x(stay.frames.lowerBound), x(stay.frames.upperBound))
    let label = stay.address.description
    let kind = "stay " + stay.origin.rawValue + (stay.isStale ? " stale" : "")
    let frames =
      stay.frames.isEmpty
      ? "within frame \(stay.frames.lowerBound)"
      : "frames \(stay.frames.lowerBound) to \(stay.frames.upperBound - 1)"
    let noun = table == .rows ? "row" : "item"
    out.open("g", [:], ">\n")
    out.element(
      "title",
      text: "\(PictureWords.short(cell.description)): \(noun) \(label), \(frames), "
        + stay.origin.rawValue + (stay.isStale ? ", stale" : ""))
    // A cell that came and left in the same frame is still seen, as a stroke.
    box(kind, x: start, y: y + 2, width: max(2, end - start - 1))
    if label.utf8.count * Self.letter + 4 <= end - start {
      write(label, "label", x: start + 4, y: y + 15)
    }
    out.verbatim("</g>\n")
  }

  // MARK: Shapes

  private mutating func box(_ kind: String, x: Int, y: Int, width: Int) {
    out.empty(
      "rect",
      [
        "class": kind, "x": "\(x)", "y": "\(y)", "width": "\(width)",
        "height": "\(laneHeight - 4)", "rx": width > 8 ? "3" : "",
      ])
  }

  private mutating func line(_ kind: String, _ x: Int, _ y: Int, _ toX: Int, _ toY: Int) {
    out.empty(
      "line", ["class": kind, "x1": "\(x)", "y1": "\(y)", "x2": "\(toX)", "y2": "\(toY)"])
  }

  private mutating func write(_ text: String, _ kind: String = "", x: Int, y: Int) {
    out.element("text", ["class": kind, "x": "\(x)", "y": "\(y)"], text: text)
  }
}

extension TimelineDrawing {
  private static let styleSheet =
    """
    .shelf { font-family: \(SVGGrid.fonts); font-size: 11.5px; }
    .shelf .heading { font-size: 15px; font-weight: bold; }
    .shelf .group { font-weight: bold; }
    .shelf .pool { stroke-width: 2; stroke-dasharray: 2 4; }
    .shelf .moment { stroke-dasharray: 6 3; }
    .shelf text.moment { stroke: none; }
    .shelf .stay { stroke-width: 1; }
    .shelf .stale { stroke-width: 2.5; }

    """ + PictureTheme.styleSheet(rules)
    + IdentityColours.styleSheet { [(".shelf \($0) > .chip", "fill")] }

  private static let rules = [
    PictureTheme.Rule(".shelf .page", "fill") { $0.table },
    PictureTheme.Rule(".shelf text", "fill") { $0.color(of: .plain) },
    PictureTheme.Rule(".shelf .name, .shelf .note", "fill") { $0.color(of: .secondary) },
    PictureTheme.Rule(".shelf .gone", "fill") { $0.color(of: .error) },
    PictureTheme.Rule(".shelf .tick", "stroke") { $0.bar },
    PictureTheme.Rule(".shelf .pool", "stroke") { $0.color(of: .border) },
    PictureTheme.Rule(".shelf .moment", "stroke") { $0.color(of: .mark) },
    PictureTheme.Rule(".shelf text.moment", "fill") { $0.color(of: .mark) },
    PictureTheme.Rule(".shelf .stay", "stroke") { $0.color(of: .border) },
    PictureTheme.Rule(".shelf .created", "fill") { $0.created },
    PictureTheme.Rule(".shelf .reused", "fill") { $0.reused },
    PictureTheme.Rule(".shelf .kept", "fill") { $0.kept },
    PictureTheme.Rule(".shelf .stale", "stroke") { $0.color(of: .error) },
  ]
}

/// The character grid of a drawing, in pixels.
struct SVGGrid: Sendable {
  var column: Int
  var line: Int
  var fontSize: Int
  /// From the top of a line to the feet of its letters.
  var baseline: Int
  /// Around everything.
  var margin: Int

  /// A monospaced letter is six tenths as wide as its font's size in all common fonts.
  static let standard = SVGGrid(column: 9, line: 20, fontSize: 15, baseline: 15, margin: 9)

  static let fonts =
    "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"

  func x(_ columns: Int) -> Int { columns * column }
  func y(_ lines: Int) -> Int { lines * line }
}

extension TextStyle {
  /// The classes of an element that holds a text of this style.
  var names: [String] {
    var names = role == .swatch ? ["initials"] : role == .plain ? [] : [role.name]
    if attributes.contains(.bold) { names.append("bold") }
    if attributes.contains(.reverse), role != .highlighted, !role.isLayer {
      names.append("inverse")
    }
    return names
  }
}

extension MarkupText {
  /// Writes a text with every part in its columns, whatever the widths of the font's characters.
  mutating func write(_ text: PictureText, on grid: SVGGrid) {
    var column = text.column
    if text.style.names.contains("inverse") {
      empty(
        "rect",
        [
          "class": "turned", "x": "\(grid.x(text.column))", "y": "\(grid.y(text.line))",
          "width": "\(grid.x(text.columns))", "height": "\(grid.line)",
        ])
    }
    for part in text.parts {
      write(part, column: column, of: text, on: grid)
      column += part.columns
    }
  }

  private mutating func write(
    _ part: PictureText.Part, column: Int, of text: PictureText, on grid: SVGGrid
  ) {
    let width = grid.x(part.columns)
    let isStretched = part.columns > 1 && (part.advance == .narrow || part.advance == .joined)
    element(
      "text",
      [
        "class": text.style.names.joined(separator: " "), "x": places(of: part, column, on: grid),
        "y": "\(grid.y(text.line) + grid.baseline)",
        "text-anchor": part.advance == .single ? "middle" : "",
        "textLength": isStretched ? "\(width)" : "",
        "lengthAdjust": part.advance == .joined && isStretched ? "spacingAndGlyphs" : "",
      ], text: part.text)
  }

  /// Where a part begins; each wide character has a place of its own, in the middle of its columns.
  private func places(of part: PictureText.Part, _ column: Int, on grid: SVGGrid) -> String {
    let x = grid.x(column)
    switch part.advance {
    case .narrow, .joined: return "\(x)"
    case .single: return "\(x + grid.x(part.columns) / 2)"
    case .wide:
      let margin = (grid.x(2) - grid.fontSize) / 2
      return (0..<part.columns / 2).map { "\(x + grid.x($0 * 2) + margin)" }
        .joined(separator: " ")
    }
  }
}
