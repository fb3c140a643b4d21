package import TableEngine
import TableModel

/// Draws viewports. The same snapshot and chrome always give the same picture.
///
/// A frame in cells covers the columns and lines that its edges lie in (`Device.area(of:)`); the
/// picture is never wider than the viewport.
package struct ViewportRenderer: Sendable {
  package var device: Device
  package var charset: Charset

  package init(device: Device = .terminal, charset: Charset = .unicode) {
    self.device = device
    self.charset = charset
  }

  /// The table's viewport alone.
  package func table(_ snapshot: ViewportSnapshot, chrome: ViewChrome) -> ViewPicture {
    picture(snapshot, chrome, above: [], below: [])
  }

  /// The viewport with the title line above and reuse lines and notices below: four lines more
  /// than the table at most.
  package func view(_ snapshot: ViewportSnapshot, chrome: ViewChrome) -> ViewPicture {
    let width = device.grid(of: snapshot.size).width
    let writer = ChromeWriter(chrome: chrome, charset: charset, width: width)
    return picture(snapshot, chrome, above: [writer.title(snapshot)], below: writer.below())
  }

  private func picture(
    _ snapshot: ViewportSnapshot, _ chrome: ViewChrome, above: [StyledLine], below: [StyledLine]
  ) -> ViewPicture {
    let grid = device.grid(of: snapshot.size, device.scale(of: snapshot.rows))
    let heads = chrome.grid?.isGrid == true ? 1 : 0
    let table = CellArea(
      column: 0, line: above.count + heads, columns: grid.width, lines: grid.height)
    let canvas = Canvas(
      columns: grid.width, lines: table.maxLine + below.count)
    var painter = Painter(
      canvas: canvas, table: table, snapshot: snapshot,
      view: ViewContext(device: device, charset: charset, chrome: chrome))
    for (line, text) in above.enumerated() { painter.draw(text, line: line) }
    if heads > 0 { painter.drawColumnTitles(line: above.count) }
    painter.clipped(to: table) { painter in
      painter.over(painter.paintsViews ? .table : nil) { painter in
        if painter.paintsViews { painter.canvas.fill(table) }
        painter.drawTable(snapshot)
      }
    }
    if chrome.overlay == .identity { painter.colourIdentities() }
    for (line, text) in below.enumerated() { painter.draw(text, line: table.maxLine + line) }
    return ViewPicture(
      canvas: painter.canvas, tableLines: table.line..<table.maxLine, owners: painter.owners,
      images: painter.images, snapshot: snapshot, chrome: chrome, device: device, charset: charset)
  }
}

extension Painter {
  /// Draws a whole table, what lies on top last.
  mutating func drawTable(_ snapshot: ViewportSnapshot) {
    for row in snapshot.rows { drawRow(row) }
    if chrome.showsSeparators { drawSeparators(below: snapshot.rows) }
    if let bar = snapshot.searchBar { drawSearchBar(bar) }
    if snapshot.rows.isEmpty, snapshot.headers.isEmpty { drawEmpty() }
    for header in snapshot.headers where !header.isPinned {
      drawHeader(header, rows: snapshot.rows)
    }
    for header in snapshot.headers where header.isPinned {
      drawHeader(header, rows: snapshot.rows)
    }
    if let index = chrome.index { drawIndex(index) }
    if chrome.showsIndicators { drawIndicators(snapshot) }
  }
}

/// Writes the lines around a table: the title above, reuse lines and notices below.
struct ChromeWriter {
  let chrome: ViewChrome
  let charset: Charset
  let width: Int
  private let marks: Marks

  init(chrome: ViewChrome, charset: Charset, width: Int) {
    self.chrome = chrome
    self.charset = charset
    self.width = width
    marks = Marks.of(charset)
  }

  /// The dataset, where in it we are, how much it holds and what narrows it; at the right end the
  /// focus and how far the table is scrolled. What does not fit is left out, the name last.
  func title(_ snapshot: ViewportSnapshot) -> StyledLine {
    let name = ([chrome.name] + chrome.breadcrumb).map(safe).joined(separator: marks.step)
    let shortName = DisplayWidth.truncate(
      name, to: max(1, width - 1), at: chrome.breadcrumb.isEmpty ? .tail : .middle,
      charset: charset)
    var line = StyledLine(width > 2 ? " " : "")
    line.append(shortName, TextStyle(.title, .bold))
    let ends = rightEnds(snapshot)
    let scroll = ends.last ?? ""
    var room = width - line.width
    let parts =
      [(counts(), TextStyle.plain)] + chrome.conditions.map { (safe($0), TextStyle(.accent)) }
    for (part, style) in parts where !part.isEmpty {
      let partWidth = DisplayWidth.of(part)
      // Room is left for the scroll mark unless that would cut words.
      let rest = room - 3 - (partWidth <= room - 6 - scroll.count ? scroll.count + 3 : 0)
      guard rest >= min(8, partWidth) else { break }
      line.append("   " + DisplayWidth.truncate(part, to: rest, charset: charset), style)
      room = width - line.width
    }
    for right in ends where room >= DisplayWidth.of(right) + 3 {
      line.append(String(repeating: " ", count: room - DisplayWidth.of(right) - 1))
      line.append(right, TextStyle(.secondary))
      break
    }
    return line.truncated(to: width, charset: charset)
  }

  /// What could stand at the right end, the longest first.
  private func rightEnds(_ snapshot: ViewportSnapshot) -> [String] {
    let scroll = scrollMark(snapshot)
    guard let focus = snapshot.focus else { return [scroll] }
    let place = focus.description + marks.dot + scroll
    guard let title = chrome.sections[focus.section]?.title else { return [place, scroll] }
    let short = DisplayWidth.truncate(safe(title), to: 24, charset: charset)
    return [short + " " + place, place, scroll]
  }

  /// How far the table is scrolled: `all`, `top`, `end` or per cent.
  private func scrollMark(_ snapshot: ViewportSnapshot) -> String {
    let most = snapshot.contentSize.height - snapshot.size.height
    if most <= 0 { return "all" }
    if snapshot.offset <= 0 { return "top" }
    if snapshot.offset >= most { return "end" }
    let percent = Int(Double(snapshot.offset) / Double(most) * 100)
    return "\(min(99, max(1, percent))) %"
  }

  private func safe(_ text: String) -> String {
    let limit = width * 4 + 64
    if text.utf8.count <= limit { return DisplaySafe.line(text, charset: charset) }
    let short = text.unicodeScalars.prefix(limit)
    return DisplaySafe.line(String(String.UnicodeScalarView(short)), charset: charset)
  }
}

extension ChromeWriter {
  private func counts() -> String {
    guard let shown = chrome.counts else { return "" }
    let total = chrome.total
    var parts = [
      count(shown.sections, total?.sections, "section"), count(shown.rows, total?.rows, "row"),
    ]
    if (total ?? shown).items != .exact(0) {
      parts.append(count(shown.items, total?.items, "item"))
    }
    return parts.joined(separator: marks.dot)
  }

  /// `6 rows`, or `6 of 42 rows` where some are left out. Groups may be more than there were sections.
  private func count(_ shown: Extent, _ total: Extent?, _ noun: String) -> String {
    guard let total, total != shown, total.known >= shown.known else {
      return Numerals.text(shown, noun)
    }
    return "\(Numerals.text(shown)) of \(Numerals.text(total, noun))"
  }

  /// The reuse lines, and the notices in one line.
  func below() -> [StyledLine] {
    var lines = reuse()
    if !chrome.notices.isEmpty {
      let words = (width > 2 ? " " : "") + chrome.notices.map(safe).joined(separator: marks.dot)
      lines.append(
        StyledLine(words, TextStyle(.notice)).truncated(to: width, charset: charset).trimmed())
    }
    return lines
  }

  /// One line for each table, in columns. Where there is no room for all numbers, the same ones are
  /// left out of every line.
  private func reuse() -> [StyledLine] {
    let tables = chrome.statistics.prefix(2)
    let rows = tables.map { Self.figures($0.totals) }
    guard let words = rows.first?.map(\.word) else { return [] }
    let digits = words.indices.map { place in
      rows.reduce(0) { max($0, $1[place].number.utf8.count) }
    }
    let widths = zip(digits, words).map { $0 + 1 + $1.utf8.count }
    var kept = Array(words.indices)
    for place in Self.dispensable {
      let total = 8 + kept.reduce(0) { $0 + widths[$1] } + 3 * max(0, kept.count - 1)
      if total > width { kept.removeAll { $0 == place } }
    }
    return zip(tables, rows).map { table, row in
      var line = StyledLine(width > 2 ? " " : "")
      line.append(table.table.rawValue, TextStyle(.statistics, .bold))
      line.append(table.table == .rows ? "   " : "  ", TextStyle(.statistics))
      let texts = kept.map { place in
        let blanks = String(repeating: " ", count: digits[place] - row[place].number.utf8.count)
        return blanks + row[place].number + " " + row[place].word
      }
      line.append(texts.joined(separator: marks.dot), TextStyle(.statistics))
      return line.truncated(to: width, charset: charset).trimmed()
    }
  }

  /// A number and what it counts, both in ASCII.
  private typealias Figure = (number: String, word: String)

  /// Which figures are left out first when there is no room, by their place.
  private static let dispensable = [3, 4, 5, 2, 1]

  private static func figures(_ counters: ReuseCounters) -> [Figure] {
    [
      (Numerals.text(counters.visible), "visible"), (Numerals.text(counters.created), "created"),
      (Numerals.text(counters.reused), "reused"), (Numerals.text(counters.recycled), "recycled"),
      (Numerals.text(counters.pooled), "pooled"),
      (Numerals.percent(counters.reused, of: counters.requests), "hits"),
    ]
  }
}
