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
