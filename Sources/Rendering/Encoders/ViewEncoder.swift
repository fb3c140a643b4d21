/// A way to write a picture down.
package struct ViewEncoder: Sendable {
  package var name: String
  /// The picture's text; every line ends with a line feed.
  package var encode: @Sendable (ViewPicture) -> String

  package init(name: String, encode: @escaping @Sendable (ViewPicture) -> String) {
    self.name = name
    self.encode = encode
  }
}

extension ViewEncoder {
  /// Characters alone.
  package static let plain = ViewEncoder(name: "text") { plainText(of: $0.lines) }

  /// Characters with colours. Nothing but SGR sequences is added: without them it is `plain`.
  package static func ansi(_ palette: Palette = .standard) -> ViewEncoder {
    ViewEncoder(name: "ansi") { picture in
      let canvas = picture.canvas
      var writer = SGRWriter(palette: palette)
      writer.bytes.reserveCapacity(canvas.columns * canvas.lines * 3)
      for line in 0..<canvas.lines {
        for cell in canvas.row(line).prefix(canvas.usedColumns(line)) {
          writer.change(to: cell.style, blank: cell.code == Glyph.blank.code)
          canvas.append(cell.code, to: &writer.bytes)
        }
        writer.endLine()
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// Styled lines as text, with colours when there is a palette.
  package static func text(of lines: [StyledLine], palette: Palette? = nil) -> String {
    guard let palette else { return plainText(of: lines) }
    var writer = SGRWriter(palette: palette)
    for line in lines {
      for run in line.runs {
        writer.change(to: run.style, blank: false)
        writer.bytes.append(contentsOf: run.text.utf8)
      }
      writer.endLine()
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func plainText(of lines: [StyledLine]) -> String {
    var text = ""
    text.reserveCapacity(lines.reduce(0) { $0 + $1.text.utf8.count + 1 })
    for line in lines {
      text += line.text
      text += "\n"
    }
    return text
  }
}

/// Writes text with an SGR sequence where the style changes, and a reset before a line ends.
private struct SGRWriter {
  let palette: Palette
  var bytes: [UInt8] = []
  private var style = TextStyle.plain
  private var isColored = false
  private var sequences: [TextStyle: [UInt8]] = [:]

  init(palette: Palette) {
    self.palette = palette
  }

  /// - Parameter blank: true for a blank, which needs no change unless it is seen.
  mutating func change(to next: TextStyle, blank: Bool) {
    if next == style { return }
    let seen: TextStyle.Attributes = [.reverse, .underline]
    if blank, next.backdrop == style.backdrop, seen.isDisjoint(with: next.attributes),
      seen.isDisjoint(with: style.attributes)
    {
      return
    }
    style = next
    let sequence = sequence(for: next)
    if sequence.isEmpty {
      reset()
    } else {
      bytes.append(contentsOf: sequence)
      isColored = true
    }
  }

  mutating func endLine() {
    reset()
    style = .plain
    bytes.append(0x0A)
  }

  private mutating func reset() {
    if isColored { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
    isColored = false
  }

  private mutating func sequence(for style: TextStyle) -> [UInt8] {
    if let known = sequences[style] { return known }
    let parameters = palette.parameters(for: style)
    let sequence = parameters.isEmpty ? [] : Array("\u{1B}[0;\(parameters)m".utf8)
    sequences[style] = sequence
    return sequence
  }
}
