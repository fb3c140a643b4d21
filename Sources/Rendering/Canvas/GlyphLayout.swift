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

extension GlyphLayout {
  /// No word is compared at more columns than this: longer ones begin to shrink here.
  private static let longestWord = 40

  /// A text in lines, its words made shorter step by step until it fits.
  ///
  /// This is what a smaller font is to a screen of characters, which has one size only: at each
  /// step every word that is longer than a number of columns keeps its first letters and a full
  /// stop. The largest number that fits is taken; where not even the smallest one does, the text
  /// of that size is cut off at its end. Words with digits stay whole, since a shorter number is
  /// another number, and so do words of wide characters, which are not abbreviated.
  ///
  /// - Parameter shortest: the fewest columns that a word shrinks to.
  /// - Complexity: O(`longestWord` x glyphs).
  static func shrink(
    _ glyphs: [Glyph], columns: Int, lines: Int, shortest: Int, ellipsis: [Glyph]
  ) -> [ArraySlice<Glyph>] {
    guard columns > 0, lines > 0, !fits(glyphs, columns: columns, lines: lines) else {
      return wrap(glyphs, columns: columns, lines: lines, ellipsis: ellipsis)
    }
    let words = glyphs.split(separator: .blank)
    let longest = min(words.map { width(of: $0) }.max() ?? 0, longestWord)
    let least = max(2, shortest)
    var shrunk = joined(words, least)
    // What is too long at the smallest size is too long at all sizes, however many there are.
    if fits(shrunk, columns: columns, lines: lines) {
      let sizes = stride(from: longest - 1, to: least, by: -1).lazy.map { joined(words, $0) }
      shrunk = sizes.first { fits($0, columns: columns, lines: lines) } ?? shrunk
    }
    return wrap(shrunk, columns: columns, lines: lines, ellipsis: ellipsis)
  }

  /// True when a text needs no mark that something is missing.
  private static func fits(_ glyphs: [Glyph], columns: Int, lines: Int) -> Bool {
    guard width(of: glyphs) <= columns * lines + lines else { return false }
    var rest = glyphs[...]
    for _ in 0..<lines {
      rest = rest.drop { $0 == .blank }
      let line = prefix(of: rest, columns: columns)
      if line.endIndex == rest.endIndex { return true }
      // A word that is broken over two lines does not fit: it should shrink first.
      guard let end = lineEnd(of: rest, line) else { return false }
      rest = rest[end...]
    }
    return rest.allSatisfy { $0 == .blank }
  }

  private static func lineEnd(of rest: ArraySlice<Glyph>, _ line: ArraySlice<Glyph>) -> Int? {
    rest[line.endIndex] == .blank ? line.endIndex : line.lastIndex(of: .blank)
  }

  private static func shortened(_ word: ArraySlice<Glyph>, to columns: Int) -> [Glyph] {
    guard width(of: word) > columns, word.allSatisfy(\.isLetterLike) else { return Array(word) }
    return prefix(of: word, columns: columns - 1) + [Glyph(mark: ".")]
  }

  /// The words with a blank between them, none longer than a number of columns.
  private static func joined(_ words: [ArraySlice<Glyph>], _ columns: Int) -> [Glyph] {
    Array(words.map { shortened($0, to: columns) }.joined(separator: [.blank]))
  }
}

extension Glyph {
  /// True for what words are made of that can be abbreviated.
  fileprivate var isLetterLike: Bool {
    width < 2 && !(UInt32(UInt8(ascii: "0"))...UInt32(UInt8(ascii: "9"))).contains(code)
  }
}
