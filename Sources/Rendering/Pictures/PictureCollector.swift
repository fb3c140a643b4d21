import TableEngine
import TableModel

/// Reads the texts and swatches off a canvas, each for the box that it stands in.
struct PictureCollector {
  struct Place {
    var texts: [PictureText] = []
    var swatches: [PictureSwatch] = []
    var grounds: [PictureGround] = []
  }

  private let canvas: Canvas
  private let tableLines: Range<Int>
  private let boxes: [PictureScene.Box]
  /// The box of each owner in the canvas, by the owner's number.
  private var boxOfOwner: [Int?] = [nil]
  /// Headers and footers, those on top last.
  private var bars: [Int] = []
  private let lines: LineMarks

  /// What stands in each box.
  private(set) var places: [Place]
  /// What stands in none.
  private(set) var loose: [PictureText] = []
  private var text: PictureText?
  private var textPlace: Int?
  private var blanks = 0

  init(_ picture: ViewPicture, _ boxes: [PictureScene.Box]) {
    canvas = picture.canvas
    tableLines = picture.tableLines
    self.boxes = boxes
    lines = LineMarks(Marks.of(picture.charset))
    places = Array(repeating: Place(), count: boxes.count)
    var numbers: [PictureOwner: Int] = [:]
    var box = 0
    for row in picture.snapshot.rows {
      for cell in [row.cell] + (row.strip?.cells ?? []) {
        numbers[PictureOwner(cell: cell.id, address: cell.address)] = box
        box += 1
      }
    }
    // The largest number stands for all owners beyond it; what they wrote is in no box.
    boxOfOwner += picture.owners.prefix(Int(UInt16.max) - 1).map { numbers[$0] }
    bars = Array(box..<boxes.count)
  }

  mutating func collect() {
    for line in 0..<canvas.lines { collect(line) }
    for place in places.indices {
      places[place].swatches = Self.joined(places[place].swatches)
      places[place].grounds = Self.joined(places[place].grounds)
    }
  }

  /// Areas of one line each, put together where they stand below each other.
  private static func joined(_ grounds: [PictureGround]) -> [PictureGround] {
    var result: [PictureGround] = []
    for ground in grounds {
      let area = ground.area
      let above = result.lastIndex {
        $0.kind == ground.kind && $0.area.maxLine == area.line && $0.area.column == area.column
          && $0.area.columns == area.columns
      }
      if let above { result[above].area.lines += 1 } else { result.append(ground) }
    }
    return result
  }

  /// Swatches of one line each, put together where they stand below each other.
  private static func joined(_ swatches: [PictureSwatch]) -> [PictureSwatch] {
    var result: [PictureSwatch] = []
    for swatch in swatches {
      let above = result.lastIndex {
        $0.hue == swatch.hue && $0.area.maxLine == swatch.area.line
          && $0.area.column == swatch.area.column && $0.area.columns == swatch.area.columns
      }
      if let above { result[above].area.lines += 1 } else { result.append(swatch) }
    }
    return result
  }

  private mutating func collect(_ line: Int) {
    let row = canvas.row(line)
    let bars = bars.filter { (boxes[$0].area.line..<boxes[$0].area.maxLine).contains(line) }
    // What lies on top was drawn last, and every bar is as wide as the table.
    let bar = bars.last
    let words = bar.map { wordColumns(of: $0, row) }
    collectGrounds(row, bar, line)
    for (column, cell) in row.enumerated() where cell.code != Glyph.continuation {
      let place = place(of: cell, bar, line)
      if cell.style.role == .swatch, let place { addSwatch(cell, place, column, line) }
      if cell.code == Glyph.blank.code {
        blanks += 1
      } else if isDrawnOtherwise(cell, place, column, line, words) {
        flush()
      } else {
        let next = row.index(row.startIndex, offsetBy: column + 1)
        let isWide = next < row.endIndex && row[next].code == Glyph.continuation
        add(cell, isWide: isWide, place, column, line)
      }
    }
    flush()
  }

  /// The box that a cell of the canvas belongs to.
  private func place(of cell: Canvas.Cell, _ bar: Int?, _ line: Int) -> Int? {
    guard tableLines.contains(line), cell.style.role != .index else { return nil }
    let owner = Int(cell.owner)
    return owner == 0 ? bar : boxOfOwner.indices.contains(owner) ? boxOfOwner[owner] : nil
  }

  /// Notes what is painted in a colour of its own within cells.
  private mutating func collectGrounds(_ row: ArraySlice<Canvas.Cell>, _ bar: Int?, _ line: Int) {
    for (column, cell) in row.enumerated() {
      guard let kind = PictureGround.Kind(cell.style), let place = place(of: cell, bar, line)
      else { continue }
      let last = places[place].grounds.count - 1
      if last >= 0, places[place].grounds[last].kind == kind,
        places[place].grounds[last].area.line == line,
        places[place].grounds[last].area.maxColumn == column
      {
        places[place].grounds[last].area.columns += 1
      } else {
        let area = CellArea(column: column, line: line, columns: 1, lines: 1)
        places[place].grounds.append(PictureGround(kind: kind, area: area))
      }
    }
  }

  // MARK: Texts

  private mutating func add(
    _ cell: Canvas.Cell, isWide: Bool, _ place: Int?, _ column: Int, _ line: Int
  ) {
    if blanks > 1 || place != textPlace || text?.style != cell.style { flush() }
    var current = text ?? PictureText(column: column, line: line, style: cell.style)
    if text != nil, blanks == 1 { current.append(" ", columns: 1, .narrow) }
    let part = canvas.part(cell.code, isWide: isWide)
    current.append(part.text, columns: part.columns, part.advance)
    text = current
    textPlace = place
    blanks = 0
  }

  private mutating func flush() {
    defer {
      text = nil
      blanks = 0
    }
    guard let text else { return }
    if let textPlace { places[textPlace].texts.append(text) } else { loose.append(text) }
  }

  // MARK: What pictures draw in their own way

  /// True for the lines of boxes, the rules of headers and the shades of swatches.
  private func isDrawnOtherwise(
    _ cell: Canvas.Cell, _ place: Int?, _ column: Int, _ line: Int, _ words: Range<Int>?
  ) -> Bool {
    if cell.style.role == .swatch { return !cell.style.attributes.contains(.bold) }
    guard let place else { return false }
    let box = boxes[place]
    switch box.kind {
    case .row: return false
    case .header: return isRule(cell) && cell.style.role == .header
    case .footer: return isRule(cell) && words?.contains(column) != true
    case .item:
      let area = box.area
      let isAtEdge =
        column == area.column || column == area.maxColumn - 1 || line == area.line
        || line == area.maxLine - 1
      return isAtEdge && LineMarks.roles.contains(cell.style.role)
        && lines.box.contains(cell.code)
    }
  }

  private func isRule(_ cell: Canvas.Cell) -> Bool {
    lines.rules.contains(cell.code) && cell.style.attributes.isEmpty
  }

  /// From the first to the last column of a bar's line that is not a rule.
  private func wordColumns(of bar: Int, _ row: ArraySlice<Canvas.Cell>) -> Range<Int> {
    let isWord = { (cell: Canvas.Cell) in !isRule(cell) }
    guard let first = row.firstIndex(where: isWord), let last = row.lastIndex(where: isWord)
    else { return 0..<0 }
    return first - row.startIndex..<last + 1 - row.startIndex
  }

  /// Notes a cell of a swatch: at the end of the one beside it, which may then continue the one
  /// above.
  private mutating func addSwatch(
    _ cell: Canvas.Cell, _ place: Int, _ column: Int, _ line: Int
  ) {
    let shade = lines.shades.firstIndex(of: cell.code)
    if let last = places[place].swatches.indices.last {
      var swatch = places[place].swatches[last]
      if swatch.hue == cell.style.hue, swatch.area.maxLine - 1 == line,
        swatch.area.maxColumn == column, swatch.area.lines == 1
      {
        swatch.area.columns += 1
        swatch.shade = shade ?? swatch.shade
        places[place].swatches[last] = swatch
        return
      }
    }
    places[place].swatches.append(
      PictureSwatch(
        area: CellArea(column: column, line: line, columns: 1, lines: 1),
        hue: cell.style.hue, shade: shade ?? 0))
  }
}

/// The marks that boxes, headers and swatches are drawn with in text.
private struct LineMarks {
  var box: Set<UInt32>
  var rules: Set<UInt32>
  var shades: [UInt32]

  static let roles: Set<TextStyle.Role> = [.border, .focus, .selected, .editing, .error]

  init(_ marks: Marks) {
    let boxes = [
      marks.plain, marks.selected, marks.focused, marks.editing, marks.editingSelected,
    ]
    box = Set(
      boxes.flatMap {
        [
          $0.topLeft, $0.topRight, $0.bottomLeft, $0.bottomRight, $0.horizontal, $0.left, $0.right,
        ]
      }.map(\.code))
    rules = [marks.headerRule.code, marks.footerRule.code]
    shades = marks.shades.map(\.code)
  }
}
