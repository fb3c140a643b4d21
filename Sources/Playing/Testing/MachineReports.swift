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

/// Results for programs: `shelf.test.1`.
struct JSONReport {
  var context: Int

  func text(of results: [TranscriptResult], _ transcripts: [Transcript]) -> String {
    let summary = ReportSummary(results)
    var json = JSONText()
    json.object { json in
      json.member("schema", "shelf.test.1")
      json.member("passed", summary.passed)
      json.member("failed", summary.failed)
      json.member("skipped", summary.skipped)
      json.member("unreadable", summary.unreadable)
      json.key("files")
      json.array { json in
        for (result, transcript) in zip(results, transcripts) {
          write(result, transcript, to: &json)
        }
      }
    }
    return json.text + "\n"
  }

  private func write(_ result: TranscriptResult, _ transcript: Transcript, to json: inout JSONText)
  {
    json.object { json in
      json.member("file", result.file)
      if let problem = result.problem { json.member("error", problem.description) }
      json.key("inputs")
      json.array { json in
        for step in result.steps { write(step, transcript, to: &json) }
      }
    }
  }

  private func write(_ step: StepResult, _ transcript: Transcript, to json: inout JSONText) {
    json.object { json in
      json.member("name", step.name)
      json.member("line", step.line)
      switch step.outcome {
      case .passed: json.member("outcome", "passed")
      case .skipped(let reason):
        json.member("outcome", "skipped")
        json.member("reason", reason)
      case .failed, .broken:
        json.member("outcome", "failed")
        json.key("diff")
        json.array { json in
          for line in step.explanation(in: transcript, context: context) { json.string(line) }
        }
      }
    }
  }
}
