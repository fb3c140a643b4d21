import Asking
import Rendering

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
