extension Canvas {
  /// How many columns of a line hold anything, from its start.
  func usedColumns(_ line: Int) -> Int {
    withRow(line) { Self.used($0) }
  }

  private static func used(_ row: UnsafeBufferPointer<Cell>) -> Int {
    var count = row.count
    while count > 0, row[count - 1].code == Glyph.blank.code { count -= 1 }
    return count
  }

  /// A line in runs of one style each, without blanks at its end.
  func styledLine(_ line: Int) -> StyledLine {
    withRow(line) { row in
      let row = UnsafeBufferPointer(rebasing: row[..<Self.used(row)])
      let (capacity, runs) = measure(row)
      var ends = RunEnds(reserving: runs)
      let text = String(unsafeUninitializedCapacity: capacity) { bytes in
        var count = 0
        var style = TextStyle.plain
        for cell in row {
          if cell.style != style {
            ends.extend(to: count, style)
            style = cell.style
          }
          count += write(cell.code, to: bytes, at: count)
        }
        ends.extend(to: count, style)
        return count
      }
      return StyledLine(text: text, ends: ends)
    }
  }

  /// The bytes of a row in UTF-8, and in how many pieces of one style it falls at most.
  private func measure(_ row: UnsafeBufferPointer<Cell>) -> (bytes: Int, runs: Int) {
    var (bytes, runs) = (0, 1)
    var style = TextStyle.plain
    for cell in row {
      bytes += byteCount(of: cell.code)
      if cell.style != style { runs += 1 }
      style = cell.style
    }
    return (bytes, runs)
  }
}

extension Canvas {
  /// Adds a cell's character to bytes in UTF-8; nothing for the second half of a wide one.
  func append(_ code: UInt32, to bytes: inout [UInt8]) {
    let count = byteCount(of: code)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { room in
      _ = write(code, to: room, at: 0)
      bytes.append(contentsOf: room.prefix(count))
    }
  }

  /// The bytes of a cell's character in UTF-8; none for the second half of a wide one.
  private func byteCount(of code: UInt32) -> Int {
    if code < 0x80 { return code == Glyph.continuation ? 0 : 1 }
    if code < 0x10000 { return code < 0x800 ? 2 : 3 }
    return code < Glyph.clusterFlag ? 4 : cluster(code).utf8.count
  }

  /// Writes a cell's character in UTF-8.
  ///
  /// - Parameter bytes: has room for it behind the offset.
  /// - Returns: how many bytes were written.
  private func write(
    _ code: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at offset: Int
  ) -> Int {
    func put(_ place: Int, _ mark: UInt32, _ shift: UInt32, _ mask: UInt32) {
      bytes[offset + place] = UInt8(truncatingIfNeeded: mark | code >> shift & mask)
    }
    if code < 0x80 {
      if code == Glyph.continuation { return 0 }
      put(0, 0, 0, 0x7F)
      return 1
    }
    if code < 0x800 {
      put(0, 0xC0, 6, 0x1F)
      put(1, 0x80, 0, 0x3F)
      return 2
    }
    if code < 0x10000 {
      put(0, 0xE0, 12, 0x0F)
      put(1, 0x80, 6, 0x3F)
      put(2, 0x80, 0, 0x3F)
      return 3
    }
    if code < Glyph.clusterFlag {
      put(0, 0xF0, 18, 0x07)
      put(1, 0x80, 12, 0x3F)
      put(2, 0x80, 6, 0x3F)
      put(3, 0x80, 0, 0x3F)
      return 4
    }
    let cluster = cluster(code).utf8
    for (place, byte) in cluster.enumerated() { bytes[offset + place] = byte }
    return cluster.count
  }
}

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
