/// Takes a page apart into the steps of a lesson.
///
/// Blocks that set something up or bring files make no step; what stands above them belongs to the
/// next one. Block quotes that begin with `Hint:` belong to the step above them.
struct LessonReader {
  private let page: Transcript
  private var steps: [LessonStep] = []
  private var prose: [String] = []
  /// True while the lines of a hint are read.
  private var isInHint = false

  private static let hint = "> Hint:"

  init(_ page: Transcript) {
    self.page = page
  }

  mutating func read() -> [LessonStep] {
    var line = contentStart
    for (index, block) in page.blocks.enumerated() {
      take(lines: line..<max(line, block.line - 1))
      line = max(line, block.lastLine)
      guard let kind = Self.kind(of: block) else { continue }
      finish(kind, block: index)
    }
    take(lines: line..<max(line, page.lines.count))
    finish(.end, block: page.blocks.count)
    return steps
  }

  /// The first line behind the front matter.
  private var contentStart: Int {
    guard page.lines.first?.text == "---" else { return 0 }
    let end = page.lines.dropFirst().firstIndex { $0.text == "---" || $0.text == "..." }
    return end.map { $0 + 1 } ?? 0
  }

  private static func kind(of block: TranscriptBlock) -> LessonStep.Kind? {
    guard block.kind == .session else { return nil }
    return switch block.attributes.role {
    case .setup: nil
    case .demo: .demo
    case .task: .task
    case .quiz: .quiz
    }
  }

  private mutating func take(lines: Range<Int>) {
    for line in page.lines[lines].map(\.text) { take(line) }
    isInHint = false
  }

  private mutating func take(_ line: String) {
    if line.hasPrefix(Self.hint) {
      isInHint = true
      add(hint: line.dropFirst(Self.hint.count).trimmed)
    } else if isInHint, line.hasPrefix(">") {
      continueHint(line.dropFirst().trimmed)
    } else {
      isInHint = false
      prose.append(line)
    }
  }

  private mutating func add(hint: String) {
    guard let last = steps.indices.last else { return }
    steps[last].hints.append(hint)
  }

  private mutating func continueHint(_ text: String) {
    guard let last = steps.indices.last, let hint = steps[last].hints.indices.last else { return }
    steps[last].hints[hint] += (steps[last].hints[hint].isEmpty ? "" : " ") + text
  }

  private mutating func finish(_ kind: LessonStep.Kind, block: Int) {
    // The title is said above each step already.
    let isTitle = steps.isEmpty && prose.first { !$0.trimmed.isEmpty }?.hasPrefix("# ") == true
    if isTitle { prose.removeFirst((prose.firstIndex { $0.hasPrefix("# ") } ?? 0) + 1) }
    steps.append(LessonStep(kind: kind, prose: Self.trimmed(prose), block: block))
    prose = []
  }

  /// Lines without empty ones at both ends, and with one at most between two others.
  private static func trimmed(_ lines: [String]) -> [String] {
    var kept: [String] = []
    for line in lines {
      if line.trimmed.isEmpty, kept.last?.isEmpty ?? true { continue }
      kept.append(line.trimmed.isEmpty ? "" : line)
    }
    if kept.last?.isEmpty == true { kept.removeLast() }
    return kept
  }
}
