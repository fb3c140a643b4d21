import Rendering

/// Results as the XML that build servers read.
struct JUnitReport {
  var context: Int

  func text(of results: [TranscriptResult], _ transcripts: [Transcript]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"shelf\"\(Self.counts(ReportSummary(results)))>\n"
    for (result, transcript) in zip(results, transcripts) {
      let counts = Self.counts(ReportSummary([result]))
      text += "  <testsuite name=\"\(Self.escaped(result.file))\"\(counts)>\n"
      if let problem = result.problem {
        let name = Self.escaped(result.file)
        let message = Self.escaped(problem.description)
        text += "    <testcase classname=\"\(name)\" name=\"\(name)\">\n"
        text += "      <error message=\"\(message)\"/>\n    </testcase>\n"
      }
      for step in result.steps { text += testCase(step, result.file, transcript) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func counts(_ summary: ReportSummary) -> String {
    " tests=\"\(summary.total + summary.unreadable)\" failures=\"\(summary.failed)\""
      + " errors=\"\(summary.unreadable)\" skipped=\"\(summary.skipped)\""
  }

  private func testCase(_ step: StepResult, _ file: String, _ transcript: Transcript) -> String {
    let start =
      "    <testcase classname=\"\(Self.escaped(file))\" name=\"\(Self.escaped(step.name))\""
    switch step.outcome {
    case .passed: return start + "/>\n"
    case .skipped(let reason):
      return start + "><skipped message=\"\(Self.escaped(reason))\"/></testcase>\n"
    case .failed, .broken:
      let lines = step.explanation(in: transcript, context: context).map { Self.escaped($0) }
      let place = Self.escaped("\(file):\(step.line)")
      return start + ">\n      <failure message=\"\(place)\">"
        + lines.joined(separator: "\n") + "</failure>\n"
        + "    </testcase>\n"
    }
  }

  /// A line as it is drawn: what acts on a terminal or hides is visible here, too.
  private static func escaped(_ text: String) -> String {
    MarkupText.escaped(DisplaySafe.line(text))
  }
}
