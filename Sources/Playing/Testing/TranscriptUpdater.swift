/// Rewrites the expected output of a page as it was printed, and nothing else.
package struct TranscriptUpdater {
  private let transcript: Transcript
  private let mode: UpdateMode
  /// Patterns that had to give way, and other remarks, with their places.
  package private(set) var warnings: [String] = []
  /// How many inputs got other output.
  package private(set) var count = 0

  package init(_ transcript: Transcript, mode: UpdateMode) {
    self.transcript = transcript
    self.mode = mode
  }

  /// The page with new output.
  ///
  /// - Parameter result: what came of running it.
  /// - Returns: the whole text; the same as before when there is nothing to rewrite.
  package mutating func text(after result: TranscriptResult) -> String {
    var lines = transcript.lines
    for step in result.steps.reversed() {
      guard transcript.blocks.indices.contains(step.block),
        transcript.blocks[step.block].steps.indices.contains(step.step)
      else { continue }
      let block = transcript.blocks[step.block]
      let old = block.steps[step.step]
      let isNew = old.expected.isEmpty && old.status == nil
      guard let replacement = step.replacement, mode.applies(to: step.outcome, isNew: isNew)
      else { continue }
      let new = region(of: old, replacement, block)
      if new != transcript.lines[old.region] {
        lines.replaceSubrange(old.region, with: new)
        count += 1
      }
    }
    warnings.reverse()
    return PageLine.text(of: lines)
  }

  private mutating func region(
    of step: TranscriptStep, _ replacement: StepResult.Replacement, _ block: TranscriptBlock
  ) -> ArraySlice<PageLine> {
    let reserved = block.kind == .keys ? KeyDirective.reserved : SessionBlockParser.reserved
    var texts = outputs(of: step, replacement.printed, reserved: reserved)
    if let status = status(of: step, replacement.status) { texts.append("? \(status.text)") }
    // The line of the input, or of its last continuation, always has a line break: a fence follows.
    let ending = transcript.lines[max(0, step.region.lowerBound - 1)].ending
    return texts.map { text in
      PageLine(text.isEmpty ? "" : block.indentation + text, ending: ending.isEmpty ? "\n" : ending)
    }[...]
  }

  /// An end that was written down stays as it was written when it fits.
  private func status(of step: TranscriptStep, _ actual: StepStatus) -> StepStatus? {
    if let expected = step.status, expected.accepts(actual), mode != .all { return expected }
    if actual.isSuccess { return step.status.flatMap { $0.isSuccess ? $0 : nil } }
    return actual
  }

  /// Expected lines that still fit stay as they are written, patterns among them.
  private mutating func outputs(
    of step: TranscriptStep, _ printed: PrintedOutput, reserved: [String]
  )
    -> [String]
  {
    let literal = printed.lines.indices.map { printed.written($0, reserved: reserved).source }
    if mode == .all {
      for line in step.expected where line.isPattern { warn(line, step) }
      return literal
    }
    let alignment = OutputAlignment(expected: step.expected, printed: printed)
    if alignment.matches { return step.expected.map(\.source) }
    var texts: [String] = []
    var lost: [ExpectedLine] = []
    for edit in alignment.edits() {
      switch edit {
      case .keep(let index, _): texts.append(step.expected[index].source)
      case .insert(let index): texts.append(literal[index])
      case .remove(let index):
        if step.expected[index].isPattern { lost.append(step.expected[index]) }
      }
    }
    let rewritten = texts.compactMap(ExpectedLine.init(parsing:))
    if rewritten.count != texts.count
      || !OutputAlignment(expected: rewritten, printed: printed).matches
    {
      lost = step.expected.filter(\.isPattern)
      texts = literal
    }
    for line in lost { warn(line, step) }
    return texts
  }

  private mutating func warn(_ line: ExpectedLine, _ step: TranscriptStep) {
    warnings.append(
      "\(transcript.file):\(step.line): warning: the pattern '\(line.source)' was replaced")
  }
}

/// Which expected output is rewritten.
package enum UpdateMode: String, Sendable, Hashable, CaseIterable {
  case none
  /// Inputs without any expected output.
  case new
  /// Inputs whose output is not as expected, and new ones.
  case failed
  /// Everything, patterns too, as it is printed now.
  case all

  /// - Parameter isNew: true for an input without expected output.
  func applies(to outcome: StepOutcome, isNew: Bool) -> Bool {
    switch (self, outcome) {
    case (.none, _), (_, .broken), (_, .skipped): false
    case (.new, .failed): isNew
    case (.new, .passed), (.failed, .passed): false
    case (.failed, .failed), (.all, _): true
    }
  }
}
