import TableModel

/// A difference as people know it: lines that stay, go and come, with some context.
package struct UnifiedDifference: Sendable, Hashable {
  package enum Line: Sendable, Hashable {
    case same(String)
    case removed(String)
    case added(String)
  }

  package var lines: [Line]

  package init(_ alignment: OutputAlignment, status: (expected: StepStatus?, printed: StepStatus)) {
    let reserved = SessionBlockParser.reserved
    lines = alignment.edits().map { edit in
      switch edit {
      case .keep(let index, _): .same(alignment.expected[index].source)
      case .remove(let index): .removed(alignment.expected[index].source)
      case .insert(let index): .added(alignment.printed.written(index, reserved: reserved).source)
      }
    }
    let expected = status.expected ?? .ok
    let old = status.expected.map { "? \($0.text)" }
    if expected.accepts(status.printed) {
      if let old { lines.append(.same(old)) }
    } else {
      if let old { lines.append(.removed(old)) }
      if !status.printed.isSuccess { lines.append(.added("? \(status.printed.text)")) }
    }
  }

  /// Where a pair of lines differs in blanks only, the blanks become dots and the tabs arrows.
  private static func withVisibleBlanks(_ lines: [Line]) -> [Line] {
    func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    var removed: Set<String> = []
    var added: Set<String> = []
    for line in lines {
      if case .removed(let text) = line { removed.insert(squeezed(text)) }
      if case .added(let text) = line { added.insert(squeezed(text)) }
    }
    let both = removed.intersection(added)
    func shown(_ text: String) -> String {
      guard both.contains(squeezed(text)) else { return text }
      return text.replacing(" ", with: Mark.blank).replacing("\t", with: Mark.tab)
    }
    return lines.map { line in
      switch line {
      case .same: line
      case .removed(let text): .removed(shown(text))
      case .added(let text): .added(shown(text))
      }
    }
  }

  /// Lines with their marks in front, in pieces around the changes.
  ///
  /// - Parameters:
  ///   - context: how many lines are shown around a change.
  ///   - firstLine: the number of the first expected line in its page, from 1.
  package func text(context: Int = 3, firstLine: Int) -> [String] {
    let lines = Self.withVisibleBlanks(self.lines)
    var output: [String] = []
    var lastShown = -1
    var number = firstLine
    var numbers: [Int] = []
    for line in lines {
      numbers.append(number)
      if case .added = line { continue }
      number += 1
    }
    for index in indicesNearChanges(context: max(0, context)) {
      if index != lastShown + 1 || output.isEmpty { output.append("@@ line \(numbers[index]) @@") }
      lastShown = index
      output.append(Self.marked(lines[index]))
    }
    return output
  }

  private func indicesNearChanges(context: Int) -> [Int] {
    var indices: [Int] = []
    for index in lines.indices {
      if case .same = lines[index] { continue }
      let start = max(indices.last.map { $0 + 1 } ?? 0, index - context)
      indices += start...max(start, index)
      // What follows a change is added when it is near, so that nothing is added twice.
      var next = index + 1
      while next < lines.count, next <= index + context, case .same = lines[next] {
        indices.append(next)
        next += 1
      }
    }
    return indices
  }

  private static func marked(_ line: Line) -> String {
    switch line {
    case .same(let text): " " + text
    case .removed(let text): "-" + text
    case .added(let text): "+" + text
    }
  }
}
