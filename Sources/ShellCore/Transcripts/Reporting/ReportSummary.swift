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
