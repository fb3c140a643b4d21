/// Results as the XML that build servers read.
struct JUnitReport {
  var context: Int

  func text(of results: [TranscriptResult], _ transcripts: [Transcript]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"shelf\"\(Self.counts(ReportSummary(results)))>\n"
    for (result, transcript) in zip(results, transcripts) {
      let counts = Self.counts(ReportSummary([result]))
      text += "  <testsuite name=\"\(Self.escaped(result.file))\"\(counts)>\n"
      for step in result.steps { text += testCase(step, result.file, transcript) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func counts(_ summary: ReportSummary) -> String {
    " tests=\"\(summary.total)\" failures=\"\(summary.failed)\" errors=\"0\""
      + " skipped=\"\(summary.skipped)\""
  }

  private func testCase(_ step: StepResult, _ file: String, _ transcript: Transcript) -> String {
    let start =
      "    <testcase classname=\"\(Self.escaped(file))\" name=\"\(Self.escaped(step.name))\""
    switch step.outcome {
    case .passed: return start + "/>\n"
    case .skipped(let reason):
      return start + "><skipped message=\"\(Self.escaped(reason))\"/></testcase>\n"
    case .failed, .broken:
      let lines = step.explanation(in: transcript, context: context).joined(separator: "\n")
      let place = Self.escaped("\(file):\(step.line)")
      return start + ">\n      <failure message=\"\(place)\">\(Self.escaped(lines))</failure>\n"
        + "    </testcase>\n"
    }
  }

  /// Text for XML: characters that XML 1.0 cannot hold become the replacement character.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
