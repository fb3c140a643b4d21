import Rendering

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
