import Arranging
import Asking
import CommandLanguage
import Foundation
import Rendering
import ShellCore
import TableEngine
import TableModel
import Workspaces

/// What the screen shows.
///
/// ```
///  catalog.json   1 section · 50 rows                 0.3 · top
///  the viewport                         | the focused record, from
///                                       | 100 columns on
///  rows   12 visible · 12 created ...   |
///  what the last frame did
///  messages, progress, or the line that is typed
/// ```
extension Browser {
  /// No answer comes after so long.
  private static let longestSilence = Duration.seconds(10)

  /// True while the terminal has not drawn what it got, as far as it says so.
  private var isTerminalBehind: Bool {
    lastQuestion.map { ContinuousClock.now - $0 < Self.longestSilence } ?? false
  }

  /// Writes a frame. A terminal that is slow gets the next one when it has drawn this: keys that are
  /// held lag behind by one frame, and not by all that was written meanwhile.
  private func show(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, terminal.abilities.answers, animated == nil else {
      return terminal.write(bytes)
    }
    terminal.write(bytes + Array(TerminalAbilities.readiness.question.utf8))
    lastQuestion = .now
  }

  /// Draws a frame, unless the terminal is behind; only what has changed is written.
  func draw() {
    if isTerminalBehind, animated == nil { return }
    for line in sharedFoot?.takeEmptied() ?? [] { writer.noteEmpty(line: line) }
    terminal.reportsMouse = shell.session.preferences.usesMouse
    let (columns, lines) = terminal.size
    var canvas = Canvas(columns: columns, lines: lines)
    guard columns >= Self.leastSize.columns, lines >= Self.leastSize.lines else {
      let words = StyledLine(
        "too small: \(Self.leastSize.columns)x\(Self.leastSize.lines) at least")
      if lines > 0 { canvas.draw(words.truncated(to: columns), column: 0, line: 0) }
      (frame, images.placed, picture) = (canvas, [], nil)
      show(writer.bytes(showing: canvas))
      return
    }
    layout = ScreenLayout(columns: columns, lines: lines, shell.session.preferences)
    drawTable(in: layout.table, on: &canvas)
    let swatches = picture?.images.map {
      $0.moved(columns: layout.table.column, lines: layout.table.line)
    }
    drawPanes(layout, on: &canvas)
    if let text { drawText(text, above: layout.foot, on: &canvas) }
    let cursor = drawFoot(layout.foot, on: &canvas)
    images.placed = pictures(for: swatches ?? [], on: &canvas)
    frame = canvas
    show(writer.bytes(showing: canvas, pictures: images.placed, cursor: cursor))
  }

  /// Draws a frame of an animation for a moment; a key ends it.
  func showFrame(_ picture: ViewPicture) -> Bool {
    animated = picture
    defer { animated = nil }
    draw()
    usleep(Interpreter.frameTime)
    return !terminal.hasKey()
  }

  /// Draws the viewport with its title and the lines below it; it takes all of the area.
  private func drawTable(in area: CellArea, on canvas: inout Canvas) {
    guard let level = shell.session.levels.last else {
      picture = nil
      let words = StyledLine(" no table is open; ':open FILE' opens one")
      canvas.draw(words, column: area.column, line: area.line + 1)
      return
    }
    let picture = animated ?? fittingPicture(of: level, area)
    for (index, line) in level.lines(of: picture).prefix(area.lines).enumerated() {
      canvas.draw(
        line, column: area.column, line: area.line + index, within: area.column..<area.maxColumn)
    }
    self.picture = picture
    markField(of: level, in: picture, on: &canvas)
  }

  /// A viewport that is as large as its place allows: what stands around the table is not always as
  /// high.
  private func fittingPicture(of level: Level, _ area: CellArea) -> ViewPicture {
    var picture = drawnPicture(of: level)
    for _ in 0..<3 {
      let grid = level.presenter.grid?.isGrid == true ? 1 : 0
      let around = picture.canvas.lines - picture.tableLines.count
      let wanted = Size(
        width: area.columns, height: area.lines - around + grid + Preferences.chromeLines)
      if wanted == window, shell.session.preferences.window == window { break }
      window = wanted
      shell.resize(window: wanted)
      picture = drawnPicture(of: level)
    }
    return picture
  }

  private func drawnPicture(of level: Level) -> ViewPicture {
    let showsPictures = shell.session.preferences.showsPictures && pictureStyle != nil
    return Mark.plain(usesASCII) {
      shell.session.picture(of: level, withChrome: true, showsPictures: showsPictures)
    }
  }

  /// Marks the title of the column whose field was chosen, and its value in the focused row.
  private func markField(of level: Level, in picture: ViewPicture, on canvas: inout Canvas) {
    guard let grid = level.presenter.grid, grid.isGrid,
      fields.isChosen(in: level, of: { nil })
    else { return }
    let path = fields.path(in: level) { nil }
    guard let place = grid.places.first(where: { grid.columns[$0.index].path == path }) else {
      return
    }
    let column = GridFrame.gutter(picture.canvas.columns) + place.start
    func mark(line: Int) {
      let area = CellArea(column: column, line: line, columns: place.width, lines: 1)
      canvas.restyle(area) { $0.with(.reverse) }
    }
    mark(line: picture.tableLines.lowerBound - 1)
    if let line = level.table.focus.flatMap({ picture.line(ofRow: $0) }) { mark(line: line) }
  }

  private var usesASCII: Bool { shell.session.preferences.charset == .ascii }

  /// The last line, and as many above it as what was said takes.
  ///
  /// - Returns: where the cursor is shown.
  private func drawFoot(_ foot: Int, on canvas: inout Canvas) -> ScreenPlace? {
    let columns = canvas.columns
    if let line {
      let drawn = line.editor.line(
        prompt: line.prompt, width: columns, charset: shell.session.preferences.charset,
        usesColour: terminal.abilities.colours != .none)
      // What can be typed next stands above the line, or else what it would do.
      var above = line.editor.candidateLines(
        width: columns, lines: foot / 2, charset: shell.session.preferences.charset)
      if above.isEmpty {
        above = (progressLine(columns) ?? live.words).map { [$0.truncated(to: columns)] } ?? []
      }
      for (index, text) in (above + [drawn.line]).enumerated() {
        let place = foot - above.count + index
        canvas.clear(CellArea(column: 0, line: place, columns: columns, lines: 1))
        canvas.draw(text, column: 0, line: place)
      }
      return ScreenPlace(column: drawn.cursor, line: foot)
    }
    let progress = progressLine(columns).map { [$0] }
    let isWrapped = progress == nil && (said.count > 1 || isSaidWhole)
    let most = max(1, foot / 3)
    let lines = isWrapped ? said.flatMap { $0.wrapped(to: columns) } : progress ?? said
    if lines.count > most {
      // It takes more room than the foot has.
      let long = ScrolledText("", lines)
      text = long
      drawText(long, above: foot, on: &canvas)
      return drawFoot(foot, on: &canvas)
    }
    let top = foot + 1 - max(1, lines.count)
    canvas.clear(CellArea(column: 0, line: top, columns: columns, lines: foot + 1 - top))
    for (index, line) in lines.enumerated() {
      canvas.draw(line.truncated(to: columns), column: 0, line: top + index)
    }
    let begun = keys.shown
    if !begun.isEmpty {
      canvas.draw(
        StyledLine(" " + begun + " ", TextStyle(.accent, .reverse)),
        column: max(0, columns - begun.count - 3), line: foot)
    }
    return nil
  }

  /// How far the command at work is.
  private func progressLine(_ columns: Int) -> StyledLine? {
    working?.progress.isSeen == true ? working?.progress.line(columns: columns - 1) : nil
  }

  private func drawText(_ text: ScrolledText, above foot: Int, on canvas: inout Canvas) {
    text.draw(
      in: CellArea(column: 0, line: 0, columns: canvas.columns, lines: foot), on: &canvas)
    let last = text.offset + min(foot, text.lines.count - text.offset)
    let place = "\(last) of \(text.lines.count) lines"
    let words = text.note ?? "j, k, space and b scroll, / finds, q closes"
    (said, isSaidWhole) = ([StyledLine("\(place); \(words)", TextStyle(.secondary))], false)
  }
}

// MARK: - Panes

extension Browser {
  private func drawPanes(_ layout: ScreenLayout, on canvas: inout Canvas) {
    guard let level = shell.session.levels.last else { return }
    let charset = shell.session.preferences.charset
    if let rule = layout.rule, let area = layout.detail {
      let mark = charset == .ascii ? "|" : "│"
      for line in area.line..<area.maxLine {
        canvas.draw(StyledLine(mark, TextStyle(.border)), column: rule, line: line)
      }
    }
    if let area = layout.detail { drawDetail(of: level, in: area, on: &canvas) }
    if let area = layout.trace { drawTrace(of: level, in: area, on: &canvas) }
  }

  /// The focused record, whole, with the focused field marked.
  private func drawDetail(of level: Level, in area: CellArea, on canvas: inout Canvas) {
    let answer = recordOnScreen()
    let path = fields.path(in: level) { if case .value(let value) = answer { value } else { nil } }
    let (lines, marked) = RecordText.lines(of: answer, marking: path, columns: area.columns)
    let height = area.lines - 1
    if revealsField, let marked, !(detailOffset..<detailOffset + height).contains(marked) {
      detailOffset = max(0, marked - height / 2)
    }
    revealsField = false
    detailOffset = min(detailOffset, max(0, lines.count - height))
    let title = level.table.focus.map { " \($0) \(path == .itself ? "" : path.description)" } ?? ""
    drawTitle(title, of: area, on: &canvas)
    for (index, line) in lines.dropFirst(detailOffset).prefix(height).enumerated() {
      canvas.draw(
        line, column: area.column, line: area.line + 1 + index,
        within: area.column..<area.maxColumn)
    }
  }

  /// What the last frame did, event by event, each in the colour of its cell.
  private func drawTrace(of level: Level, in area: CellArea, on canvas: inout Canvas) {
    let frame = level.table.frameCount
    let events = level.table.traceOfLastFrame
    let height = area.lines - 1
    let showsSections = level.shown.counts().sections.known > 1
    if frame != trace.frame { trace = (0, frame) }
    trace.offset = min(trace.offset, max(0, events.count - height))
    let last = min(trace.offset + height, events.count)
    let place = events.count > height ? "\(Mark.dot)\(last) of \(events.count) events" : ""
    drawTitle(" frame \(frame)\(place)", of: area, on: &canvas)
    for (index, event) in events[trace.offset..<last].enumerated() {
      let words = event.line(
        showsSections: showsSections, naming: shell.session.preferences.cellNames)
      let style = event.cell.map {
        TextStyle(.identity, hue: UInt8(IdentityColours.number(of: $0)))
      }
      canvas.draw(
        StyledLine(" " + DisplaySafe.line(words), style ?? .plain).truncated(to: area.columns),
        column: area.column, line: area.line + 1 + index)
    }
  }

  private func drawTitle(_ title: String, of area: CellArea, on canvas: inout Canvas) {
    canvas.clear(area)
    let line = StyledLine(DisplaySafe.line(title), TextStyle(.title, [.bold, .underline]))
      .truncated(to: area.columns)
    canvas.draw(line, column: area.column, line: area.line)
  }
}

/// Where everything stands on the screen.
struct ScreenLayout {
  /// The viewport, its title and the lines below it.
  var table: CellArea
  var detail: CellArea?
  var trace: CellArea?
  /// The line at the left of the record.
  var rule: Int?
  /// The last line.
  let foot: Int

  /// The least width, in columns, at which the record is shown on the right.
  static let sideBySide = 100

  init(columns: Int, lines: Int, _ preferences: Preferences) {
    foot = lines - 1
    table = CellArea(column: 0, line: 0, columns: columns, lines: lines - 1)
    if preferences.showsTrace, let height = Self.height(table.lines) {
      table.lines -= height
      trace = CellArea(column: 0, line: table.lines, columns: columns, lines: height)
    }
    guard preferences.showsDetail else { return }
    if columns >= Self.sideBySide {
      let width = min(60, columns * 2 / 5)
      table.columns -= width + 1
      rule = table.columns
      detail = CellArea(column: table.columns + 1, line: 0, columns: width, lines: table.lines)
    } else if let height = Self.height(table.lines) {
      table.lines -= height
      detail = CellArea(column: 0, line: table.lines, columns: columns, lines: height)
    }
  }

  /// The height of a pane below the table in lines, including its title; nil if it does not fit.
  private static func height(_ lines: Int) -> Int? {
    let height = min(lines / 3, 16)
    return height >= 2 ? height : nil
  }
}

/// Lines that may be more than the place where they are shown can hold.
struct ScrolledText {
  let title: String
  var lines: [StyledLine]
  private(set) var offset = 0
  /// What was looked for last, and the line in which it was found.
  private var sought: TextPattern?
  private var hit: Int?
  /// What is said in place of the keys, until the next one.
  var note: String?

  init(_ title: String, _ lines: [StyledLine]) {
    (self.title, self.lines) = (title, lines)
  }

  /// Looks for a text from the first line in view on, and goes there.
  ///
  /// - Returns: false where it is in no line.
  mutating func search(_ text: String, height: Int) -> Bool {
    (sought, hit) = (TextPattern(text), nil)
    return goOn(1, height: height)
  }

  /// Goes to the next line with the text that was looked for, or to the one before it.
  mutating func goOn(_ step: Int, height: Int) -> Bool {
    guard let sought, !lines.isEmpty else { return false }
    let start = hit ?? (step > 0 ? offset - 1 : offset)
    for distance in 1...lines.count {
      let place = start + step * distance
      let index = (place % lines.count + lines.count) % lines.count
      guard sought.isFound(in: lines[index].text) else { continue }
      hit = index
      if !(offset..<offset + height).contains(index) {
        offset = min(index, max(0, lines.count - height))
      }
      return true
    }
    return false
  }

  mutating func scroll(by distance: Int, height: Int) {
    offset = min(max(0, offset + distance), max(0, lines.count - height))
  }

  /// Draws the lines in view; one that is too wide ends with a mark.
  func draw(in area: CellArea, on canvas: inout Canvas) {
    canvas.clear(area)
    let offset = min(offset, max(0, lines.count - area.lines))
    for (index, line) in lines.dropFirst(offset).prefix(max(0, area.lines)).enumerated() {
      let marked = sought.map { line.marking($0.ranges(in: line.text)) } ?? line
      canvas.draw(
        marked.truncated(to: area.columns), column: area.column, line: area.line + index,
        within: area.column..<area.maxColumn)
    }
  }
}
