import Rendering

/// Results for people: one line a page, and for each failure the way to it.
struct PrettyReport {
  var context: Int

  func text(of results: [TranscriptResult], _ transcripts: [Transcript]) -> String {
    var lines: [String] = []
    for (result, transcript) in zip(results, transcripts) {
      lines.append(Self.headline(result))
      for step in result.steps where step.outcome.isFailure {
        lines += [""] + failure(step, of: result, transcript) + [""]
      }
    }
    lines.append(ReportSummary(results).text)
    return lines.map { DisplaySafe.line($0) + "\n" }.joined()
  }

  private static func headline(_ result: TranscriptResult) -> String {
    let summary = ReportSummary([result])
    if result.problem != nil { return "FAIL \(result.file) (cannot be read)" }
    if result.steps.isEmpty { return "none \(result.file) (nothing to run)" }
    let mark = result.hasPassed ? "ok   " : "FAIL "
    var text = "\(mark)\(result.file) (\(summary.passed) of \(summary.total - summary.skipped))"
    if summary.skipped > 0 { text += ", \(summary.skipped) skipped" }
    return text
  }

  private func failure(_ step: StepResult, of result: TranscriptResult, _ transcript: Transcript)
    -> [String]
  {
    var lines = ["\(result.file):\(step.line): " + (step.heading ?? "no heading")]
    lines += folded(before: step, result, transcript)
    lines += Self.input(of: step, transcript).map { "  " + $0 }
    lines += step.explanation(in: transcript, context: context).map { "    " + $0 }
    if case .failed = step.outcome {
      lines.append("  run: " + Self.command(for: step, file: result.file))
    }
    return lines
  }

  /// One line for each block that ran before.
  private func folded(before step: StepResult, _ result: TranscriptResult, _ transcript: Transcript)
    -> [String]
  {
    var lines: [String] = []
    for block in transcript.blocks.indices where block <= step.block {
      let steps = result.steps.filter {
        $0.block == block && (block < step.block || $0.step < step.step)
      }
      guard let first = steps.first else { continue }
      let failed = steps.filter(\.outcome.isFailure).count
      let count = steps.count == 1 ? "1 input" : "\(steps.count) inputs"
      let state = failed > 0 ? "\(failed) failed" : "as expected"
      lines.append("  line \(first.line): \(count), \(state)")
    }
    return lines
  }

  private static func input(of step: StepResult, _ transcript: Transcript) -> [String] {
    guard transcript.blocks.indices.contains(step.block),
      transcript.blocks[step.block].steps.indices.contains(step.step)
    else { return [step.input] }
    switch transcript.blocks[step.block].steps[step.step].input {
    case .command(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().map { ($0 == 0 ? "shelf> " : "...> ") + $1 }
    case .program(let text): return ["$ \(text)"]
    case .keys(let directives): return directives.map(\.text)
    }
  }

  /// What accepts the output of this input.
  private static func command(for step: StepResult, file: String) -> String {
    let pattern = step.name.map { #"\^$.|?*+()[]{}"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "shelf test \(quoted(file)) --filter \(quoted("^" + pattern + "$")) --update"
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}

/// How many inputs came out how.
package struct ReportSummary: Sendable, Hashable {
  package var files = 0
  package var passed = 0
  package var failed = 0
  package var skipped = 0
  /// Pages that could not be read.
  package var unreadable = 0

  package init(_ results: [TranscriptResult]) {
    files = results.count
    unreadable = results.filter { $0.problem != nil }.count
    for step in results.flatMap(\.steps) {
      switch step.outcome {
      case .passed: passed += 1
      case .failed, .broken: failed += 1
      case .skipped: skipped += 1
      }
    }
  }

  package var total: Int { passed + failed + skipped }

  /// One line for people.
  package var text: String {
    var parts = ["\(passed) passed"]
    if failed > 0 { parts.append("\(failed) failed") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if unreadable > 0 {
      parts.append(unreadable == 1 ? "1 page unreadable" : "\(unreadable) pages unreadable")
    }
    let pages = files == 1 ? "1 page" : "\(files) pages"
    let inputs = total == 1 ? "1 input" : "\(total) inputs"
    return "\(inputs) in \(pages): " + parts.joined(separator: ", ")
  }
}

/// A form in which results are written.
package enum ReportFormat: String, Sendable, CaseIterable {
  case pretty
  case tap
  case junit
  case json

  /// - Parameters:
  ///   - transcripts: the pages, in the order of the results.
  ///   - context: how many lines are shown around a change.
  package func text(
    of results: [TranscriptResult], transcripts: [Transcript], context: Int
  ) -> String {
    switch self {
    case .pretty: PrettyReport(context: context).text(of: results, transcripts)
    case .tap: TAPReport(context: context).text(of: results, transcripts)
    case .junit: JUnitReport(context: context).text(of: results, transcripts)
    case .json: JSONReport(context: context).text(of: results, transcripts)
    }
  }
}

extension StepResult {
  /// The difference or the problem, in lines; nothing for what did not fail.
  func explanation(in transcript: Transcript, context: Int) -> [String] {
    switch outcome {
    case .passed, .skipped: return []
    case .broken(let problem):
      return problem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .failed(let difference):
      let steps = transcript.blocks.indices.contains(block) ? transcript.blocks[block].steps : []
      let first = steps.indices.contains(step) ? steps[step].region.lowerBound + 1 : line
      return difference.text(context: context, firstLine: first)
    }
  }
}
