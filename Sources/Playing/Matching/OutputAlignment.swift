import TableModel

/// What an input printed, in lines.
package struct PrintedOutput: Sendable, Hashable {
  package var lines: [String]
  /// False when the last line was not ended.
  package var endsWithLineBreak: Bool

  package init(_ text: String) {
    endsWithLineBreak = text.isEmpty || text.utf8.last == 0x0A
    lines = PageLine.lines(of: text).map { line in
      line.ending == "\r\n" ? line.text + "\r" : line.text
    }
  }

  func hasLineBreak(_ index: Int) -> Bool { index < lines.count - 1 || endsWithLineBreak }

  /// A line as it is written in a page.
  func written(_ index: Int, reserved: [String]) -> ExpectedLine {
    ExpectedLine(
      output: lines[index], hasLineBreak: hasLineBreak(index), reserved: reserved)
  }
}

/// What is expected beside what was printed: which lines stay, go and come.
package struct OutputAlignment {
  enum Edit: Hashable {
    /// An expected line that stands for this many printed lines from an index on.
    case keep(expected: Int, printed: Range<Int>)
    case remove(expected: Int)
    case insert(printed: Int)
  }

  package let expected: [ExpectedLine]
  package let printed: PrintedOutput

  package init(expected: [ExpectedLine], printed: PrintedOutput) {
    self.expected = expected
    self.printed = printed
  }

  /// The most comparisons that a search for the longest common sequence may take.
  private static let limit = 4_000_000

  /// True when the output is as expected.
  ///
  /// - Complexity: O(expected x printed) at worst, linear without `...` lines.
  package var matches: Bool {
    var (line, pattern) = (0, 0)
    var restart: (line: Int, pattern: Int)?
    while line < printed.lines.count {
      if pattern < expected.count, expected[pattern].content == .anyLines {
        restart = (line, pattern + 1)
        pattern += 1
      } else if pattern < expected.count, isMatch(pattern, line) {
        line += 1
        pattern += 1
      } else if let last = restart {
        restart = (last.line + 1, last.pattern)
        (line, pattern) = (last.line + 1, last.pattern)
      } else {
        return false
      }
    }
    return expected[pattern...].allSatisfy { $0.content == .anyLines }
  }

  private func isMatch(_ pattern: Int, _ line: Int) -> Bool {
    expected[pattern].matches(printed.lines[line], hasLineBreak: printed.hasLineBreak(line))
  }

  /// The fewest changes, as far as it is worth looking for them, in order.
  func edits() -> [Edit] {
    var edits: [Edit] = []
    var (pattern, line) = (0, 0)
    for (anchor, partner) in anchors() + [(expected.count, printed.lines.count)] {
      edits += fill(pattern..<anchor, line..<partner)
      if anchor < expected.count {
        edits.append(.keep(expected: anchor, printed: partner..<partner + 1))
      }
      (pattern, line) = (anchor + 1, partner + 1)
    }
    return edits
  }

  /// Lines between two that stay: with a `...` among them, what is before and behind it is
  /// replaced line by line, and the `...` stands for the rest.
  private func fill(_ patterns: Range<Int>, _ lines: Range<Int>) -> [Edit] {
    guard let gap = patterns.first(where: { expected[$0].content == .anyLines }) else {
      return patterns.map { .remove(expected: $0) } + lines.map { .insert(printed: $0) }
    }
    let before = min(gap - patterns.lowerBound, lines.count)
    let behind = patterns[(gap + 1)...].filter { expected[$0].content != .anyLines }.count
    let taken = min(behind, lines.count - before)
    let rest = (lines.lowerBound + before)..<(lines.upperBound - taken)
    var edits: [Edit] = (patterns.lowerBound..<gap).map { .remove(expected: $0) }
    edits += lines.prefix(before).map { .insert(printed: $0) }
    edits.append(.keep(expected: gap, printed: rest))
    edits += (gap + 1..<patterns.upperBound).map { .remove(expected: $0) }
    edits += lines.suffix(taken).map { .insert(printed: $0) }
    return edits
  }

  /// Pairs of expected and printed lines that match, a longest sequence of them.
  private func anchors() -> [(Int, Int)] {
    var head = 0
    while head < min(expected.count, printed.lines.count), isMatch(head, head) { head += 1 }
    var tail = 0
    while tail < min(expected.count, printed.lines.count) - head,
      isMatch(expected.count - 1 - tail, printed.lines.count - 1 - tail)
    { tail += 1 }
    let middle = longestSequence(
      head..<expected.count - tail, head..<printed.lines.count - tail)
    let end = (0..<tail).reversed().map {
      (expected.count - 1 - $0, printed.lines.count - 1 - $0)
    }
    return (0..<head).map { ($0, $0) } + middle + end
  }

  private func longestSequence(_ patterns: Range<Int>, _ lines: Range<Int>) -> [(Int, Int)] {
    guard !patterns.isEmpty, !lines.isEmpty, patterns.count * lines.count <= Self.limit else {
      return []
    }
    let width = lines.count + 1
    var lengths = [Int32](repeating: 0, count: (patterns.count + 1) * width)
    for row in (0..<patterns.count).reversed() {
      for column in (0..<lines.count).reversed() {
        let isPair = isMatch(patterns.lowerBound + row, lines.lowerBound + column)
        lengths[row * width + column] =
          isPair
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    var pairs: [(Int, Int)] = []
    while row < patterns.count, column < lines.count {
      if isMatch(patterns.lowerBound + row, lines.lowerBound + column) {
        pairs.append((patterns.lowerBound + row, lines.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}

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
