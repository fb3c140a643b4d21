/// A text in one style that stands on the character grid.
struct PictureText: Sendable, Hashable {
  /// How the characters of a part advance, so that any font can be brought onto the grid.
  enum Advance: Sendable, Hashable {
    /// One column each.
    case narrow
    /// Two columns each.
    case wide
    /// One character that stands in the middle of its columns: an emoji, a sign of several parts.
    case single
    /// Characters that change with their neighbours, together in so many columns.
    case joined
  }

  struct Part: Sendable, Hashable {
    var text: String
    var columns: Int
    var advance: Advance
  }

  var column: Int
  var line: Int
  var style: TextStyle
  private(set) var parts: [Part] = []

  init(column: Int, line: Int, style: TextStyle) {
    self.column = column
    self.line = line
    self.style = style
  }

  var columns: Int { parts.reduce(0) { $0 + $1.columns } }
  var text: String { parts.map(\.text).joined() }

  mutating func append(_ text: String, columns: Int, _ advance: Advance) {
    let last = parts.count - 1
    if advance == .joined, last > 0, parts[last].text == " ", parts[last - 1].advance == .joined {
      // Words that may run from right to left stay together, or their order would be turned.
      parts.removeLast()
      parts[last - 1].text += " "
      parts[last - 1].columns += 1
    }
    if advance != .single, let last = parts.indices.last, parts[last].advance == advance {
      parts[last].text += text
      parts[last].columns += columns
    } else {
      parts.append(Part(text: text, columns: columns, advance: advance))
    }
  }
}

/// The place of an image: the area that its swatch covers, as far as it is in view.
struct PictureSwatch: Sendable, Hashable {
  var area: CellArea
  var hue: UInt8
  /// From 0 to 2, light to dark.
  var shade: Int
}

extension Canvas {
  /// The text in the cell at a place, with how it advances.
  func part(_ code: UInt32, isWide: Bool) -> PictureText.Part {
    let columns = isWide ? 2 : 1
    if code & Glyph.clusterFlag != 0 {
      let text = cluster(code)
      return PictureText.Part(text: text, columns: columns, advance: isWide ? .single : .joined)
    }
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    let simple = DisplayWidth.simpleColumns(of: scalar)
    let advance: PictureText.Advance =
      switch (simple, isWide) {
      case (1, false): .narrow
      case (2, true): .wide
      default: isWide ? .single : .joined
      }
    return PictureText.Part(text: String(scalar), columns: columns, advance: advance)
  }
}
