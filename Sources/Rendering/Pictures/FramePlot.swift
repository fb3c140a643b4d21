package import TableEngine
import TableModel

/// A chart of what became of cells over the frames, for a terminal: for rows and for items what
/// was created and reused, one on top of the other, and below it what lay in pools.
package struct FramePlot: Sendable {
  /// What happened in the frames, in their order.
  package var spans: [FrameSpan]
  package var charset: Charset
  /// The columns that the chart may take.
  package var width: Int

  package init(spans: [FrameSpan], charset: Charset = .unicode, width: Int) {
    self.spans = spans
    self.charset = charset
    self.width = width
  }

  package var lines: [StyledLine] {
    guard let first = spans.first, let last = spans.last else {
      return [StyledLine("no frames were made since the statistics started")]
    }
    let panels = Self.tables.filter { table in
      spans.contains { table.counts($0) != FrameCounts() }
    }
    guard !panels.isEmpty else {
      let frames = last.frames.upperBound - first.frames.lowerBound + 1
      return [StyledLine("no cells in " + Numerals.text(.exact(frames), "frame"))]
    }
    let lines = panels.enumerated().flatMap { place, panel in
      (place == 0 ? [] : [StyledLine()]) + self.lines(of: panel)
    }
    return lines.map { $0.trimmed().truncated(to: max(1, width), charset: charset) }
  }

  /// The history as it is kept, as `shelf.plot.1`.
  package var json: String {
    var json = JSONText()
    json.object { json in
      json.member("schema", "shelf.plot.1")
      json.key("spans")
      json.array { json in
        for span in spans {
          json.object { json in
            json.member("frames", [span.frames.lowerBound, span.frames.upperBound])
            for table in Self.tables {
              json.key(table.name)
              json.object { json in
                json.member("created", table.counts(span).created)
                json.member("reused", table.counts(span).reused)
                json.member("pooled", table.counts(span).pooled)
              }
            }
          }
        }
      }
    }
    return json.text
  }

  // MARK: Panels

  private struct Panel: Sendable {
    var name: String
    var counts: @Sendable (FrameSpan) -> FrameCounts
  }

  private static let tables = [Panel(name: "rows") { $0.rows }, Panel(name: "items") { $0.items }]

  private func lines(of panel: Panel) -> [StyledLine] {
    let labels = max(
      2, Numerals.text(spans.map { panel.counts($0).most }.max() ?? 0).utf8.count)
    let columns = Self.columns(of: spans, at: max(1, width - labels - 3))
    let counts = columns.map(panel.counts)
    let marks = PlotMarks.of(charset)
    let bands = [
      PlotBand(
        parts: [
          (marks.created, TextStyle(.accent), counts.map(\.created)),
          (marks.reused, TextStyle(.secondary), counts.map(\.reused)),
        ], height: 8),
      PlotBand(parts: [(marks.pooled, TextStyle(.mark), counts.map(\.pooled))], height: 4),
    ]
    let pitch = max(1, min(4, max(1, width - labels - 3) / columns.count))
    var lines = [title(panel, counts, marks), scaleLine(columns, bands)]
    for (place, band) in bands.enumerated() where place == 0 || band.most > 0 {
      lines += band.lines(marks, labels: labels, pitch: pitch)
      lines.append(axis(marks, labels: labels, columns: columns.count * pitch))
      if place == 0 { lines += figures(band, labels: labels, pitch: pitch) }
    }
    return lines + [frameLine(columns, labels: labels, pitch: pitch)]
  }

  /// The name of the table, and the sum behind the mark of each kind.
  private func title(_ panel: Panel, _ counts: [FrameCounts], _ marks: PlotMarks) -> StyledLine {
    var line = StyledLine(DisplayWidth.pad(panel.name, to: 7), TextStyle(.header, .bold))
    let kinds = [
      (marks.created, TextStyle(.accent), "created", counts.reduce(0) { $0 + $1.created }),
      (marks.reused, TextStyle(.secondary), "reused", counts.reduce(0) { $0 + $1.reused }),
      (marks.pooled, TextStyle(.mark), "pooled at most", counts.map(\.pooled).max() ?? 0),
    ]
    for (mark, style, name, number) in kinds {
      line.append(String(mark), style)
      line.append(" \(Numerals.text(number)) \(name)   ")
    }
    return line
  }

  /// What a column and a mark stand for.
  private func scaleLine(_ columns: [FrameSpan], _ bands: [PlotBand]) -> StyledLine {
    let frames = columns.map(\.frames.count).max() ?? 1
    var text = "a column " + Numerals.text(.exact(frames), "frame")
    text += ", a mark " + Numerals.text(.exact(bands[0].step), "cell")
    if bands[1].most > 0, bands[1].step != bands[0].step {
      text += " (\(Numerals.text(bands[1].step)) in pools)"
    }
    return StyledLine("       " + text, TextStyle(.secondary))
  }

  private func axis(_ marks: PlotMarks, labels: Int, columns: Int) -> StyledLine {
    StyledLine(
      DisplayWidth.pad("0", to: labels, .trailing) + " " + String(marks.origin)
        + String(repeating: marks.axis, count: columns), TextStyle(.secondary))
  }

  /// The value of each bar, printed where one mark stands for several cells and there is room for
  /// numbers: the marks alone would show one cell and three alike.
  private func figures(_ band: PlotBand, labels: Int, pitch: Int) -> [StyledLine] {
    guard band.step > 1, Numerals.text(band.most).utf8.count < pitch else { return [] }
    let numbers = (band.parts.first?.values.indices).map { $0.map(band.sum) } ?? []
    let texts = numbers.map { DisplayWidth.pad(Numerals.text($0), to: pitch) }
    let start = String(repeating: " ", count: labels + 2)
    return [StyledLine(start + texts.joined(), TextStyle(.secondary))]
  }

  /// The numbers of the first and the last frame below their columns.
  private func frameLine(_ columns: [FrameSpan], labels: Int, pitch: Int) -> StyledLine {
    let first = Numerals.text(columns.first?.frames.lowerBound ?? 0)
    let last = Numerals.text(columns.last?.frames.upperBound ?? 0)
    let start = String(repeating: " ", count: labels + 2)
    if first == last { return StyledLine(start + "frame " + first, TextStyle(.secondary)) }
    let words = "frame " + first
    let room = columns.count * pitch - (pitch > 1 ? 1 : 0) - words.utf8.count
    let gap = max(2, room - last.utf8.count)
    let rest = String(repeating: " ", count: gap) + last
    return StyledLine(start + words + rest, TextStyle(.secondary))
  }

  /// The spans merged until there are at most as many as columns; each merged span then holds the
  /// same number of frames, except the last.
  static func columns(of spans: [FrameSpan], at most: Int) -> [FrameSpan] {
    let share = (spans.count + most - 1) / max(1, most)
    guard share > 1 else { return spans }
    return stride(from: 0, to: spans.count, by: share).map { start in
      var span = spans[start]
      for next in spans[(start + 1)..<max(start + 1, min(start + share, spans.count))] {
        span.add(next)
      }
      return span
    }
  }
}

extension FrameCounts {
  fileprivate var most: Int { max(created + reused, pooled) }
}

/// A bar chart of a few lines: numbers over frames, the parts of each on top of each other.
struct PlotBand: Sendable {
  typealias Part = (mark: Character, style: TextStyle, values: [Int])

  let parts: [Part]
  /// How much a line stands for.
  let step: Int
  /// The largest sum.
  let most: Int

  /// - Parameter height: the most lines that it may take.
  init(parts: [Part], height: Int) {
    self.parts = parts
    let columns = parts.first?.values.indices ?? 0..<0
    most = columns.map { Self.sum(parts, $0) }.max() ?? 0
    step = max(1, (most + height - 1) / max(1, height))
  }

  /// All parts of a column together.
  func sum(_ column: Int) -> Int { Self.sum(parts, column) }

  private static func sum(_ parts: [Part], _ column: Int) -> Int {
    parts.reduce(0) { $0 + $1.values[column] }
  }

  /// How many lines there are.
  var height: Int { max(1, (most + step - 1) / step) }

  /// Which part is seen in each line of a column, from the bottom.
  ///
  /// Bars are whole lines high, so sums are rounded up. Some of every part that is not 0 is always
  /// visible where there is more than one line.
  func stack(_ column: Int) -> [Int] {
    let values = parts.map { $0.values[column] }
    let lines = (values.reduce(0, +) + step - 1) / step
    var stack: [Int] = []
    var sum = 0
    for (part, value) in values.enumerated() {
      let before = sum
      sum += value
      guard value > 0 else { continue }
      let isLast = values[(part + 1)...].allSatisfy { $0 == 0 }
      let rounded = (sum + step / 2) / step
      let end = isLast ? lines : min(max(rounded, before / step + 1), max(1, lines - 1))
      stack += Array(repeating: part, count: max(0, end - stack.count))
    }
    return stack
  }

  /// - Parameters:
  ///   - labels: the columns of the numbers at the left.
  ///   - pitch: from one bar to the next; bars wider than a column keep a gap between them.
  func lines(_ marks: PlotMarks, labels: Int, pitch: Int) -> [StyledLine] {
    let stacks = (parts.first?.values.indices).map { $0.map(stack) } ?? []
    return (0..<height).reversed().map { line in
      // Numbers at the top and in the middle are enough to read the others.
      let isLabelled = line == height - 1 || (height > 3 && line == height / 2 - 1)
      let label = isLabelled ? Numerals.text((line + 1) * step) : ""
      var result = StyledLine(
        DisplayWidth.pad(label, to: labels, .trailing) + " " + String(marks.side),
        TextStyle(.secondary))
      for stack in stacks {
        let bar = max(1, pitch - 1)
        if stack.indices.contains(line) {
          let part = parts[stack[line]]
          result.append(String(repeating: part.mark, count: bar), part.style)
        } else {
          result.append(String(repeating: " ", count: bar))
        }
        result.append(String(repeating: " ", count: pitch - bar))
      }
      return result
    }
  }
}

/// The marks of charts.
struct PlotMarks: Sendable {
  var created: Character
  var reused: Character
  var pooled: Character
  var side: Character
  var origin: Character
  var axis: Character

  static func of(_ charset: Charset) -> PlotMarks {
    switch charset {
    case .unicode:
      PlotMarks(created: "█", reused: "░", pooled: "▒", side: "┤", origin: "┼", axis: "─")
    case .ascii:
      PlotMarks(created: "#", reused: "=", pooled: "o", side: "|", origin: "+", axis: "-")
    }
  }
}
