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
    if attributes.contains(.reverse), role != .highlighted { names.append("inverse") }
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
