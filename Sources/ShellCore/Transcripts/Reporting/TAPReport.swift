import Rendering

/// Results in the Test Anything Protocol, version 14: one test point for each input.
struct TAPReport {
  var context: Int

  func text(of results: [TranscriptResult], _ transcripts: [Transcript]) -> String {
    let summary = ReportSummary(results)
    var lines = ["TAP version 14", "1..\(summary.total + summary.unreadable)"]
    var number = 0
    for (result, transcript) in zip(results, transcripts) {
      if let problem = result.problem {
        number += 1
        lines.append("not ok \(number) - " + Self.escaped(result.file))
        lines += ["  ---", "  message: \(Self.quoted(problem.description))", "  ..."]
      }
      for step in result.steps {
        number += 1
        let verdict = step.outcome.isFailure ? "not ok" : "ok"
        var line = "\(verdict) \(number) - " + Self.escaped("\(result.file): \(step.name)")
        if case .skipped(let reason) = step.outcome {
          line += " # SKIP \(DisplaySafe.line(reason))"
        }
        lines.append(line)
        if step.outcome.isFailure { lines += block(step, result.file, transcript) }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func block(_ step: StepResult, _ file: String, _ transcript: Transcript) -> [String] {
    var lines = ["  ---", "  file: \(Self.quoted(file))", "  line: \(step.line)", "  diff: |"]
    // A first line that begins with a blank needs its indentation said.
    lines[3] += "2"
    lines += step.explanation(in: transcript, context: context).map {
      let line = "    " + DisplaySafe.line($0)
      return line
    }
    return lines + ["  ..."]
  }

  private static func escaped(_ text: String) -> String {
    DisplaySafe.line(text.replacing("\\", with: "\\\\").replacing("#", with: "\\#"))
  }

  private static func quoted(_ text: String) -> String {
    "'" + DisplaySafe.line(text).replacing("'", with: "''") + "'"
  }
}
