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
    let count = parts.first?.values.count ?? 0
    most = (0..<count).map { column in parts.reduce(0) { $0 + $1.values[column] } }.max() ?? 0
    step = max(1, (most + height - 1) / max(1, height))
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
