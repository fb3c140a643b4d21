/// Breaking and shortening of texts that are glyphs already.
enum GlyphLayout {
  static func width(of glyphs: some Sequence<Glyph>) -> Int {
    glyphs.reduce(0) { $0 + Int($1.width) }
  }

  /// The glyphs, shortened at the end to a number of columns if there are more.
  static func fit(
    _ glyphs: ArraySlice<Glyph>, _ columns: Int, _ ellipsis: [Glyph]
  ) -> ArraySlice<Glyph> {
    if columns <= 0 { return [] }
    if width(of: glyphs) <= columns { return glyphs }
    let room = columns - ellipsis.count
    if room <= 0 { return ellipsis.prefix(columns) }
    return trimmed(prefix(of: glyphs, columns: room)) + ellipsis
  }

  /// As many glyphs from the start as fit.
  static func prefix(of glyphs: ArraySlice<Glyph>, columns: Int) -> ArraySlice<Glyph> {
    var rest = columns
    var end = glyphs.startIndex
    while end < glyphs.endIndex, Int(glyphs[end].width) <= rest {
      rest -= Int(glyphs[end].width)
      end += 1
    }
    return glyphs[..<end]
  }

  /// The text in lines, broken at blanks where that is possible; the last line is shortened when
  /// there is more text than lines.
  static func wrap(
    _ glyphs: [Glyph], columns: Int, lines: Int, ellipsis: [Glyph]
  ) -> [ArraySlice<Glyph>] {
    guard columns > 0, lines > 0 else { return [] }
    var result: [ArraySlice<Glyph>] = []
    result.reserveCapacity(min(lines, glyphs.count / columns + 2))
    var rest = glyphs[...].drop { $0 == .blank }
    while !rest.isEmpty {
      if result.count == lines - 1 {
        result.append(fit(rest, columns, ellipsis))
        break
      }
      let line = firstLine(of: rest, columns: columns)
      if line.isEmpty {
        // A character that is wider than the whole line is given up, so that the text goes on.
        result.append(ellipsis.prefix(columns))
        rest = rest.dropFirst()
        continue
      }
      result.append(trimmed(line))
      rest = rest[line.endIndex...].drop { $0 == .blank }
    }
    return result
  }

  private static func firstLine(of glyphs: ArraySlice<Glyph>, columns: Int) -> ArraySlice<Glyph> {
    let most = prefix(of: glyphs, columns: columns)
    if most.endIndex == glyphs.endIndex || glyphs[most.endIndex] == .blank { return most }
    guard let blank = most.lastIndex(of: .blank) else { return most }
    return glyphs[..<blank]
  }

  private static func trimmed(_ glyphs: ArraySlice<Glyph>) -> ArraySlice<Glyph> {
    guard let last = glyphs.lastIndex(where: { $0 != .blank }) else { return [] }
    return glyphs[...last]
  }
}
