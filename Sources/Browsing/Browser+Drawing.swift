import Arranging
import CommandLanguage
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
  /// Draws a frame; only what has changed is written.
  func draw() {
    let (columns, lines) = terminal.size
    var canvas = Canvas(columns: columns, lines: lines)
    guard columns >= Self.leastSize.columns, lines >= Self.leastSize.lines else {
      let words = StyledLine(
        "too small: \(Self.leastSize.columns)x\(Self.leastSize.lines) at least")
      if lines > 0 { canvas.draw(words.truncated(to: columns), column: 0, line: 0) }
      terminal.write(writer.bytes(showing: canvas))
      return
    }
    let layout = ScreenLayout(columns: columns, lines: lines, panes)
    drawTable(in: layout.table, on: &canvas)
    drawPanes(layout, on: &canvas)
    if let text { drawText(text, above: layout.foot, on: &canvas) }
    let cursor = drawFoot(layout.foot, on: &canvas)
    frame = canvas
    terminal.write(writer.bytes(showing: canvas, cursor: cursor))
  }

  /// Draws the viewport with its title and the lines below it; it takes all of the area.
  private func drawTable(in area: CellArea, on canvas: inout Canvas) {
    guard !shell.session.levels.isEmpty else {
      let words = StyledLine(" no table is open; ':open FILE' opens one")
      canvas.draw(words, column: area.column, line: area.line + 1)
      return
    }
    for (index, line) in fittingView(area).prefix(area.lines).enumerated() {
      canvas.draw(
        line, column: area.column, line: area.line + index, within: area.column..<area.maxColumn)
    }
  }

  /// The lines of a viewport that is as large as its place allows: what stands around the table is not
  /// always as high.
  private func fittingView(_ area: CellArea) -> [StyledLine] {
    var view = Mark.plain(usesASCII) { shell.session.drawing() }
    for _ in 0..<3 {
      let around = view.lines.count - view.table.count
      let wanted = Size(
        width: area.columns, height: area.lines - around + Preferences.chromeLines)
      if wanted == window, shell.session.preferences.window == window { break }
      window = wanted
      shell.resize(window: wanted)
      view = Mark.plain(usesASCII) { shell.session.drawing() }
    }
    return view.lines
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
        usesColour: true)
      canvas.clear(CellArea(column: 0, line: foot, columns: columns, lines: 1))
      canvas.draw(drawn.line, column: 0, line: foot)
      return ScreenPlace(column: drawn.cursor, line: foot)
    }
    let most = max(1, foot / 3)
    let lines = said.count > 1 ? said.flatMap { $0.wrapped(to: columns) } : said
    if lines.count > most {
      // It takes more room than the foot has.
      text = ScrolledText("", lines)
      said = []
      if let text { drawText(text, above: foot, on: &canvas) }
      return nil
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

  private func drawText(_ text: ScrolledText, above foot: Int, on canvas: inout Canvas) {
    text.draw(
      in: CellArea(column: 0, line: 0, columns: canvas.columns, lines: foot), on: &canvas)
    let last = text.offset + min(foot, text.lines.count - text.offset)
    let place = "\(last) of \(text.lines.count) lines"
    said = [StyledLine("\(place); j, k, space and b scroll, q closes", TextStyle(.secondary))]
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
    let path = fields.path(in: level)
    let lines = RecordText.lines(of: level.focusedValue, marking: path, columns: area.columns)
    let height = area.lines - 1
    panes.detailOffset = min(panes.detailOffset, max(0, lines.count - height))
    let title = level.table.focus.map { " \($0) \(path == .itself ? "" : path.description)" } ?? ""
    drawTitle(title, of: area, on: &canvas)
    for (index, line) in lines.dropFirst(panes.detailOffset).prefix(height).enumerated() {
      canvas.draw(
        line, column: area.column, line: area.line + 1 + index,
        within: area.column..<area.maxColumn)
    }
  }

  /// What the last frame did, event by event, each in the colour of its cell.
  private func drawTrace(of level: Level, in area: CellArea, on canvas: inout Canvas) {
    let frame = level.table.frameCount
    let events = level.table.traceOfLastFrame
    drawTitle(" frame \(frame)", of: area, on: &canvas)
    let height = area.lines - 1
    let showsSections = level.shown.counts().sections.known > 1
    let room = events.count > height ? height - 1 : height
    for (index, event) in events.prefix(room).enumerated() {
      let words = event.line(
        showsSections: showsSections, naming: shell.session.preferences.cellNames)
      let style = event.cell.map {
        TextStyle(.identity, hue: UInt8(IdentityColours.number(of: $0)))
      }
      canvas.draw(
        StyledLine(" " + DisplaySafe.line(words), style ?? .plain).truncated(to: area.columns),
        column: area.column, line: area.line + 1 + index)
    }
    if room < events.count {
      canvas.draw(
        StyledLine(" and \(events.count - room) more", TextStyle(.secondary)), column: area.column,
        line: area.maxLine - 1)
    }
  }

  private func drawTitle(_ title: String, of area: CellArea, on canvas: inout Canvas) {
    canvas.clear(area)
    let line = StyledLine(DisplaySafe.line(title), TextStyle(.title, [.bold, .underline]))
      .truncated(to: area.columns)
    canvas.draw(line, column: area.column, line: area.line)
  }
}

/// A record in lines, as people read JSON.
enum RecordText {
  /// More lines are not shown, so that no record holds a frame up.
  private static let mostLines = 2_000

  static func lines(of value: Value?, marking path: FieldPath, columns: Int) -> [StyledLine] {
    guard let value else { return [StyledLine(" nothing", TextStyle(.secondary))] }
    let text = JSONWriter.text(of: value, layout: .pretty)
    let marked =
      path.steps.count == 1
      ? path.keys?.first.map { "  \(JSONWriter.text(of: .string($0))):" } : nil
    var lines: [StyledLine] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if lines.count >= mostLines {
        lines.append(StyledLine("...", TextStyle(.secondary)))
        break
      }
      let isMarked = marked.map { line.hasPrefix($0) } ?? false
      let style = TextStyle(isMarked ? .focus : .plain, isMarked ? .bold : [])
      lines += StyledLine(DisplaySafe.line(String(line)), style).wrapped(to: max(4, columns))
    }
    return lines
  }
}
