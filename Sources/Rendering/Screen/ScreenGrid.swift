/// One place of a frame as a terminal shows it, in a word: equal words need no writing.
struct ScreenCell: Sendable, Hashable {
  private let word: UInt64

  /// - Parameters:
  ///   - code: a scalar's value, a number of `ScreenTable` with `Glyph.clusterFlag`, or
  ///     `Glyph.continuation`.
  ///   - look: a number of `ScreenTable`.
  ///   - reach: how many columns it may take on terminals that measure otherwise; 0 where all agree.
  init(code: UInt32, look: UInt16, isWide: Bool = false, reach: UInt8 = 0) {
    word = UInt64(code) | UInt64(look) << 32 | (isWide ? 1 << 48 : 0) | UInt64(reach) << 56
  }

  /// What a cleared screen is full of.
  static let empty = ScreenCell(code: Glyph.blank.code, look: 0)

  var code: UInt32 { UInt32(truncatingIfNeeded: word) }
  var look: Int { Int(word >> 32 & 0xFFFF) }
  var width: Int { word >> 48 & 1 == 1 ? 2 : 1 }
  var reach: Int { Int(word >> 56) }
  var isContinuation: Bool { code == Glyph.continuation }
  var isBlank: Bool { code == Glyph.blank.code }
  /// True in the area of a picture that is drawn over the text.
  var isPicture: Bool { code & Glyph.clusterFlag == 0 && code & Self.pictureFlag != 0 }
  /// The number of a picture's place in `ScreenTable`.
  var picture: Int { Int(code & ~Self.pictureFlag) }

  /// No scalar is that large.
  fileprivate static let pictureFlag: UInt32 = 1 << 30

  /// A place in the area of a picture.
  static func picture(_ number: Int) -> ScreenCell {
    ScreenCell(code: pictureFlag | UInt32(truncatingIfNeeded: number), look: 0)
  }

  /// True where terminals disagree about how many columns the character takes.
  var isDoubtful: Bool { reach > 0 }

  /// The same character as the first half of a wide one.
  var widened: ScreenCell {
    ScreenCell(code: code, look: UInt16(look), isWide: true, reach: UInt8(reach))
  }

  func mixed(into hash: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 29
  }
}

/// A frame as a terminal shows it.
struct ScreenGrid: Sendable {
  let columns: Int
  let lines: Int
  private(set) var cells: [ScreenCell]

  init(columns: Int, lines: Int, cells: [ScreenCell]? = nil) {
    self.columns = columns
    self.lines = lines
    self.cells = cells ?? Array(repeating: .empty, count: columns * lines)
  }

  func withRow<Result>(
    _ line: Int, _ body: (UnsafeBufferPointer<ScreenCell>) -> Result
  ) -> Result {
    cells.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[line * columns..<(line + 1) * columns]))
    }
  }

  mutating func empty(_ line: Int) {
    guard (0..<lines).contains(line) else { return }
    for column in 0..<columns { cells[line * columns + column] = .empty }
  }

  /// Replaces the cells of an area; a wide character of which it takes one half is gone.
  mutating func fill(_ area: CellArea, _ cell: (_ column: Int, _ line: Int) -> ScreenCell) {
    for line in area.line..<area.maxLine {
      let start = line * columns
      for edge in [area.column, area.maxColumn]
      where edge > 0 && edge < columns && cells[start + edge].isContinuation {
        (cells[start + edge - 1], cells[start + edge]) = (.empty, .empty)
      }
      for column in area.column..<area.maxColumn { cells[start + column] = cell(column, line) }
    }
  }

  /// Moves lines as a scroll region does; those that come into it are empty.
  mutating func scroll(_ shift: ScreenShift) {
    var moved = self
    for line in shift.region {
      let from = line + shift.up
      let isInside = shift.region.contains(from)
      for column in 0..<columns {
        moved.cells[line * columns + column] =
          isInside ? cells[from * columns + column] : .empty
      }
    }
    self = moved
  }
}

/// The looks and characters that frames have had, by numbers that stay the same from frame to frame.
struct ScreenTable: Sendable {
  /// A style's look, and what of it is seen in a blank.
  private struct Numbers: Sendable {
    var text: UInt16
    var blank: UInt16
  }

  private let palette: Palette
  private(set) var looks = [TerminalLook()]
  private var lookNumbers: [TerminalLook: UInt16] = [TerminalLook(): 0]
  private var styles: [TextStyle: Numbers] = [:]
  private(set) var clusters: [String] = []
  private var clusterNumbers: [String: UInt32] = [:]
  private var sequences: [Int: [UInt8]] = [:]
  private var placeNumbers: [PlacedPicture.Key: Int] = [:]

  init(palette: Palette) {
    self.palette = palette
  }

  /// True when so much has been kept that it is time to begin anew.
  var isFull: Bool { [clusters.count, looks.count, placeNumbers.count].contains { $0 > 20_000 } }

  /// The SGR sequence from one look to another.
  mutating func sequence(from old: Int, to new: Int) -> [UInt8] {
    let key = old << 16 | new
    if let known = sequences[key] { return known }
    let sequence = Array(looks[new].sequence(from: looks[old]).utf8)
    sequences[key] = sequence
    return sequence
  }

  private mutating func number(of look: TerminalLook) -> UInt16 {
    if let known = lookNumbers[look] { return known }
    // No frame of text has that many; one that is full of pictures loses colours.
    if looks.count > Int(UInt16.max) { return 0 }
    let number = UInt16(truncatingIfNeeded: looks.count)
    looks.append(look)
    lookNumbers[look] = number
    return number
  }

  private mutating func numbers(of style: TextStyle) -> Numbers {
    if let known = styles[style] { return known }
    let look = palette.look(of: style)
    var blank = look
    if !look.marksBlanks { (blank.colour, blank.attributes) = (.usual, []) }
    let numbers = Numbers(text: number(of: look), blank: number(of: blank))
    styles[style] = numbers
    return numbers
  }
}

extension TerminalLook {
  /// True when even a blank is seen, apart from its ground.
  var marksBlanks: Bool { !attributes.isDisjoint(with: [.reverse, .underline]) }
}

extension ScreenTable {
  /// A canvas as a terminal is to show it.
  ///
  /// - Complexity: O(cells).
  mutating func grid(of canvas: Canvas) -> ScreenGrid {
    var cells: [ScreenCell] = []
    cells.reserveCapacity(canvas.columns * canvas.lines)
    var style = TextStyle.plain
    var look = numbers(of: style)
    for line in 0..<canvas.lines {
      canvas.withRow(line) { row in
        for (column, cell) in row.enumerated() {
          if cell.style != style {
            style = cell.style
            look = numbers(of: style)
          }
          if cell.code == Glyph.continuation, column > 0, let first = cells.last, !first.isBlank {
            // Both halves look as the first one does: a terminal knows no other way.
            cells[cells.count - 1] = first.widened
            cells.append(ScreenCell(code: Glyph.continuation, look: UInt16(first.look)))
          } else if cell.code == Glyph.continuation || cell.code == Glyph.blank.code {
            cells.append(ScreenCell(code: Glyph.blank.code, look: look.blank))
          } else {
            cells.append(character(cell.code, of: canvas, look: look.text))
          }
        }
      }
    }
    return ScreenGrid(columns: canvas.columns, lines: canvas.lines, cells: cells)
  }

  private mutating func character(
    _ code: UInt32, of canvas: Canvas, look: UInt16
  ) -> ScreenCell {
    if code < 0x300 { return ScreenCell(code: code, look: look) }
    if code & Glyph.clusterFlag == 0 {
      let reach = Unicode.Scalar(code).map { DisplayWidth.reach(of: Character($0)) } ?? 0
      return ScreenCell(code: code, look: look, reach: reach)
    }
    let cluster = canvas.cluster(code)
    let number: UInt32
    if let known = clusterNumbers[cluster] {
      number = known
    } else {
      number = UInt32(clusters.count)
      clusters.append(cluster)
      clusterNumbers[cluster] = number
    }
    return ScreenCell(
      code: Glyph.clusterFlag | number, look: look,
      reach: cluster.first.map { DisplayWidth.reach(of: $0) } ?? 0)
  }

  /// Puts pictures on a frame: what is drawn over the text only takes its area.
  ///
  /// - Returns: those that are drawn over the text, by their numbers.
  mutating func place(
    _ pictures: [PlacedPicture], on grid: inout ScreenGrid
  ) -> [(number: Int, placed: PlacedPicture)] {
    var drawn: [(Int, PlacedPicture)] = []
    for placed in pictures {
      var placed = placed
      placed.visible = placed.visible.intersection(
        CellArea(column: 0, line: 0, columns: grid.columns, lines: grid.lines))
      guard placed.fits(grid.lines) else { continue }
      if case .blocks(let blocks) = placed.picture.drawing {
        let cells = blocks.map { ScreenCell(code: $0.code, look: number(of: $0.look)) }
        grid.fill(placed.visible) { column, line in
          cells[
            (line - placed.corner.line) * placed.picture.columns + column - placed.corner.column]
        }
        continue
      }
      let place = placeNumbers[placed.key] ?? placeNumbers.count + 1
      placeNumbers[placed.key] = place
      grid.fill(placed.visible) { _, _ in .picture(place) }
      drawn.append((place, placed))
    }
    return drawn
  }

  /// Adds a character to bytes in UTF-8.
  func append(_ code: UInt32, to bytes: inout [UInt8]) {
    if ScreenCell(code: code, look: 0).isPicture {
      bytes.append(UInt8(ascii: " "))
    } else if code & Glyph.clusterFlag != 0 {
      bytes.append(contentsOf: clusters[Int(code & ~Glyph.clusterFlag)].utf8)
    } else if code < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: code))
    } else if let scalar = Unicode.Scalar(code) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  func byteCount(_ code: UInt32) -> Int {
    if code & Glyph.clusterFlag != 0 { return clusters[Int(code & ~Glyph.clusterFlag)].utf8.count }
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
}

/// Lines that a frame shows higher or lower than the one before.
struct ScreenShift: Sendable, Hashable {
  /// The lines of the scroll region, those that come into it included.
  var region: Range<Int>
  /// By how many lines they move up; down when it is negative.
  var up: Int

  /// Scrolls the region, and leaves the cursor in the first line.
  var sequence: String {
    let amount = "\u{1B}[\(abs(up))" + (up > 0 ? "S" : "T")
    return "\u{1B}[\(region.lowerBound + 1);\(region.upperBound)r" + amount + "\u{1B}[r"
  }
}

extension ScreenShift {
  /// The shift after which most of a frame is there already; nil when none helps.
  ///
  /// Compared are pieces of lines, since what stands beside a table, as its index does, stays where
  /// it is. What is found is only likely to help: whoever uses it compares the bytes.
  ///
  /// - Complexity: O(lines x lines x columns / `Pieces.width`).
  static func between(_ old: ScreenGrid, _ new: ScreenGrid) -> ScreenShift? {
    let (before, after) = (Pieces(of: old), Pieces(of: new))
    let still = (0..<new.lines).map { after.likeness($0, before, $0) }
    var best: (gain: Int, shift: ScreenShift)?
    for up in 1 - new.lines..<new.lines where up != 0 && abs(up) <= new.lines * 2 / 3 {
      let lines = max(0, -up)..<min(new.lines, new.lines - up)
      guard let run = run(lines, { after.likeness($0, before, $0 + up) - still[$0] }) else {
        continue
      }
      if run.gain <= best?.gain ?? 0 { continue }
      let region =
        up > 0
        ? run.lines.lowerBound..<run.lines.upperBound + up
        : run.lines.lowerBound + up..<run.lines.upperBound
      best = (run.gain, ScreenShift(region: region, up: up))
    }
    return best?.shift
  }

  /// The lines one after the other that gain most.
  private static func run(
    _ lines: Range<Int>, _ gain: (Int) -> Int
  ) -> (gain: Int, lines: Range<Int>)? {
    var best: (gain: Int, lines: Range<Int>)?
    var (sum, start) = (0, lines.lowerBound)
    for line in lines {
      sum += gain(line)
      if sum <= 0 {
        (sum, start) = (0, line + 1)
      } else if sum > best?.gain ?? 0 {
        best = (sum, start..<line + 1)
      }
    }
    return best
  }

  /// The lines of a grid in pieces, each as a number that is equal where they are.
  private struct Pieces {
    static let width = 8
    private let count: Int
    private var hashes: [UInt64] = []
    private let empty: UInt64

    init(of grid: ScreenGrid) {
      count = (grid.columns + Self.width - 1) / Self.width
      empty = Self.hash([ScreenCell](repeating: .empty, count: Self.width)[...])
      hashes.reserveCapacity(count * grid.lines)
      for line in 0..<grid.lines {
        grid.withRow(line) { row in
          for start in stride(from: 0, to: row.count, by: Self.width) {
            hashes.append(Self.hash(row[start..<min(row.count, start + Self.width)]))
          }
        }
      }
    }

    private static func hash(_ cells: some Sequence<ScreenCell>) -> UInt64 {
      cells.reduce(0) { $1.mixed(into: $0) }
    }

    /// How much a line is like one of another grid. Blanks are cheap to write.
    func likeness(_ line: Int, _ other: Pieces, _ otherLine: Int) -> Int {
      var likeness = 0
      hashes.withUnsafeBufferPointer { own in
        other.hashes.withUnsafeBufferPointer { others in
          for place in 0..<count {
            let hash = own[line * count + place]
            if hash == others[otherLine * count + place] { likeness += hash == empty ? 1 : 4 }
          }
        }
      }
      return likeness
    }
  }
}
